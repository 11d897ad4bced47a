package import HoldfastHTTP
import HoldfastX509

/// The value of a field `Strict-Transport-Security`: for how long a host wants nothing but TLS (RFC 6797 §6.1).
package struct StrictTransportField: Hashable, Sendable {
    /// The longest time that a host is known for, whatever it says: two years.
    static let longestAge: Int64 = 2 * 365 * 86_400
    /// Octets of a value, and directives in it, that are read.
    private static let limit = 1_024

    /// Seconds from the answer on; 0 where the host is to be forgotten.
    let maxAge: Int64
    /// Whether the hosts below it are meant too.
    let includesSubdomains: Bool

    /// Reads a value; nil for one that the grammar does not have, with a directive twice, or without `max-age`: "UAs
    /// MUST ignore any STS header field containing directives, or other header field value data, that does not conform
    /// to the syntax defined in this specification" (§6.1, item 4).
    package init?(_ value: String) {
        guard value.utf8.count <= Self.limit else { return nil }
        var scanner = FieldScanner(value)
        var seen: [String: String?] = [:]
        while true {
            scanner.skipSpace()
            if let name = scanner.token() {
                scanner.skipSpace()
                var text: String?
                if scanner.isAt("=") {
                    scanner.advance()
                    scanner.skipSpace()
                    guard let read = try? scanner.value() else { return nil }
                    text = read
                    scanner.skipSpace()
                }
                guard seen.updateValue(text, forKey: name.asciiLowercased()) == nil else { return nil }
            }
            guard !scanner.isAtEnd else { break }
            guard scanner.isAt(";") else { return nil }
            scanner.advance()
        }
        guard let age = (seen["max-age"] ?? nil).flatMap(Self.seconds) else { return nil }
        // §6.1.2: it has no value.
        if case .some(.some) = seen["includesubdomains"] { return nil }
        maxAge = age
        includesSubdomains = seen["includesubdomains"] != nil
    }

    /// The field of an answer that counts: "the UA MUST process only the first such header field" (§8.1).
    package static func first(of fields: [HTTPField]) -> StrictTransportField? {
        fields.first(named: "Strict-Transport-Security").flatMap { StrictTransportField($0) }
    }

    private static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        var seconds: Int64 = 0
        for digit in text.utf8 { seconds = min(seconds * 10 + Int64(digit - 0x30), longestAge) }
        return seconds
    }
}
