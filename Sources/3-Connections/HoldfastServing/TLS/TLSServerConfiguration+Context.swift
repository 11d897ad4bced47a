import HoldfastAuthority
import HoldfastCrypto
import HoldfastEndpoint
import HoldfastStatements
import HoldfastTLS

extension TLSServerConfiguration {
    /// Makes the context of a server: with ``identity``, and those for the names of ``others`` beside it.
    func makeContext() throws(ServingError) -> TLSContext {
        do throws(TLSEndpointError) {
            var named: [String: TLSContext] = [:]
            for other in others {
                let context = try TLSContext(settings(presenting: other.identity))
                for name in other.names { named[name] = context }
            }
            var settings = settings(presenting: identity)
            settings.timestamps = timestamps
            settings.stapledOCSP = stapledOCSP
            return try TLSContext(settings, named: named)
        } catch {
            throw ServingError(.setUp, error)
        }
    }

    /// Whether the libssl of this process has every group of a list, which is written as ``groups`` is.
    package static func hasGroups(_ list: String) -> Bool { TLSContext.hasGroups(list) }

    private func settings(presenting identity: Identity) -> TLSSettings {
        var settings = TLSSettings(
            .server(
                asksForCertificate: requiresClientCertificate
                    ? .required : requestsClientCertificate ? .optional : .never))
        // A peer that closes without close_notify ends the stream; a renegotiation is a whole handshake, with the
        // certificate in it.
        settings.options = [.takesSilentEnd, .renegotiatesWhole]
        if !resumesSessions { settings.options.insert(.keepsNoSessions) }
        if omitsExtendedMasterSecret { settings.options.insert(.omitsExtendedMasterSecret) }
        settings.minimumVersion = ProtocolVersion(minimumVersion.rawValue)
        settings.maximumVersion = ProtocolVersion(maximumVersion.rawValue)
        settings.securityLevel = securityLevel
        settings.lists[.cipherList] = cipherList
        settings.lists[.groups] = groups
        settings.identities = (ofOtherKeys + [identity]).map(TLSIdentity.init)
        settings.refusesUnknownNames = refusesUnknownNames
        settings.acceptedAuthorities = acceptedAuthorities
        settings.applicationProtocols = applicationProtocols
        return settings
    }
}

extension TLSIdentity {
    /// An identity with all of the chain that it presents.
    init(_ identity: Identity) { self.init(certificates: identity.chain, key: identity.key) }
}

extension ServingError {
    /// The error of an endpoint that cannot be set up, or not do what it is to do.
    init(_ operation: ServingOperation, _ error: TLSEndpointError) {
        switch error.part {
        case .key(let cause):
            self.init(.readMaterial, .configuration(Statement(verbatim: cause.operation)), stack: error.stack)
        case .material: self.init(.readMaterial, .library, stack: error.stack)
        default: self.init(operation, .library, stack: error.stack)
        }
    }
}
