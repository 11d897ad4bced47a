import HoldfastCrypto
import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// A question to one place: what is sent there, and how the answer is read.
struct EvidenceQuestion: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case issuer
        case list
        /// The certificate that a responder is asked about.
        case ocsp(CertID)
    }

    /// The place, as a certificate names it.
    let place: String
    /// Bytes of an answer.
    let byteLimit: Int
    /// Whether the answer has to be to this very question, so that none that was kept will do.
    let isAskedAnew: Bool
    private let kind: Kind

    /// The question that answers a request at a place.
    init?(_ request: EvidenceRequest, at place: String, _ configuration: EvidenceFetcher.Configuration) {
        self.place = place
        switch request {
        case .issuer: (kind, byteLimit) = (.issuer, configuration.issuerBytes)
        case .revocationLists: (kind, byteLimit) = (.list, configuration.listBytes)
        case .ocspResponse(let certificate, let issuer):
            guard let certID = CertID(of: certificate, issuedBy: issuer, configuration.certificateDigest) else {
                return nil
            }
            (kind, byteLimit) = (.ocsp(certID), configuration.responseBytes)
        }
        if case .ocsp = kind { isAskedAnew = configuration.sendsNonce } else { isAskedAnew = false }
    }

    /// The questions that answer a request, one a place.
    static func all(
        for request: EvidenceRequest, _ configuration: EvidenceFetcher.Configuration
    ) -> [EvidenceQuestion] {
        let places =
            switch request {
            case .issuer(let certificate): certificate.issuerPlaces
            case .revocationLists(let certificate): certificate.revocationListPlaces
            case .ocspResponse(let certificate, _): certificate.ocspPlaces
            }
        return places.compactMap { EvidenceQuestion(request, at: $0, configuration) }
    }

    /// SHA-256 over the place and what is asked there, by which the answer is found in any process.
    var digest: [UInt8] {
        var hashed = PrefixedBytes()
        hashed.append(place.utf8)
        switch kind {
        case .issuer: hashed.append("issuer".utf8)
        case .list: hashed.append("list".utf8)
        case .ocsp(let certID): hashed.append(certID.der)
        }
        return Digest.sha256(hashed.bytes[...])
    }

    /// The host that is asked; nil where the place is no usable URL.
    var host: String? { (try? Self.url(place))?.host }

    /// Octets of line ends that may stand behind the answer: certificates are often files that somebody has edited.
    var lineEndLimit: Int { kind == .issuer ? 4 : 0 }

    // MARK: Sending

    /// Octets of a URL up to which a question to a responder goes by GET, which caches can answer (RFC 5019 §5).
    private static let longestGET = 255

    /// The request by HTTP.
    ///
    /// - Parameters:
    ///   - nonce: binds a responder's answer to the question; it goes by POST, where no cache stands in between.
    ///   - validators: the marks of an answer that is at hand, so that the place need not send it again (RFC 9110 §13).
    func request(
        nonce: OCSPNonce?, unless validators: EvidenceValidators?
    ) throws(EvidenceFetchError) -> HTTPSRequest {
        switch kind {
        case .issuer, .list:
            let marks = [
                validators?.entityTag.flatMap { HTTPField(name: "If-None-Match", value: $0) },
                validators?.lastModified.flatMap { HTTPField(name: "If-Modified-Since", value: $0) },
            ]
            return HTTPSRequest(try Self.url(place), fields: marks.compactMap(\.self))
        case .ocsp(let certID):
            let question = OCSPRequest([certID], nonce: nonce).der
            guard nonce == nil else { return try post(question) }
            let path = Base64.encode(question).map { (character: Character) in
                switch character {
                case "+": "%2B"
                case "/": "%2F"
                case "=": "%3D"
                default: String(character)
                }
            }.joined()
            let whole = place.hasSuffix("/") ? place + path : "\(place)/\(path)"
            // RFC 6960 §A.1: a place with a query has nowhere to put the question.
            if whole.utf8.count < Self.longestGET, !place.contains("?") { return HTTPSRequest(try Self.url(whole)) }
            return try post(question)
        }
    }

    /// The request that asks the same by POST; nil for a question that is not a responder's, or has gone by POST.
    ///
    /// "HTTP-based OCSP requests can use either the GET or the POST method" (RFC 6960 §A.1), and there are responders
    /// that know the latter alone.
    func requestByPOST(after request: HTTPSRequest) throws(EvidenceFetchError) -> HTTPSRequest? {
        guard case .ocsp(let certID) = kind, request.method == "GET" else { return nil }
        return try post(OCSPRequest([certID]).der)
    }

    /// Whether a status refuses a question for how it was put, so that it may be put in another way.
    ///
    /// Not those that are the same for each method: whoever asks has to say who they are (RFC 9110 §15.5.2, §15.5.8),
    /// was too slow (§15.5.9), asks too soon (RFC 8470 §5.2) or too often (RFC 6585 §4); "a temporary overload or
    /// scheduled maintenance" (RFC 9110 §15.6.4), or a server behind the place (§15.6.3, §15.6.5), is in the way.
    static func isRefusedAsPut(by status: Int) -> Bool {
        switch status {
        case 401, 407, 408, 425, 429, 502, 503, 504: false
        default: status >= 400
        }
    }

    private func post(_ question: [UInt8]) throws(EvidenceFetchError) -> HTTPSRequest {
        HTTPSRequest(
            try Self.url(place), method: "POST", fields: ["Content-Type: application/ocsp-request"], body: question)
    }

    private static func url(_ text: String) throws(EvidenceFetchError) -> HTTPSURL {
        do throws(HTTPSURLError) {
            return try HTTPSURL(dangerouslyAllowingPlainHTTP: text)
        } catch {
            throw EvidenceFetchError(EvidenceSentence.unusableURL(error.statement))
        }
    }

    // MARK: Reading

    /// Reads an answer.
    ///
    /// A response without a nonce answers a question with one too: responders that give out what they have signed in
    /// advance "will not" repeat it (RFC 6960 §4.4.1, RFC 5019 §4), and its dates bound it. One with another nonce is
    /// the answer to somebody else's question.
    ///
    /// - Parameter nonce: the one that was sent; nil where none was.
    func read(_ bytes: [UInt8], nonce: OCSPNonce? = nil) throws(EvidenceFetchError) -> EvidenceFetch.Content {
        if kind != .issuer, EvidenceBody.isPEM(bytes) {
            throw EvidenceFetchError(kind == .list ? EvidenceSentence.listInPEM : EvidenceSentence.responseInPEM)
        }
        var isRefusal = false
        do throws(DERError) {
            switch kind {
            case .issuer: return .certificates(try IssuerForms.certificates(in: bytes))
            case .list: return .revocationList(.list(try CertificateList(der: bytes, limits: .revocationList)))
            case .ocsp:
                let response = try OCSPResponse(der: bytes)
                // "tryLater" and the like are not signed, and say nothing of the certificate (RFC 6960 §2.3).
                isRefusal = response.responseStatus == .malformedRequest
                guard response.responseStatus == .successful else {
                    throw AnswerSentence.status("\(response.responseStatus)").error
                }
                let data = response.basicResponse?.tbsResponseData
                if let nonce, let data, data.responseExtensions?.contains(where: { $0.oid == .ocspNonce }) == true,
                    data.nonce != nonce
                {
                    throw AnswerSentence.otherNonce.error
                }
                return .ocspResponse(.response(response))
            }
        } catch {
            throw EvidenceFetchError(
                EvidenceSentence.unusableAnswer(error.statement), isRefusal: isRefusal)
        }
    }
}

/// The questions to each host in one round of a verdict.
final class HostCount: Sendable {
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Whether one more may be asked. What is no URL is asked nowhere.
    func allows(_ question: EvidenceQuestion) -> Bool {
        guard let host = question.host else { return true }
        return counts.withLock { counts in
            guard counts[host, default: 0] < limit else { return false }
            counts[host, default: 0] += 1
            return true
        }
    }
}
