import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// A verdict may be remembered where judging again would say the same, and nowhere else.
@Suite("Memory of verdicts", .ownThread)
struct VerdictMemoryTests {
    private let test: TestChain
    private let chain: [[UInt8]]
    private static let moment = TestChain.moment

    init() throws {
        test = try TestChain()
        chain = try test.chain()
    }

    private func judge(
        _ chain: [[UInt8]]? = nil, stapled: [UInt8]? = nil, at instant: Instant = moment, by engine: TrustEngine,
        _ change: (inout TrustPolicy) throws -> Void = { _ in }
    ) throws -> TrustEvaluation {
        var policy = try test.policy()
        try change(&policy)
        let trust = try ServerTrust(derChain: chain ?? self.chain, stapledOCSP: stapled)
        return try engine.evaluate(trust, with: policy, at: instant)
    }

    @Test("the very same chain is judged once; the proof says so, and is otherwise the same")
    func same() throws {
        let engine = TrustEngine()
        let first = try judge(by: engine)
        let later = Self.moment.advanced(bySeconds: 60)
        let second = try judge(at: later, by: engine)
        #expect(!first.work.isRemembered && second.work == .remembered)
        #expect(engine.counters.judged == 1 && engine.counters.remembered == 1)
        #expect(second.basis == first.basis && second.findings == first.findings && second.chain == first.chain)
        #expect(second.policyDigest == first.policyDigest && second.result == first.result)
        #expect(first.at == Self.moment && second.at == later)
        #expect(second.presented == first.presented && second.policy.digest == first.policy.digest)
    }

    @Test("by an engine that is told not to remember, it is judged each time")
    func off() throws {
        let engine = TrustEngine(remembersVerdicts: false)
        for _ in 0..<3 { #expect(!(try judge(by: engine)).work.isRemembered) }
        #expect(engine.counters.judged == 3 && engine.counters.remembered == 0)
    }

    @Test("what is remembered can be asked for without judging; where it is not, nothing is judged")
    func asked() throws {
        let engine = TrustEngine()
        let trust = try ServerTrust(derChain: chain)
        var policy = try test.policy()
        #expect(engine.remembered(trust, with: policy, at: Self.moment) == nil)
        #expect(engine.counters.judged == 0)
        _ = try engine.evaluate(trust, with: policy, at: Self.moment)
        let known = try #require(engine.remembered(trust, with: policy, at: Self.moment))
        #expect(known.work.isRemembered && engine.counters.judged == 1 && engine.counters.remembered == 1)
        #expect(engine.remembered(trust, with: policy, at: Self.moment.advanced(byDays: 4_000)) == nil)
        policy.pins = TrustPins(
            .everywhere(
                try PinSet(anywhere: [Pin(try Certificate(der: test.root.certificate))], backup: .waived)))
        #expect(engine.remembered(trust, with: policy, at: Self.moment) == nil)
        policy = try test.policy()
        (policy.revocation, policy.fetching) = (.soft, EvidenceFetching(revocation: .any))
        #expect(engine.remembered(trust, with: policy, at: Self.moment) == nil)
        let silent = TrustEngine(remembersVerdicts: false)
        _ = try silent.evaluate(trust, with: test.policy(), at: Self.moment)
        #expect(silent.remembered(trust, with: try test.policy(), at: Self.moment) == nil)
        #expect(engine.counters.judged == 1)
    }

    @Test("what was sent differs by an octet, an order or a staple: it is judged")
    func sent() throws {
        let engine = TrustEngine()
        let root = test.root.certificate
        let lists = [
            chain, chain + [root], [chain[0], root, chain[1]], chain + [chain[1]], chain + [[0x30, 0x00]],
            try test.chain(),
        ]
        for list in lists { #expect(!(try judge(list, by: engine)).work.isRemembered) }
        #expect(!(try judge(stapled: [1], by: engine)).work.isRemembered)
        #expect(!(try judge(stapled: [2], by: engine)).work.isRemembered)
        for list in lists { #expect((try judge(list, by: engine)).work.isRemembered) }
        var trust = try ServerTrust(derChain: chain, signedCertificateTimestamps: [0, 0])
        #expect(!(try engine.evaluate(trust, with: test.policy(), at: Self.moment)).work.isRemembered)
        trust = try ServerTrust(presentedChain: chain.map { try Certificate(der: $0) })
        #expect((try engine.evaluate(trust, with: test.policy(), at: Self.moment)).work.isRemembered)
    }

    @Test("one octet changed anywhere is another chain, and refused")
    func changed() throws {
        let engine = TrustEngine()
        _ = try judge(by: engine)
        for (certificate, bytes) in chain.enumerated() {
            for place in stride(from: 0, to: bytes.count, by: 7) {
                var other = chain
                other[certificate][place] ^= 1
                #expect(throws: TrustFailure.self) { try judge(other, by: engine) }
            }
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (inout TrustPolicy, TestChain) throws -> Void
        init(_ testDescription: String, _ make: @escaping @Sendable (inout TrustPolicy, TestChain) throws -> Void) {
            self.testDescription = testDescription
            self.make = make
        }
    }

    @Test(
        "another policy is judged by itself",
        arguments: [
            Change("no name") { policy, _ in policy.purpose = .sslWithoutName },
            Change("the chain alone") { policy, _ in policy.purpose = .basicX509 },
            Change("another profile") { policy, _ in policy.profile = .rfc5280 },
            Change("a raised profile") { policy, _ in
                policy.profile = try policy.profile.raising("lifetime.recommended", to: .warning)
            },
            Change("other anchors") { policy, test in
                let certificates = [test.root.certificate, test.intermediate.certificate]
                policy.anchors = .only(try certificates.map { try Certificate(der: $0) })
            },
            Change("less work") { policy, _ in policy.limits.pathSteps -= 1 },
            Change("a notice") { policy, _ in policy.expiryNotice = .seconds(1) },
            Change("a share of the lifetime") { policy, _ in policy.expiryShare = 1 },
            Change("revocation") { policy, _ in policy.revocation = .soft },
            Change("a list of suffixes") { policy, _ in
                policy.publicSuffixes = PublicSuffixes(identity: "x") { _ in nil }
            },
            Change("pins") { policy, test in
                policy.pins = TrustPins(
                    .everywhere(
                        try PinSet(
                            anywhere: [Pin(try Certificate(der: test.root.certificate))], backup: .waived)))
            },
            Change("a rule with a key") { policy, _ in policy.rules = [Nothing(cacheKey: [1])] },
        ])
    func policies(_ change: Change) throws {
        let engine = TrustEngine()
        _ = try judge(by: engine)
        #expect(!(try judge(by: engine) { try change.make(&$0, test) }).work.isRemembered)
        #expect((try judge(by: engine) { try change.make(&$0, test) }).work.isRemembered)
    }

    private struct Nothing: TrustRule {
        let cacheKey: [UInt8]?
        func judge(_ path: CertificationPath, _ judgement: inout Judgement) {}
    }

    @Test("a verdict of a rule without a key is never remembered, one with a key within its second")
    func rules() throws {
        let engine = TrustEngine()
        for _ in 0..<2 { #expect(!(try judge(by: engine) { $0.rules = [Nothing(cacheKey: nil)] }).work.isRemembered) }
        _ = try judge(by: engine) { $0.rules = [Nothing(cacheKey: [1])] }
        let same = Instant(secondsSince1970: Self.moment.secondsSince1970, nanoseconds: 999)
        #expect((try judge(at: same, by: engine) { $0.rules = [Nothing(cacheKey: [1])] }).work.isRemembered)
        let next = Self.moment.advanced(bySeconds: 1)
        #expect(!(try judge(at: next, by: engine) { $0.rules = [Nothing(cacheKey: [1])] }).work.isRemembered)
    }

    @Test("anchors loaded again, pins replaced, exceptions changed: it is judged again")
    func generations() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(test.root.certificate, to: "root.der")
        let anchors = try TrustAnchors.only(paths: [file])
        let pins = TrustPins(.none)
        let list = TrustExceptionList()
        let exceptions = TrustExceptions.from(list)
        let engine = TrustEngine()
        func isRemembered() throws -> Bool {
            try judge(by: engine) {
                $0.anchors = anchors
                $0.pins = pins
                $0.exceptions = exceptions
            }.work.isRemembered
        }
        #expect(try [isRemembered(), isRemembered()] == [false, true])
        anchors.reload()
        #expect(try [isRemembered(), isRemembered()] == [false, true])
        let pin = Pin(try Certificate(der: test.root.certificate))
        pins.replace(with: .everywhere(try PinSet(anywhere: [pin], backup: .waived)))
        #expect(try [isRemembered(), isRemembered()] == [false, true])
        list.add(try ExplicitTrustTests.exception([.expired], for: chain[0]))
        #expect(try [isRemembered(), isRemembered()] == [false, true])
    }

    @Test("a refusal is judged each time, and so is what the user's explicit trust accepts")
    func refusals() throws {
        let engine = TrustEngine()
        for count in 1...3 {
            #expect(throws: TrustFailure.self) { try judge(by: engine) { $0.purpose = .ssl(try ServerName("a.test")) } }
            #expect(engine.counters.judged == count)
        }
        let expired = try test.chain { $0.notAfter = Self.moment.advanced(bySeconds: -1) }
        let exception = try ExplicitTrustTests.exception([.expired], for: expired[0])
        let exceptions = TrustExceptions.only([exception])
        for _ in 0..<2 {
            let proof = try judge(expired, by: engine) { $0.exceptions = exceptions }
            #expect(proof.exception == exception && !proof.work.isRemembered)
        }
    }

    @Test("evidence that is given counts, whatever was accepted without it")
    func evidence() throws {
        let world = try RevocationWorld()
        var policy = try world.chain.policy()
        policy.revocation = .soft
        let trust = try ServerTrust(derChain: world.leaf.chain)
        let engine = TrustEngine()
        for _ in 0..<2 { _ = try engine.evaluate(trust, with: policy, at: Self.moment) }
        #expect(engine.counters.remembered == 1)
        let list = try world.list { $0.revoke(world.certificate.serialNumber, on: Self.moment.advanced(byDays: -1)) }
        let evidence = Evidence.revocationLists([SuppliedRevocationList(der: list)])
        #expect(throws: TrustFailure.self) {
            try engine.evaluate(trust, with: policy, at: Self.moment, supplying: [evidence])
        }
    }

    @Test("512 are kept, the oldest goes first; more than 64 KiB are not")
    func bounds() throws {
        let engine = TrustEngine()
        func isRemembered(_ number: Int) throws -> Bool {
            try judge(stapled: [UInt8(number & 0xFF), UInt8(number >> 8)], by: engine).work.isRemembered
        }
        for number in 0..<512 { #expect(try !isRemembered(number)) }
        #expect(try isRemembered(0) && isRemembered(511))
        #expect(try !isRemembered(512))
        #expect(try !isRemembered(0))
        #expect(try isRemembered(2) && isRemembered(512) && !isRemembered(1))
        let size = chain.reduce(0) { $0 + $1.count }
        for (count, isKept) in [(65_536 - size, true), (65_537 - size, false)] {
            let staple = [UInt8](repeating: 7, count: count)
            _ = try judge(stapled: staple, by: engine)
            #expect((try judge(stapled: staple, by: engine)).work.isRemembered == isKept)
        }
    }

    @Test("from many threads it says the same")
    func threads() async throws {
        let engine = TrustEngine()
        let chains = try (0..<4).map { _ in try test.chain() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let proof = try judge(chains[number % 4], by: engine)
                    #expect(proof.chain.first?.bytes == chains[number % 4][0][...])
                }
            }
            try await group.waitForAll()
        }
        #expect(engine.counters.judged + engine.counters.remembered == 64 && engine.counters.judged >= 4)
    }
}
