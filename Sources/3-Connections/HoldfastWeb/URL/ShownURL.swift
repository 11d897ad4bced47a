import HoldfastHTTP
import HoldfastX509

/// The form in which a URL may be shown: with an ellipsis in the place of its user and password (RFC 3986 §3.2.1).
///
/// It takes texts as they were written, those too that no parser reads: a mistyped URL holds the same password. A form
/// that is shown once more stays as it is.
package enum ShownURL {
    /// A URL, or a target that may have no scheme: `https://…@host/`, `…@host:443`.
    ///
    /// What stands before the last `@` of the authority is hidden. Of a text that is no URL all before its last `@` is:
    /// a `/`, `?` or `#` in a password that is not percent-encoded has ended the authority too early.
    package static func text(ofTarget written: some StringProtocol) -> String {
        let bytes = Array(written.utf8)
        return text(bytes, without: userInformation(bytes)) ?? String(written)
    }

    /// A text that may be a URL, and may be the name of a file or any other word: hidden is only what stands after two
    /// slashes, or has a colon as before a password.
    package static func text(of written: some StringProtocol) -> String {
        let bytes = Array(written.utf8)
        guard let hidden = userInformation(bytes) else { return String(written) }
        let isAfterSlashes = bytes[..<hidden.lowerBound].suffix(2).elementsEqual("//".utf8)
        guard isAfterSlashes || bytes[hidden].contains(UInt8(ascii: ":")) else { return String(written) }
        return text(bytes, without: hidden) ?? String(written)
    }

    /// A line for people, with each URL that somebody quotes in it; one reaches up to the next white space.
    package static func line(_ line: String) -> String {
        var shown: [UInt8] = []
        var rest = Array(line.utf8)[...]
        while let mark = rest.firstRange(of: Array("://".utf8)) {
            let end = rest[mark.upperBound...].firstIndex { $0 <= 0x20 } ?? rest.endIndex
            shown += rest[..<mark.upperBound]
            if let at = authority(rest[mark.upperBound..<end]).lastIndex(of: UInt8(ascii: "@")),
                at > mark.upperBound
            {
                shown += Array("…".utf8) + rest[at..<end]
            } else {
                shown += rest[mark.upperBound..<end]
            }
            rest = rest[end...]
        }
        return String(decoding: shown + rest, as: UTF8.self)
    }

    private static func text(_ bytes: [UInt8], without hidden: Range<Int>?) -> String? {
        guard let hidden, !hidden.isEmpty else { return nil }
        return String(decoding: bytes[..<hidden.lowerBound], as: UTF8.self) + "…"
            + String(decoding: bytes[hidden.upperBound...], as: UTF8.self)
    }

    /// The range in which user and password stand; nil for none. Octets: a mark that combines with a separator would
    /// hide it.
    private static func userInformation(_ bytes: [UInt8]) -> Range<Int>? {
        let afterScheme = endOfScheme(bytes)
        let start = bytes[(afterScheme ?? 0)...].firstIndex { $0 != UInt8(ascii: "/") } ?? bytes.endIndex
        if let at = authority(bytes[start...]).lastIndex(of: UInt8(ascii: "@")) { return start..<at }
        guard let at = bytes[start...].lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let scheme = afterScheme != nil ? "" : start > 0 ? "https:" : "https://"
        let isURL = (try? URLParts(scheme + String(decoding: bytes, as: UTF8.self))) != nil
        return isURL ? nil : start..<at
    }

    /// Up to where RFC 3986 §3.2 ends an authority: "terminated by the next slash ("/"), question mark ("?"), or number
    /// sign ("#") character, or by the end of the URI".
    private static func authority(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.prefix { !"/?#".utf8.contains($0) }
    }

    /// The place behind `scheme:` (RFC 3986 §3.1) where a slash follows; without one it may as well be a user.
    private static func endOfScheme(_ bytes: [UInt8]) -> Int? {
        let name = bytes.prefix { ASCIIText.isLetterOrDigit($0) || "+-.".utf8.contains($0) }
        guard !name.isEmpty, bytes[name.endIndex...].starts(with: ":/".utf8) else { return nil }
        return name.endIndex + 1
    }
}
