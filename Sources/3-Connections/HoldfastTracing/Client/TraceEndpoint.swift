import HoldfastCrypto
import HoldfastEndpoint
import HoldfastTLS
import HoldfastX509

extension TraceConfiguration {
    /// Makes the client's end of TLS of one trace, with a context of its own.
    func makeEndpoint() throws(TraceError) -> TLSEndpoint {
        guard dangerousLegacyProtocols || minimumVersion >= .tls12 else { throw .configuration(.legacyNotAllowed) }
        do throws(TLSEndpointError) {
            return try TLSEndpoint(TLSContext(settings), offering: offer, keepsNotes: true)
        } catch {
            throw TraceError(error, setting: self)
        }
    }

    fileprivate var offeredCiphers: String { cipherList ?? "DEFAULT" }

    /// The settings of the context: its library context is one of its own, with the default provider alone.
    ///
    /// What the section `system_default` of `openssl.cnf` says (config(5ssl)) reaches every SSL_CTX of a process all
    /// the same: versions, suites, the security level and options are therefore set here, and of the machine's only
    /// narrower groups and signature algorithms stay.
    private var settings: TLSSettings {
        let legacy = dangerousLegacyProtocols
        var settings = TLSSettings(.client)
        settings.library = .own
        // One handshake a connection; the end of the stream is told from an error by whoever reads it.
        settings.options = [
            .clearsConfiguration, .refusesRenegotiation, .handsSessionsOut, .refusesCompressedCertificates,
        ]
        if legacy { settings.options.insert(.dangerousLegacyServers) }
        if dangerousPSKWithoutDiffieHellman { settings.options.insert(.dangerousPSKWithoutDiffieHellman) }
        settings.maximumCertificateBytes = HandshakeStream.maximumMessage
        (settings.minimumVersion, settings.maximumVersion) = (minimumVersion, maximumVersion)
        settings.lists[.cipherList] = legacy ? offeredCiphers + ":@SECLEVEL=0" : offeredCiphers
        // What is weak is for the trust policy to say; level 1 is OpenSSL's own.
        settings.securityLevel = legacy ? 0 : 1
        settings.lists[.cipherSuites] = cipherSuites ?? TLSContext.defaultCipherSuites
        settings.lists[.groups] = groups
        settings.lists[.signatureAlgorithms] = signatureAlgorithms
        settings.applicationProtocols = applicationProtocols
        settings.requestsTimestamps = requestsTimestamps
        settings.identities = clientIdentity.map { [TLSIdentity(certificates: $0.certificates, key: $0.key)] } ?? []
        settings.dangerousKeyLog = dangerousKeyLog
        return settings
    }

    private var offer: TLSOffer {
        var offer = TLSOffer()
        // RFC 6066 §3: "Literal IPv4 and IPv6 addresses are not permitted".
        offer.serverName = serverName.flatMap { IPAddress($0) == nil ? $0 : nil }
        offer.requestsOCSP = requestsOCSP
        offer.session = resuming?.session
        offer.preSharedKey = dangerousPreSharedKey.map { TLSPreSharedKey(identity: $0.identity, key: $0.key) }
        return offer
    }
}

extension TraceError {
    static func configuration(_ what: TraceSetupSentence) -> TraceError {
        TraceError(.internal, .configuration, what, advice: TraceAdvice.offerOtherwise)
    }

    /// The error of libssl's that a client cannot be set up, or not do what it is to do.
    ///
    /// - Parameter configuration: what was to be offered.
    init(_ error: TLSEndpointError, setting configuration: TraceConfiguration) {
        func library(_ operation: TraceSetupSentence.Operation) -> TraceError {
            TraceError(.internal, .library, TraceSetupSentence.library(operation), librarySays: error.stack)
        }
        func unknown(_ offer: TraceSetupSentence.Offer, _ value: String) -> TraceError {
            .configuration(.unknown(offer: offer, value: value))
        }
        self =
            switch error.part {
            case .options: library(.uncompressed)
            case .versions: .configuration(.versions)
            case .list(.cipherList, _): unknown(.cipherList, configuration.offeredCiphers)
            case .list(.cipherSuites, let text): unknown(.cipherSuites, text)
            case .list(.groups, let text): unknown(.groups, text)
            case .list(.signatureAlgorithms, let text): unknown(.signatureAlgorithms, text)
            case .applicationProtocolLength: .configuration(.protocolLength)
            case .applicationProtocols: .configuration(.protocols)
            case .key:
                TraceError(
                    .internal, .clientIdentity, TraceSetupSentence.clientKeyUnreadable, librarySays: error.stack)
            case .material: library(.readCertificates)
            case .identity: library(.useCertificate)
            case .connection: library(.connection)
            case .serverName(let name): .configuration(.noServerName(name))
            case .session: library(.session)
            case .context, .timestamps, .staple, .authorities, .demand: library(.client)
            }
    }
}
