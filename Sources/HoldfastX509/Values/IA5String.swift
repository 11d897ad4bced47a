/// A string of ASCII octets, as the names of servers, mailboxes and resources are (RFC 5280 §4.2.1.6).
public struct IA5String: Hashable, Sendable {
    /// The octets, all below 128; a NUL or another control character can be among them.
    public let bytes: ArraySlice<UInt8>

    /// The string without an octet.
    public static let empty = IA5String()

    private init() { bytes = [] }

    /// Takes octets; `nil` where one is not ASCII.
    public init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.bytes = bytes
    }

    /// Takes text; `nil` where a character is not ASCII.
    public init?(_ text: String) { self.init(Array(text.utf8)[...]) }
}

extension IA5String: CustomStringConvertible {
    /// The text, control characters written as `\00` to `\1f` and `\7f`, a backslash as `\\`.
    ///
    /// A NUL in a name must be seen: software that reads up to it takes `bank.example\00.evil.example` for
    /// `bank.example` (CVE-2009-2408). Compare ``bytes``, never this.
    public var description: String { VisibleText.escaped(String(decoding: bytes, as: UTF8.self), alsoEscaping: "\\") }
}
