import HoldfastStatements
import HoldfastX509

extension HelloExtension.Content {
    init(
        _ type: ExtensionType, _ reader: inout MessageReader, in place: HelloExtension.Place
    ) throws(WireError) {
        switch type {
        case .serverName: self = .serverName(try Self.serverNames(&reader, in: place))
        case .maxFragmentLength:
            let code = try reader.uint8("MaxFragmentLength")
            // RFC 6066 §4: 2^9(1), 2^10(2), 2^11(3), 2^12(4).
            self = .maxFragmentLength(code: code, bytes: (1...4).contains(code) ? 256 << Int(code) : nil)
        case .statusRequest: self = try Self.status(&reader, in: place)
        case .supportedGroups:
            self = .supportedGroups(try Self.codePoints(&reader, "named_group_list"))
        case .ecPointFormats:
            self = .ecPointFormats(
                try reader.numbers(lengthOctets: 1, octets: 1, "ec_point_format_list", atLeast: 1)
                    .map { UInt8(truncatingIfNeeded: $0) })
        case .signatureAlgorithms:
            self = .signatureAlgorithms(try Self.codePoints(&reader, "supported_signature_algorithms"))
        case .signatureAlgorithmsCert:
            self = .signatureAlgorithmsCert(try Self.codePoints(&reader, "supported_signature_algorithms"))
        case .delegatedCredential where place.isClients:
            self = .delegatedCredential(try Self.codePoints(&reader, "supported_signature_algorithms"))
        case .applicationLayerProtocolNegotiation:
            self = .applicationProtocols(try Self.protocols(&reader))
        case .applicationSettings where place == .clientHello, .applicationSettingsOld where place == .clientHello:
            self = .applicationSettings(try Self.protocols(&reader))
        case .signedCertificateTimestamp: self = try Self.timestamps(&reader)
        case .padding: self = .padding(bytes: reader.rest().count)
        case .encryptThenMAC: self = .encryptThenMAC
        case .extendedMasterSecret: self = .extendedMasterSecret
        case .compressCertificate:
            self = .compressCertificate(
                try reader.numbers(lengthOctets: 1, octets: 2, "algorithms", atLeast: 2)
                    .map { UInt16(truncatingIfNeeded: $0) })
        case .recordSizeLimit: self = .recordSizeLimit(try reader.number(2, "RecordSizeLimit"))
        case .sessionTicket: self = .sessionTicket(Array(reader.rest()))
        case .renegotiationInfo:
            self = .renegotiationInfo(Array(try reader.vector(lengthOctets: 1, "renegotiated_connection")))
        case .encryptedClientHello:
            self = .encryptedClientHello(type: place == .clientHello ? try reader.uint8("ECHClientHelloType") : nil)
            _ = reader.rest()
        default: self = try Self.ofTLS13(type, &reader, in: place)
        }
    }

    /// RFC 8446 §4.2: what TLS 1.3 brought.
    private static func ofTLS13(
        _ type: ExtensionType, _ reader: inout MessageReader, in place: HelloExtension.Place
    ) throws(WireError) -> Self {
        switch type {
        case .preSharedKey: return try preSharedKey(&reader, in: place)
        case .earlyData:
            guard place == .newSessionTicket else { return .earlyData(maximumBytes: nil) }
            return .earlyData(maximumBytes: try reader.uint32("max_early_data_size"))
        case .supportedVersions:
            guard place == .clientHello else {
                return .selectedVersion(ProtocolVersion(try reader.uint16("selected_version")))
            }
            return .supportedVersions(try codePoints(&reader, "versions", lengthOctets: 1))
        case .cookie: return .cookie(Array(try reader.vector(lengthOctets: 2, "cookie", atLeast: 1)))
        case .pskKeyExchangeModes:
            return .pskKeyExchangeModes(
                try reader.numbers(lengthOctets: 1, octets: 1, "ke_modes", atLeast: 1)
                    .map { UInt8(truncatingIfNeeded: $0) })
        case .certificateAuthorities:
            return .certificateAuthorities(
                try reader.list(lengthOctets: 2, "authorities") { (one: inout MessageReader) throws(WireError) in
                    Array(try one.vector(lengthOctets: 2, "DistinguishedName", atLeast: 1))
                })
        case .postHandshakeAuth: return .postHandshakeAuth
        case .keyShare: return try keyShare(&reader, in: place)
        default: return .unread
        }
    }

    private static func codePoints<Point: CodePoint>(
        _ reader: inout MessageReader, _ field: String, lengthOctets: Int = 2
    ) throws(WireError) -> [Point] where Point.Number == UInt16 {
        try reader.numbers(lengthOctets: lengthOctets, octets: 2, field, atLeast: 2)
            .map { Point(UInt16(truncatingIfNeeded: $0)) }
    }

    private static func serverNames(
        _ reader: inout MessageReader, in place: HelloExtension.Place
    ) throws(WireError) -> [String] {
        // RFC 6066 §3: "the 'extension_data' field of this extension SHALL be empty" in the server's answer.
        guard place == .clientHello else { return [] }
        return try reader.list(lengthOctets: 2, "server_name_list", atLeast: 1) {
            (one: inout MessageReader) throws(WireError) in
            let type = try one.uint8("name_type")
            let name = try one.vector(lengthOctets: 2, "HostName", atLeast: 1)
            return type == 0 ? text(name) : "name_type \(type): " + text(name)
        }
    }

    private static func status(
        _ reader: inout MessageReader, in place: HelloExtension.Place
    ) throws(WireError) -> Self {
        if place == .certificate {
            let type = try reader.uint8("status_type")
            guard type == 1 else {
                throw WireError(.statusType(Int(type)), "status_type", at: reader.offset - 1)
            }
            return .certificateStatus(
                ocspResponse: Array(try reader.vector(lengthOctets: 3, "OCSPResponse", atLeast: 1)))
        }
        if reader.isAtEnd { return .statusRequest(type: nil) }
        let type = try reader.uint8("status_type")
        _ = reader.rest()
        return .statusRequest(type: type)
    }

    private static func protocols(_ reader: inout MessageReader) throws(WireError) -> [String] {
        try reader.list(lengthOctets: 2, "protocol_name_list", atLeast: 2) {
            (one: inout MessageReader) throws(WireError) in
            text(try one.vector(lengthOctets: 1, "ProtocolName", atLeast: 1))
        }
    }

    private static func timestamps(_ reader: inout MessageReader) throws(WireError) -> Self {
        if reader.isAtEnd { return .signedCertificateTimestampRequest }
        let start = reader.offset
        let bytes = reader.rest()
        do throws(SCTError) {
            return .signedCertificateTimestamps(try SignedCertificateTimestampList(bytes: bytes))
        } catch {
            throw WireError(.badValue(error.reason.statement), error.path.joined(separator: "."), at: start)
        }
    }

    private static func preSharedKey(
        _ reader: inout MessageReader, in place: HelloExtension.Place
    ) throws(WireError) -> Self {
        guard place == .clientHello else { return .selectedPreSharedKey(try reader.number(2, "selected_identity")) }
        let identities = try reader.list(lengthOctets: 2, "identities", atLeast: 7) {
            (one: inout MessageReader) throws(WireError) in
            HelloExtension.PSKIdentity(
                identity: Array(try one.vector(lengthOctets: 2, "identity", atLeast: 1)),
                obfuscatedTicketAge: try one.uint32("obfuscated_ticket_age"))
        }
        let binders = try reader.list(lengthOctets: 2, "binders", atLeast: 33) {
            (one: inout MessageReader) throws(WireError) in
            try one.vector(lengthOctets: 1, "PskBinderEntry", atLeast: 32)
        }
        return .preSharedKeys(identities, binders: binders.count)
    }

    private static func keyShare(
        _ reader: inout MessageReader, in place: HelloExtension.Place
    ) throws(WireError) -> Self {
        func entry(_ one: inout MessageReader) throws(WireError) -> HelloExtension.KeyShare {
            HelloExtension.KeyShare(
                group: NamedGroup(try one.uint16("group")),
                keyExchange: Array(try one.vector(lengthOctets: 2, "key_exchange", atLeast: 1)))
        }
        switch place {
        case .clientHello: return .keyShares(try reader.list(lengthOctets: 2, "client_shares", entry))
        case .helloRetryRequest: return .selectedGroup(NamedGroup(try reader.uint16("selected_group")))
        default: return .keyShare(try entry(&reader))
        }
    }

    /// Bytes that ought to be ASCII, with what is not visible written as `\xNN`.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        bytes.map { byte in
            if byte > 0x20, byte < 0x7F, byte != 0x5C { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return "\\x" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}

extension HelloExtension.Content {
    /// Writes bytes like ``text(_:)``, with spaces left as they are.
    package static func visible(_ bytes: some Collection<UInt8>) -> String {
        text(bytes).replacing("\\x20", with: " ")
    }
}
