import HoldfastX509

/// Serial numbers are positive and at most 20 octets long.
///
/// Revocation goes by issuer and serial number: two readings of one number are two certificates.
struct SerialNumberRule: TrustRule {
    private static let source = "RFC 5280 §4.1.2.2"
    private static let reissue = "have the certificate issued anew with a positive serial number of at most 20 octets"
    static let negative = Requirement("serialNumber.negative", .serialNumber, source: source, advice: reissue)
    static let zero = Requirement("serialNumber.zero", .serialNumber, source: source, advice: reissue)
    static let length = Requirement("serialNumber.length", .serialNumber, source: source, advice: reissue)
    /// Nobody revokes an anchor by its serial number.
    static let anchor = Requirement(
        "serialNumber.anchor", .serialNumber, source: source,
        advice: "make the root anew with a positive serial number of at most 20 octets, or judge by another profile")

    static let requirements = [negative, zero, length, anchor]

    /// "Conforming CAs MUST NOT use serialNumber values longer than 20 octets."
    private static let maximumOctets = 20

    var cacheKey: [UInt8]? { Array("serialNumber".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            let number = certificate.serialNumber
            let isAnchor = path.isAnchor(depth: depth)
            if number.isNegative {
                judgement.report(
                    isAnchor ? Self.anchor : Self.negative, at: .certificate(depth: depth), seen: Self.text(number),
                    expected: "a positive number", message: "the serial number of the certificate is negative")
            }
            if number.isZero {
                judgement.report(
                    isAnchor ? Self.anchor : Self.zero, at: .certificate(depth: depth), seen: "0",
                    expected: "a positive number", message: "the serial number of the certificate is zero")
            }
            if number.bytes.count > Self.maximumOctets {
                judgement.report(
                    isAnchor ? Self.anchor : Self.length, at: .certificate(depth: depth), seen: Self.text(number),
                    expected: "at most \(Self.maximumOctets) octets",
                    message: "the serial number of the certificate has \(number.bytes.count) octets")
            }
        }
    }

    private static func text(_ number: SerialNumber) -> String {
        let shown = HexString.encode(number.bytes.prefix(32))
        return number.bytes.count > 32 ? "\(shown)… (\(number.bytes.count) octets)" : shown
    }
}
