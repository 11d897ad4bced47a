/// A string of ASCII octets, as names of servers, mailboxes and resources are (RFC 5280 §4.2.1.6).
public struct IA5String: Hashable, Sendable, CustomStringConvertible {
    /// The octets, all below 128; a NUL or another control character can be among them.
    public let bytes: ArraySlice<UInt8>

    /// No octet.
    public static let empty = IA5String()

    private init() { bytes = [] }

    /// Nil where an octet is not ASCII.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.bytes = bytes
    }

    /// Nil where a character is not ASCII.
    public init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    /// The text, control characters escaped: a NUL in a name must be seen (CVE-2009-2408).
    public var description: String {
        bytes.contains { $0 < 0x20 || $0 == 0x7F }
            ? bytes.map { $0 < 0x20 || $0 == 0x7F ? "\\x" + HexString.encode([$0]) : String(UnicodeScalar($0)) }
                .joined()
            : String(decoding: bytes, as: UTF8.self)
    }
}
