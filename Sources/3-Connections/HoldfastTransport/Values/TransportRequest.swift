package import HoldfastHTTP
package import HoldfastTrust
package import HoldfastX509

/// One exchange with a server: whom to reach, the message, the connections that may carry it, the handshake with its
/// decision about trust, and the limits.
package struct TransportRequest: Sendable {
    /// The use that is made of the connection.
    package enum Kind: Hashable, Sendable {
        /// An HTTP request and its response.
        case request
        /// The TLS handshake alone, on a connection that nothing else uses; not one HTTP byte is sent.
        case handshakeOnly
        /// A connection for bytes of any protocol, that nothing else uses: what its ``upload`` yields goes out as it
        /// is, and what comes is the body of the answer.
        case tunnel
    }

    /// The versions of HTTP that ALPN offers.
    package enum HTTPVersions: Hashable, Sendable {
        case http11
        /// HTTP/2 and HTTP/1.1, by the server's choice.
        case http2Preferred
    }

    package enum AddressFamily: Hashable, Sendable {
        case any
        case ipv4
        case ipv6
    }

    /// The connections that may serve the request besides the ones that it opens.
    package enum Sharing: Hashable, Sendable {
        /// The connections that were opened under the same key. The key stands for what decides about trust but the
        /// server's name: the policy's rules, anchors and limits, the client's identity.
        case shared(key: [UInt8])
        /// None: the decision is for this request only.
        case never
    }

    /// The message of HTTP that goes out (RFC 9110 §6), or the bytes of a ``Kind/tunnel``.
    package struct Message: Sendable {
        package var method = "GET"
        /// Path and query, from the slash on.
        package var target = "/"
        package var fields: [HTTPField] = []
        /// The value of the field `Host`, where it is not host and port; nil for those.
        package var hostField: String?
        package var body: [UInt8]?
        /// A body that is read while it is sent; goes before ``body``.
        package var upload: UploadBody?
        /// Whether the body waits until the server says that it wants it (RFC 9110 §10.1.1), for a second at most.
        package var expectsContinue = false
        /// The protocol that the server is asked to go over to, by HTTP/1.1 over a connection of its own (RFC 9110
        /// §7.8) or by HTTP/2 over a stream (RFC 8441); nil for none. Where it does, ``upload`` yields the bytes that
        /// go out behind its answer, whose body are those that come; else nothing of it is sent.
        package var upgrade: String?
        /// Fields that go along with ``upgrade`` in HTTP/1.1 alone.
        package var upgradeFields: [HTTPField] = []
    }

    /// The connections that may carry it, and how one is opened.
    package struct Connections: Sendable {
        package var sharing: Sharing
        /// Whether it has a connection of its own, which ends with the answer (RFC 9112 §9.6).
        package var isClosed = false
        package var versions = HTTPVersions.http2Preferred
        /// The versions that are offered on a connection which is opened for ``Message/upgrade``. An open one of HTTP/2
        /// whose server takes other protocols (RFC 8441 §3) serves it wherever ``versions`` allow that.
        package var upgradeVersions = HTTPVersions.http11
        package var addressFamily = AddressFamily.any
        package var dial = DialTargets()
        /// Opens its connections, in the place of the loop and of ``dial``; nil for the loop. Not asked where there is
        /// a proxy.
        package var dialler: (any Dialler)?
        /// The addresses that ``dialler`` goes by, where requests with others must not use the same connections.
        package var dialView: [Endpoint] = []
        /// The proxy that the request goes through; nil for none.
        package var proxy: ProxyTarget?
        /// The owner that its connection has to have; nil for connections without one.
        package var owner: ConnectionOwner?
        /// Authenticates the connection to the server by NTLM, by HTTP/1.1 only; it becomes its owner's.
        package var ntlm: NTLMCredential?
        /// Authenticates the connection to a proxy by NTLM.
        package var proxyNTLM: NTLMCredential?

        init(_ sharing: Sharing) { self.sharing = sharing }
    }

    /// The handshake with the server, and the decision that it was accepted by.
    package struct TLS: Sendable {
        /// The digest of the policy that the server is judged by, its name included; a connection serves this request
        /// only if its handshake was accepted under the same digest.
        package var policyDigest: [UInt8]
        /// Whether ``policyDigest`` is still what the policy says; nil where it cannot change. Asked on the
        /// connection's thread before anything is sent: what was replaced meanwhile must not let a request out.
        package var isCurrent: (@Sendable () -> Bool)?
        /// Whether the acceptance of a connection that was opened earlier still holds, by what is known of revocation;
        /// nil where nothing of it can change. Asked as ``isCurrent`` is; where it does not hold, a fresh connection is
        /// judged.
        package var acceptanceHolds: (@Sendable (TrustEvaluation) -> Bool)?
        /// The versions that are offered.
        package var versions = TLSProtocol.tls12...TLSProtocol.tls13
        /// Whether ``versions`` are fewer than usual because of what is asked of this server; said where it speaks none
        /// of them.
        package var isBoundOfServer = false
        /// The cipher suites that are offered, and of which one has to be negotiated.
        package var cipherSuites = CipherSuiteSelection.usual
        /// The groups that are offered, of which one has to have been negotiated; nil for those of the machine.
        package var supportedGroups: SupportedGroups?
        /// The protocols that a ``Kind/tunnel`` offers by ALPN (RFC 7301), the first choice first; none for no offer.
        package var applicationProtocols: [String] = []
        /// Whether a ``Kind/handshakeOnly`` offers the protocols of ``Connections/versions`` by ALPN. Some servers of
        /// other protocols refuse whoever offers none of theirs (RFC 7301 §3.2).
        package var offersProtocols = true
        /// Whether the handshake names the host (RFC 6066 §3), where the host is a name. Without it the server does not
        /// know whom it is to be, and what it presents is judged for the host all the same.
        package var sendsServerName = true
        /// Whether the handshake asks for what vouches for the certificate beside it: timestamps of logs (RFC 6962
        /// §3.3.1) and an OCSP response (RFC 6066 §8).
        package var asksForEvidence = false
        /// Whether its connections resume sessions of TLS, once what their servers had presented was judged anew, and
        /// keep the ones that they are given. Requests of a kind of their own, that share nothing, or that go through
        /// a proxy, never do.
        package var resumesSessions = false
        /// The writer that takes the secrets of the request's connections; whoever has them reads everything that is
        /// sent.
        package var dangerousKeyLog: KeyLogWriter?

        init(_ policyDigest: [UInt8]) { self.policyDigest = policyDigest }
    }

    /// The most that it may take, of time and of memory.
    package struct Limits: Sendable {
        /// For everything from the name's resolution to the last byte, of a ``Kind/tunnel`` to the end of its
        /// handshake; a week at most.
        package var timeout: Duration = .seconds(60)
        /// The limit that an error names where ``timeout`` is what an earlier exchange left of it.
        package var statedTimeout: Duration?
        /// The longest time in which nothing comes or goes before the request fails; nil for as long as ``timeout``
        /// allows. What waits for this side (a decision, a reader, whoever makes the body) does not count.
        package var idleTimeout: Duration?
        /// ``idleTimeout`` behind a switch of protocols, whose silence means nothing as a rule; nil for none.
        package var upgradedIdleTimeout: Duration?
        /// Bytes of the body after decompression.
        package var responseBytes = 64 << 20
        /// Bytes of all header fields of the response.
        package var headerBytes = 256 << 10
        /// Whether a long body that perhaps nobody wants, of a redirect or a challenge, is handed over while it comes:
        /// whoever asked reads it, or lets it go.
        package var handsOverUnwanted = false
    }

    package var kind: Kind
    /// A DNS name of A-labels, or an IP literal without brackets.
    package var host: String { didSet { name = nil } }
    /// The parsed name of which ``host`` is the text; nil where the text was not parsed yet.
    package private(set) var name: ServerName?
    package var port: UInt16
    /// Whether it goes over a connection without TLS, on which nothing is judged: HTTP/1.1, through proxies by a
    /// tunnel.
    package var isPlain = false
    package var message = Message()
    package var connection: Connections
    package var tls: TLS
    package var limits = Limits()

    /// Identifies the caller's request; redirects and authentications keep it. 0: none. An answer that was given for
    /// one request holds for all its exchanges (``AnswerScope``).
    package var taskID: UInt64 = 0
    /// Whether the request brings somebody of its own who answers what its connections ask.
    package var isAttended = false
    /// Whether somebody wants the figures of its parts (``TransportResponse/metrics``).
    package var isMeasured = true
    /// Called on the connection's thread, where it must not stay, whenever the transfer has come further.
    package var progress: (@Sendable (TransferProgress) -> Void)?

    package init(kind: Kind, host: String, port: UInt16, sharing: Sharing, policyDigest: [UInt8]) {
        self.kind = kind
        self.host = host
        self.port = port
        connection = Connections(sharing)
        tls = TLS(policyDigest)
    }

    package init(kind: Kind, name: ServerName, port: UInt16, sharing: Sharing, policyDigest: [UInt8]) {
        self.init(kind: kind, host: name.description, port: port, sharing: sharing, policyDigest: policyDigest)
        self.name = name
    }
}
