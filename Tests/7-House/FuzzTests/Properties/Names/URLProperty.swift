import Foundation
import HoldfastHTTPS
import HoldfastTrust

@testable import HoldfastWeb

/// A URL that is read names one server, which is written in it and is Foundation's too, and is the same once it is
/// written and read. A second line is a reference that is resolved against it.
func checkURL(_ bytes: [UInt8]) throws(Violation) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: lines[0], as: UTF8.self)
    guard let url = try read(text) else { return }
    try checkWritten(url)
    try checkServer(url, of: text)
    guard lines.count > 1 else { return }
    let reference = String(decoding: lines[1], as: UTF8.self)
    guard let other = try? url.resolving(reference) else { return }
    try checkWritten(other)
    let whole = try? HTTPSURL(dangerouslyAllowingPlainHTTP: reference)
    try expect(whole == nil || whole == other, "'\(reference)' is '\(other)' as a reference, and another URL alone")
    // RFC 3986 §5.2.2: only what has an authority leaves the server.
    guard reference.utf8.firstRange(of: "//".utf8) == nil else { return }
    try expect(other.serverName == url.serverName && other.port == url.port, "'\(reference)' leads to '\(other)'")
}

private func read(_ text: String) throws(Violation) -> HTTPSURL? {
    do throws(HTTPSURLError) {
        return try HTTPSURL(dangerouslyAllowingPlainHTTP: text)
    } catch {
        try expect(!error.reason.isEmpty, "a refusal without words")
        return nil
    }
}

private func checkWritten(_ url: HTTPSURL) throws(Violation) {
    let text = url.description
    try expect(text.utf8.allSatisfy { (0x21..<0x7f).contains($0) }, "'\(text)' has something outside ASCII")
    let again = try? HTTPSURL(dangerouslyAllowingPlainHTTP: text)
    try expect(again == url && again?.description == text, "'\(text)' is read as another URL")
    try expect(url.host == url.serverName.description, "'\(url.host)' is dialled, and '\(url.serverName)' is judged")
    try expect(!url.target.utf8.contains(UInt8(ascii: "#")), "'\(text)' has a fragment")
}

private func checkServer(_ url: HTTPSURL, of text: String) throws(Violation) {
    // An IPv6 address is written in many ways, and so is a name with other letters or dots.
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 } && !text.utf8.contains(UInt8(ascii: "%"))
    if isPlain, !url.host.contains(":") {
        try expect(text.lowercased().contains(url.host), "'\(url.host)' does not stand in '\(text)'")
    }
    guard let other = URL(string: text) else { return }
    let host = other.host.flatMap { try? ServerName(unicode: $0) }
    try expect(host == url.serverName, "'\(other.host ?? "")' is Foundation's, and '\(url.host)' is dialled")
    let port = other.port ?? (url.isPlainHTTP ? 80 : 443)
    try expect(port == Int(url.port), "\(port) is Foundation's port, and \(url.port) is dialled")
}
