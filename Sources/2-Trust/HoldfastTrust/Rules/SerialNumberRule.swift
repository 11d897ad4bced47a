import HoldfastStatements
import HoldfastX509

/// Serial numbers are positive and at most 20 octets long.
///
/// Revocation goes by issuer and serial number: two readings of one number are two certificates.
struct SerialNumberRule: StandardRule {
    private static let source = "RFC 5280 §4.1.2.2"
    private static let reissue = SerialNumberSentence.reissue
    static let negative = Requirement("serialNumber.negative", .serialNumber, source: source, advice: reissue)
    static let zero = Requirement("serialNumber.zero", .serialNumber, source: source, advice: reissue)
    static let length = Requirement("serialNumber.length", .serialNumber, source: source, advice: reissue)
    /// Nobody revokes an anchor by its serial number.
    static let anchor = Requirement(
        "serialNumber.anchor", .serialNumber, source: source,
        advice: SerialNumberSentence.remakeRoot)

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
                    isAnchor ? Self.anchor : Self.negative, at: .certificate(depth: depth),
                    seen: SerialNumberSentence.negative(number), expected: SerialNumberSentence.afterZero(number),
                    message: SerialNumberSentence.isNegative(number),
                    advice: isAnchor ? SerialNumberSentence.remakeRootWithZero : .reissueWithZero)
            }
            if number.isZero {
                judgement.report(
                    isAnchor ? Self.anchor : Self.zero, at: .certificate(depth: depth), seen: SerialNumberSentence.zero,
                    expected: SerialNumberSentence.positive, message: SerialNumberSentence.isZero)
            }
            if number.bytes.count > Self.maximumOctets {
                judgement.report(
                    isAnchor ? Self.anchor : Self.length, at: .certificate(depth: depth),
                    seen: SerialNumberSentence.number(number),
                    expected: SerialNumberSentence.atMost(octets: Self.maximumOctets),
                    message: SerialNumberSentence.has(octets: number.bytes.count))
            }
        }
    }
}
