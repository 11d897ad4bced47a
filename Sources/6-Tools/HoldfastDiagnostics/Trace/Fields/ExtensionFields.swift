import HoldfastTracing
import HoldfastX509

/// The extensions of a message, each with what it says.
enum ExtensionFields {
    static func of(_ extensions: [HelloExtension]) -> TraceField {
        TraceField("extensions", "\(extensions.count)", extensions.map(of))
    }

    private static func of(_ one: HelloExtension) -> TraceField {
        if let error = one.error {
            return TraceField(
                one.type.name, "", [TraceField(error: error.statement), TraceField("data", FieldText.hex(one.data))])
        }
        return field(one.type.name, one)
    }

    private static func field(_ name: String, _ one: HelloExtension) -> TraceField {
        switch one.content {
        case .serverName(let names): TraceField(name, names.isEmpty ? "used" : FieldText.list(names))
        case .maxFragmentLength(let code, let bytes): TraceField(name, bytes.map { "\($0) bytes" } ?? "\(code)")
        case .statusRequest(let type): TraceField(name, type.map { $0 == 1 ? "ocsp (1)" : "\($0)" } ?? "accepted")
        case .certificateStatus(let response): TraceField(name, FieldText.hex(response))
        case .supportedGroups(let groups): TraceField(name, FieldText.list(groups))
        case .ecPointFormats(let formats):
            TraceField(name, FieldText.list(formats.map { $0 == 0 ? "uncompressed" : "\($0)" }))
        case .signatureAlgorithms(let schemes), .signatureAlgorithmsCert(let schemes),
            .delegatedCredential(let schemes):
            TraceField(name, FieldText.list(schemes))
        case .applicationProtocols(let names), .applicationSettings(let names): TraceField(name, FieldText.list(names))
        case .signedCertificateTimestampRequest: TraceField(name, "asked for")
        case .signedCertificateTimestamps(let list):
            TraceField(
                name, "\(list.timestamps.count)", TimestampWords.lines(of: list).map { TraceField("timestamp", $0) })
        case .padding(let bytes): TraceField(name, "\(bytes) bytes")
        case .encryptThenMAC, .extendedMasterSecret, .postHandshakeAuth: TraceField(name, "present")
        case .compressCertificate(let algorithms):
            TraceField(name, FieldText.list(algorithms.map(compression)))
        case .recordSizeLimit(let limit): TraceField(name, "\(limit) bytes")
        case .renegotiationInfo(let data): TraceField(name, FieldText.hex(data))
        case .sessionTicket(let ticket): TraceField(name, ticket.isEmpty ? "one is welcome" : FieldText.hex(ticket))
        case .encryptedClientHello(let type):
            TraceField(name, type.map { $0 == 0 ? "outer (0)" : "inner (\($0))" } ?? FieldText.hex(one.data))
        case .unread: TraceField(name, FieldText.hex(one.data))
        default: ofTLS13(name, one)
        }
    }

    /// RFC 8446 §4.2: what TLS 1.3 brought.
    private static func ofTLS13(_ name: String, _ one: HelloExtension) -> TraceField {
        switch one.content {
        case .preSharedKeys(let identities, let binders):
            TraceField(
                name, "\(identities.count), \(binders) binders",
                identities.map { identity in
                    TraceField(
                        "identity", FieldText.hex(identity.identity),
                        [TraceField("obfuscated_ticket_age", "\(identity.obfuscatedTicketAge)")])
                })
        case .selectedPreSharedKey(let index): TraceField(name, "\(index)")
        case .earlyData(let maximum): TraceField(name, maximum.map { "at most \($0) bytes" } ?? "present")
        case .supportedVersions(let versions): TraceField(name, FieldText.list(versions))
        case .selectedVersion(let version): TraceField(name, FieldText.point(version))
        case .cookie(let cookie): TraceField(name, FieldText.hex(cookie))
        case .pskKeyExchangeModes(let modes):
            TraceField(
                name, FieldText.list(modes.map { $0 == 0 ? "psk_ke (0)" : $0 == 1 ? "psk_dhe_ke (1)" : "\($0)" }))
        case .certificateAuthorities(let names): authorities(names)
        case .keyShares(let shares): TraceField(name, "\(shares.count)", shares.map(of))
        case .keyShare(let share): TraceField(name, "", [of(share)])
        case .selectedGroup(let group): TraceField(name, FieldText.point(group))
        default: TraceField(name, FieldText.hex(one.data))
        }
    }

    private static func of(_ share: HelloExtension.KeyShare) -> TraceField {
        TraceField(share.group.name, FieldText.hex(share.keyExchange))
    }

    static func authorities(_ names: [[UInt8]]) -> TraceField {
        TraceField(
            "certificate_authorities", "\(names.count)", names.map { TraceField("DistinguishedName", self.name($0)) })
    }

    private static func name(_ der: [UInt8]) -> String {
        (try? DistinguishedName(der: der))?.description ?? FieldText.hex(der)
    }

    /// RFC 8879 §7.3.
    static func compression(_ algorithm: UInt16) -> String {
        switch algorithm {
        case 1: "zlib (1)"
        case 2: "brotli (2)"
        case 3: "zstd (3)"
        default: "\(algorithm)"
        }
    }
}
