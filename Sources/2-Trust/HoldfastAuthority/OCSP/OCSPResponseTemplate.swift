public import HoldfastX509

/// A description of an OCSP response to be made: good by default, and wrong where you say so (RFC 6960 §4.2.1).
///
/// ```swift
/// var template = OCSPResponseTemplate(at: now)
/// template.answer(authority.certID(for: serialNumber), .good)
/// let der = try authority.issue(template)
/// ```
///
/// Nothing is checked: a template can describe responses that must never be believed.
public struct OCSPResponseTemplate: Sendable {
    /// The ways in which a responder names itself.
    public enum Naming: Hashable, Sendable {
        /// The SHA-1 digest of the responder's key.
        case byKey
        /// The subject of the responder's certificate.
        case byName
        /// The given identifier, right or wrong.
        case other(ResponderID)
    }

    /// Whether the request was answered; anything but `successful` is written without an answer.
    public var responseStatus = OCSPResponse.Status.successful
    /// The way in which the responder names itself.
    public var responder = Naming.byKey
    /// The time at which the response is signed, in whole seconds.
    public var producedAt: Instant
    /// The time at which the statements of ``answer(_:_:)`` are known to be right, in whole seconds.
    public var thisUpdate: Instant
    /// The time by which there will be newer answers, in whole seconds; `nil` to leave it out.
    public var nextUpdate: Instant?
    /// The statements, certificate by certificate.
    public var responses: [SingleResponse] = []
    /// The nonce of the request; `nil` for no extension.
    public var nonce: OCSPNonce?
    /// Extensions of the response written after the nonce, as they are.
    public var additionalExtensions: [Extension] = []
    /// Certificates (DER) written with the response; `nil` for the responder's own where it is not the issuer itself.
    public var certificates: [[UInt8]]?

    /// The algorithm to sign by; `nil` for the default of the responder's key.
    public var signatureAlgorithm: SignatureAlgorithm?
    /// A change to the part to be signed (ResponseData, DER), made before signing: the signature is good.
    public var tbsEdit: ByteEdit?
    /// A change to the signature's bytes: the signature is bad.
    public var signatureEdit: ByteEdit?

    /// A response without answers: right for a week from an hour before `moment`, signed at `moment`.
    public init(at moment: Instant) {
        producedAt = moment
        thisUpdate = moment.advanced(bySeconds: -3600)
        nextUpdate = thisUpdate.advanced(byDays: 7)
    }

    /// A response to a request: each certificate answered in turn, the nonce repeated (RFC 9654 §2.1).
    ///
    /// - Parameter status: What the responder knows of a certificate; `unknown` where it is not its issuer's.
    public init(
        answering request: OCSPRequest, at moment: Instant, status: (CertID) -> SingleResponse.CertStatus
    ) {
        self.init(at: moment)
        nonce = request.nonce
        for certID in request.requestList { answer(certID, status(certID)) }
    }

    /// Adds an answer, right from ``thisUpdate`` to ``nextUpdate``.
    public mutating func answer(
        _ certID: CertID, _ status: SingleResponse.CertStatus, singleExtensions: [Extension]? = nil
    ) {
        responses.append(
            SingleResponse(
                certID: certID, certStatus: status, thisUpdate: thisUpdate, nextUpdate: nextUpdate,
                singleExtensions: singleExtensions))
    }

    /// Adds an answer, right from ``thisUpdate`` to ``nextUpdate``, that carries timestamps of logs (RFC 6962 §3.3).
    ///
    /// - Parameters:
    ///   - timestamps: for the certificate as it is, ``TimestampedEntry/certificate(_:)``; written as they are,
    ///     whatever they are for.
    public mutating func answer(
        _ certID: CertID, _ status: SingleResponse.CertStatus, timestamps: [SignedCertificateTimestamp]
    ) {
        let list = SignedCertificateTimestampList(timestamps).encoded
        answer(
            certID, status,
            singleExtensions: [Extension(.ocspResponseSCTList, value: EmbeddedSCTList(list[...]).der)])
    }
}
