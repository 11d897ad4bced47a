import HoldfastX509

/// A ClientHello: what the client offers (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2).
public struct ClientHello: Hashable, Sendable {
    /// The highest version of a client up to TLS 1.2; 1.3 says so in `supported_versions`.
    public let legacyVersion: ProtocolVersion
    /// 32 bytes: `random_C`.
    public let random: [UInt8]
    public let sessionID: [UInt8]
    public let cipherSuites: [CipherSuite]
    /// 0 is none.
    public let compressionMethods: [UInt8]
    public let extensions: [HelloExtension]

    init(_ reader: inout MessageReader) throws(WireError) {
        legacyVersion = ProtocolVersion(try reader.uint16("legacy_version"))
        random = Array(try reader.bytes(32, "random"))
        sessionID = Array(try reader.vector(lengthOctets: 1, "legacy_session_id"))
        guard sessionID.count <= 32 else {
            throw WireError(.sessionID(bytes: sessionID.count), "legacy_session_id", at: reader.offset)
        }
        cipherSuites = try reader.numbers(lengthOctets: 2, octets: 2, "cipher_suites", atLeast: 2)
            .map { CipherSuite(UInt16(truncatingIfNeeded: $0)) }
        compressionMethods = try reader.numbers(
            lengthOctets: 1, octets: 1, "legacy_compression_methods", atLeast: 1
        ).map { UInt8(truncatingIfNeeded: $0) }
        // Before TLS 1.3 there may be none at all, not even their length.
        extensions = reader.isAtEnd ? [] : try HelloExtension.list(&reader, in: .clientHello)
    }

    /// The versions that are offered, from the extension or, without it, the one in front.
    public var offeredVersions: [ProtocolVersion] {
        for one in extensions { if case .supportedVersions(let versions) = one.content { return versions } }
        return [legacyVersion]
    }

    /// The host name asked for; nil where there is none.
    public var serverName: String? {
        for one in extensions { if case .serverName(let names) = one.content { return names.first } }
        return nil
    }

    /// The protocols offered by ALPN; nothing where the extension is missing.
    public var applicationProtocols: [String] {
        for one in extensions { if case .applicationProtocols(let names) = one.content { return names } }
        return []
    }

    /// The signature algorithms that the client takes; nothing where the extension is missing.
    package var signatureAlgorithms: [HandshakeSignatureScheme] {
        for one in extensions { if case .signatureAlgorithms(let schemes) = one.content { return schemes } }
        return []
    }

    /// The groups that the client can agree on keys by; nothing where the extension is missing.
    package var supportedGroups: [NamedGroup] {
        for one in extensions { if case .supportedGroups(let groups) = one.content { return groups } }
        return []
    }

    /// The groups for which a share is sent; nothing before TLS 1.3.
    public var keyShares: [HelloExtension.KeyShare] {
        for one in extensions { if case .keyShares(let shares) = one.content { return shares } }
        return []
    }
}

/// A ServerHello: what the server chose; or a HelloRetryRequest: the client shall try again (RFC 8446 §4.1.3, §4.1.4).
public struct ServerHello: Hashable, Sendable {
    public let legacyVersion: ProtocolVersion
    /// 32 bytes: `random_S`.
    public let random: [UInt8]
    /// TLS 1.2: the session's name, the client's own where it is resumed. TLS 1.3: what the client sent.
    public let sessionID: [UInt8]
    public let cipherSuite: CipherSuite
    public let compressionMethod: UInt8
    public let extensions: [HelloExtension]

    init(_ reader: inout MessageReader) throws(WireError) {
        legacyVersion = ProtocolVersion(try reader.uint16("legacy_version"))
        random = Array(try reader.bytes(32, "random"))
        sessionID = Array(try reader.vector(lengthOctets: 1, "legacy_session_id_echo"))
        guard sessionID.count <= 32 else {
            throw WireError(.sessionID(bytes: sessionID.count), "legacy_session_id_echo", at: reader.offset)
        }
        cipherSuite = CipherSuite(try reader.uint16("cipher_suite"))
        compressionMethod = try reader.uint8("legacy_compression_method")
        let place: HelloExtension.Place = random == Self.helloRetryRandom ? .helloRetryRequest : .serverHello
        extensions = reader.isAtEnd ? [] : try HelloExtension.list(&reader, in: place)
    }

    /// SHA-256 of "HelloRetryRequest" (RFC 8446 §4.1.3).
    package static let helloRetryRandom: [UInt8] = [
        0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
        0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
    ]

    /// Whether it is a HelloRetryRequest.
    public var isHelloRetryRequest: Bool { random == Self.helloRetryRandom }

    /// The version that was chosen: the extension's, or the one in front.
    public var selectedVersion: ProtocolVersion {
        for one in extensions { if case .selectedVersion(let version) = one.content { return version } }
        return legacyVersion
    }

    /// The group that the keys are agreed on by, in TLS 1.3: the share's, or the one that a HelloRetryRequest asks for.
    public var group: NamedGroup? {
        for one in extensions {
            switch one.content {
            case .keyShare(let share): return share.group
            case .selectedGroup(let group): return group
            default: continue
            }
        }
        return nil
    }

    /// The index of the client's pre-shared key that the server took, in TLS 1.3.
    public var selectedPreSharedKey: Int? {
        for one in extensions { if case .selectedPreSharedKey(let index) = one.content { return index } }
        return nil
    }

    /// The last eight bytes of the random where they say that the server speaks a newer version than was agreed on: a
    /// sign that someone in between made the offer smaller (RFC 8446 §4.1.3).
    public var downgradeSentinel: ProtocolVersion? {
        switch Array(random.suffix(8)) {
        case [0x44, 0x4F, 0x57, 0x4E, 0x47, 0x52, 0x44, 0x01]: .tls12
        case [0x44, 0x4F, 0x57, 0x4E, 0x47, 0x52, 0x44, 0x00]: .tls11
        default: nil
        }
    }
}
