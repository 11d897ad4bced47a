import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509

extension BadServer {
    /// Servers whose certificates were shown to logs, to enough of them or not, as Apple counts; the lab writes the
    /// list of logs that they are judged by.
    ///
    /// Apple, "Apple's Certificate Transparency policy" (103214), of certificates for 180 days or less: embedded
    /// timestamps of two logs that are or were approved, one of them at present, and of one operator's logs one counts.
    /// Beside the certificate: two logs that are approved at present, one of them by TLS or OCSP.
    static let transparency: [BadServer] = [embeddedTimestamps, deliveredTimestamps, lackingTimestamps].flatMap(\.self)

    /// The names of those whose timestamps come with the handshake, so that their chains alone are not enough.
    static let timestampsByHandshake = Set(deliveredTimestamps.map(\.name))

    private typealias Timestamps =
        @Sendable (LoggedEntry) throws(AuthorityError) -> [SignedCertificateTimestamp]

    private static let policy = ["--ct-policy", "apple"]
    private static let apple = "Apple 103214"

    private static func embedding(
        _ name: String, _ story: String, _ chinese: String, isEnough: Bool = false, source: String = apple,
        _ timestamps: @escaping Timestamps
    ) -> BadServer {
        BadServer(
            name, story, chinese, exit: isEnough ? 0 : 28, findings: isEnough ? [] : ["transparency"], source: source,
            arguments: policy
        ) { (authority, host) throws(TestBedError) in
            let logs = try TestLogs(at: authority.moment)
            let identity = try authority.server(host) { (entry) throws(AuthorityError) in
                try timestamps(LoggedEntry(entry, logs))
            }
            return Staging.tls(identity, anchor: authority.root.certificate).knowing(logs)
        }
    }

    private static let embeddedTimestamps: [BadServer] = [
        embedding(
            "ct-embedded", "Its certificate has timestamps of two logs, of two operators.",
            "它的证书有两个运营者的两个日志的时间戳。", isEnough: true
        ) { entry throws(AuthorityError) in try entry.by(each: entry.logs.amber, entry.logs.beryl) },
        // "once or currently approved": what a log said before it was retired stays said.
        embedding(
            "ct-retired-log", "One of the logs of its timestamps was retired, after it had given its own.",
            "它的时间戳所属的日志之一已退役，但在退役之前就已给出时间戳。",
            isEnough: true, source: "Apple 103214: once approved"
        ) { entry throws(AuthorityError) in
            let given = -TestLogs.retirement - 3_600
            return try [entry.by(entry.logs.amber, after: given), entry.by(entry.logs.cobalt, after: given)]
        },
    ]

    private static let lackingTimestamps: [BadServer] = [
        .init(
            "ct-none", "Its certificate has no timestamps of logs, and none come with it.",
            "它的证书没有日志的时间戳，也没有随附。", exit: 28,
            findings: ["transparency"], source: apple, arguments: policy
        ) { (authority, host) throws(TestBedError) in
            Staging.tls(try authority.server(host), anchor: authority.root.certificate)
                .knowing(try TestLogs(at: authority.moment))
        },
        embedding("ct-too-few", "Its certificate has the timestamp of one log alone.", "它的证书只有一个日志的时间戳。") {
            entry throws(AuthorityError) in try entry.by(each: entry.logs.amber)
        },
        embedding(
            "ct-one-operator", "Its certificate has timestamps of two logs, both of one operator.",
            "它的证书有两个日志的时间戳，两者属于同一运营者。",
            source: "Apple 103214: of one operator 1"
        ) { entry throws(AuthorityError) in try entry.by(each: entry.logs.amber, entry.logs.ambergris) },
        embedding("ct-unknown-log", "One of the two logs of its timestamps is not on the list.", "它的时间戳所属的两个日志之一不在列表中。")
        {
            entry throws(AuthorityError) in try entry.by(each: entry.logs.amber, entry.logs.stranger)
        },
        embedding(
            "ct-retired-log-late", "One of the logs of its timestamps gave its own after it was retired.",
            "它的时间戳所属的日志之一在退役之后才给出时间戳。",
            source: "Apple 103214: once approved"
        ) { entry throws(AuthorityError) in try entry.by(each: entry.logs.amber, entry.logs.cobalt) },
        // RFC 6962 §3.2: a timestamp is the log's signature over the certificate and the time.
        embedding(
            "ct-forged", "One of its timestamps names a log that has never signed it.",
            "它的时间戳之一指明的日志从未签署过它。", source: "RFC 6962 §3.2, §5.2"
        ) { entry throws(AuthorityError) in
            try [entry.by(entry.logs.amber), entry.forged(inNameOf: entry.logs.beryl, by: entry.logs.stranger)]
        },
        .init(
            "ct-other-certificate", "Its certificate has the timestamps of another one.",
            "它的证书带着另一张证书的时间戳。", exit: 28,
            findings: ["transparency"], source: "RFC 6962 §3.2, §5.2", arguments: policy
        ) { (authority, host) throws(TestBedError) in
            let logs = try TestLogs(at: authority.moment)
            var timestamps: [SignedCertificateTimestamp] = []
            _ = try authority.server("other.holdfast.test") { (entry) throws(AuthorityError) in
                timestamps = try LoggedEntry(entry, logs).by(each: logs.amber, logs.beryl)
                return timestamps
            }
            let identity = try authority.server(host) { _ in timestamps }
            return Staging.tls(identity, anchor: authority.root.certificate).knowing(logs)
        },
        // RFC 6962 §5.2: "TLS clients MUST reject SCTs whose timestamp is in the future."
        embedding(
            "ct-future", "Its timestamps are of tomorrow.",
            "它的时间戳是明天的。", source: "RFC 6962 §5.2"
        ) {
            entry throws(AuthorityError) in
            try [entry.by(entry.logs.amber, after: 86_400), entry.by(entry.logs.beryl, after: 86_400)]
        },
    ]

    // RFC 6962 §3.3 has three ways: in the certificate, by an extension of TLS, in a stapled OCSP response.
    private static let deliveredTimestamps: [BadServer] = [
        delivering(
            "ct-tls13", "Its timestamps come by an extension of TLS 1.3.",
            "它的时间戳由 TLS 1.3 的扩展送来。", over: .tls13, "RFC 6962 §3.3.1"),
        delivering(
            "ct-tls12", "Its timestamps come by an extension of TLS 1.2.",
            "它的时间戳由 TLS 1.2 的扩展送来。", over: .tls12, "RFC 6962 §3.3.1"),
        delivering(
            "ct-stapled-tls13", "Its timestamps come in the stapled OCSP response, in TLS 1.3.",
            "它的时间戳在 TLS 1.3 中随附的 OCSP 应答里。", over: .tls13,
            isStapled: true, "RFC 6962 §3.3, RFC 8446 §4.4.2.1"),
        delivering(
            "ct-stapled-tls12", "Its timestamps come in the stapled OCSP response, in TLS 1.2.",
            "它的时间戳在 TLS 1.2 中随附的 OCSP 应答里。", over: .tls12,
            isStapled: true, "RFC 6962 §3.3, RFC 6066 §8"),
        delivering(
            "ct-tls-other-certificate", "The timestamps of its extension of TLS are of another certificate.",
            "它的 TLS 扩展中的时间戳属于另一张证书。",
            over: .tls13, isOthers: true, "RFC 6962 §3.2, §5.2"),
        delivering(
            "ct-stapled-other-certificate", "The timestamps of its OCSP response are of another certificate.",
            "它的 OCSP 应答中的时间戳属于另一张证书。",
            over: .tls12, isStapled: true, isOthers: true, "RFC 6962 §3.2, §5.2"),
    ]

    private static func delivering(
        _ name: String, _ story: String, _ chinese: String, over version: TLSVersion, isStapled: Bool = false,
        isOthers: Bool = false,
        _ source: String
    ) -> BadServer {
        BadServer(
            name, story, chinese, exit: isOthers ? 28 : 0, findings: isOthers ? ["transparency"] : [], source: source,
            arguments: policy
        ) { (authority, host) throws(TestBedError) in
            let logs = try TestLogs(at: authority.moment)
            let identity = try authority.server(host)
            let logged = isOthers ? try authority.server("other.holdfast.test") : identity
            let timestamps = try authority.timestamps(for: logged, of: logs)
            let staple = isStapled ? try authority.staple(for: identity, carrying: timestamps) : nil
            return Staging.tls(identity, anchor: authority.root.certificate) { server in
                (server.minimumVersion, server.maximumVersion) = (version, version)
                server.stapledOCSP = staple
                if !isStapled { server.timestamps = SignedCertificateTimestampList(timestamps).encoded }
            }.knowing(logs).withoutChain
        }
    }
}

extension TestAuthority {
    /// The timestamps of two operators' logs for a certificate as it is.
    fileprivate func timestamps(
        for identity: Identity, of logs: TestLogs
    ) throws(TestBedError) -> [SignedCertificateTimestamp] {
        do throws(AuthorityError) {
            return try LoggedEntry(.certificate(identity.certificate), logs).by(each: logs.amber, logs.beryl)
        } catch {
            throw .authority(error)
        }
    }

    /// An OCSP response that a server's certificate is good, with timestamps in it.
    fileprivate func staple(
        for identity: Identity, carrying timestamps: [SignedCertificateTimestamp]
    ) throws(TestBedError) -> [UInt8] {
        do throws(AuthorityError) {
            let certID = try intermediate.certID(for: try Self.serialNumber(of: identity))
            var template = OCSPResponseTemplate(at: moment)
            template.answer(certID, .good, timestamps: timestamps)
            return try intermediate.issue(template)
        } catch {
            throw .authority(error)
        }
    }

    private static func serialNumber(of identity: Identity) throws(AuthorityError) -> SerialNumber {
        do throws(DERError) {
            return try Certificate(der: identity.certificate).serialNumber
        } catch {
            throw .malformed(error)
        }
    }
}
