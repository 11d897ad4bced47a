import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// A server's certificate, three logs that a client knows, and what they and a stranger have signed.
///
/// Keys of logs are new in every process; an input means the same all the same, since it only chooses.
struct LogWorld: Sendable {
    static let shared = Result { try LogWorld() }

    let leaf: [UInt8]
    let policy: TrustPolicy
    /// Those on the list, and one that is not.
    let logs: [TransparencyLog]
    /// A timestamp of each log for the certificate.
    let genuine: [SignedCertificateTimestamp]
    /// A timestamp of each log for another certificate.
    let others: [SignedCertificateTimestamp]
    private let authority: CertificateAuthority
    private let certID: CertID

    init() throws {
        let moment = FixedKeys.moment
        let authority = try FixedKeys.root("Fuzzed Logs", key: 200)
        self.authority = authority
        func certificate(_ number: UInt64) throws -> [UInt8] {
            var template = CertificateTemplate.server(names: ["www.fuzz.test"], at: moment)
            template.serialNumber = SerialNumber(number)
            return try authority.issue(template, key: FixedKeys.key(201)).certificate
        }
        leaf = try certificate(1)
        let other = try certificate(2)
        certID = try authority.certID(for: SerialNumber(1))
        logs = try (0..<4).map { _ in try TransparencyLog(key: PrivateKey.generate(.p256)) }
        let earlier = moment.advanced(bySeconds: -3_600)
        let entry = TimestampedEntry.certificate(leaf)
        genuine = try logs.map { try $0.timestamp(entry, at: earlier) }
        others = try logs.map { try $0.timestamp(.certificate(other), at: earlier) }

        var policy = TrustPolicy.ssl(try ServerName("www.fuzz.test"))
        policy.anchors = .only([try Certificate(der: authority.certificate)])
        policy.transparency = .required(
            TransparencyRequirement(policy: .apple, logs: try Self.list(of: logs.dropLast())))
        self.policy = policy
    }

    private static func list(of logs: some Collection<TransparencyLog>) throws -> TransparencyLogList {
        let entries = logs.map { log in
            let key = Base64.encode(log.key.subjectPublicKeyInfo.bytes)
            let state = #"{"usable":{"timestamp":"2020-01-01T00:00:00Z"}}"#
            return #"{"log_id":"\#(Base64.encode(log.id))","key":"\#(key)","state":\#(state)}"#
        }
        let text = #"{"operators":[{"name":"One","logs":[\#(entries.joined(separator: ","))]}]}"#
        return try TransparencyLogList(json: Array(text.utf8))
    }

    /// The number of logs on the list that have signed the certificate, among the timestamps of a list; 0 for bytes
    /// that are no list.
    func signers(of bytes: [UInt8]) -> Int {
        guard let list = try? SignedCertificateTimestampList(bytes: bytes[...]) else { return 0 }
        return logs.dropLast().count { log in
            guard let key = try? PublicKey(log.key.subjectPublicKeyInfo) else { return false }
            return list.timestamps.contains { key.isValidTimestamp($0, for: .certificate(leaf)) }
        }
    }

    /// A stapled response that carries a list, whatever it is.
    func staple(_ list: [UInt8]) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: FixedKeys.moment)
        let value = EmbeddedSCTList(list[...]).der
        template.answer(certID, .good, singleExtensions: [Extension(.ocspResponseSCTList, value: value)])
        return try authority.issue(template)
    }
}
