import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// ML-DSA by a library that has it and by one that has not, and what is recognised by name alone.
@Suite("Keys and signatures that are post-quantum", .ownThread)
struct PostQuantumRuleTests {
    private static let moment = Instant(secondsSince1970: 1_780_300_800)  // 2026-06-01T08:00:00Z
    private static let host = "pq.holdfast.test"
    private static let hasMLDSA = MLDSA.mlDSA65.isInLibrary

    private func policy(_ root: String, _ profile: Profile = .default, public isPublic: Bool = false) throws
        -> TrustPolicy
    {
        var policy = TrustPolicy.ssl(try ServerName(Self.host))
        policy.profile = profile
        let anchor = try Certificate(der: RecordedMLDSA.der(root))
        policy.anchors = isPublic ? .onlyAsPublic([anchor]) : .only([anchor])
        return policy
    }

    private func judge(
        _ files: [String], _ policy: TrustPolicy
    ) throws -> (isTrusted: Bool, findings: [Finding], cause: FindingCode?) {
        let trust = try ServerTrust(derChain: files.map { try RecordedMLDSA.der($0) })
        do throws(TrustFailure) {
            return (true, try TrustEngine().evaluate(trust, with: policy, at: Self.moment).findings, nil)
        } catch {
            return (false, error.findings, error.cause.code)
        }
    }

    private static let chains =
        RecordedMLDSA.sets.map { (leaf: "leaf-\($0).pem", root: "root-\($0).pem") }
        + [(leaf: "leaf-p256-by-44.pem", root: "root-44.pem")]

    /// RFC 5280 §6.1.3(a)(1): "The signature on the certificate can be verified". What cannot be verified is refused,
    /// and is not called weak: the advice that goes with that is a weaker key.
    @Test(
        "a library without ML-DSA refuses, and says that it is the library",
        .disabled(if: hasMLDSA, "this OpenSSL has ML-DSA"), arguments: chains)
    func notInLibrary(chain: (leaf: String, root: String)) throws {
        for profile in Profile.all {
            for isPublic in [false, true] {
                let judged = try judge([chain.leaf], policy(chain.root, profile, public: isPublic))
                #expect(!judged.isTrusted, "\(profile.name)")
                // Below a public root a name of one's own network, as this one of the tests, comes first.
                if !isPublic { #expect(judged.cause == .unsupportedAlgorithm, "\(profile.name)") }
                let errors = judged.findings.filter { $0.severity == .error }
                #expect(
                    errors.contains { $0.requirement == "signature.library" && $0.position == .certificate(depth: 0) })
                #expect(errors.contains { $0.requirement == "postQuantum.library" })
                let codes = Set(judged.findings.map(\.code))
                #expect(codes.isDisjoint(with: [.weakKey, .weakSignature, .badSignature]), "\(codes)")
                for finding in errors where finding.requirement.hasSuffix(".library") {
                    #expect(finding.advice.contains("OpenSSL is 3.5 or newer"))
                    #expect(finding.message.contains("this machine's OpenSSL cannot verify"))
                }
            }
        }
        #expect(FindingCode.unsupportedAlgorithm.exitCode == 27)
    }

    /// As a chain alone the anchor is a name and a key: of the key nothing is said, of the signature everything.
    @Test(
        "a library without ML-DSA refuses a chain alone by its signature",
        .disabled(if: hasMLDSA, "this OpenSSL has ML-DSA"))
    func chainAlone() throws {
        var policy = try policy("root-44.pem", .rfc5280)
        policy.purpose = .basicX509
        let judged = try judge(["leaf-p256-by-44.pem"], policy)
        let errors = judged.findings.filter { $0.severity == .error }.map(\.requirement)
        #expect(!judged.isTrusted && errors == ["signature.library"])
    }

    /// An exception for what was found has to suffice: the code that is asked for is the one that was said.
    @Test(
        "the user's exception for the finding covers it, and one for a weak signature does not",
        .disabled(if: hasMLDSA, "this OpenSSL has ML-DSA, and there is no finding to except"))
    func exception() throws {
        let leaf = try Certificate(der: RecordedMLDSA.der("leaf-65.pem"))
        for (code, isTrusted) in [(FindingCode.unsupportedAlgorithm, true), (.weakSignature, false)] {
            var policy = try policy("root-65.pem")
            let exception = try TrustException(
                certificate: leaf.fingerprint, host: ServerName(Self.host), codes: [code],
                createdAt: Self.moment.advanced(bySeconds: -60), until: Self.moment.advanced(byDays: 1))
            policy.exceptions = .only([exception])
            #expect(try judge(["leaf-65.pem"], policy).isTrusted == isTrusted, "\(code)")
        }
    }

    @Test(
        "under one's own anchors the chain is trusted without a word where the library has ML-DSA",
        .enabled(if: hasMLDSA, "OpenSSL has no ML-DSA"), arguments: chains)
    func trusted(chain: (leaf: String, root: String)) throws {
        let judged = try judge([chain.leaf], policy(chain.root))
        #expect(judged.isTrusted)
        #expect(
            !judged.findings.contains { $0.code == .unsupportedAlgorithm || $0.code == .weakKey }, "\(judged.findings)")
        // RFC 9881 is the RFC of its algorithms; CA/B BR 7.1.3.1: "No other algorithms".
        #expect(try judge([chain.leaf], policy(chain.root, .rfc5280)).isTrusted)
        for (profile, isPublic) in [(Profile.webpki, false), (.webpki, true), (.default, true), (.apple, true)] {
            let refused = try judge([chain.leaf], policy(chain.root, profile, public: isPublic))
            let errors = refused.findings.filter { $0.severity == .error }
            #expect(errors.contains { $0.requirement == "postQuantum.programme" }, "\(profile.name) \(isPublic)")
            #expect(!refused.isTrusted && !errors.contains { $0.code == .weakKey || $0.code == .weakSignature })
        }
    }

    @Test(
        "a signature that another key made is a bad one", .enabled(if: hasMLDSA, "OpenSSL has no ML-DSA"),
        arguments: RecordedMLDSA.sets)
    func forged(_ set: String) throws {
        var leaf = try RecordedMLDSA.der("leaf-\(set).pem")
        leaf[leaf.count - 1] ^= 1
        let trust = try ServerTrust(derChain: [leaf])
        let policy = try policy("root-\(set).pem")
        let failure = #expect(throws: TrustFailure.self) {
            try TrustEngine().evaluate(trust, with: policy, at: Self.moment)
        }
        #expect(failure?.cause.code == .badSignature)
    }

    /// Each list has the leaf below its root (RFC 5280 §5.1).
    @Test(
        "what a list of ML-DSA revokes is revoked", .enabled(if: hasMLDSA, "OpenSSL has no ML-DSA"),
        arguments: RecordedMLDSA.sets)
    func revoked(_ set: String) throws {
        var policy = try policy("root-\(set).pem")
        policy.revocation = .hard
        let trust = try ServerTrust(derChain: [RecordedMLDSA.der("leaf-\(set).pem")])
        let list = SuppliedRevocationList(der: try RecordedMLDSA.der("list-\(set).pem"))
        let failure = #expect(throws: TrustFailure.self) {
            try TrustEngine().evaluate(
                trust, with: policy, at: Self.moment, supplying: [.revocationLists([list])])
        }
        #expect(failure?.cause.code == .revoked)
    }

    // MARK: By name, and by form

    @Test("SLH-DSA and composites are known by name alone, which is no weakness")
    func recognised() throws {
        let judged = try judge(["root-slh-dsa.pem"], policy("root-slh-dsa.pem"))
        #expect(
            judged.findings.contains { $0.requirement == "postQuantum.recognised" && $0.seen == "SLH-DSA-SHA2-128s" })
        #expect(!judged.isTrusted && !judged.findings.contains { $0.code == .weakKey || $0.code == .weakSignature })
        let test = try TestChain()
        for arcs in [ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 45), ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 34)] {
            let key = try SubjectPublicKeyInfo(
                algorithm: AlgorithmIdentifier(algorithm: arcs), subjectPublicKey: BitString([1, 2, 3]))
            let leaf = try test.intermediate.issue(TestChain.server(), for: key)
            #expect(try test.errors([leaf, test.intermediate.certificate]) == [.unsupportedAlgorithm])
        }
    }

    /// RFC 9881 §4 has the parameters absent, FIPS 204 table 2 the lengths.
    @Test("a key of ML-DSA with parameters, or of another length, is refused for its form by every profile")
    func form() throws {
        let test = try TestChain()
        let plain = AlgorithmIdentifier(algorithm: .mlDSA44)
        let odd = AlgorithmIdentifier(algorithm: .mlDSA44, parameters: [5, 0])
        for (algorithm, count) in [(odd, 1312), (plain, 1311), (plain, 1952)] {
            let key = try SubjectPublicKeyInfo(
                algorithm: algorithm, subjectPublicKey: BitString([UInt8](repeating: 1, count: count)))
            let chain = [try test.intermediate.issue(TestChain.server(), for: key), test.intermediate.certificate]
            for profile in Profile.all {
                var policy = try test.policy()
                policy.profile = profile
                let failure = try test.judge(chain, policy: policy).failure
                #expect(failure?.errors.contains { $0.requirement == "postQuantum.form" } == true, "\(count)")
                #expect(failure?.errors.contains { $0.code == .weakKey } == false)
            }
        }
    }

    /// RFC 9881 §5: "the keyUsage extension MUST have at least one of the following bits set: digitalSignature;
    /// nonRepudiation; keyCertSign; cRLSign", and "MUST NOT have any of following bits set: keyEncipherment;
    /// dataEncipherment; keyAgreement; encipherOnly; decipherOnly".
    @Test("the key usage of an ML-DSA key is one of signing alone")
    func keyUsage() throws {
        let test = try TestChain()
        let key = try Certificate(der: RecordedMLDSA.der("leaf-44.pem")).subjectPublicKeyInfo
        let rows: [(KeyUsage, Bool)] = [
            (.digitalSignature, false), ([.digitalSignature, .nonRepudiation], false),
            ([.digitalSignature, .keyEncipherment], true), ([.digitalSignature, .dataEncipherment], true),
            ([.digitalSignature, .keyAgreement], true), (.keyEncipherment, true), (.keyAgreement, true),
            ([.digitalSignature, .keyAgreement, .encipherOnly], true),
        ]
        for (usage, isBreach) in rows {
            let leaf = try test.intermediate.issue(TestChain.server { $0.keyUsage = usage }, for: key)
            for (profile, severity) in [(Profile.rfc5280, Severity.error), (.default, .warning)] {
                var policy = try test.policy()
                policy.profile = profile
                let result = try test.judge([leaf, test.intermediate.certificate], policy: policy)
                let all: [Finding] = result.success?.findings ?? result.failure?.findings ?? []
                let found: [Severity] = all.filter { $0.requirement == "postQuantum.keyUsage" }.map(\.severity)
                let expected: [Severity] = isBreach ? [severity] : []
                #expect(found == expected, "\(usage) \(profile.name)")
            }
        }
    }
}
