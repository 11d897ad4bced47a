@testable import HoldfastHTTP
@testable import HoldfastHTTPS
@testable import HoldfastWeb

/// The forms of a page are few and have few controls; a comment before them and one behind change nothing, and what is
/// sent of them is what was in them.
func checkForms(_ bytes: [UInt8]) throws(Violation) {
    let page = HTMLPage(bytes)
    try expect(page.forms.count <= HTMLPage.formLimit, "\(page.forms.count) forms are read")
    let controls = page.forms.flatMap(\.controls)
    try expect(controls.count <= HTMLPage.controlLimit, "\(controls.count) controls are read")
    for form in page.forms {
        try expect(form.method == form.method.lowercased(), "a method in capitals: '\(form.method)'")
        for control in form.controls { try checkSent(control) }
    }
    try expect(written(HTMLPage(bytes)) == written(page), "the same page has other forms")
    guard bytes.count < 50_000 else { return }
    try expect(
        written(HTMLPage(Array("<!-- <form><input name=a> -->\n".utf8) + bytes)) == written(page),
        "a comment before the page changes its forms")
    // Within a template nothing is in the document (HTML Standard §4.12.3); an end that is missing takes the rest in.
    let hidden = HTMLPage(Array("<template>".utf8) + bytes.filter { $0 != UInt8(ascii: "/") })
    try expect(hidden.forms.isEmpty, "a form of a template that never ends is in the page")
}

/// What there is of a page, as text to compare.
private func written(_ page: HTMLPage) -> [String] {
    ["\(page.base ?? "-") \(page.encoding ?? "-")"]
        + page.forms.map { form in
            "\(form.action) \(form.method) \(form.encoding)"
                + form.controls.map { " \($0.kind) \($0.name)=\($0.value) \($0.isSent) \($0.action ?? "-")" }.joined()
        }
}

/// URL Standard §5.1 of what §5.2 has written: the same octets, but for the ends of lines.
private func checkSent(_ control: HTMLForm.Control) throws(Violation) {
    let sent = FormURLEncoding.encoded([(control.name, control.value)])
    let parts = sent.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    try expect(parts.count == 2 && !sent.contains(UInt8(ascii: "&")), "a control is sent as several")
    for (part, text) in zip(parts, [control.name, control.value]) {
        try expect(part.allSatisfy { (0x21..<0x7F).contains($0) }, "something outside ASCII is sent")
        try expect(decoded(part) == withLineEnds(Array(text.utf8)), "'\(text)' is sent as something else")
    }
}

private func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var octets: [UInt8] = []
    var rest = text
    while let octet = rest.popFirst() {
        switch octet {
        case UInt8(ascii: "+"): octets.append(0x20)
        case UInt8(ascii: "%"):
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            octets.append(UInt8(digits, radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        default: octets.append(octet)
        }
    }
    return octets
}

private func withLineEnds(_ octets: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    for (index, octet) in octets.enumerated() {
        switch octet {
        case 0x0D: out += [0x0D, 0x0A]
        case 0x0A: if index == 0 || octets[index - 1] != 0x0D { out += [0x0D, 0x0A] }
        default: out.append(octet)
        }
    }
    return out
}
