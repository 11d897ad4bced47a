import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// A revocation that a verdict has found out counts in every later one of the engine, and takes back what was accepted
/// before.
@Suite("Knowledge of revocations", .ownThread)
struct RevocationKnowledgeTests {
    private let world: RevocationWorld
    private static let moment = RevocationWorld.moment

    init() throws { world = try RevocationWorld() }

    /// A source that has one response for everybody, and is shared where it has knowledge.
    private struct Source: EvidenceSource {
        var knowledge: RevocationKnowledge?
        var response: [UInt8] = []

        func evidence(
            for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
        ) async -> [Evidence] {
            requests.map {
                let content = EvidenceFetch.Content.ocspResponse(SuppliedOCSPResponse(der: response))
                return .fetched($0, [EvidenceFetch(url: "http://ocsp.test/", content, bytes: [1], duration: .zero)])
            }
        }

        func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {}
    }

    /// The live verdict by what a server stapled: an older response, by which its certificate is good.
    private func judge(
        _ engine: TrustEngine, at instant: Instant = moment, mode: RevocationChecking = .soft
    ) async throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try world.chain.policy()
        policy.revocation = mode
        let staple = try world.response { $0.thisUpdate = Self.moment.advanced(byDays: -1) }
        let trust = try ServerTrust(derChain: world.leaf.chain, stapledOCSP: staple)
        do throws(TrustFailure) {
            return .success(try await engine.evaluate(trust, with: policy, at: instant, using: Source()))
        } catch {
            return .failure(error)
        }
    }

    /// A live verdict that finds a revocation out.
    private func find(_ engine: TrustEngine, _ evidence: Evidence) async throws {
        var policy = try world.chain.policy()
        policy.revocation = .soft
        let trust = try ServerTrust(derChain: world.leaf.chain)
        let failure = await #expect(throws: TrustFailure.self) {
            try await engine.evaluate(
                trust, with: policy, at: Self.moment, using: Source(), supplying: [evidence])
        }
        #expect(failure?.errors.map(\.code) == [.revoked])
    }

    private func response(_ status: SingleResponse.CertStatus, until end: Instant? = nil) throws -> Evidence {
        .ocspResponses(
            [SuppliedOCSPResponse(der: try world.response(status) { $0.nextUpdate = end ?? $0.nextUpdate })],
            from: .network)
    }

    @Test("an acceptance that is remembered is not given again, and an older staple brings nobody back")
    func remembered() async throws {
        let engine = TrustEngine()
        let first = try #require(try await judge(engine).success)
        // The responses are signed anew each time, so that nothing is remembered here.
        #expect(!engine.knowledge.isNewer(than: first))
        try await find(engine, response(RevocationWorld.revoked(.keyCompromise)))
        #expect(engine.knowledge.isNewer(than: first))
        let failure = try #require(try await judge(engine).failure)
        #expect(failure.errors.map(\.code) == [.revoked])
        #expect(failure.revocationChecks.first?.sources.map(\.origin) == [.cache])
        // Who does not look is not told; nor is another engine.
        #expect(try await judge(engine, mode: .off).success != nil)
        #expect(try await judge(TrustEngine()).success != nil)
    }

    @Test("the very same chain with the very same staple, accepted and remembered, is judged anew")
    func sameBytes() async throws {
        let engine = TrustEngine()
        var policy = try world.chain.policy()
        policy.revocation = .soft
        let trust = try ServerTrust(derChain: world.leaf.chain, stapledOCSP: try world.response())
        for isRemembered in [false, true] {
            let proof = try await engine.evaluate(trust, with: policy, at: Self.moment, using: Source())
            #expect(proof.work.isRemembered == isRemembered)
        }
        try await find(engine, response(RevocationWorld.revoked()))
        await #expect(throws: TrustFailure.self) {
            try await engine.evaluate(trust, with: policy, at: Self.moment, using: Source())
        }
        // By what is at hand alone the verdict is what it was: it has no other inputs.
        #expect(try engine.evaluate(trust, with: policy, at: Self.moment).work.isRemembered)
    }

    @Test("a list says so too, and what it says is the same")
    func list() async throws {
        let engine = TrustEngine()
        let first = try #require(try await judge(engine).success)
        let list = try world.list { $0.revoke(world.certificate.serialNumber, for: .keyCompromise) }
        try await find(engine, .revocationLists([SuppliedRevocationList(der: list)], from: .network))
        #expect(engine.knowledge.isNewer(than: first))
        #expect(try await judge(engine).codes(.error) == [.revoked])
    }

    /// RFC 5280 §5.3.1: a hold may end; nothing else does.
    @Test("a hold counts until its statement ends, a revocation for good beyond that")
    func hold() async throws {
        let (held, revoked) = (TrustEngine(), TrustEngine())
        let end = Self.moment.advanced(bySeconds: 60)
        try await find(held, response(RevocationWorld.revoked(.certificateHold), until: end))
        try await find(revoked, response(RevocationWorld.revoked(.superseded), until: end))
        // The staple is of an earlier time than either.
        #expect(try await judge(held).codes(.error) == [.revoked])
        let later = end.advanced(bySeconds: 60)
        #expect(try await judge(held, at: later).success != nil)
        #expect(try await judge(revoked, at: later).codes(.error) == [.revoked])
    }

    @Test("what was accepted after the finding is not older; the same statement is nothing new, a weightier one is")
    func order() async throws {
        let engine = TrustEngine()
        let evidence = try response(RevocationWorld.revoked(.certificateHold))
        try await find(engine, evidence)
        let after = try #require(try await judge(engine, mode: .off).success)
        #expect(!engine.knowledge.isNewer(than: after))
        try await find(engine, evidence)
        #expect(!engine.knowledge.isNewer(than: after))
        try await find(engine, response(RevocationWorld.revoked(.superseded)))
        #expect(engine.knowledge.isNewer(than: after))
    }

    @Test("what the program gave is no finding: it may take it back")
    func given() async throws {
        let engine = TrustEngine()
        let first = try #require(try await judge(engine).success)
        let revoked = SuppliedOCSPResponse(der: try world.response(RevocationWorld.revoked(.keyCompromise)))
        try await find(engine, .ocspResponses([revoked]))
        #expect(!engine.knowledge.isNewer(than: first))
        #expect(try await judge(engine).success != nil)
    }

    @Test("engines that share a source learn from each other")
    func source() async throws {
        let world = try RevocationWorld { try? $0.addInformationAccess(ocspResponders: ["http://ocsp.test/"]) }
        var policy = try world.chain.policy()
        policy.revocation = .soft
        policy.fetching = EvidenceFetching(revocation: .ocsp)
        let known = RevocationKnowledge()
        let source = Source(knowledge: known, response: try world.response(RevocationWorld.revoked()))
        let (one, other) = (TrustEngine(), TrustEngine())
        let good = try ServerTrust(derChain: world.leaf.chain, stapledOCSP: try world.response())
        let before = try await other.evaluate(good, with: policy, at: Self.moment, using: source)
        await #expect(throws: TrustFailure.self) {
            try await one.evaluate(
                try ServerTrust(derChain: world.leaf.chain), with: policy, at: Self.moment, using: source)
        }
        #expect(known.isNewer(than: before))
        await #expect(throws: TrustFailure.self) {
            try await other.evaluate(good, with: policy, at: Self.moment, using: source)
        }
    }
}
