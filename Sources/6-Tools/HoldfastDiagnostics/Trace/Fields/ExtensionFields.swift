import HoldfastStatements
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
                one.type.name, "",
                [TraceField(error: error.statement), TraceField("data", words: FieldText.hex(one.data))])
        }
        return field(one.type.name, one)
    }

    private static func field(_ name: String, _ one: HelloExtension) -> TraceField {
        switch one.content {
        case .serverName(let names):
            TraceField(name, words: names.isEmpty ? LocalizedText("used", "已采用") : FieldText.list(names))
        case .maxFragmentLength(let code, let bytes):
            TraceField(name, words: bytes.map { FieldText.bytes($0) } ?? .same("\(code)"))
        case .statusRequest(let type):
            TraceField(
                name,
                words: type.map { .same($0 == 1 ? "ocsp (1)" : "\($0)") } ?? LocalizedText("accepted", "已接受"))
        case .certificateStatus(let response): TraceField(name, words: FieldText.hex(response))
        case .supportedGroups(let groups): TraceField(name, words: FieldText.list(groups))
        case .ecPointFormats(let formats):
            TraceField(name, words: FieldText.list(formats.map { $0 == 0 ? "uncompressed" : "\($0)" }))
        case .signatureAlgorithms(let schemes), .signatureAlgorithmsCert(let schemes),
            .delegatedCredential(let schemes):
            TraceField(name, words: FieldText.list(schemes))
        case .applicationProtocols(let names), .applicationSettings(let names):
            TraceField(name, words: FieldText.list(names))
        case .signedCertificateTimestampRequest: TraceField(name, words: LocalizedText("asked for", "已请求"))
        case .signedCertificateTimestamps(let list):
            TraceField(
                name, "\(list.timestamps.count)",
                TimestampWords.lines(of: list).map { TraceField("timestamp", words: $0) })
        case .padding(let bytes): TraceField(name, words: FieldText.bytes(bytes))
        case .encryptThenMAC, .extendedMasterSecret, .postHandshakeAuth: TraceField(name, words: FieldText.present)
        case .compressCertificate(let algorithms):
            TraceField(name, words: FieldText.list(algorithms.map(compression)))
        case .recordSizeLimit(let limit): TraceField(name, words: FieldText.bytes(limit))
        case .renegotiationInfo(let data): TraceField(name, words: FieldText.hex(data))
        case .sessionTicket(let ticket):
            TraceField(
                name, words: ticket.isEmpty ? LocalizedText("one is welcome", "欢迎提供") : FieldText.hex(ticket))
        case .encryptedClientHello(let type):
            TraceField(
                name, words: type.map { .same($0 == 0 ? "outer (0)" : "inner (\($0))") } ?? FieldText.hex(one.data))
        case .unread: TraceField(name, words: FieldText.hex(one.data))
        default: ofTLS13(name, one)
        }
    }

    /// RFC 8446 §4.2: what TLS 1.3 brought.
    private static func ofTLS13(_ name: String, _ one: HelloExtension) -> TraceField {
        switch one.content {
        case .preSharedKeys(let identities, let binders):
            TraceField(
                name,
                words: LocalizedText(
                    "\(identities.count), \(binders) binders", "\(identities.count)，\(binders) 个 binder"),
                identities.map { identity in
                    TraceField(
                        "identity", words: FieldText.hex(identity.identity),
                        [TraceField("obfuscated_ticket_age", "\(identity.obfuscatedTicketAge)")])
                })
        case .selectedPreSharedKey(let index): TraceField(name, "\(index)")
        case .earlyData(let maximum):
            TraceField(
                name,
                words: maximum.map { LocalizedText("at most \($0) bytes", "最多 \($0) 字节") } ?? FieldText.present)
        case .supportedVersions(let versions): TraceField(name, words: FieldText.list(versions))
        case .selectedVersion(let version): TraceField(name, FieldText.point(version))
        case .cookie(let cookie): TraceField(name, words: FieldText.hex(cookie))
        case .pskKeyExchangeModes(let modes):
            TraceField(
                name, words: FieldText.list(modes.map { $0 == 0 ? "psk_ke (0)" : $0 == 1 ? "psk_dhe_ke (1)" : "\($0)" })
            )
        case .certificateAuthorities(let names): authorities(names)
        case .keyShares(let shares): TraceField(name, "\(shares.count)", shares.map(of))
        case .keyShare(let share): TraceField(name, "", [of(share)])
        case .selectedGroup(let group): TraceField(name, FieldText.point(group))
        default: TraceField(name, words: FieldText.hex(one.data))
        }
    }

    private static func of(_ share: HelloExtension.KeyShare) -> TraceField {
        TraceField(share.group.name, words: FieldText.hex(share.keyExchange))
    }

    static func authorities(_ names: [[UInt8]]) -> TraceField {
        TraceField(
            "certificate_authorities", "\(names.count)",
            names.map { TraceField("DistinguishedName", words: self.name($0)) })
    }

    private static func name(_ der: [UInt8]) -> LocalizedText {
        (try? DistinguishedName(der: der)).map { .same($0.description) } ?? FieldText.hex(der)
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
