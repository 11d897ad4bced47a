import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// An address in a request's URL and a name in its field `Host`: no handshake names the server then (RFC 6066 §3,
/// "Literal IPv4 and IPv6 addresses are not permitted"), which presents what it presents to strangers.
struct AddressInURL {
    private let address: String
    private let port: UInt16
    private let name: DNSName

    /// Nil for every other request.
    init?(_ request: HTTPSRequest) {
        guard case .ip = request.url.serverName, let value = request.hostFields.first,
            case .dns(let name)? = HostField(value)?.name
        else { return nil }
        address = URLParts.literal(request.url.host)
        port = request.url.port
        self.name = name
    }

    /// The refusal of a server with the note that may explain it; an error that says nothing about the name stays as it
    /// is.
    func explain(_ error: TransportError) -> TransportError {
        guard let failure = error.trustFailure else {
            // A server may refuse whoever sends no name before it shows a certificate.
            guard error.isOfServersHandshake, !error.certificateWasAccepted else { return error }
            return error.saying(SessionSentence.addressInURL(address: address, name: "\(name)"), advice: advice, nil)
        }
        guard let other = failure.errors.first(where: { [.hostMismatch, .missingSubjectAltName].contains($0.code) })
        else { return error }
        let message = SessionSentence.addressInURLWithCertificate(
            address: address, name: "\(name)", certificate: other.seen)
        return error.saying(
            message, advice: advice,
            failure.noting(
                .addressInURL, requirement: "addressInURL.serverName", rule: "RFC 6066 §3, RFC 9110 §4.3.4",
                Finding.Statements(
                    message: message,
                    seen: AddressInURLSentence.noName(field: "\(name)", certificate: other.seen),
                    expected: AddressInURLSentence.name("\(name)"), advice: advice)))
    }

    private var advice: SessionAdvice {
        .leadNameToAddress(mapping: "\(name):\(port):\(address):\(port)", server: "\(name):\(port)")
    }
}

/// Sentences about a server that was told no name.
enum AddressInURLSentence: Sentence {
    case noName(field: String, certificate: String)
    case name(String)

    static let topic = "addressInURL"

    var words: LocalizedText {
        switch self {
        case .noName(let field, let certificate):
            LocalizedText(
                "no server name; Host: \(field); a certificate for \(certificate)",
                "没有服务器名称；Host：\(field)；证书针对 \(certificate)")
        case .name(let name): LocalizedText("the server name \(name)", "服务器名称 \(name)")
        }
    }
}
