public import HoldfastCrypto
import HoldfastEndpoint
import HoldfastHTTP
public import HoldfastTLS
public import HoldfastTrust
public import HoldfastX509

/// The configuration of a trace: how it connects, what it offers, and where it stops.
public struct TraceConfiguration: Sendable {
    /// The policy by which the server is judged; its verdict is shown.
    public var policy: TrustPolicy
    /// The time to judge for; nil for the real one.
    public var judgedAt: Instant?
    /// Lists and responses that are at hand; believed no more than what the server presents.
    public var supplied: [Evidence] = []
    /// Fetches what the policy lets be fetched, while the handshake waits; nil for nobody, so that nothing is fetched.
    public var evidence: (any EvidenceSource)?
    /// Whether a refusal ends the handshake with the alert that `check` sends. Otherwise the handshake is brought to
    /// its end for the sake of diagnosis, and nothing but close_notify is sent after it.
    public var stopsOnRefusal = false

    // MARK: What is offered

    public var minimumVersion = ProtocolVersion.tls12
    public var maximumVersion = ProtocolVersion.tls13
    /// Offers TLS 1.0 and 1.1, short keys and SHA-1 signatures (OpenSSL's security level 0): what attackers can break.
    ///
    /// For this diagnostic client alone, which sends nothing worth protecting. It lets ``minimumVersion`` go below 1.2.
    public var dangerousLegacyProtocols = false
    /// The suites of TLS 1.2 and before, in OpenSSL's words (`openssl ciphers`); nil for its own choice.
    public var cipherList: String?
    /// The suites of TLS 1.3, by their names, separated by colons; nil for all.
    public var cipherSuites: String?
    /// The groups, in OpenSSL's words (`X25519:P-256`), the first with a key share; nil for its own choice.
    public var groups: String?
    /// The signature algorithms, in OpenSSL's words (`ECDSA+SHA256:RSA-PSS+SHA256`); nil for its own choice.
    public var signatureAlgorithms: String?
    /// The server name to send; nil for none. A literal IP address is never sent (RFC 6066 §3).
    public var serverName: String?
    /// ALPN, the preferred first; empty to send none.
    public var applicationProtocols: [String] = ["http/1.1"]
    public var requestsOCSP = true
    public var requestsTimestamps = true
    /// Shown where a server that was accepted asks for a client certificate. One that was refused gets an empty list,
    /// as it does without this: neither the certificate nor a signature by its key, however far its handshake is looked
    /// at.
    public var clientIdentity: ClientIdentity?
    /// A session of an earlier trace to resume.
    public var resuming: TraceSession?
    /// Authenticates by a key that both have, without certificates: there is then nothing to judge, and no application
    /// data is sent.
    public var dangerousPreSharedKey: PreSharedKey?
    /// Lets TLS 1.3 run on a pre-shared key alone, without forward secrecy (`psk_ke`).
    public var dangerousPSKWithoutDiffieHellman = false
    /// Keeps the connection's keys in ``HandshakeTrace/dangerousKeyLog``: whoever has them reads the connection.
    public var dangerousKeyLog = false

    // MARK: What is sent after the handshake

    /// Sent once the chain is accepted, and only then: an HTTP request, for example (``httpHead(host:target:)``). Empty
    /// for none; at most 16 KiB, which is one record.
    public var request: [UInt8] = []
    /// The time to wait for session tickets after a handshake without a request; TLS 1.3 sends them then.
    public var ticketWait = Duration.milliseconds(300)

    // MARK: Limits

    /// The longest that everything may take: 30 s.
    public var timeout = Duration.seconds(30)
    /// The longest without a byte from the server while one is waited for: 15 s.
    public var idleTimeout = Duration.seconds(15)
    /// The most bytes that are read from the server: 4 MiB. The longest certificate list that is taken has 1 MiB.
    public var maximumBytes = 4 << 20
    /// The most events that are kept: 4,096. A browser's connection has some tens.
    public var maximumEvents = 4096
    /// The most bytes of application data that are kept: 64 KiB.
    public var maximumResponse = 64 << 10

    public init(policy: TrustPolicy) { self.policy = policy }

    /// A request for ``request`` that asks for the head of an answer alone (RFC 9110 §9.3.2), and for the end after it.
    ///
    /// - Parameters:
    ///   - host: For the `Host` field, with the port where it is not the scheme's own.
    ///   - target: Path and query.
    public static func httpHead(host: String, target: String = "/") -> [UInt8] {
        // Nothing that would end a line: a host or a target from elsewhere shall not add fields.
        let words = [target, host].map { word in
            String(decoding: word.utf8.filter { $0 > 0x20 && $0 != 0x7F }, as: UTF8.self)
        }
        let fields = [
            HTTPField("Host", words[1]), HTTPField("User-Agent", "holdfast"), HTTPField("Connection", "close"),
        ]
        return RequestHead(method: "HEAD", target: words[0], fields: fields).bytes
    }

    /// The most bytes of a request.
    static let maximumRequest = 16 << 10
}

/// A certificate of the client's own, with its key.
public struct ClientIdentity: Sendable {
    /// DER, the client's own first, then those above it.
    public var certificates: [[UInt8]]
    public var key: PrivateKey

    public init(certificates: [[UInt8]], key: PrivateKey) {
        self.certificates = certificates
        self.key = key
    }
}

/// A session that a server lets be resumed, with the chain that was judged when it was made.
///
/// The chain is judged again when it is resumed: none is sent then. It can be resumed more than once, also at a time,
/// although TLS 1.3 asks clients with something to hide not to (RFC 8446 appendix C.4); a server may refuse, which
/// gives a full handshake.
public final class TraceSession: Sendable {
    let session: TLSSession
    let presented: ServerTrust?
    /// The version that it belongs to.
    public var version: ProtocolVersion { session.version }

    init(_ session: TLSSession, presented: ServerTrust?) {
        self.session = session
        self.presented = presented
    }
}

/// A key that client and server have agreed on otherwise (RFC 8446 §4.2.11, RFC 4279).
public struct PreSharedKey: Hashable, Sendable {
    /// At most 128 bytes without a zero, which is what OpenSSL takes.
    public var identity: String
    /// At most 256 bytes.
    public var key: [UInt8]

    public init(identity: String, key: [UInt8]) {
        self.identity = identity
        self.key = key
    }
}
