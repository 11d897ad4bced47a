import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

/// Addresses of 192.0.2.0/24 (RFC 5737), by their last number.
func endpoint(_ number: UInt8, port: UInt16 = 443) throws -> Endpoint {
    Endpoint(try #require(IPAddress(bytes: [192, 0, 2, number])), port: port)
}

func serverName(_ text: String = "www.example.com") throws -> ServerName { try ServerName(text) }

extension AddressHistory {
    /// A success, with so many milliseconds for TCP and for TLS.
    func noteSuccess(of endpoint: Endpoint, for name: ServerName, _ connect: Int, _ secure: Int) {
        note(.connected(.milliseconds(connect)), of: endpoint, for: name)
        note(.secured(.milliseconds(secure)), of: endpoint, for: name)
    }
}
