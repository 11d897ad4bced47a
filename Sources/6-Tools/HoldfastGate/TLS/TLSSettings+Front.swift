import HoldfastAuthority
import HoldfastCrypto
import HoldfastEndpoint
import HoldfastStatements

extension TLSSettings {
    /// The settings of the front, with the stand-in's certificate for one server and the one protocol that clients of
    /// it are told.
    ///
    /// TLS 1.2 and 1.3 alone, with OpenSSL's own security level: there are no weak levels here, whatever a client
    /// offers. A client's list of protocols is answered by the one that its server has agreed to, or not at all.
    ///
    /// - Parameter applicationProtocol: chosen where the client offers it; nil where ALPN is to be left alone.
    static func front(_ identity: Identity, speaking applicationProtocol: String?) -> TLSSettings {
        var settings = TLSSettings(.server())
        settings.options = [
            .refusesRenegotiation, .keepsNoSessions, .sendsNoTickets, .prefersOwnSuites, .releasesBuffers,
        ]
        settings.identities = [TLSIdentity(certificates: [identity.certificate], key: identity.key)]
        settings.applicationProtocols = applicationProtocol.map { [$0] } ?? []
        return settings
    }
}

extension GateError {
    /// The error of a front that cannot be set up.
    init(_ operation: GateOperation, _ error: TLSEndpointError) {
        guard case .key(let cause) = error.part else {
            self = .library(operation, error.stack)
            return
        }
        self.init(.library, .couldNot(.readKey, cause.statement))
    }

    /// The error that libssl has given reasons for, or none.
    static func library(_ operation: GateOperation, _ stack: [OpenSSLError]) -> GateError {
        let reasons = stack.map(\.description)
        let reason =
            reasons.isEmpty ? GateFault.noReason.statement : Statement(verbatim: reasons.joined(separator: "; "))
        return GateError(.library, .couldNot(operation, reason))
    }
}
