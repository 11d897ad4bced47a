import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastSecurity
import HoldfastTrust
import HoldfastX509
import Testing

/// Certificate transparency under Apple's names: "Use this function to provide secure certificate timestamps, which
/// might be obtained during a TLS/SSL handshake, as input to a trust evaluation"
/// (SecTrustSetSignedCertificateTimestamps).
@Suite("SecTrust: certificate transparency")
struct TrustTransparencyTests {
    let test: TrustFixture
    let identity: Identity
    let chain: [SecCertificate]
    /// Logs of two operators, which are on the list, and one that is not.
    let logs: [TransparencyLog]
    let stranger: TransparencyLog

    init() throws {
        test = try TrustFixture()
        identity = try test.intermediate.issue(TrustFixture.server())
        chain = try TrustFixture.certificates(identity.chain)
        logs = try (0..<2).map { _ in try TransparencyLog(key: PrivateKey.generate(.p256)) }
        stranger = try TransparencyLog(key: PrivateKey.generate(.p256))
    }

    private func requirement(_ scope: TransparencyRequirement.Scope = .everyAnchor) throws -> TransparencyChecking {
        let operators = logs.enumerated().map { number, log in
            """
            {"name": "Operator \(number)", "logs": [{"log_id": "\(Base64.encode(log.id))",
            "key": "\(Base64.encode(log.key.subjectPublicKeyInfo.bytes))",
            "state": {"usable": {"timestamp": "2025-01-01T00:00:00Z"}}}]}
            """
        }
        let list = try TransparencyLogList(json: Array("{\"operators\": [\(operators.joined(separator: ","))]}".utf8))
        return .required(TransparencyRequirement(policy: .apple, logs: list, scope: scope))
    }

    private func timestamps(_ logs: [TransparencyLog]) throws -> [SignedCertificateTimestamp] {
        let earlier = TrustFixture.moment.advanced(bySeconds: -60)
        return try logs.map { try $0.timestamp(.certificate(identity.certificate), at: earlier) }
    }

    private func data(_ logs: [TransparencyLog]) throws -> CFArray {
        try timestamps(logs).map { Data($0.bytes) } as CFArray
    }

    /// The value under `kSecTrustCertificateTransparency`: "When the key is present and the value set to
    /// kCFBooleanTrue, it indicates the chain is Certificate Transparency (CT) qualified."
    private func isQualified(_ trust: SecTrust) -> Bool? {
        (SecTrustCopyResult(trust) as? [String: Any])?[kSecTrustCertificateTransparency as String] as? Bool
    }

    @Test("timestamps that were given count, once the program says by which logs")
    func given() throws {
        let trust = try test.trust(chain)
        #expect(SecTrustSetSignedCertificateTimestamps(trust, try data(logs)) == errSecSuccess)
        #expect(TrustFixture.code(trust) == nil && isQualified(trust) == nil, "nobody asks")
        trust.setTransparency(try requirement())
        #expect(TrustFixture.code(trust) == nil && isQualified(trust) == true)
        #expect(SecTrustSetSignedCertificateTimestamps(trust, nil) == errSecSuccess)
        #expect(TrustFixture.code(trust) != nil && isQualified(trust) == nil)
        trust.setTransparency(.off)
        #expect(TrustFixture.code(trust) == nil && isQualified(trust) == nil)
    }

    @Test("too few, of a log that is not on the list, for another certificate, and none: refused")
    func refused() throws {
        let other = try test.intermediate.issue(TrustFixture.server()).certificate
        let earlier = TrustFixture.moment.advanced(bySeconds: -60)
        let forOther = try logs.map { Data(try $0.timestamp(.certificate(other), at: earlier).bytes) } as CFArray
        for given in [try data([logs[0]]), try data([logs[0], stranger]), forOther, [] as CFArray] {
            let trust = try test.trust(chain)
            trust.setTransparency(try requirement())
            #expect(SecTrustSetSignedCertificateTimestamps(trust, given) == errSecSuccess)
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(trust, &error))
            let findings = error?.userInfo[HoldfastFindingsKey] as? [[String: Any]]
            #expect(findings?.first?["code"] as? String == "transparency")
            #expect(isQualified(trust) == nil)
        }
    }

    @Test("those in the OCSP response that was given count as well")
    func stapled() throws {
        let leaf = try Certificate(der: identity.certificate)
        var template = OCSPResponseTemplate(at: TrustFixture.moment)
        template.answer(
            try test.intermediate.certID(for: leaf.serialNumber), .good, timestamps: try timestamps(logs))
        let trust = try test.trust(chain)
        trust.setTransparency(try requirement())
        #expect(TrustFixture.code(trust) != nil)
        SecTrustSetOCSPResponse(trust, Data(try test.intermediate.issue(template)) as CFData)
        #expect(TrustFixture.code(trust) == nil && isQualified(trust) == true)
    }

    @Test("what is asked of public anchors alone is not asked under one's own; a client's certificate is not asked")
    func scope() throws {
        let trust = try test.trust(chain)
        trust.setTransparency(try requirement(.publicAnchors))
        #expect(TrustFixture.code(trust) == nil && isQualified(trust) == nil)
        let client = try TrustFixture.certificates(
            test.intermediate.issue(.client(name: "client", at: TrustFixture.moment)).chain)
        let other = try test.trust(client, policies: [SecPolicyCreateSSL(false, nil)])
        other.setTransparency(try requirement())
        #expect(TrustFixture.code(other) == nil)
    }
}
