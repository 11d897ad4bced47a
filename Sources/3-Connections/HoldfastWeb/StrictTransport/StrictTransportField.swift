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
        let bytes = Array(value.utf8)
        guard bytes.count <= Self.limit else { return nil }
        var rest = bytes[...]
        var seen: [String: String?] = [:]
        while true {
            Self.skipWhite(&rest)
            if let name = Self.token(&rest) {
                Self.skipWhite(&rest)
                var text: String?
                if rest.first == UInt8(ascii: "=") {
                    rest.removeFirst()
                    Self.skipWhite(&rest)
                    guard let read = Self.token(&rest) ?? Self.quoted(&rest) else { return nil }
                    text = read
                    Self.skipWhite(&rest)
                }
                guard seen.updateValue(text, forKey: name.asciiLowercased()) == nil else { return nil }
            }
            guard let next = rest.popFirst() else { break }
            guard next == UInt8(ascii: ";") else { return nil }
        }
        guard let age = (seen["max-age"] ?? nil).flatMap(Self.seconds) else { return nil }
        // §6.1.2: it has no value.
        if case .some(.some) = seen["includesubdomains"] { return nil }
        maxAge = age
        includesSubdomains = seen["includesubdomains"] != nil
    }

    /// The field of an answer that counts: "the UA MUST process only the first such header field" (§8.1).
    package static func first(of fields: [HTTPField]) -> StrictTransportField? {
        fields.first { $0.isNamed("Strict-Transport-Security") }.flatMap { StrictTransportField($0.value) }
    }

    private static func seconds(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        var seconds: Int64 = 0
        for digit in text.utf8 { seconds = min(seconds * 10 + Int64(digit - 0x30), longestAge) }
        return seconds
    }

    private static func skipWhite(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }

    private static func token(_ rest: inout ArraySlice<UInt8>) -> String? {
        let found = rest.prefix(while: HTTPField.isTokenOctet)
        guard !found.isEmpty else { return nil }
        rest = rest.dropFirst(found.count)
        return String(decoding: found, as: UTF8.self)
    }

    /// A quoted string (RFC 9110 §5.6.4), without its quotes.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var (text, place) = ([UInt8](), rest.index(after: rest.startIndex))
        while place < rest.endIndex {
            switch rest[place] {
            case UInt8(ascii: "\""):
                rest = rest[rest.index(after: place)...]
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                place = rest.index(after: place)
                guard place < rest.endIndex else { return nil }
                text.append(rest[place])
            // No TEXT of RFC 2616 §2.2.
            case let octet where octet < 0x20 && octet != 0x09 || octet == 0x7F: return nil
            case let octet: text.append(octet)
            }
            place = rest.index(after: place)
        }
        return nil
    }
}
