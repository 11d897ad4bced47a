public import HoldfastTracing
import HoldfastX509

/// An entry of `NSExceptionDomains` in an app's Info.plist: the settings for one server.
///
/// ```json
/// {"NSExceptionDomains":{"www.example.com":{"NSExceptionMinimumTLSVersion":"TLSv1.0"}}}
/// ```
public struct ATSException: Hashable, Sendable {
    /// The key: a DNS name in lower case, or an address, which counts since iOS 17.
    public let domain: String
    /// `NSExceptionMinimumTLSVersion`; nil where it is not needed.
    public let minimumTLS: ProtocolVersion?
    /// `NSExceptionRequiresForwardSecrecy`; nil where it is not needed, else false.
    public let requiresForwardSecrecy: Bool?

    /// Exceptions from the smallest to the largest, as rows: by the number of keys, and among equals the one first that
    /// gives up less. Forward secrecy is less than a version: TLS 1.0 and 1.1 "MUST NOT be used" (RFC 8996), and of the
    /// two keys `NSExceptionMinimumTLSVersion` alone has to be justified in the App Store's review (Apple, *Provide
    /// Justification for Exceptions*).
    ///
    /// Rows that allow insecure HTTP are none of them: about a URL of HTTPS that key changes nothing. A minimum of TLS
    /// 1.2 is what holds without an exception.
    static let candidates: [ATSRow] = order.compactMap { wanted in
        ATSRow.all.first {
            $0.minimumTLS == wanted.minimumTLS && $0.forwardSecrecy == wanted.forwardSecrecy && !$0.insecureHTTP
                && !$0.arbitraryLoads
        }
    }

    private static let order: [(minimumTLS: ProtocolVersion, forwardSecrecy: Bool)] = [
        (.tls13, true), (.tls12, false), (.tls11, true), (.tls10, true), (.tls11, false), (.tls10, false),
    ]

    /// The smallest exception under which a server passes; nil where none is needed, or none would do.
    ///
    /// - Parameters:
    ///   - results: of all rows.
    ///   - domain: the server's name or address.
    init?(smallestOf results: [ATSResult], for domain: String) {
        let passed = Set(results.filter(\.passed).map(\.row))
        guard !passed.contains(.standard), let smallest = Self.candidates.first(where: { passed.contains($0) })
        else { return nil }
        self.domain = domain.asciiLowercased()
        minimumTLS = smallest.minimumTLS == ATSRow.standard.minimumTLS ? nil : smallest.minimumTLS
        requiresForwardSecrecy = smallest.forwardSecrecy ? nil : false
    }

    /// The keys and values as Apple's documentation writes them, one a line.
    package var lines: [String] {
        var lines: [String] = []
        if let minimumTLS {
            lines.append("NSExceptionMinimumTLSVersion = \(ATSRow.appleName(of: minimumTLS))")
        }
        if requiresForwardSecrecy == false { lines.append("NSExceptionRequiresForwardSecrecy = NO") }
        return lines
    }
}

extension ATSException: Encodable, JSONReport {
    package var json: JSONObject {
        let keys = JSONObject(
            [:],
            unlessNone: [
                "NSExceptionMinimumTLSVersion": minimumTLS.map(ATSRow.appleName),
                "NSExceptionRequiresForwardSecrecy": requiresForwardSecrecy,
            ])
        return JSONObject(["NSExceptionDomains": [domain: keys]])
    }
}
