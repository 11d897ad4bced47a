public import HoldfastStatements
public import HoldfastX509

/// Evidence that the evaluator asks for when what was presented does not suffice; fetching it is the caller's work.
///
/// Each is asked for once in an evaluation, and only what the certificate names a place for.
public enum EvidenceRequest: Hashable, Sendable {
    /// The certificate that issued this one, from the places that it names.
    case issuer(of: Certificate)
    /// The status of this certificate, signed by its issuer or a delegate (RFC 6960).
    case ocspResponse(certificate: Certificate, issuer: Certificate)
    /// The revocation lists that cover this certificate (RFC 5280 §6.3), from its distribution points.
    case revocationLists(certificate: Certificate)

    /// The certificate that it is about.
    public var certificate: Certificate {
        switch self {
        case .issuer(let certificate), .ocspResponse(let certificate, _), .revocationLists(let certificate): certificate
        }
    }
}

/// An answer to an ``EvidenceRequest``, or what is at hand without one; believed no more than what was presented.
public enum Evidence: Sendable {
    /// DER certificates that may be the issuer.
    case certificates([[UInt8]])
    /// Revocation lists that may cover a certificate of the path.
    case revocationLists([SuppliedRevocationList], from: EvidenceOrigin = .set)
    /// OCSP responses that may speak of a certificate of the path; one that a server stapled is in
    /// ``ServerTrust/stapledOCSP``.
    case ocspResponses([SuppliedOCSPResponse], from: EvidenceOrigin = .set)
    /// The answer to a request: each place that was asked, in order, and what came from there.
    case fetched(EvidenceRequest, [EvidenceFetch])
    /// Nothing could be had; why.
    case unavailable(EvidenceRequest, reason: String)
}

/// The way by which a list or a response came to hand.
public enum EvidenceOrigin: String, Hashable, Sendable, CaseIterable {
    /// Stapled to the handshake.
    case staple
    /// Given by the program.
    case set
    /// Read from a file that the user named.
    case file
    /// Fetched now.
    case network
    /// Fetched earlier, and kept since.
    case cache

    /// Whether it came from elsewhere: a program that gives a statement gives it again, or takes it back.
    var isFound: Bool { self != .set && self != .file }
}

/// One place that was asked for evidence, and what came from there.
public struct EvidenceFetch: Hashable, Sendable {
    /// The thing that came.
    public enum Content: Hashable, Sendable {
        case certificates([[UInt8]])
        case ocspResponse(SuppliedOCSPResponse)
        case revocationList(SuppliedRevocationList)
        /// Nothing that could be used; why, for people.
        case nothing(reason: Statement)

        /// Nothing that could be used.
        ///
        /// - Parameter reason: why, a clause for people; it is shown as it is in every language.
        public static func nothing(reason: String) -> Content { .nothing(reason: Statement(verbatim: reason)) }
    }

    /// The place, as the certificate names it.
    public let url: String
    public let content: Content
    /// The bytes that came; none where nothing did.
    public let bytes: [UInt8]
    /// The time that it took.
    public let duration: Duration
    /// Whether it was kept since an earlier fetch.
    public let isCached: Bool
    /// The marks by which the place tells whether it has something newer.
    package var validators = EvidenceValidators()

    /// A place, and what came from there.
    ///
    /// - Parameter isCached: whether the network was left alone.
    public init(url: String, _ content: Content, bytes: [UInt8], duration: Duration, isCached: Bool = false) {
        self.url = url
        self.content = content
        self.bytes = bytes
        self.duration = duration
        self.isCached = isCached
    }

    /// The reason why nothing of use came; nil where something did.
    public var problemStatement: Statement? { if case .nothing(let reason) = content { reason } else { nil } }
    /// The reason in English.
    public var problem: String? { problemStatement?.description }

    var origin: EvidenceOrigin { isCached ? .cache : .network }
}

/// A place that was asked for an issuer that the server left out, and what came of it.
public struct IssuerFetch: Hashable, Sendable {
    /// The place, as the certificate below the issuer names it.
    public let url: String
    /// Bytes that came.
    public let byteCount: Int
    public let duration: Duration
    /// The reason why nothing of use came; nil where something did.
    public let problemStatement: Statement?
    /// The reason in English.
    public var problem: String? { problemStatement?.description }

    init(_ fetch: EvidenceFetch) {
        url = fetch.url
        byteCount = fetch.bytes.count
        duration = fetch.duration
        problemStatement = fetch.problemStatement
    }
}

/// The marks by which a server tells whether a representation has changed (RFC 9110 §8.8).
package struct EvidenceValidators: Hashable, Sendable {
    /// The value of `ETag`.
    package let entityTag: String?
    /// The value of `Last-Modified`.
    package let lastModified: String?

    package init(entityTag: String? = nil, lastModified: String? = nil) {
        (self.entityTag, self.lastModified) = (entityTag, lastModified)
    }
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
