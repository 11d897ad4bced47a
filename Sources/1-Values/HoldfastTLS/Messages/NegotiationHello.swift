import HoldfastX509

/// A ClientHello of TLS 1.3 that is written to be answered, and for no handshake: from the answer shows what a server
/// would agree on.
///
/// It may offer what no library here has: by supported_groups a server says which group it wants (RFC 8446 §4.1.4,
/// HelloRetryRequest) before anything has to be computed in it.
package struct NegotiationHello: Sendable {
    /// The name that is asked for (RFC 6066 §3); nil for none.
    package var serverName: String?
    /// The groups that are offered, in this order.
    package var groups: [NamedGroup]
    /// The groups with a share; none asks the server which it wants: "This vector MAY be empty if the client is
    /// requesting a HelloRetryRequest" (RFC 8446 §4.2.8).
    package var shares: [NamedGroup] = []
    /// The signature algorithms that are offered.
    package var signatureSchemes: [HandshakeSignatureScheme]

    package init(serverName: String?, groups: [NamedGroup], signatureSchemes: [HandshakeSignatureScheme]) {
        self.serverName = serverName
        self.groups = groups
        self.signatureSchemes = signatureSchemes
    }

    /// Every group of the registry that a server of TLS 1.3 may take.
    package static let allGroups = NamedGroup.registered.filter { group in
        // RFC 8446 §4.2.7: the other numbers are obsolete, and RFC 8422's are for curves that are spelt out.
        [23, 24, 25, 29, 30].contains(group.number) || (31...41).contains(group.number)
            || (256...260).contains(group.number) || (group.method.map { $0 != .diffieHellman } ?? false)
    }

    /// The signature algorithms of ML-DSA (draft-ietf-tls-mldsa).
    package static let postQuantumSchemes = [0x0904, 0x0905, 0x0906].map { HandshakeSignatureScheme($0) }

    /// Every signature algorithm that TLS 1.3 has for a CertificateVerify (RFC 8446 §4.2.3), RSA's older ones for
    /// certificates, and ML-DSA's.
    package static let allSchemes =
        postQuantumSchemes
        + [
            0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x081A, 0x081B, 0x081C, 0x0708, 0x0809, 0x080A, 0x080B, 0x0804,
            0x0805, 0x0806, 0x0401, 0x0501, 0x0601,
        ].map { HandshakeSignatureScheme($0) }

    /// Groups for which a share can be written.
    package static let sharedGroups = allGroups.filter { share(of: $0) != nil }

    /// The record that is sent.
    ///
    /// - Parameter random: 64 bytes, for the random and the session identifier that middleboxes expect (RFC 8446
    ///   appendix D.4).
    package func record(random: [UInt8]) -> [UInt8] {
        var hello = ClientHelloEncoding(
            random: Array(random.prefix(32)), sessionID: Array(random.dropFirst(32).prefix(32)),
            suites: [0x1301, 0x1302, 0x1303, 0x1304].map { CipherSuite($0) })
        if let serverName { hello.add(.serverName, ClientHelloEncoding.serverName(serverName)) }
        hello.add(.supportedGroups, ClientHelloEncoding.list(groups))
        hello.add(.signatureAlgorithms, ClientHelloEncoding.list(signatureSchemes))
        hello.add(.supportedVersions, ClientHelloEncoding.list([ProtocolVersion.tls13], lengthOctets: 1))
        hello.add(.pskKeyExchangeModes, [1, 1])
        let values = shares.compactMap { group in Self.share(of: group).map { (group: group, value: $0) } }
        hello.add(.keyShare, ClientHelloEncoding.keyShares(values))
        // "legacy_record_version: … MUST be set to 0x0303 … other than an initial ClientHello", where it may be 0x0301.
        return [ContentType.handshake.number, 3, 1]
            + TLSWriter.vector(hello.message, lengthOctets: 2)
    }

    /// A share that a server takes, whose secret is nobody's: the generator of a curve, and of ML-KEM the encapsulation
    /// key of zeros (FIPS 203 §7.2: its numbers are below the modulus).
    package static func share(of group: NamedGroup) -> [UInt8]? {
        func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
        // RFC 7748 §4.1: u = 9.
        let x25519 = [9] + zeros(31)
        return switch group.number {
        case 23: p256
        case 24: p384
        case 29: x25519
        case 512: zeros(800)
        case 513: zeros(1184)
        case 514: zeros(1568)
        // draft-ietf-tls-ecdhe-mlkem §4.1: in X25519MLKEM768 alone ML-KEM's comes first.
        case 4587: p256 + zeros(1184)
        case 4588: zeros(1184) + x25519
        case 4589: p384 + zeros(1568)
        default: nil
        }
    }

    /// FIPS 186-4 appendix D.1.2.3 and D.1.2.4: the generators, uncompressed (RFC 8446 §4.2.8.2).
    private static let p256 = point(
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
    private static let p384 = point(
        "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
        "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f")

    private static func point(_ x: String, _ y: String) -> [UInt8] { [4] + (HexString.decode(x + y) ?? []) }
}
