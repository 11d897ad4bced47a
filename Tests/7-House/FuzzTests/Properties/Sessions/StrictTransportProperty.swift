import HoldfastTrust
import HoldfastX509

@testable import HoldfastWeb

/// A field `Strict-Transport-Security`, and a list of hosts after the first line: a host is known by its own word or by
/// one of a host above it, for two years at most, and no address ever is.
func checkStrictTransport(_ bytes: [UInt8]) throws(Violation) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let now = Instant(secondsSince1970: 1_800_000_000)
    try checkField(String(decoding: lines[0], as: UTF8.self), at: now)
    try checkList(lines.count > 1 ? Array(lines[1]) : [])
}

private func checkField(_ text: String, at now: Instant) throws(Violation) {
    guard let field = StrictTransportField(text) else { return }
    try expect((0...StrictTransportField.longestAge).contains(field.maxAge), "it is known for \(field.maxAge) seconds")
    let names = ["a.example", "www.a.example", "a.b.a.example", "example", "ba.example", "192.0.2.1"]
    var table = KnownHostTable(limit: 10)
    guard let host = try? ServerName("a.example"), let address = try? ServerName("192.0.2.1") else { return }
    table.note(field, of: host, at: now)
    table.note(field, of: address, at: now)
    for (number, text) in names.enumerated() {
        guard let name = try? ServerName(text) else { throw Violation("'\(text)' is no name") }
        let isMeant = field.maxAge > 0 && (number == 0 || number < 3 && field.includesSubdomains)
        try expect((table.host(covering: name, at: now) != nil) == isMeant, "\(text) is known, or is not")
        let end = now.advanced(bySeconds: field.maxAge)
        try expect(table.host(covering: name, at: end) == nil, "\(text) is known after its time")
    }
}

private func checkList(_ bytes: [UInt8]) throws(Violation) {
    let list = PreloadedHosts(bytes)
    try expect(list.count + list.problems.count <= bytes.count + 1, "\(list.count) hosts")
    try expect(list == PreloadedHosts(bytes), "it is read as two lists")
    for line in bytes.split(separator: 0x0A).prefix(50) {
        let text = String(decoding: line.drop { $0 == UInt8(ascii: ".") }, as: UTF8.self)
        guard let name = try? ServerName(text) else { continue }
        if case .ip = name { try expect(list.host(covering: name) == nil, "an address is known") }
    }
}
