import HoldfastCrypto
public import HoldfastX509

/// Who a peer must be, and by which rules: the only place where the identity to be proven stands.
public struct TrustPolicy: Sendable {
    /// What a chain is judged for.
    public enum Purpose: Hashable, Sendable {
        /// A TLS server of this name.
        case ssl(ServerName)
        /// A TLS server, whichever it is: no name is compared, as by Apple's `SecPolicyCreateSSL(true, nil)`. A success
        /// says that the certificate is some server's, and nothing about whose: the name is then compared elsewhere, or
        /// anyone with a certificate of their own can stand in between.
        case sslWithoutName
        /// A TLS client; no name is compared.
        case sslClient
        /// The chain alone: no name, no extended key usage. A success says nothing about who the peer is.
        case basicX509

        /// The usage that extended key usages must allow; nil where any will do.
        var extendedKeyUsage: ObjectIdentifier? {
            switch self {
            case .ssl, .sslWithoutName: .serverAuth
            case .sslClient: .clientAuth
            case .basicX509: nil
            }
        }

        /// The server that is to be proven; nil where none is named.
        public var serverName: ServerName? {
            if case .ssl(let name) = self { name } else { nil }
        }

        /// Whether the key takes part in a TLS handshake.
        var isTLS: Bool { self != .basicX509 }

        /// Whether the chain is a TLS server's.
        var isServer: Bool { extendedKeyUsage == .serverAuth }

        /// The name by which commands and reports call it, as in Apple's `SecPolicyCreate…`.
        public var name: String {
            switch self {
            case .ssl: "ssl"
            case .sslWithoutName: "ssl-without-name"
            case .sslClient: "ssl-client"
            case .basicX509: "basic-x509"
            }
        }
    }

    /// What the chain is judged for.
    public var purpose: Purpose
    /// The rule set.
    public var profile: Profile = .default
    /// What may end a path.
    public var anchors: TrustAnchors = .system
    /// What an evaluation may cost.
    public var limits = Limits()
    /// Rules of one's own, applied after the profile's.
    public var rules: [any TrustRule] = []
    /// The most intermediates a path may hold, self-issued ones not counted; nil for no bound but ``Limits``.
    ///
    /// The initial `max_path_length` of RFC 5280 §6.1.2(k).
    public var maximumIntermediates: Int?
    /// What is asked of certificate policies; nothing unless set.
    public var initialPolicies = InitialPolicies()
    /// How long before its end a certificate of an accepted path gives the warning `expiresSoon`, in whole seconds; nil
    /// for no warning. The chain stays trusted.
    public var expiryNotice: Duration?
    /// Which domains are public suffixes; nil where no list is at hand: wildcards of two and more labels are then not
    /// known to have one owner, which is a finding of its own. `PublicSuffixes.system` of HoldfastHTTPS is the system's.
    public var publicSuffixes: PublicSuffixes?

    /// Whether the revocation lists and OCSP responses that were supplied are looked at, and the response that a server
    /// stapled, and what not knowing means.
    public var revocation: RevocationChecking = .off

    /// What the server's key or certificate has to be, by server; none unless given. Judged on the built path, as far as
    /// signatures vouch for it.
    public var pins: TrustPins = .none

    /// What the user explicitly trusts although it would be refused; none unless given.
    public var exceptions: TrustExceptions = .none
    /// For tests: where any certificate is accepted, and until when. Nil, unless a test says otherwise.
    public var dangerousAcceptAny: DangerousAcceptAny?

    public init(purpose: Purpose) { self.purpose = purpose }

    /// A policy for a TLS server of this name, by the system's anchors and the default profile.
    public static func ssl(_ name: ServerName) -> TrustPolicy { TrustPolicy(purpose: .ssl(name)) }

    /// A policy for a TLS client's certificate; no name is compared.
    public static var sslClient: TrustPolicy { TrustPolicy(purpose: .sslClient) }

    /// A policy for a chain alone: signatures, validity, constraints, and an anchor at its end.
    public static var basicX509: TrustPolicy { TrustPolicy(purpose: .basicX509) }

    /// SHA-256 over everything that can change a verdict, the generations of the anchors and exceptions included.
    ///
    /// Equal digests mean the same identity, profile, anchors, limits and rules: a connection accepted under one digest
    /// must not serve a request under another. A rule without a cache key makes each call's digest different.
    public var digest: [UInt8] { digest(anchors.current().generation, exceptions.current(), pins.current(), at: nil) }

    /// ``digest`` at an instant: differs as well when an exception for this identity, or ``dangerousAcceptAny``, begins
    /// or ends. What is to live on after it was accepted is kept under this one.
    public func digest(at instant: Instant) -> [UInt8] {
        digest(anchors.current().generation, exceptions.current(), pins.current(), at: instant)
    }

    func digest(
        _ anchorGeneration: UInt64, _ exceptions: TrustExceptionSet, _ pins: TrustPins.Current, at instant: Instant?
    ) -> [UInt8] {
        digest(settings(anchorGeneration, exceptions.generation, pins), exceptions, pins, at: instant)
    }

    private func digest(
        _ settings: [[UInt8]], _ exceptions: TrustExceptionSet, _ pins: TrustPins.Current, at instant: Instant?
    ) -> [UInt8] {
        var parts = settings
        if let instant {
            parts += [
                exceptions.phases(of: purpose, at: instant), dangerousAcceptAny?.phase(at: instant) ?? "never",
                pins.phase(for: purpose.serverName, at: instant),
            ].map { Array($0.utf8) }
        }
        switch purpose {
        // The kind too: the name "a.bc" and the address 97.46.98.99 are the same four octets.
        case .ssl(.dns(let name)): parts += [Array("dns".utf8), Array(name.text.utf8)]
        case .ssl(.ip(let address)): parts += [Array("ip".utf8), address.bytes]
        case .sslWithoutName, .sslClient, .basicX509: break
        }
        return Self.digest(of: parts)
    }

    /// ``digest`` without the identity: what connections to different servers may share a pool under. Nil where a rule
    /// has no cache key, since nothing may be shared then.
    package var digestWithoutIdentity: [UInt8]? {
        guard rules.allSatisfy({ $0.cacheKey != nil }) else { return nil }
        return Self.digest(of: settings(anchors.current().generation, exceptions.current().generation, pins.current()))
    }

    /// ``digest(at:)``, and ``digestWithoutIdentity``, in one go: what every request of a session asks for. With the
    /// generation of the pins that they are about.
    package func connectionDigests(
        at instant: Instant
    ) -> (whole: [UInt8], withoutIdentity: [UInt8]?, pins: UInt64) {
        let (anchors, exceptions, pins) = (anchors.current().generation, exceptions.current(), pins.current())
        let isShared = rules.allSatisfy { $0.cacheKey != nil }
        let settings = settings(anchors, exceptions.generation, pins)
        return (
            digest(settings, exceptions, pins, at: instant), isShared ? Self.digest(of: settings) : nil,
            pins.generation
        )
    }

    private func settings(
        _ anchorGeneration: UInt64, _ exceptionGeneration: UInt64, _ pins: TrustPins.Current
    ) -> [[UInt8]] {
        let texts = [
            purpose.name, publicSuffixes?.identity ?? "no suffixes",
            "\(anchors.identity).\(anchorGeneration)", limits.digestText,
            "\(exceptions.identity).\(exceptionGeneration)", dangerousAcceptAny?.digestText ?? "no accepting of any",
            "\(maximumIntermediates ?? -1)", initialPolicies.digestText, "\(expiryNotice?.components.seconds ?? -1)",
            revocation.rawValue,
        ]
        return [profile.digest, pins.hosts.digest] + texts.map { Array($0.utf8) }
            + rules.map { $0.cacheKey ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) } }
    }

    /// Each part has its length in front, so that no two lists give the same bytes.
    private static func digest(of parts: [[UInt8]]) -> [UInt8] {
        var input: [UInt8] = []
        for part in parts {
            for shift in stride(from: 24, through: 0, by: -8) {
                input.append(UInt8(truncatingIfNeeded: part.count >> shift))
            }
            input += part
        }
        return Digest.sha256(input[...])
    }
}
