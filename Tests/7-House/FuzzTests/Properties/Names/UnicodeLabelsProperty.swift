import Foundation

@testable import HoldfastHTTP

/// A host outside ASCII that is read has one name: that of its canonically equivalent texts, and of the letters that
/// its A-labels stand for. Each A-label is the one that is made of its letters, and none stands for ASCII.
func checkUnicodeLabels(_ bytes: [UInt8]) throws(Violation) {
    let host = String(decoding: bytes, as: UTF8.self)
    guard !host.utf8.allSatisfy({ $0 < 0x80 }), let name = dialled(of: host) else { return }
    try expect(dialled(of: name) == name, "'\(name)' is read as another name")
    for other in [host.decomposedStringWithCanonicalMapping, host.precomposedStringWithCanonicalMapping] {
        let same = dialled(of: other)
        try expect(same == nil || same == name, "'\(host)' is '\(name)', and '\(same ?? "")' in another form")
    }
    var labels: [String] = []
    for label in name.split(separator: ".") { labels.append(try letters(String(label))) }
    let written = labels.joined(separator: ".")
    try expect(dialled(of: written) == name, "'\(written)' is another name than '\(name)'")
}

/// The name that is dialled for a host; nil for one that is refused, and for one with other parts of a URL.
private func dialled(of host: String) -> String? {
    guard !host.utf8.contains(where: { "/?#@:%\\".utf8.contains($0) }) else { return nil }
    return (try? URLParts("https://\(host)/"))?.host
}

private func letters(_ label: String) throws(Violation) -> String {
    guard label.hasPrefix("xn--") else { return label }
    guard let scalars = Punycode.decoded(label.utf8.dropFirst(4)) else { throw Violation("'\(label)' has no letters") }
    try expect(!scalars.allSatisfy(\.isASCII), "'\(label)' stands for ASCII")
    try expect(Punycode.encoded(scalars) == String(label.dropFirst(4)), "'\(label)' is not made of its letters")
    return String(String.UnicodeScalarView(scalars))
}
