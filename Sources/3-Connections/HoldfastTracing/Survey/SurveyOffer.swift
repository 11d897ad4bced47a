import HoldfastTLS
import HoldfastX509

/// The hellos of a survey: all that the registry has for a version, or what is left of it.
enum SurveyOffer {
    /// The versions that are asked for, by a hello each. SSL 2.0 has hellos of another form, and is not asked for.
    static let versions: [ProtocolVersion] = [.tls13, .tls12, .tls11, .tls10, .ssl30]

    /// The protocols that servers of HTTPS are asked for.
    static let applicationProtocols = ["h2", "http/1.1", "http/1.0"]

    /// Every registered suite that a version can be spoken with.
    static func suites(of version: ProtocolVersion) -> [CipherSuite] {
        switch version {
        case .tls13: ofTLS13
        case .tls12: ofTLS12
        default: ofTLS10
        }
    }

    /// The groups of key exchange: for TLS 1.3 all that it may have, for versions before it the curves (RFC 8422
    /// §5.1.1), those that RFC 8422 took away too.
    static func groups(of version: ProtocolVersion) -> [NamedGroup] {
        version == .tls13
            ? NegotiationHello.allGroups
            : NamedGroup.registered.filter { (1...30).contains($0.number) }.sorted { rank($0) < rank($1) }
    }

    /// The signature algorithms: TLS 1.3 has no SHA-1, no SHA-224, no DSA and no PKCS #1 for handshakes (RFC 8446
    /// §4.2.3).
    static func schemes(of version: ProtocolVersion) -> [HandshakeSignatureScheme] {
        guard version != .tls13 else {
            return NegotiationHello.allSchemes.filter { ![0x0401, 0x0501, 0x0601].contains($0.number) }
        }
        return NegotiationHello.allSchemes.filter { !NegotiationHello.postQuantumSchemes.contains($0) } + older
    }

    /// A hello for one version.
    ///
    /// - Parameters:
    ///   - shares: the groups with a key; none where a HelloRetryRequest is answer enough.
    static func offer(
        _ version: ProtocolVersion, suites: [CipherSuite]? = nil, groups: [NamedGroup]? = nil,
        schemes: [HandshakeSignatureScheme]? = nil, shares: [NamedGroup] = []
    ) -> HelloOffer {
        HelloOffer(
            legacyVersion: min(version, .tls12), versions: [version], suites: suites ?? self.suites(of: version),
            groups: groups ?? self.groups(of: version), keyShares: shares,
            signatureSchemes: schemes ?? self.schemes(of: version), applicationProtocols: [],
            extensions: extensions(of: version))
    }

    private static func extensions(of version: ProtocolVersion) -> [RecordedClient.Extension] {
        // SSL 3.0 has none (RFC 6101 §5.6.1.2).
        guard version != .ssl30 else { return [] }
        // RFC 6066 §8: ocsp, no responders, no extensions.
        let status: [UInt8] = [1, 0, 0, 0, 0]
        var all: [RecordedClient.Extension] = [
            .init(type: .serverName, content: nil), .init(type: .supportedGroups, content: nil),
            .init(type: .statusRequest, content: status),
            .init(type: .applicationLayerProtocolNegotiation, content: nil),
        ]
        if version >= .tls12 {
            let certificates = schemes(of: .tls12) + NegotiationHello.postQuantumSchemes
            all += [
                .init(type: .signatureAlgorithms, content: nil),
                // What is asked is by what the server signs, and not by what its certificate is signed.
                .init(type: .signatureAlgorithmsCert, content: ClientHelloEncoding.list(certificates)),
            ]
        }
        if version == .tls13 {
            all += [
                .init(type: .supportedVersions, content: nil), .init(type: .pskKeyExchangeModes, content: [1, 1]),
                .init(type: .keyShare, content: nil),
            ]
        } else {
            all += [
                // RFC 8422 §5.1.2: uncompressed.
                .init(type: .ecPointFormats, content: [1, 0]), .init(type: .extendedMasterSecret, content: []),
                .init(type: .encryptThenMAC, content: []), .init(type: .sessionTicket, content: []),
                // RFC 5746 §3.4: empty in a first handshake.
                .init(type: .renegotiationInfo, content: [0]),
            ]
        }
        return all
    }

    // MARK: Suites

    private static let registered = CipherSuite.registered.filter { suite in
        // TLS_NULL_WITH_NULL_NULL "MUST NOT be negotiated" (RFC 5246 appendix A.5).
        ![CipherSuite(0), .emptyRenegotiationInfo, .fallback].contains(suite)
    }
    private static let ofTLS13 = registered.filter { $0.keyExchangeMethod == nil }
    private static let ofTLS12 = registered.filter { $0.keyExchangeMethod != nil }.sorted { rank($0) < rank($1) }
    /// RFC 5246 §1.2 brought suites that name a hash for their keys; before it they end with that of their MAC.
    private static let ofTLS10 = ofTLS12.filter { suite in
        let name = suite.name
        return name.hasSuffix("_SHA") || name.hasSuffix("_MD5")
    }

    /// The suites that servers have in use, for those that cannot read a longer list.
    static let usual = Array(ofTLS12.prefix { rank($0) == 0 })

    /// The place of a suite in hellos: those in use come first, since a server may look at the beginning alone.
    private static func rank(_ suite: CipherSuite) -> Int {
        let isUsual = [.ecdheECDSA, .ecdheRSA, .dheRSA, .rsa].contains(suite.keyExchangeMethod)
        let name = suite.name
        return isUsual && ["AES", "CHACHA20"].contains(where: name.contains) && !name.contains("CCM") ? 0 : 1
    }

    private static func rank(_ group: NamedGroup) -> Int {
        [29, 23, 24, 25, 30].firstIndex(of: Int(group.number)) ?? 5
    }

    /// The pairs of TLS 1.2 that 1.3 has not: SHA-224, SHA-1, MD5, and DSA (RFC 5246 §7.4.1.4.1).
    private static let older: [HandshakeSignatureScheme] = [
        0x0402, 0x0502, 0x0602, 0x0303, 0x0301, 0x0302, 0x0203, 0x0201, 0x0202, 0x0101,
    ].map { HandshakeSignatureScheme($0) }
}
