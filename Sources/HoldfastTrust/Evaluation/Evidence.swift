public import HoldfastX509

/// Evidence that the evaluator asks for when what was presented does not suffice; fetching it is the caller's work.
///
/// None is requested yet: issuers, OCSP responses and CRLs are asked for when there is a driver that fetches them.
public enum EvidenceRequest: Hashable, Sendable {
    /// The certificate that issued this one, from the places that it names.
    case issuer(of: Certificate)
    /// The status of this certificate, signed by its issuer or a delegate (RFC 6960).
    case ocspResponse(certificate: Certificate, issuer: Certificate)
    /// The revocation list that covers this certificate (RFC 5280 §6.3).
    case revocationList(certificate: Certificate)
}

/// An answer to an ``EvidenceRequest``; believed no more than what was presented.
public enum Evidence: Sendable {
    /// DER certificates that may be the issuer.
    case certificates([[UInt8]])
    /// Revocation lists that may cover a certificate of the path.
    case revocationLists([SuppliedRevocationList])
    /// OCSP responses that may speak of a certificate of the path; one that a server stapled is in
    /// ``ServerTrust/stapledOCSP``.
    case ocspResponses([SuppliedOCSPResponse])
    /// Nothing could be had; why.
    case unavailable(EvidenceRequest, reason: String)
}

/// A revocation list that was supplied: parsed, or carried as the bytes that could not be.
///
/// Parse a list once and supply it to many evaluations: a long one takes its time.
public enum SuppliedRevocationList: Hashable, Sendable {
    case list(CertificateList)
    case malformed(bytes: [UInt8], error: DERError)

    /// Parses DER bytes; never fails: what is malformed is told where a list was missed.
    public init(der: [UInt8], limits: DERLimits = .revocationList) {
        do {
            self = .list(try CertificateList(der: der, limits: limits))
        } catch {
            self = .malformed(bytes: der, error: error)
        }
    }

    /// The list, or nil where the bytes are none.
    public var list: CertificateList? { if case .list(let list) = self { list } else { nil } }
}

/// An OCSP response that was supplied or stapled: parsed, or carried as the bytes that could not be.
public enum SuppliedOCSPResponse: Hashable, Sendable {
    case response(OCSPResponse)
    case malformed(bytes: [UInt8], error: DERError)

    /// Parses DER bytes; never fails: what is malformed is told where a response was missed.
    ///
    /// - Parameters:
    ///   - der: an OCSPResponse (RFC 6960 §4.2.1).
    ///   - limits: what is read of it; by the default a response to some 5,000 questions, where clients ask one.
    public init(der: [UInt8], limits: DERLimits = .default) {
        do {
            self = .response(try OCSPResponse(der: der, limits: limits))
        } catch {
            self = .malformed(bytes: der, error: error)
        }
    }

    /// The response, or nil where the bytes are none.
    public var response: OCSPResponse? { if case .response(let response) = self { response } else { nil } }
}

extension TrustEngine {
    /// Judges what a peer presented, by that and by evidence given with it: nothing is fetched.
    ///
    /// - Parameters:
    ///   - trust: the presented chain.
    ///   - policy: who the peer must be, and by which rules.
    ///   - instant: the time to judge for; pass the real one unless a recorded chain is judged.
    ///   - evidence: what is known besides, as revocation lists and OCSP responses; believed no more than what was
    ///     presented.
    /// - Returns: the proof of acceptance, with warnings and notes.
    /// - Throws: ``TrustFailure`` with every finding of the best path.
    public func evaluate(
        _ trust: ServerTrust, with policy: TrustPolicy, at instant: Instant, supplying evidence: [Evidence]
    ) throws(TrustFailure) -> TrustEvaluation {
        var evaluator = evaluator(for: trust, with: policy, at: instant)
        evaluator.supply(evidence)
        while true {
            switch evaluator.step() {
            case .done(let result): return try result.get()
            case .needs(let requests):
                evaluator.supply(requests.map { .unavailable($0, reason: "nothing is fetched by this call") })
            }
        }
    }
}
