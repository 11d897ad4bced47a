import HoldfastTransport
import HoldfastTrust
import HoldfastX509

@testable import HoldfastHTTP
@testable import HoldfastWeb

/// A cookie that is kept is for its server alone, or for what its server shares; it ends in time, keeps what its name
/// promises, and goes out as it came in. A second line is the path of the answer.
func checkSetCookie(_ bytes: [UInt8]) throws(Violation) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: lines[0], as: UTF8.self)
    let path = lines.count > 1 ? String(decoding: lines[1].prefix(200), as: UTF8.self) : ""
    let now = Instant(secondsSince1970: 1_800_000_000)
    let suffixes = PublicSuffixes(identity: "of the test") { $0 == "example" ? .icann : nil }
    for origin in ["https://a.b.example", "http://a.b.example", "https://192.0.2.1"] {
        // What is no path is an answer at the root.
        guard
            let url = (try? HTTPSURL(dangerouslyAllowingPlainHTTP: origin + "/" + path))
                ?? (try? HTTPSURL(dangerouslyAllowingPlainHTTP: origin))
        else { throw Violation("the test's own URL is none") }
        guard let cookie = Cookie(text, from: url, at: now, publicSuffixes: suffixes) else { continue }
        try checkAudience(cookie, url)
        try checkPromises(cookie, url)
        try checkText(cookie, at: now)
        try expect(
            Cookie(text, from: url, at: now, publicSuffixes: suffixes) == cookie, "'\(text)' is read as two cookies")
    }
}

/// draft-ietf-httpbis-rfc6265bis §5.7: the server's own name, or a domain of it that is no public suffix.
private func checkAudience(_ cookie: Cookie, _ url: HTTPSURL) throws(Violation) {
    let isOwn = cookie.domain == url.host
    try expect(isOwn || url.host.hasSuffix("." + cookie.domain), "\(cookie.domain) is no domain of \(url.host)")
    try expect(isOwn || !cookie.isHostOnly, "only \(cookie.domain) gets it, which has not set it")
    try expect(cookie.domain != "example", "everybody below a public suffix gets it")
    try expect(url.host != "192.0.2.1" || cookie.isHostOnly, "an address has nothing below it")
    try expect(cookie.path.utf8.first == UInt8(ascii: "/"), "its path is '\(cookie.path)'")
    try expect(!cookie.isSecure || !url.isPlainHTTP, "Secure was set without TLS")
}

private func checkPromises(_ cookie: Cookie, _ url: HTTPSURL) throws(Violation) {
    for name in [cookie.name, cookie.name.isEmpty ? cookie.value : ""] {
        let octets = name.lowercased().utf8
        if octets.starts(with: "__secure-".utf8) {
            try expect(cookie.isSecure && !cookie.name.isEmpty, "\(name) is not Secure")
        }
        if octets.starts(with: "__host-".utf8) {
            try expect(
                cookie.isSecure && cookie.isHostOnly && cookie.path == "/" && !cookie.name.isEmpty,
                "\(name) is not its host's alone")
        }
    }
    try expect(cookie.sameSite != .none || cookie.isSecure, "SameSite=None without Secure")
}

/// A field of a request: nothing in it begins another field, or another cookie.
private func checkText(_ cookie: Cookie, at now: Instant) throws(Violation) {
    let count = cookie.name.utf8.count + cookie.value.utf8.count
    // What is no UTF-8 is shown by marks of three octets each.
    try expect(count > 0 && count <= 3 * SetCookie.pairLimit, "\(count) octets")
    for octet in (cookie.name + cookie.value).utf8 {
        try expect(octet >= 0x20 && octet != 0x7F || octet == 0x09, "a control character goes out")
        try expect(octet != UInt8(ascii: ";"), "a semicolon goes out")
    }
    if let end = cookie.expires {
        try expect(end <= now.advanced(bySeconds: SetCookie.longestLife), "it ends after 400 days")
    }
    let other = Cookie(
        name: cookie.name, value: "another", domain: cookie.domain, isHostOnly: cookie.isHostOnly, path: cookie.path,
        isSecure: cookie.isSecure, isHTTPOnly: cookie.isHTTPOnly, sameSite: cookie.sameSite, expires: cookie.expires,
        created: cookie.created)
    try expect(cookie.description == other.description, "its description tells of its value")
    guard let field = Cookie.field([cookie]) else { throw Violation("it goes out as no field") }
    // A value alone that holds "=" reads as a name: §5.6 of the draft says so of the field as it is sent.
    guard !cookie.name.isEmpty || !cookie.value.utf8.contains(UInt8(ascii: "=")) else { return }
    let again = SetCookie(field.value, at: now)
    try expect(again?.name == cookie.name && again?.value == cookie.value, "'\(field.value)' is read as another cookie")
}
