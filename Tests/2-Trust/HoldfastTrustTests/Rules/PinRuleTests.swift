import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Pins on the path", .ownThread)
struct PinRuleTests {
    private let test: TestChain
    private let chain: [[UInt8]]
    private let leaf: Certificate
    private let intermediate: Certificate
    private let root: Certificate

    init() throws {
        test = try TestChain()
        chain = try test.chain()
        leaf = try Certificate(der: chain[0])
        intermediate = try Certificate(der: chain[1])
        root = try Certificate(der: test.root.certificate)
    }

    private func policy(_ set: PinSet) throws -> TrustPolicy {
        var policy = try test.policy()
        policy.pins = TrustPins(.everywhere(set))
        return policy
    }

    @Test("a key of the built path is enough, whichever", arguments: [0, 1, 2], Pin.Algorithm.allCases)
    func anywhere(_ depth: Int, _ algorithm: Pin.Algorithm) throws {
        let pin = Pin([leaf, intermediate, root][depth], .publicKey, algorithm)
        let verdict = try test.judge(chain, policy: policy(PinSet(anywhere: [pin], backup: .waived)))
        guard case .matched(_, let match) = try #require(verdict.success).pins else {
            Issue.record("\(verdict)")
            return
        }
        #expect(match.found.map(\.depth) == [depth] && match.found.map(\.pin) == [pin])
    }

    /// NSPinnedDomains: both kinds have to match where both are given.
    @Test("leaf and authorities both have to match")
    func groups() throws {
        let other = try PinSetTests.pin(7)
        func errors(_ leaf: Pin, _ authority: Pin) throws -> Set<FindingCode> {
            try test.errors(
                chain, policy: policy(PinSet(leaf: [leaf], authorities: [authority], backup: .waived)))
        }
        #expect(try errors(Pin(leaf), Pin(intermediate)).isEmpty)
        #expect(try errors(Pin(leaf), Pin(root)).isEmpty)
        #expect(try errors(Pin(leaf), other) == [.pinMismatch])
        #expect(try errors(other, Pin(root)) == [.pinMismatch])
        #expect(try errors(Pin(root), Pin(leaf)) == [.pinMismatch])
    }

    @Test("a mismatch tells the chain's own pins, ready to paste")
    func evidence() throws {
        let verdict = try test.judge(chain, policy: policy(PinSet(anywhere: [PinSetTests.pin(7)], backup: .waived)))
        let finding = try #require(verdict.failure).cause
        #expect(finding.code == .pinMismatch && finding.code.exitCode == 26)
        for certificate in [leaf, intermediate, root] { #expect(finding.seen.contains("\(Pin(certificate))")) }
        #expect(finding.expected.contains("\(try PinSetTests.pin(7))"))
        // Whoever prints the error alone can paste them too (OkHttp's documentation has people work that way).
        for certificate in [leaf, intermediate, root] { #expect(finding.message.contains("\(Pin(certificate))")) }
        #expect(finding.message.hasPrefix("the pinned key is not in the chain; "), "\(finding.message)")
        #expect(finding.statements.message.text(in: .chinese).contains("\(Pin(leaf))"))
    }

    /// What is merely sent proves nothing: the pinned authority's certificate is public.
    @Test("a pinned certificate that vouches for nothing does not count")
    func merelySent() throws {
        let stranger = try CertificateAuthority.root(name: "Stranger", at: TestChain.moment)
        let forged = try stranger.issue(TestChain.server()).chain
        var policy = try policy(PinSet(anywhere: [Pin(intermediate), Pin(root)]))
        policy.anchors = .only([root, try Certificate(der: stranger.certificate)])
        let sent = forged + [chain[1], test.root.certificate]
        #expect(try test.errors(sent, policy: policy) == [.pinMismatch])
    }

    @Test("a pinned authority above a signature that does not hold does not count")
    func brokenLink() throws {
        let sent = try test.chain { $0.signatureEdit = .flippingBit(at: -1) }
        let errors = try test.errors(sent, policy: policy(PinSet(anywhere: [Pin(intermediate), Pin(root)])))
        #expect(errors.isSuperset(of: [.badSignature, .pinMismatch]))
    }

    @Test("of two ways to an anchor the one with the pinned key is taken")
    func otherPath() throws {
        let other = try CertificateAuthority.root(name: "Other Root", at: TestChain.moment)
        let cross = try other.issue(
            .intermediate(name: "Test Intermediate", at: TestChain.moment), for: intermediate.subjectPublicKeyInfo)
        for pinned in [root, try Certificate(der: other.certificate)] {
            var policy = try policy(PinSet(authorities: [Pin(pinned)], backup: .waived))
            policy.anchors = .only([root, try Certificate(der: other.certificate)])
            let proof = try #require(try test.judge([chain[0], chain[1], cross], policy: policy).success)
            #expect(proof.chain.last?.bytes == pinned.bytes)
        }
    }

    /// Everything else about the chain is said too, and nothing of it takes the pins' place.
    @Test("a chain that is refused anyway is judged by its pins as well")
    func refused() throws {
        let expired = try test.chain { $0.notAfter = TestChain.moment.advanced(byDays: -1) }
        #expect(
            try test.errors(expired, policy: policy(PinSet(anywhere: [PinSetTests.pin(7)], backup: .waived)))
                == [.pinMismatch, .expired])
        #expect(
            try test.errors(expired, policy: policy(PinSet(anywhere: [Pin(root)], backup: .waived))) == [.expired])
        var policy = try policy(PinSet(anywhere: [Pin(root)], backup: .waived))
        policy.purpose = .ssl(try ServerName("other.holdfast.test"))
        #expect(try test.errors(chain, policy: policy) == [.hostMismatch])
    }

    @Test("a pin set that only reports warns, and says what it would have refused")
    func reportOnly() throws {
        let set = try PinSet(anywhere: [PinSetTests.pin(7)], enforcement: .reportOnly, backup: .waived)
        let proof = try #require(try test.judge(chain, policy: policy(set)).success)
        #expect(proof.findings.map(\.code) == [.pinMismatch] && proof.findings.map(\.severity) == [.warning])
        #expect(proof.pins.name == "reported")
    }

    @Test("neither an exception nor accepting any certificate overrides pins, mismatched or ended")
    func overrides() throws {
        let moment = TestChain.moment
        let ended = PinExpiry(moment.advanced(bySeconds: -1), then: .closed)
        for (set, code) in [
            (try PinSet(anywhere: [PinSetTests.pin(7)], backup: .waived), FindingCode.pinMismatch),
            (try PinSet(anywhere: [Pin(root)], expiry: ended, backup: .waived), .pinsExpired),
        ] {
            var policy = try policy(set)
            policy.dangerousAcceptAny = try DangerousAcceptAny(
                .hosts([TestChain.host]), from: moment, until: moment.advanced(byDays: 1))
            #expect(try test.errors(chain, policy: policy) == [code])
        }
    }

    @Test(
        "a self-signed certificate that is an anchor, an address and a private name can be pinned",
        arguments: ["192.0.2.1", "localhost", "db.internal", "::1"])
    func selfSigned(_ host: String) throws {
        let own = try Identity.selfSigned(.server(names: [host], at: TestChain.moment))
        let certificate = try Certificate(der: own.certificate)
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = .only([certificate])
        let pattern = try HostPattern(host, publicSuffixes: nil)
        policy.pins = TrustPins(
            try PinnedHosts([pattern: .pinned(PinSet(leaf: [Pin(certificate)], backup: .waived))]))
        #expect(try test.errors([own.certificate], policy: policy).isEmpty)
        policy.pins.replace(with: try PinnedHosts([pattern: .pinned(PinSet(leaf: [Pin(root)], backup: .waived))]))
        #expect(try test.errors([own.certificate], policy: policy) == [.pinMismatch])
    }
}
