import HoldfastX509

/// What is wrong with an OCSP response, or with what it says of one certificate, whoever signed it.
///
/// As with ``ListFault``, what has a fault does not show that a certificate is good, and may still show that it is
/// revoked: faults only ever refuse.
enum OCSPFault: Hashable, Sendable {
    /// RFC 6960 §4.1.2: unrecognized extensions are ignored "unless they have the critical flag set and are not
    /// understood".
    case unknownCriticalExtension(ObjectIdentifier)
    /// Signed after the instant of judgement.
    case notYetProduced(Instant)
    /// RFC 6960 §4.2.2.1: "Responses whose thisUpdate time is later than the local system time SHOULD be considered
    /// unreliable."
    case notYetRight(Instant)
    /// RFC 6960 §4.2.2.1: "Responses whose nextUpdate value is earlier than the local system time value SHOULD be
    /// considered unreliable."
    case outdated(Instant)
    /// RFC 6960 §4.2.2.1: "If nextUpdate is not set, the responder is indicating that newer revocation information is
    /// available all the time." So at any later instant there may be news that is not at hand.
    case noNextUpdate
    /// RFC 5280 §5.3.1: "The removeFromCRL (8) reasonCode value may only appear in delta CRLs".
    case removal
    /// RFC 6960 §2.2: "the responder doesn't know about the certificate being requested".
    case unknown
    /// Signed over a digest that the profile refuses.
    case weakSignature(SignatureAlgorithm)

    /// Whether a revocation means nothing either.
    private var isFatal: Bool {
        switch self {
        case .unknownCriticalExtension, .removal, .unknown: true
        default: false
        }
    }

    /// Whether a revocation that is said with this fault counts all the same; by the same practice as of lists.
    ///
    /// A hold may have ended since an outdated response; nothing else ends. What a response of the future says counts
    /// from the revocation's date on.
    func lets(_ revocation: Revocation, countAt at: Instant) -> Bool {
        switch self {
        case .outdated, .noNextUpdate: revocation.reason != .certificateHold
        case .notYetProduced, .notYetRight: revocation.date <= at
        default: !isFatal
        }
    }

    /// A critical extension of a response that is not understood: all but the nonce, which is for whoever asked.
    static func unknownCriticalExtension(in response: BasicOCSPResponse) -> OCSPFault? {
        response.tbsResponseData.responseExtensions?.first { $0.isCritical && $0.oid != .ocspNonce }
            .map { .unknownCriticalExtension($0.oid) }
    }

    /// What keeps an answer from being the current one at an instant.
    ///
    /// Times of responses name whole seconds, and the last one is current to its end, as of lists.
    static func all(of answer: SingleResponse, producedAt: Instant, at: Instant) -> [OCSPFault] {
        let at = Instant(secondsSince1970: at.secondsSince1970)
        var faults: [OCSPFault] = []
        // The critical flag "SHOULD NOT be set for any of them" (RFC 6960 §4.1.2): none is needed here.
        if let critical = answer.singleExtensions?.first(where: \.isCritical) {
            faults.append(.unknownCriticalExtension(critical.oid))
        }
        if producedAt > at { faults.append(.notYetProduced(producedAt)) }
        if answer.thisUpdate > at { faults.append(.notYetRight(answer.thisUpdate)) }
        if let next = answer.nextUpdate {
            if next < at { faults.append(.outdated(next)) }
        } else {
            faults.append(.noNextUpdate)
        }
        return faults
    }
}

extension OCSPFault: CustomStringConvertible {
    /// What is wrong, as the end of a sentence that begins with the response.
    var description: String {
        switch self {
        case .unknownCriticalExtension(let oid):
            "has the critical extension \(oid.name ?? oid.description), which is not known here"
        case .notYetProduced(let instant): "is signed only at \(instant)"
        case .notYetRight(let instant): "speaks only of \(instant) and later"
        case .outdated(let instant): "was to be replaced by \(instant)"
        case .noNextUpdate: "does not say until when it holds"
        case .removal: "takes a revocation back, which only delta lists can"
        case .unknown: "says that the responder does not know the certificate"
        case .weakSignature(let algorithm): "is signed with \(algorithm), which can be forged"
        }
    }
}
