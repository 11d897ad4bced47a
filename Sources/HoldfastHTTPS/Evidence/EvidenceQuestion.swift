import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// A question to one place: what is sent there, and how the answer is read.
struct EvidenceQuestion: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case issuer
        case list
        /// The DER of a question to a responder.
        case ocsp(request: [UInt8])
    }

    /// The place, as a certificate names it.
    let place: String
    /// Bytes of an answer.
    let byteLimit: Int
    private let kind: Kind

    /// The questions that answer a request, one a place.
    static func all(
        for request: EvidenceRequest, _ configuration: EvidenceFetcher.Configuration
    ) -> [EvidenceQuestion] {
        switch request {
        case .issuer(let certificate):
            return certificate.issuerPlaces.map {
                EvidenceQuestion(place: $0, byteLimit: configuration.issuerBytes, kind: .issuer)
            }
        case .revocationLists(let certificate):
            return certificate.revocationListPlaces.map {
                EvidenceQuestion(place: $0, byteLimit: configuration.listBytes, kind: .list)
            }
        case .ocspResponse(let certificate, let issuer):
            guard let certID = CertID(of: certificate, issuedBy: issuer, configuration.certificateDigest) else {
                return []
            }
            let question = OCSPRequest([certID]).der
            return certificate.ocspPlaces.map {
                EvidenceQuestion(
                    place: $0, byteLimit: configuration.responseBytes, kind: .ocsp(request: question))
            }
        }
    }

    // MARK: Sending

    /// Octets of a URL up to which a question to a responder goes by GET, which caches can answer (RFC 5019 §5).
    private static let longestGET = 255

    func request() throws(EvidenceFetchError) -> HTTPSRequest {
        switch kind {
        case .issuer, .list: return HTTPSRequest(try Self.url(place))
        case .ocsp(let question):
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
            let fields = [HTTPField(name: "Content-Type", value: "application/ocsp-request")].compactMap(\.self)
            return HTTPSRequest(try Self.url(place), method: "POST", fields: fields, body: question)
        }
    }

    private static func url(_ text: String) throws(EvidenceFetchError) -> HTTPSURL {
        do throws(HTTPSURLError) {
            return try HTTPSURL(dangerouslyAllowingPlainHTTP: text)
        } catch {
            throw EvidenceFetchError("the certificate names no usable URL: \(error)")
        }
    }

    // MARK: Reading

    func read(_ bytes: [UInt8]) throws(EvidenceFetchError) -> EvidenceFetch.Content {
        do throws(DERError) {
            switch kind {
            case .issuer: return .certificates(try CertificateBundle(der: bytes).certificates)
            case .list: return .revocationList(.list(try CertificateList(der: bytes, limits: .revocationList)))
            case .ocsp:
                let response = try OCSPResponse(der: bytes)
                // "tryLater" and the like are not signed, and say nothing of the certificate (RFC 6960 §2.3).
                guard response.responseStatus == .successful else {
                    throw DERError(.invalidValue("answer: \(response.responseStatus)"), at: 0)
                }
                return .ocspResponse(.response(response))
            }
        } catch {
            throw EvidenceFetchError("its answer cannot be used: \(error)")
        }
    }
}
