import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
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
            return error.saying(circumstance, advice: advice, nil)
        }
        guard let other = failure.errors.first(where: { [.hostMismatch, .missingSubjectAltName].contains($0.code) })
        else { return error }
        let names = other.statements.seen
        let message = AddressInURLSentence.certificateFor(address: address, name: name, names: names)
        return error.saying(
            message, advice: advice,
            failure.noting(
                .addressInURL, requirement: "addressInURL.serverName", rule: "RFC 6066 §3, RFC 9110 §4.3.4",
                Finding.Statements(
                    message: message, seen: AddressInURLSentence.seen(name: name, names: names),
                    expected: AddressInURLSentence.expected(name: name), advice: advice)))
    }

    private var circumstance: AddressInURLSentence { .noNameSent(address: address, name: name) }

    private var advice: AddressInURLSentence {
        .leaveName(mapping: "\(name):\(port):\(address):\(port)", target: "\(name):\(port)")
    }
}
