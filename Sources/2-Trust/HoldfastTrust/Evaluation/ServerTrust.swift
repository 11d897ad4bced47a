import HoldfastCrypto
public import HoldfastX509

/// The evidence that a peer presented: certificates in its order, the stapled response, the timestamps. Nothing of it
/// is believed.
public struct ServerTrust: Hashable, Sendable {
    let list: PresentedList
    /// The certificates in the order sent, the leaf first; the ones that cannot be read are there too.
    ///
    /// They are read when they are first asked for: of a chain whose verdict is remembered they never are.
    public var presented: [PresentedCertificate] { list.certificates }
    /// The OCSP response stapled to the handshake, DER, or nil; looked at where ``TrustPolicy/revocation`` asks for it.
    public let stapledOCSP: [UInt8]?
    /// The OCSP responses that came with the certificates behind the first (RFC 8446 §4.4.2.1), DER, in their order;
    /// looked at as ``stapledOCSP`` is.
    public let issuersStapledOCSP: [[UInt8]]
    /// The SignedCertificateTimestampList of the TLS extension (RFC 6962 §3.3), or nil.
    public let signedCertificateTimestamps: [UInt8]?
    /// The host that was dialled, as information: the identity to be proven stands in the policy alone.
    public var connectedHost: String?
    /// The address that the socket is connected to, or nil where that is not known.
    ///
    /// Only ``DangerousAcceptAny`` looks at it. Whoever sets it takes it from the socket itself (`getpeername`), never
    /// from what a name was said to lead to, and leaves it nil where something stands in between, as a proxy does.
    public var connectedAddress: IPAddress?
    /// The use of the server's key in the handshake; nil where it is not known, as of a recorded chain.
    public var keyUse: ServerKeyUse?

    /// Evidence from DER bytes as they were on the wire.
    ///
    /// - Parameters:
    ///   - derChain: one DER certificate each, leaf first. What cannot be parsed is carried and becomes a finding.
    ///   - stapledOCSP: the stapled OCSP response, DER.
    ///   - issuersStapledOCSP: those that came with the other certificates.
    ///   - signedCertificateTimestamps: the list of the TLS extension.
    ///   - limits: bounds on the count and the bytes of the list.
    /// - Throws: ``ServerTrustError`` for an empty list, or one over the limits.
    public init(
        derChain: [[UInt8]], stapledOCSP: [UInt8]? = nil, issuersStapledOCSP: [[UInt8]] = [],
        signedCertificateTimestamps: [UInt8]? = nil, limits: Limits = Limits()
    ) throws(ServerTrustError) {
        try Self.check(count: derChain.count, bytes: derChain.reduce(0) { $0 + $1.count }, limits)
        self.init(
            PresentedList(encoded: derChain), stapledOCSP: stapledOCSP, issuersStapledOCSP: issuersStapledOCSP,
            signedCertificateTimestamps: signedCertificateTimestamps)
    }

    /// Evidence from certificates that were looked at already, those that cannot be read too.
    ///
    /// - Throws: ``ServerTrustError`` for an empty list, or one over the limits.
    package init(
        presented: [PresentedCertificate], stapledOCSP: [UInt8]? = nil, signedCertificateTimestamps: [UInt8]? = nil,
        limits: Limits = Limits()
    ) throws(ServerTrustError) {
        try Self.check(count: presented.count, bytes: presented.reduce(0) { $0 + $1.bytes.count }, limits)
        self.init(
            PresentedList(presented), stapledOCSP: stapledOCSP,
            signedCertificateTimestamps: signedCertificateTimestamps)
    }

    /// Evidence from certificates already parsed.
    ///
    /// - Throws: ``ServerTrustError`` for an empty list, or one over the limits.
    public init(
        presentedChain: [Certificate], stapledOCSP: [UInt8]? = nil, signedCertificateTimestamps: [UInt8]? = nil,
        limits: Limits = Limits()
    ) throws(ServerTrustError) {
        try Self.check(
            count: presentedChain.count, bytes: presentedChain.reduce(0) { $0 + $1.bytes.count }, limits)
        self.init(
            PresentedList(presentedChain.map(PresentedCertificate.certificate)), stapledOCSP: stapledOCSP,
            signedCertificateTimestamps: signedCertificateTimestamps)
    }

    private init(
        _ list: PresentedList, stapledOCSP: [UInt8]?, issuersStapledOCSP: [[UInt8]] = [],
        signedCertificateTimestamps: [UInt8]?
    ) {
        self.list = list
        self.stapledOCSP = stapledOCSP
        self.issuersStapledOCSP = Array(issuersStapledOCSP.prefix(Self.maximumStaples))
        self.signedCertificateTimestamps = signedCertificateTimestamps
    }

    /// Responses behind the first certificate's that are looked at: 10. The longest public path known to us has 5
    /// certificates.
    private static let maximumStaples = 10

    /// An OCSP response stapled to a handshake.
    enum Staple {
        case present
        /// The handshake asked for one, and had none.
        case missing
        /// Nobody asked, or the chain is a recorded one.
        case unknown
    }

    /// Whether a response was stapled; of a chain that came over no connection nobody knows.
    var staple: Staple {
        if stapledOCSP != nil { return .present }
        return connectedHost == nil ? .unknown : .missing
    }

    private static func check(count: Int, bytes: Int, _ limits: Limits) throws(ServerTrustError) {
        guard count > 0 else { throw .empty }
        guard count <= limits.presentedCertificates else {
            throw .tooManyCertificates(count, limit: limits.presentedCertificates)
        }
        guard bytes <= limits.presentedBytes else { throw .tooManyBytes(bytes, limit: limits.presentedBytes) }
    }
}

/// The use of a server's key in the handshake that showed its certificate, which a stated key usage has to allow.
///
/// In TLS 1.3 "the digitalSignature bit MUST be set if the Key Usage extension is present" (RFC 8446 §4.4.2.2), and so
/// with DHE and ECDHE in TLS 1.2, while for RSA "the keyEncipherment bit MUST be set" (RFC 5246 §7.4.2).
public enum ServerKeyUse: Hashable, Sendable {
    /// The key signs: in TLS 1.3 the handshake, in TLS 1.2 the server's half of DHE or ECDHE.
    case signature
    /// The client encrypts the pre-master secret to the key (RSA in TLS 1.2 and before).
    case keyTransport

    /// The use by the cipher suite that was agreed on; nil where the name of it tells nothing.
    ///
    /// - Parameter name: as in the registry, `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`. Suites of TLS 1.3 name no method:
    ///   what authenticates their servers by a certificate is a signature.
    package init?(cipherSuite name: String) {
        guard name.hasPrefix("TLS_") else { return nil }
        guard let range = name.firstRange(of: "_WITH_") else {
            self = .signature
            return
        }
        switch name[..<range.lowerBound] {
        case "TLS_RSA": self = .keyTransport
        case "TLS_ECDHE_RSA", "TLS_ECDHE_ECDSA", "TLS_DHE_RSA", "TLS_DHE_DSS": self = .signature
        default: return nil
        }
    }
}

/// An error for a list of certificates that cannot be judged at all.
public enum ServerTrustError: Error, Hashable, Sendable {
    case empty
    case tooManyCertificates(Int, limit: Int)
    case tooManyBytes(Int, limit: Int)
}
