import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastSecurity
import HoldfastX509
import Testing

/// Every `errSec…` code that an evaluation can give so far, provoked; numbers and names from `SecBase.h`.
@Suite("SecTrust: the code of a refusal")
struct TrustErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let code: OSStatus
        var result = SecTrustResultType.recoverableTrustFailure
        let trust: @Sendable (TrustFixture) throws -> SecTrust
        var testDescription: String { name }
    }

    private static func leaf(
        _ name: String, _ code: OSStatus, _ result: SecTrustResultType = .recoverableTrustFailure,
        _ change: @escaping @Sendable (inout CertificateTemplate) -> Void
    ) -> Row {
        Row(name: name, code: code, result: result) { try $0.trust($0.chain(change)) }
    }

    /// A leaf of an intermediate that deviates.
    private static func authority(
        _ name: String, _ code: OSStatus, _ result: SecTrustResultType = .recoverableTrustFailure,
        _ change: @escaping @Sendable (inout CertificateTemplate) throws -> Void
    ) -> Row {
        Row(name: name, code: code, result: result) { test in
            var template = CertificateTemplate.intermediate(name: "Deviating", at: TrustFixture.moment)
            try change(&template)
            let authority = CertificateAuthority(try test.root.issue(template))
            return try test.trust(TrustFixture.certificates(authority.issue(TrustFixture.server()).chain))
        }
    }

    private static func added(_ name: ObjectIdentifier, _ value: [UInt8]) -> HoldfastX509.Extension {
        Extension(name, isCritical: true, value: value)
    }

    static let rows: [Row] = [
        Row(name: "no issuer", code: errSecCreateChainFailed) { try $0.trust([$0.chain()[0]]) },
        Row(name: "a root that is no anchor", code: errSecNotTrusted) { test in
            let trust = try TrustFixture.unanchored(test.chain() + [test.rootCertificate])
            SecTrustSetAnchorCertificatesOnly(trust, true)
            return trust
        },
        Row(name: "self-signed", code: errSecNotTrusted) { test in
            try test.trust(TrustFixture.certificates(Identity.selfSigned(TrustFixture.server()).chain))
        },
        leaf("expired", errSecCertificateExpired) { $0.notAfter = TrustFixture.moment.advanced(bySeconds: -1) },
        leaf("not yet valid", errSecCertificateNotValidYet) {
            $0.notBefore = TrustFixture.moment.advanced(bySeconds: 1)
        },
        leaf("another name", errSecHostNameMismatch) { $0.names = ["other.test"] },
        leaf("no alternative name", errSecHostNameMismatch) { $0.names = [] },
        Row(name: "a name that is none", code: errSecHostNameMismatch) {
            try $0.trust(policies: [SecPolicyCreateSSL(true, "no name" as CFString)])
        },
        Row(name: "a client's certificate with a name", code: errSecHostNameMismatch) { test in
            let chain = try test.chain { $0.extendedKeyUsage = [.clientAuth] }
            return try test.trust(chain, policies: [SecPolicyCreateSSL(false, TrustFixture.host as CFString)])
        },
        Row(name: "bad signature", code: errSecVerifyFailed, result: .fatalTrustFailure) { test in
            var bytes = Array(SecCertificateCopyData(try test.chain()[0]) as Data)
            bytes[bytes.count - 5] ^= 1
            return try test.trust([TrustFixture.certificate(bytes), test.chain()[1]])
        },
        Row(name: "weak key", code: errSecUnsupportedKeySize, result: .fatalTrustFailure) { test in
            let key = try PrivateKey.generate(.rsa(bits: 1024))
            let identity = try test.intermediate.issue(TrustFixture.server(), key: key)
            return try test.trust(TrustFixture.certificates(identity.chain))
        },
        Row(name: "weak digest", code: errSecInvalidDigestAlgorithm, result: .fatalTrustFailure) { test in
            let root = try CertificateAuthority.root(
                name: "RSA", at: TrustFixture.moment, key: try PrivateKey.generate(.rsa(bits: 2048)))
            let server = TrustFixture.server { $0.signatureAlgorithm = .rsaPKCS1(.sha1) }
            let trust = try TrustFixture.unanchored(TrustFixture.certificates(root.issue(server).chain))
            SecTrustSetAnchorCertificates(trust, [try TrustFixture.certificate(root.certificate)] as CFArray)
            return trust
        },
        leaf("for clients", errSecInvalidExtendedKeyUsage) { $0.extendedKeyUsage = [.clientAuth] },
        Row(name: "a server's as a client's", code: errSecInvalidExtendedKeyUsage) {
            try $0.trust(policies: [SecPolicyCreateSSL(false, nil)])
        },
        authority("no authority", errSecNoBasicConstraintsCA) { $0.basicConstraints = nil },
        authority("may not sign certificates", errSecInvalidKeyUsageForPolicy) { $0.keyUsage = [.digitalSignature] },
        Row(name: "too many authorities", code: errSecPathLengthConstraintExceeded) { test in
            let below = try test.intermediate.intermediate(name: "Below", at: TrustFixture.moment)
            return try test.trust(TrustFixture.certificates(below.issue(TrustFixture.server()).chain))
        },
        authority("name constraints", errSecCertificateNameNotAllowed, .fatalTrustFailure) {
            $0.nameConstraints = try .only(domains: ["other.test"])
        },
        leaf("unknown critical extension", errSecUnknownCriticalExtensionFlag, .fatalTrustFailure) {
            $0.additionalExtensions.append(added(ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 1), [0x05, 0x00]))
        },
        leaf("too long a life", errSecCertificateValidityPeriodTooLong) {
            $0.notAfter = TrustFixture.moment.advanced(byDays: 826)
        },
        Row(name: "revocation has to be known", code: errSecIncompleteCertRevocationCheck) { test in
            let policy = try #require(
                SecPolicyCreateRevocation(
                    kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse))
            return try test.trust(policies: [TrustFixture.ssl, policy])
        },
    ]

    @Test("each by its code, domain and result", arguments: rows)
    func code(_ row: Row) throws {
        let trust = try row.trust(try TrustFixture())
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(trust, &error))
        let found = try #require(error)
        #expect(OSStatus(found.code) == row.code)
        #expect(found.domain == NSOSStatusErrorDomain)
        #expect(TrustFixture.result(trust) == row.result)
        #expect(!found.localizedDescription.isEmpty)
        #expect((SecTrustCopyExceptions(trust) == nil) == (row.result == .fatalTrustFailure))
    }

    @Test("a success leaves no error behind")
    func success() throws {
        var error: CFError? = NSError(domain: "before", code: 1)
        #expect(SecTrustEvaluateWithError(try TrustFixture().trust(), &error))
        #expect(error == nil)
    }

    @Test("the findings, the cause beneath and the advice go with the error")
    func userInfo() throws {
        let test = try TrustFixture()
        let chain = try test.chain { $0.notAfter = TrustFixture.moment.advanced(bySeconds: -1) }
        let trust = try test.trust(chain, policies: [SecPolicyCreateSSL(true, "other.test" as CFString)])
        var error: CFError?
        SecTrustEvaluateWithError(trust, &error)
        let found = try #require(error)
        let findings = try #require(found.userInfo[HoldfastFindingsKey] as? [[String: Any]])
        let errors = findings.filter { $0["severity"] as? String == "error" }
        #expect(Set(errors.compactMap { $0["code"] as? String }) == ["hostMismatch", "expired"])
        #expect(errors.allSatisfy { $0["certificate"] as? Int == 0 })
        let beneath = try #require(found.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(beneath.code == found.code)
        #expect(beneath.localizedDescription.contains("other.test"))
        #expect(found.localizedRecoverySuggestion?.isEmpty == false)
    }

    /// Observed in the Security framework's own tests: trust is named before the name, the name before the validity.
    @Test("of several errors the one that Apple names")
    func order() throws {
        let test = try TrustFixture()
        let other = SecPolicyCreateSSL(true, "other.test" as CFString)
        let expired = try test.chain { $0.notAfter = TrustFixture.moment.advanced(bySeconds: -1) }
        #expect(TrustFixture.code(try test.trust(expired, policies: [other])) == errSecHostNameMismatch)
        let trust = try test.trust(expired + [test.rootCertificate], policies: [other])
        SecTrustSetAnchorCertificates(trust, [] as CFArray)
        #expect(TrustFixture.code(trust) == errSecNotTrusted)
        let long = try test.chain { $0.notAfter = TrustFixture.moment.advanced(byDays: 700) }
        #expect(TrustFixture.code(try test.trust(long)) == nil)
        let unanchored = try test.trust(long + [test.rootCertificate])
        SecTrustSetAnchorCertificates(unanchored, [] as CFArray)
        #expect(TrustFixture.code(unanchored) == errSecNotTrusted)
    }

    @Test("a policy about revocation alone asks for a good chain, and for no more than is known")
    func revocationAlone() throws {
        let test = try TrustFixture()
        let any = try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
        #expect(TrustFixture.code(try test.trust(policies: [any])) == nil)
        let expired = try test.chain { $0.notAfter = TrustFixture.moment.advanced(bySeconds: -1) }
        #expect(TrustFixture.code(try test.trust(expired, policies: [any])) == errSecCertificateExpired)
        #expect(TrustFixture.code(try test.trust([test.chain()[0]], policies: [any])) == errSecCreateChainFailed)
    }

    @Test("more certificates than are judged: an error, and no success")
    func tooMany() throws {
        let test = try TrustFixture()
        let trust = try test.trust(Array(repeating: test.chain()[0], count: 257))
        var error: CFError?
        #expect(!SecTrustEvaluateWithError(trust, &error))
        #expect(error != nil)
        var result = SecTrustResultType.unspecified
        #expect(SecTrustEvaluate(trust, &result) != errSecSuccess)
        #expect(result == .otherError)
        #expect(SecTrustGetCertificateCount(trust) == 1)
    }
}
