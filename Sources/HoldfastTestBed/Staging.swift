import HoldfastAuthority
import HoldfastServing

/// What an entry of the catalogue puts up: how it serves, which anchors it is judged by, what chain it sends.
struct Staging: Sendable {
    /// Who serves.
    enum Server: Sendable {
        case tls(TLSServerConfiguration)
        case raw(@Sendable (RawConnection) throws(ServingError) -> Void)
    }

    let server: Server
    /// The anchors (DER).
    let anchors: [[UInt8]]
    /// The certificates (DER) that every client is sent, the leaf first; nil where none are sent.
    let chain: [[UInt8]]?

    private init(_ server: Server, anchors: [[UInt8]], chain: [[UInt8]]?) {
        self.server = server
        self.anchors = anchors
        self.chain = chain
    }

    /// A TLS server that presents `identity`.
    ///
    /// - Parameter configure: How it differs from a well-kept server.
    static func tls(
        _ identity: Identity, anchor: [UInt8], configure: (inout TLSServerConfiguration) -> Void = { _ in }
    ) -> Staging {
        var configuration = TLSServerConfiguration(identity)
        // Weak certificates are what is served here: none of libssl's business.
        configuration.securityLevel = 0
        configure(&configuration)
        return Staging(.tls(configuration), anchors: [anchor], chain: identity.chain)
    }

    /// The first flight of a TLS 1.2 server with these certificates, which libssl would not send.
    static func flight(
        _ certificates: [[UInt8]], _ identity: Identity, anchor: [UInt8]
    ) throws(TestBedError) -> Staging {
        do throws(ServingError) {
            let flight = try RawTLS12Flight(presenting: certificates, signingBy: identity.key)
            return Staging(
                .raw { connection throws(ServingError) in try flight.serve(connection) }, anchors: [anchor],
                chain: certificates.isEmpty ? nil : certificates)
        } catch {
            throw .server(error.description)
        }
    }

    /// A server that speaks no TLS.
    static func raw(
        _ behaviour: @escaping @Sendable (RawConnection) throws(ServingError) -> Void, anchor: [UInt8]
    ) -> Staging {
        Staging(.raw(behaviour), anchors: [anchor], chain: nil)
    }

    /// The same, without the statement that every client is sent the chain: some are sent nothing.
    var withoutChain: Staging { Staging(server, anchors: anchors, chain: nil) }
}
