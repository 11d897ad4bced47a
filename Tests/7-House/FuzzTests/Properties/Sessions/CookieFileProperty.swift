import HoldfastTrust
import HoldfastX509

@testable import HoldfastWeb

/// A file of cookies in Netscape's format: what is read can be sent, is for no public suffix, ends in time, and is
/// the same once it is written and read; what is passed over is told in bounded words.
func checkCookieFile(_ bytes: [UInt8]) throws(Violation) {
    let now = Instant(secondsSince1970: 1_800_000_000)
    let suffixes = PublicSuffixes(identity: "of the test") { $0 == "example" ? .icann : nil }
    let file = NetscapeCookieFile(bytes, at: now, publicSuffixes: suffixes)
    for problem in file.problems {
        try expect(problem.line > 0 && problem.description.utf8.count < 200, "\(problem)")
    }
    try expect(file.problems.count <= 100, "\(file.problems.count) problems")
    for cookie in file.cookies { try checkRead(cookie, at: now) }
    let without = NetscapeCookieFile(bytes, at: now, publicSuffixes: nil)
    try expect(without.cookies.allSatisfy(\.isHostOnly), "without a list a cookie is for a domain")
    try expect(without.cookies == file.cookies.filter(\.isHostOnly), "a list changes cookies of single hosts")
    try checkWritten(file.cookies, at: now, suffixes)
}

private func checkRead(_ cookie: Cookie, at now: Instant) throws(Violation) {
    try expect(cookie.isHostOnly || cookie.domain.utf8.contains(UInt8(ascii: ".")), "it is for '\(cookie.domain)'")
    try expect(cookie.path.utf8.first == UInt8(ascii: "/"), "its path is '\(cookie.path)'")
    try expect(!cookie.isExpired(at: now), "it has expired")
    if let end = cookie.expires {
        try expect(end <= now.advanced(bySeconds: SetCookie.longestLife), "it ends after 400 days")
    }
    for octet in (cookie.name + cookie.value + cookie.path).utf8 {
        try expect(octet >= 0x20 && octet != 0x7F, "a control character goes out")
        try expect(octet != UInt8(ascii: ";"), "a semicolon goes out")
    }
    let promised = (cookie.name.isEmpty ? cookie.value : cookie.name).lowercased().utf8
    if promised.starts(with: "__host-".utf8) {
        try expect(cookie.isSecure && cookie.isHostOnly && cookie.path == "/", "__Host- is not its host's alone")
    }
    if promised.starts(with: "__secure-".utf8) { try expect(cookie.isSecure, "__Secure- is not Secure") }
}

private func checkWritten(_ cookies: [Cookie], at now: Instant, _ suffixes: PublicSuffixes) throws(Violation) {
    let (text, omitted) = NetscapeCookieFile.text(of: cookies, at: now)
    try expect(omitted == 0, "what was read cannot be written")
    let lasting = cookies.filter { $0.expires != nil }
    let again = NetscapeCookieFile(text, at: now, publicSuffixes: suffixes)
    try expect(again.problems.isEmpty, "what was written is not read: \(again.problems)")
    try expect(again.cookies == lasting, "what was written is read as other cookies")
}
