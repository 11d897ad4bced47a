import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// "Exceptions name the certificate, the host, the end, and the finding codes they override; a new code asks again."
@Suite("A user's explicit trust")
struct ExplicitTrustTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    static func exception(
        _ codes: Set<FindingCode>, for leaf: [UInt8], host: String = TestChain.host, from: Int64 = 0, days: Int64 = 30
    ) throws -> TrustException {
        let start = TestChain.moment.advanced(byDays: from)
        return try TrustException(
            certificate: Digest.sha256(leaf[...]), host: try ServerName(host), codes: codes, createdAt: start,
            until: start.advanced(byDays: days))
    }

    private func policy(_ exceptions: TrustException..., anchors: [[UInt8]]? = nil) throws -> TrustPolicy {
        var policy = try test.policy(anchors: anchors)
        policy.exceptions = .only(exceptions)
        return policy
    }

    @Test("an expired certificate under an anchor: proceed, with the finding first, as a warning, marked")
    func expired() throws {
        let chain = try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
        let exception = try Self.exception([.expired], for: chain[0])
        let proof = try #require(try test.judge(chain, policy: policy(exception)).success)
        #expect(proof.result == .proceed)
        #expect(proof.exception == exception)
        #expect(proof.basis == .exception(exception))
        #expect(proof.anchor?.certificate == (try Certificate(der: test.root.certificate)))
        #expect(proof.findings.first?.code == .expired)
        #expect(proof.findings.first?.severity == .warning)
        #expect(proof.findings.first?.overriddenBy == .exception)
        #expect(!proof.findings.contains { $0.severity == .error })
    }

    struct DeadEnd: Sendable, CustomTestStringConvertible {
        let code: FindingCode
        let chain: @Sendable (TestChain) throws -> [[UInt8]]
        var testDescription: String { code.rawValue }
    }

    private static let deadEnds = [
        DeadEnd(code: .issuerNotFound) { [try $0.chain()[0]] },
        DeadEnd(code: .selfSignedNotAnchor) { _ in try Identity.selfSigned(TestChain.server()).chain },
        DeadEnd(code: .noAnchor) { try $0.chain() + [$0.root.certificate] },
    ]

    @Test("a path that ends nowhere: proceed, and no anchor is claimed", arguments: deadEnds)
    func deadEnd(_ row: DeadEnd) throws {
        let chain = try row.chain(test)
        let exception = try Self.exception([row.code], for: chain[0])
        #expect(try test.errors(chain, policy: test.policy(anchors: [])) == [row.code])
        let proof = try #require(try test.judge(chain, policy: policy(exception, anchors: [])).success)
        #expect(proof.result == .proceed)
        #expect(proof.anchor == nil)
        #expect(proof.findings.map(\.code) == [row.code])
    }

    @Test("where nothing has to be overridden, the exception is not what trust rests on")
    func unneeded() throws {
        let chain = try test.chain()
        let proof = try #require(
            try test.judge(chain, policy: policy(try Self.exception([.expired], for: chain[0]))).success)
        #expect(proof.result == .unspecified)
        #expect(proof.exception == nil)
        #expect(proof.findings.isEmpty)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Made for a leaf; nil for none.
        let exception: @Sendable ([UInt8]) throws -> TrustException
        /// What the note about it says; nil where there is none.
        let note: String?
        init(
            _ testDescription: String, note: String?,
            _ exception: @escaping @Sendable ([UInt8]) throws -> TrustException
        ) {
            self.testDescription = testDescription
            self.exception = exception
            self.note = note
        }
    }

    private static let misfits = [
        Row("another certificate", note: nil) { _ in try exception([.expired, .hostMismatch], for: [1, 2, 3]) },
        Row("another host", note: nil) { try exception([.expired, .hostMismatch], for: $0, host: "other.test") },
        Row("a parent of the host", note: nil) { try exception([.expired, .hostMismatch], for: $0, host: "test") },
        Row("one that has ended", note: "ended at 2026-06-01T08:00:00Z") {
            try exception([.expired, .hostMismatch], for: $0, from: -30)
        },
        Row("one that has not begun", note: "holds only from 2026-06-02T08:00:00Z on") {
            try exception([.expired, .hostMismatch], for: $0, from: 1)
        },
        Row("a code is missing", note: "does not cover hostMismatch") { try exception([.expired], for: $0) },
        Row("both codes are missing", note: "does not cover expired, hostMismatch") {
            try exception([.lifetime], for: $0)
        },
    ]

    @Test("does not fit, and refuses as if there were none", arguments: misfits)
    func misfit(_ row: Row) throws {
        let chain = try test.chain {
            $0.notAfter = TestChain.moment.advanced(bySeconds: -1)
            $0.names = ["another.test"]
        }
        let exception = try row.exception(chain[0])
        let failure = try #require(try test.judge(chain, policy: policy(exception)).failure)
        #expect(Set(failure.errors.map(\.code)) == [.expired, .hostMismatch])
        #expect(failure.errors.allSatisfy { $0.overriddenBy == nil })
        let notes = failure.findings.filter { $0.code == .userException }
        if let note = row.note {
            #expect(notes.first?.message.hasSuffix(note) == true, "\(notes)")
            #expect(notes.first?.severity == .note)
        } else {
            #expect(notes.isEmpty, "\(notes)")
        }
        // Both codes, this certificate, this host, now.
        let fitting = try Self.exception([.expired, .hostMismatch], for: chain[0])
        #expect(try test.judge(chain, policy: policy(exception, fitting)).success?.exception == fitting)
    }

    @Test("two exceptions that cover everything only together are not added up")
    func notAddedUp() throws {
        let chain = try test.chain {
            $0.notAfter = TestChain.moment.advanced(bySeconds: -1)
            $0.names = ["another.test"]
        }
        let exceptions = try [.expired, .hostMismatch].map { try Self.exception([$0], for: chain[0]) }
        var policy = try test.policy()
        policy.exceptions = .only(exceptions)
        #expect(try test.errors(chain, policy: policy) == [.expired, .hostMismatch])
    }

    @Test("another purpose knows no exceptions")
    func otherPurpose() throws {
        let chain = try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
        var policy = try policy(try Self.exception([.expired, .extendedKeyUsage], for: chain[0]))
        policy.purpose = .basicX509
        #expect(try test.errors(chain, policy: policy) == [.expired])
        policy.purpose = .sslClient
        #expect(try test.errors(chain, policy: policy) == [.expired, .extendedKeyUsage])
    }

    /// Every code that may be excepted, which is all that a user could ever say.
    private static let everything = Set(FindingCode.all.filter(\.isExceptable))

    @Test("a signature that does not verify is never overridden")
    func badSignature() throws {
        let chain = try test.chain { $0.signatureEdit = .flippingBit(at: -1) }
        let exception = try Self.exception(Self.everything, for: chain[0])
        let failure = try #require(try test.judge(chain, policy: policy(exception)).failure)
        #expect(failure.errors.map(\.code).contains(.badSignature))
        #expect(failure.findings.last?.message.contains("does not cover badSignature") == true)
    }

    @Test("a malformed certificate is never overridden, the leaf or another one")
    func malformed() throws {
        let good = try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
        for chain in [[[0x30, 0x00]], good + [[0x30, 0x00]], [good[0], [0x30, 0x00]]] {
            let exception = try Self.exception(Self.everything, for: chain[0])
            #expect(
                try test.errors(chain, policy: policy(exception)).contains(.malformedCertificate), "\(chain.count)")
        }
    }

    @Test("a work limit is never overridden")
    func workLimit() throws {
        let chain = try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
        var policy = try policy(try Self.exception(Self.everything, for: chain[0]))
        policy.limits.signatureWeight = 0
        #expect(try test.errors(chain, policy: policy).contains(.workLimit))
        policy.limits = Limits()
        policy.limits.nameComparisons = 0
        #expect(try test.errors(chain, policy: policy).contains(.workLimit))
    }

    @Test("what the path lacks has to be excepted even where a rule of one's own is the only error")
    func structure() throws {
        struct Never: TrustRule {
            static let never = Requirement("never.ever", FindingCode(custom: "never"), source: "test", advice: "none")
            var cacheKey: [UInt8]? { [9] }
            func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
                judgement.report(Self.never, at: .chain, seen: "a chain", expected: "none", message: "refused")
            }
        }
        let chain = try test.chain()
        var policy = try policy(try Self.exception([FindingCode(custom: "never")], for: chain[0]))
        policy.rules = [Never()]
        #expect(try test.judge(chain, policy: policy).success?.result == .proceed)
        policy.anchors = .only([])
        #expect(try test.errors(chain, policy: policy) == [FindingCode(custom: "never"), .issuerNotFound])
    }

    @Test("nor does a profile that grades it down take away what the path lacks")
    func structureGradedDown() throws {
        let lowered = try Profile.default.dangerouslyLowering("anchor.issuerFound", to: nil)
        let chain = try test.chain { $0.names = ["another.test"] }
        for (codes, errors): (Set<FindingCode>, Set<FindingCode>) in [
            ([.hostMismatch], [.hostMismatch]), ([.hostMismatch, .issuerNotFound], []),
        ] {
            var policy = try policy(try Self.exception(codes, for: chain[0]), anchors: [])
            policy.profile = lowered
            #expect(try test.errors(chain, policy: policy) == errors, "\(codes)")
        }
        // Nor what its signatures lack.
        let forged = try test.chain { $0.signatureEdit = .flippingBit(at: -1) } + [test.root.certificate]
        var policy = try policy(try Self.exception(Self.everything, for: forged[0]), anchors: [])
        policy.profile = try Profile.default.dangerouslyLowering("signature.verifies", to: .note)
        #expect(try test.judge(forged, policy: policy).failure != nil)
    }

    @Test("added, removed and replaced in a list: the handle follows at once")
    func list() throws {
        let chain = try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
        let list = TrustExceptionList()
        var policy = try test.policy()
        policy.exceptions = .from(list)
        #expect(try test.errors(chain, policy: policy) == [.expired])
        list.add(try Self.exception([.expired], for: chain[0]))
        #expect(try test.judge(chain, policy: policy).success?.result == .proceed)
        list.add(try Self.exception([.hostMismatch], for: chain[0]))
        #expect(list.exceptions().count == 1)
        #expect(try test.errors(chain, policy: policy) == [.expired])
        list.add(try Self.exception([.expired], for: chain[0]))
        list.remove { $0.host?.description == TestChain.host }
        #expect(try test.errors(chain, policy: policy) == [.expired])
    }
}
