public import HoldfastTransport
import HoldfastTrust

extension HTTPSSession {
    /// What a session does otherwise for one server.
    public struct ServerSettings: Hashable, Sendable {
        /// The earliest version of TLS that the server is offered; nil for the session's own bounds, which it never
        /// widens.
        public var minimumTLS: TLSProtocol?
        /// Where the server is dialled; after the rules of ``Configuration/Addresses/dial``.
        public var dial: [DialRule] = []

        public init() {}
    }
}

extension HTTPSSession.Configuration {
    /// The versions of TLS that a server is offered.
    ///
    /// - Throws: where its settings ask for more than the session offers.
    func tlsVersions(for name: ServerName) throws(TransportError) -> ClosedRange<TLSProtocol> {
        guard let minimum = serverSettings(name).minimumTLS, minimum > trust.tlsVersions.lowerBound else {
            return trust.tlsVersions
        }
        guard minimum <= trust.tlsVersions.upperBound else {
            throw TransportError(
                .tls, .protocolVersion,
                "the settings for \(name) ask for \(minimum.name) or later, and the session offers none of it",
                hint: "let Configuration.trust.tlsVersions go as far")
        }
        return minimum...trust.tlsVersions.upperBound
    }
}
