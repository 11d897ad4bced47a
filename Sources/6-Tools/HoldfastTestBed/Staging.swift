import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing

/// An entry of the catalogue, made for one authority: how it serves, the anchors to judge it by, the chain it sends.
struct Staging: Sendable {
    /// The kind of server.
    enum Server: Sendable {
        case tls(TLSServerConfiguration)
        case raw(@Sendable (RawConnection) throws(ServingError) -> Void)
    }

    let server: Server
    /// The anchors (DER).
    let anchors: [[UInt8]]
    /// The certificates (DER) on which a judge of files comes to the verdict of the live server, the leaf first; nil
    /// where there are none such.
    let chain: [[UInt8]]?
    /// The identity of the HTTPS proxy through which alone the server can be reached; nil where there is none.
    private(set) var proxy: Identity?
    /// The list of logs of certificates to judge it by, JSON; nil where none is asked about.
    private(set) var logList: String?

    /// The server of its certificate's authority, by plain HTTP; nil where nothing is asked for there.
    private(set) var service: AuthorityService?

    private init(_ server: Server, anchors: [[UInt8]], chain: [[UInt8]]?) {
        self.server = server
        self.anchors = anchors
        self.chain = chain
    }

    /// A TLS server that presents `identity`.
    ///
    /// - Parameter configure: How it differs from a well-kept server.
    static func tls(
        _ identity: Identity, anchors: [[UInt8]], configure: (inout TLSServerConfiguration) -> Void = { _ in }
    ) -> Staging {
        var configuration = TLSServerConfiguration(identity)
        // Weak certificates are what is served here: none of libssl's business.
        configuration.securityLevel = 0
        configure(&configuration)
        return Staging(.tls(configuration), anchors: anchors, chain: identity.chain)
    }

    /// A TLS server that presents `identity`, judged by one anchor.
    static func tls(
        _ identity: Identity, anchor: [UInt8], configure: (inout TLSServerConfiguration) -> Void = { _ in }
    ) -> Staging {
        .tls(identity, anchors: [anchor], configure: configure)
    }

    /// The first flight of a TLS 1.2 server with these certificates, which libssl would not send, or would not break
    /// off at.
    ///
    /// - Parameter key: Signs the key exchange.
    static func flight(
        _ certificates: [[UInt8]], signingBy key: PrivateKey, ending: RawTLS12Flight.Ending = .alert, anchor: [UInt8]
    ) throws(TestBedError) -> Staging {
        do throws(ServingError) {
            let flight = try RawTLS12Flight(presenting: certificates, signingBy: key, ending: ending)
            return Staging(
                .raw { connection throws(ServingError) in try flight.serve(connection) }, anchors: [anchor],
                chain: certificates.isEmpty ? nil : certificates)
        } catch {
            throw .server(error.statement)
        }
    }

    /// A server that speaks no TLS.
    static func raw(
        _ behaviour: @escaping @Sendable (RawConnection) throws(ServingError) -> Void, anchor: [UInt8]
    ) -> Staging {
        Staging(.raw(behaviour), anchors: [anchor], chain: nil)
    }

    /// A copy without a chain for judges of files: the verdict is about the connection, or the list is longer than any
    /// connection lets through.
    var withoutChain: Staging {
        var staging = Staging(server, anchors: anchors, chain: nil)
        (staging.proxy, staging.logList, staging.service) = (proxy, logList, service)
        return staging
    }

    /// A copy that is judged by these logs.
    func knowing(_ logs: TestLogs) -> Staging {
        var staging = self
        staging.logList = logs.json
        return staging
    }

    /// A copy whose certificate's places are these.
    func answered(by service: AuthorityService) -> Staging {
        var staging = self
        staging.service = service
        return staging
    }

    /// A copy behind an HTTPS proxy that presents this.
    func behind(_ proxy: Identity) -> Staging {
        var staging = self
        staging.proxy = proxy
        return staging
    }
}
