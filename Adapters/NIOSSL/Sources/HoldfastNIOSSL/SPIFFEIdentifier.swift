import HoldfastX509

/// A SPIFFE ID: a trust domain and a path (SPIFFE-ID §2), read strictly.
public struct SPIFFEIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// Bytes that an ID may have; 2,048 (SPIFFE-ID §2.3).
    public static let maximumBytes = 2_048
    private static let scheme = "spiffe://"

    /// The trust domain, for example `example.org`.
    public let trustDomain: String
    /// The segments of the path; none where the ID is the trust domain's own.
    public let path: [String]

    /// An ID from its text, for example `spiffe://example.org/billing/payments`.
    ///
    /// - Returns: nil where it is none: letters in upper case, a port, a user, a query, an empty segment, a slash at
    ///   the end, `.` and `..`, a percent sign.
    public init?(_ text: String) {
        let octets = Array(text.utf8)
        guard octets.count <= Self.maximumBytes, octets.starts(with: Self.scheme.utf8) else { return nil }
        let parts = octets.dropFirst(Self.scheme.utf8.count).split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let domain = parts.first, !domain.isEmpty, domain.allSatisfy({ Self.isOfName($0, upperCase: false) })
        else { return nil }
        for segment in parts.dropFirst() {
            guard !segment.isEmpty, segment.allSatisfy({ Self.isOfName($0, upperCase: true) }),
                !segment.elementsEqual(".".utf8), !segment.elementsEqual("..".utf8)
            else { return nil }
        }
        trustDomain = String(decoding: domain, as: UTF8.self)
        path = parts.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The ID of a certificate (X509-SVID §2: "MUST contain exactly one URI SAN"); nil where it has none, or several
    /// URIs.
    init?(of names: [GeneralName]) {
        let uris = names.compactMap { if case .uniformResourceIdentifier(let uri) = $0 { uri.bytes } else { nil } }
        guard uris.count == 1 else { return nil }
        self.init(String(decoding: uris[0], as: UTF8.self))
    }

    /// Whether the ID is of the same trust domain, and its path begins with all segments of the other's, and goes on.
    func isBelow(_ other: SPIFFEIdentifier) -> Bool {
        trustDomain == other.trustDomain && path.count > other.path.count && path.starts(with: other.path)
    }

    /// The text of the ID.
    public var description: String { Self.scheme + ([trustDomain] + path).joined(separator: "/") }

    /// Letters, digits, dots, hyphens and underscores (SPIFFE-ID §2.1, §2.2).
    private static func isOfName(_ octet: UInt8, upperCase: Bool) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): upperCase
        default: false
        }
    }
}
