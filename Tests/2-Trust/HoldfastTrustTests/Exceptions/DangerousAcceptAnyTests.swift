import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Accepting any certificate, for tests", .serialized)
struct DangerousAcceptAnyTests {
    let test: TestChain
    private let now = TestChain.moment

    init() throws { test = try TestChain() }

    private func judge(
        _ chain: [[UInt8]], _ scope: DangerousAcceptAny.Scope, at address: String? = "127.0.0.1",
        host: String = TestChain.host, on moment: Instant = TestChain.moment
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var trust = try ServerTrust(derChain: chain)
        trust.connectedAddress = address.flatMap { IPAddress($0) }
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = .only([])
        policy.dangerousAcceptAny = try DangerousAcceptAny(scope, from: now, until: now.advanced(byDays: 7))
        do throws(TrustFailure) {
            return .success(try test.engine.evaluate(trust, with: policy, at: moment))
        } catch {
            return .failure(error)
        }
    }

    @Test("an end and a scope are asked for, within bounds")
    func bounds() throws {
        let day = now.advanced(byDays: 1)
        #expect(throws: DangerousAcceptAnyError.noEnd) { try DangerousAcceptAny(.loopback, from: now, until: nil) }
        #expect(throws: DangerousAcceptAnyError.noHosts) { try DangerousAcceptAny(.hosts([]), from: now, until: day) }
        #expect(throws: DangerousAcceptAnyError.endsBeforeItBegins(now)) {
            try DangerousAcceptAny(.loopback, from: now, until: now)
        }
        let (latest, late) = (now.advanced(byDays: 30), now.advanced(byDays: 30).advanced(bySeconds: 1))
        #expect(try DangerousAcceptAny(.loopback, from: now, until: latest).until == latest)
        #expect(throws: DangerousAcceptAnyError.endsTooLate(late, latest: latest)) {
            try DangerousAcceptAny(.loopback, from: now, until: late)
        }
        for wildcard in ["*", "*.test", "a.*.test"] {
            #expect(throws: DangerousAcceptAnyError.wildcard(wildcard)) {
                try DangerousAcceptAny(.hosts(["a.test", wildcard]), from: now, until: day)
            }
        }
        #expect(throws: DangerousAcceptAnyError.self) {
            try DangerousAcceptAny(.hosts(["not a name"]), from: now, until: day)
        }
    }

    @Test("accepts, says so first, and keeps what it overrode")
    func accepts() throws {
        let chain = try Identity.selfSigned(TestChain.server { $0.names = ["other.test"] }).chain
        let proof = try #require(try judge(chain, .loopback).success)
        #expect(proof.result == .proceed)
        #expect(proof.anchor == nil)
        #expect(proof.findings.map(\.code) == [.dangerousAcceptAny, .selfSignedNotAnchor, .hostMismatch])
        #expect(proof.findings.map(\.severity) == [.warning, .warning, .warning])
        #expect(proof.findings.map(\.overriddenBy) == [nil, .dangerousAcceptAny, .dangerousAcceptAny])
        guard case .dangerousAcceptAny = proof.basis else { throw Unexpected() }
    }

    struct Unexpected: Error {}

    @Test(
        "loopback is the address that is connected to, and nothing else",
        arguments: [
            ("127.0.0.1", true), ("127.255.255.254", true), ("::1", true), ("::ffff:127.0.0.1", true),
            ("128.0.0.1", false), ("192.0.2.1", false), ("0.0.0.0", false), ("::", false), ("::2", false),
            ("::ffff:192.0.2.1", false), ("fe80::1", false), ("100::1", false), (nil, false),
        ] as [(String?, Bool)])
    func loopback(address: String?, isAccepted: Bool) throws {
        let chain = try Identity.selfSigned(TestChain.server()).chain
        // A name claims nothing: `localhost` and 127.0.0.1 as names are judged by where the socket leads, too.
        for host in [TestChain.host, "localhost", "127.0.0.1"] {
            #expect(try (judge(chain, .loopback, at: address, host: host).success != nil) == isAccepted, "\(host)")
        }
    }

    @Test("named servers, exactly, wherever they are; and only until the end")
    func hosts() throws {
        let chain = try Identity.selfSigned(TestChain.server()).chain
        let scope = DangerousAcceptAny.Scope.hosts([TestChain.host, "192.0.2.9"])
        #expect(try judge(chain, scope, at: "192.0.2.1").success != nil)
        #expect(try judge(chain, scope, at: nil).success != nil)
        #expect(try judge(chain, scope, at: nil, host: "192.0.2.9").success != nil)
        #expect(try judge(chain, scope, host: "a.\(TestChain.host)").failure != nil)
        #expect(try judge(chain, scope, host: "holdfast.test").failure != nil)
        #expect(try judge(chain, scope, on: now.advanced(byDays: 7).advanced(bySeconds: -1)).success != nil)
        #expect(
            try judge(chain, scope, on: now.advanced(byDays: 7)).failure?.errors.map(\.code) == [.selfSignedNotAnchor])
        #expect(try judge(chain, scope, on: now.advanced(bySeconds: -1)).failure != nil)
    }

    @Test("overrides a bad signature and a work limit, but nothing malformed")
    func overrides() throws {
        let bad = try test.chain { $0.signatureEdit = .flippingBit(at: -1) } + [test.root.certificate]
        #expect(try judge(bad, .loopback).success != nil)
        for chain in [[[0x30, 0x00]], [try test.chain()[0], [0x30, 0x00]]] {
            #expect(try judge(chain, .loopback).failure?.errors.map(\.code).contains(.malformedCertificate) == true)
        }
    }

    @Test("a pin mismatch stands")
    func pins() throws {
        struct Pinned: TrustRule {
            static let pinned = Requirement("pins.match", .pinMismatch, source: "test", advice: "none")
            var cacheKey: [UInt8]? { [1] }
            func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
                judgement.report(Self.pinned, at: .chain, seen: "a key", expected: "another", message: "not pinned")
            }
        }
        var policy = try test.policy(anchors: [])
        policy.dangerousAcceptAny = try DangerousAcceptAny(
            .hosts([TestChain.host]), from: now, until: now.advanced(byDays: 7))
        #expect(try test.errors(test.chain(), policy: policy) == [])
        policy.rules = [Pinned()]
        #expect(try test.errors(test.chain(), policy: policy) == [.pinMismatch, .issuerNotFound])
    }

    @Test("a verdict that it does not change has no word of it")
    func unchanged() throws {
        var policy = try test.policy()
        policy.dangerousAcceptAny = try DangerousAcceptAny(
            .hosts([TestChain.host]), from: now, until: now.advanced(byDays: 7))
        let proof = try #require(try test.judge(test.chain(), policy: policy).success)
        #expect(proof.result == .unspecified)
        #expect(proof.findings.isEmpty)
    }

    @Test("a user's exception comes first, being the narrower one")
    func exceptionFirst() throws {
        let chain = try Identity.selfSigned(TestChain.server()).chain
        let exception = try ExplicitTrustTests.exception([.selfSignedNotAnchor], for: chain[0])
        var policy = try test.policy()
        policy.exceptions = .only([exception])
        policy.dangerousAcceptAny = try DangerousAcceptAny(
            .hosts([TestChain.host]), from: now, until: now.advanced(byDays: 7))
        #expect(try test.judge(chain, policy: policy).success?.exception == exception)
    }

    @Test("is said aloud once a process and host")
    func log() throws {
        let lines = Notes<String>()
        DangerLog.send(to: { line in lines.add(line) })
        defer { DangerLog.send(to: nil) }
        let chain = try Identity.selfSigned(TestChain.server()).chain
        for host in ["loud-1.test", "loud-2.test", "loud-1.test", "loud-1.test"] {
            #expect(try judge(chain, .loopback, host: host).success != nil)
        }
        let said = lines.all.filter { $0.contains("loud-") }
        #expect(said.count == 2, "\(said)")
        #expect(said.first?.contains("loud-1.test (loopback) until 2026-06-08T08:00:00Z") == true, "\(said)")
        // Refused: nothing is said.
        #expect(try judge(chain, .loopback, at: "192.0.2.1", host: "loud-3.test").failure != nil)
        #expect(!lines.all.contains { $0.contains("loud-3") })
    }
}
