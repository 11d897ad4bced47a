public import HoldfastTLS

/// The parameters that a handshake settled, as its messages say them.
public struct NegotiatedParameters: Hashable, Sendable {
    public internal(set) var version: ProtocolVersion?
    public internal(set) var cipherSuite: CipherSuite?
    /// The key exchange by which the keys were really agreed on; nil before that is known.
    public internal(set) var keyExchange: KeyExchange?
    /// Whether both ends had what the keys are made of: false where the handshake ended before the client's half.
    public internal(set) var isKeyExchangeDone = false
    /// The algorithm by which the server signed its key exchange, or the handshake; nil where it did not sign, or the
    /// version has no field for it.
    public internal(set) var serverSignature: HandshakeSignatureScheme?
    /// Whether the client went on after it, which it does only where the signature verifies: the server has shown that
    /// it has its certificate's key.
    public internal(set) var isServerSignatureVerified = false
    public internal(set) var applicationProtocol: String?
    /// The server name that the client sent; nil for none.
    public internal(set) var serverName: String?
    /// Whether a session was resumed.
    public internal(set) var isResumed = false
    public internal(set) var usedHelloRetryRequest = false
    /// RFC 7627; always true in TLS 1.3, whose schedule has it in it.
    public internal(set) var extendedMasterSecret = false
    /// RFC 7366.
    public internal(set) var encryptThenMAC = false
    /// RFC 5746: the server said that it renegotiates securely.
    public internal(set) var secureRenegotiation = false
    /// Whether the server asked for a client certificate.
    public internal(set) var clientCertificateRequested = false
    /// Whether the client sent one that is not empty.
    public internal(set) var clientCertificateSent = false
    /// Whether the client answered with an empty list.
    public internal(set) var clientCertificateDeclined = false
    /// The names (DER) of the authorities whose certificates the server accepts of clients (RFC 8446 §4.2.4, RFC 5246
    /// §7.4.4); empty where it names none.
    public internal(set) var clientAuthorities: [[UInt8]] = []
    /// The server's certificates, DER in the order sent; empty where none came.
    public internal(set) var certificates: [[UInt8]] = []
    /// The staple, from wherever the version puts it; DER.
    public internal(set) var stapledOCSP: [UInt8]?
    /// The SignedCertificateTimestampList of the TLS extension, as it was sent.
    public internal(set) var signedCertificateTimestamps: [UInt8]?
    /// Tickets that came.
    public internal(set) var ticketCount = 0
    /// The length of the server's session identifier: 0 for none (TLS 1.2 and before).
    public internal(set) var sessionIDLength = 0
    public internal(set) var downgradeSentinel: ProtocolVersion?

    init() {}
}

/// A key exchange, by which client and server came to common keys.
public enum KeyExchange: Hashable, Sendable, CustomStringConvertible {
    /// The client encrypted a secret to the server's key.
    case rsa
    /// An ephemeral key on a curve, or of a key encapsulation, or of both (``NamedGroup/method``).
    case ecdhe(NamedGroup)
    /// An ephemeral key over a finite field of so many bits.
    case dhe(bits: Int)
    /// A key that both had before, alone: no forward secrecy. Also RSA_PSK.
    case psk
    case pskECDHE(NamedGroup)
    case pskDHE(bits: Int)
    /// TLS 1.2 and before, resumed: the master secret of the session before, and new randoms.
    case resumption
    /// The method's name, without more.
    case other(String)

    public var description: String {
        switch self {
        case .rsa: "RSA"
        case .ecdhe(let group): Self.text(group)
        case .dhe(let bits): "DHE \(bits) bits"
        case .psk: "PSK"
        case .pskECDHE(let group): "PSK + " + Self.text(group)
        case .pskDHE(let bits): "PSK + DHE \(bits) bits"
        case .resumption: "resumption"
        case .other(let name): name
        }
    }

    private static func text(_ group: NamedGroup) -> String {
        switch group.method {
        case .encapsulation: "KEM \(group)"
        case .hybrid: "hybrid \(group)"
        case .diffieHellman, nil: "ECDHE \(group)"
        }
    }

    /// Whether a recording stays closed when the server's private key is stolen later.
    public var hasForwardSecrecy: Bool {
        switch self {
        case .ecdhe, .dhe, .pskECDHE, .pskDHE: true
        case .rsa, .psk, .resumption, .other: false
        }
    }
}
