import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// Which evidence an evaluation asks for, in which order, and what becomes of it.
@Suite("Fetching evidence", .ownThread)
struct EvidenceFetchingTests {
    /// Gives what a test has put there, and notes what it was asked.
    private final class Source: EvidenceSource {
        struct State {
            var responses: [[UInt8]] = []
            var lists: [[UInt8]] = []
            var issuers: [[UInt8]] = []
            var rounds: [[String]] = []
            var limits: [Duration] = []
            var kept: [String] = []
        }

        let state: Mutex<State>

        init(responses: [[UInt8]] = [], lists: [[UInt8]] = [], issuers: [[UInt8]] = []) {
            state = Mutex(State(responses: responses, lists: lists, issuers: issuers))
        }

        var rounds: [[String]] { state.withLock(\.rounds) }
        var kept: [String] { state.withLock(\.kept) }

        func evidence(
            for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
        ) async -> [Evidence] {
            state.withLock { state in
                state.rounds.append(requests.map(Self.name))
                state.limits.append(limit)
                return requests.map { request in
                    let contents: [EvidenceFetch.Content] =
                        switch request {
                        case .ocspResponse: state.responses.map { .ocspResponse(SuppliedOCSPResponse(der: $0)) }
                        case .revocationLists: state.lists.map { .revocationList(SuppliedRevocationList(der: $0)) }
                        case .issuer: state.issuers.isEmpty ? [] : [.certificates(state.issuers)]
                        }
                    let fetches = contents.enumerated().map { place, content in
                        EvidenceFetch(url: "\(Self.name(request))#\(place)", content, bytes: [1], duration: .zero)
                    }
                    return .fetched(request, fetches)
                }
            }
        }

        func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {
            state.withLock { $0.kept += fetches.values.flatMap { $0 }.map(\.url).sorted() }
        }

        static func name(_ request: EvidenceRequest) -> String {
            switch request {
            case .issuer: "issuer"
            case .ocspResponse: "OCSP"
            case .revocationLists: "CRL"
            }
        }
    }

    private func world(
        ocsp: Bool = true, lists: Bool = true, days: Int64? = nil
    ) throws -> RevocationWorld {
        try RevocationWorld { template in
            try? template.addInformationAccess(
                ocspResponders: ocsp ? ["http://ocsp.test/"] : [], issuerCertificates: ["http://ca.test/ca.der"])
            try? template.addRevocationLists(lists ? ["http://crl.test/a.crl", "ldap://crl.test/"] : [])
            guard let days else { return }
            template.notBefore = RevocationWorld.moment.advanced(byDays: -1)
            template.notAfter = template.notBefore.advanced(byDays: days)
        }
    }

    private func judge(
        _ world: RevocationWorld, _ source: Source, _ mode: RevocationChecking = .soft, stapled: [UInt8]? = nil,
        isLive: Bool = false, policy change: (inout TrustPolicy) -> Void = { _ in }
    ) async throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = try world.chain.policy()
        policy.revocation = mode
        policy.fetching = EvidenceFetching(revocation: .any)
        change(&policy)
        var trust = try ServerTrust(derChain: world.leaf.chain, stapledOCSP: stapled)
        if isLive { trust.connectedHost = TestChain.host }
        do throws(TrustFailure) {
            return .success(
                try await world.chain.engine.evaluate(trust, with: policy, at: RevocationWorld.moment, using: source))
        } catch {
            return .failure(error)
        }
    }

    @Test("the responder is asked first, the list where that did not help, each once")
    func order() async throws {
        let world = try world()
        let answered = Source(responses: [try world.response()])
        let proof = try #require(try await judge(world, answered).success)
        #expect(answered.rounds == [["OCSP"]])
        #expect(proof.revocationChecks.first?.answer == .good)
        #expect(proof.revocationChecks.first?.sources.map(\.origin) == [.network])
        #expect(answered.kept == ["OCSP#0"])

        let listed = Source(lists: [try world.list()])
        let second = try #require(try await judge(world, listed).success)
        #expect(listed.rounds == [["OCSP"], ["CRL"]])
        #expect(second.revocationChecks.first?.sources.map(\.kind) == [.crl])

        let nothing = Source()
        let third = try #require(try await judge(world, nothing).success)
        #expect(nothing.rounds == [["OCSP"], ["CRL"]])
        #expect(third.findings.contains { $0.code == .revocationUnknown && $0.severity == .warning })
        #expect(nothing.kept.isEmpty)
        let refused = try #require(try await judge(world, Source(), .hard).failure)
        #expect(Set(refused.errors.map(\.code)) == [.revocationUnknown])
    }

    @Test("what nobody signed who may is neither believed nor kept")
    func forged() async throws {
        let world = try world(lists: false)
        let source = Source(responses: [try world.response(by: try TestChain().intermediate)])
        let proof = try #require(try await judge(world, source).success)
        #expect(proof.revocation.first?.problem?.isEmpty == false)
        #expect(source.rounds.count == 1 && source.kept.isEmpty)
    }

    @Test("nothing is asked where nothing may be, or need be")
    func silence() async throws {
        let world = try world()
        let staple = try world.response()
        let cases: [(String, [UInt8]?, RevocationChecking, (inout TrustPolicy) -> Void)] = [
            ("no check", nil, .off, { _ in }),
            ("no fetching", nil, .soft, { $0.fetching = .none }),
            ("a stapled response", staple, .soft, { _ in }),
            ("one's own anchor", nil, .soft, { $0.checksRevocationUnderOwnAnchors = false }),
            ("refused anyhow", nil, .soft, { $0.maximumIntermediates = 0 }),
        ]
        for (name, stapled, mode, change) in cases {
            let source = Source(responses: [staple])
            _ = try await judge(world, source, mode, stapled: stapled, policy: change)
            #expect(source.rounds.isEmpty, "\(name)")
        }
    }

    @Test("a certificate that names no place is not offered, and no warning")
    func notOffered() async throws {
        let world = try world(ocsp: false, lists: false)
        let source = Source()
        let proof = try #require(try await judge(world, source).success)
        #expect(proof.revocation.first == .notOffered && source.rounds.isEmpty)
        #expect(!proof.findings.contains { $0.code == .revocationUnknown })
        // What cannot be known is refused where it has to be.
        let hard = try await judge(world, source, .hard)
        #expect(hard.failure?.errors.contains { $0.position == .certificate(depth: 0) } == true)
    }

    /// CA/B BR 7.1.2.11.2: a distribution point "is NOT REQUIRED" in a short-lived certificate: of one that has it the
    /// authority tells.
    @Test("a place that is named is asked, however short the life; without one a short life is excuse enough")
    func shortLived() async throws {
        for mode in [RevocationChecking.soft, .hard] {
            let named = try world(days: 6)
            let revoked = try named.list { $0.revoke(named.certificate.serialNumber, for: .keyCompromise) }
            let source = Source(lists: [revoked])
            #expect(try await judge(named, source, mode).codes(.error).contains(.revoked), "\(mode)")
            #expect(source.rounds.flatMap(\.self).contains("CRL"), "\(mode)")
        }
        // What was found out stays known to an engine: another world.
        let named = try world(days: 6)
        let good = Source(lists: [try named.list(), try named.rootList()])
        #expect(try await judge(named, good, .soft).success?.revocation.first == .good)
        let silent = try await judge(named, Source(), .hard)
        #expect(silent.failure?.errors.contains { $0.position == .certificate(depth: 0) } == true)

        let unnamed = try world(ocsp: false, lists: false, days: 6)
        let nobody = Source()
        let hard = try await judge(unnamed, nobody, .hard)
        #expect((hard.success?.revocation ?? hard.failure?.revocation)?.first == .notOffered)
        #expect(!nobody.rounds.flatMap(\.self).contains("OCSP"))
    }

    @Test("a place that nothing is fetched from is one all the same, and no excuse for a short life")
    func shortLivedElsewhere() async throws {
        let world = try RevocationWorld { template in
            try? template.addRevocationLists(["ldap://crl.test/"])
            template.notBefore = RevocationWorld.moment.advanced(byDays: -1)
            template.notAfter = template.notBefore.advanced(byDays: 6)
        }
        let hard = try await judge(world, Source(), .hard)
        #expect(hard.failure?.errors.contains { $0.position == .certificate(depth: 0) } == true)
        #expect(try await judge(world, Source()).success?.revocation.first == .notOffered)
    }

    @Test("the time of all rounds together is the policy's")
    func time() async throws {
        let world = try world()
        let source = Source()
        _ = try await judge(world, source) { $0.fetching.timeout = .seconds(2) }
        let limits = source.state.withLock(\.limits)
        #expect(limits.count == 2 && limits.allSatisfy { $0 <= .seconds(2) } && limits[1] <= limits[0])
        let late = Source()
        _ = try await judge(world, late) { $0.fetching.timeout = .zero }
        #expect(late.rounds.isEmpty)
    }

    /// Ten certificates with a responder and a list each could have a verdict ask twenty times, wherever they say.
    @Test("a long chain has a verdict ask sixteen times")
    func count() async throws {
        let chain = try TestChain()
        func naming(_ template: CertificateTemplate) -> CertificateTemplate {
            var template = template
            try? template.addInformationAccess(ocspResponders: ["http://ocsp.test/"])
            try? template.addRevocationLists(["http://crl.test/a.crl"])
            return template
        }
        var (issuer, certificates) = (chain.root, [[UInt8]]())
        for number in 1...9 {
            let template = CertificateTemplate.intermediate(
                name: "CA \(number)", at: RevocationWorld.moment, pathLength: nil)
            let issued = try issuer.issue(naming(template))
            certificates.insert(issued.certificate, at: 0)
            issuer = CertificateAuthority(issued)
        }
        certificates.insert(try issuer.issue(naming(TestChain.server())).certificate, at: 0)
        var policy = try chain.policy()
        (policy.revocation, policy.fetching) = (.soft, EvidenceFetching(revocation: .any))
        let source = Source()
        _ = try await chain.engine.evaluate(
            try ServerTrust(derChain: certificates), with: policy, at: RevocationWorld.moment, using: source)
        #expect(source.rounds.map(\.count) == [10, 6])
    }

    @Test("must-staple: without a staple that counts a live server is refused, whatever is fetched")
    func mustStaple() async throws {
        let world = try RevocationWorld { template in
            template.add(.tlsFeature, TLSFeature([5]))
            try? template.addInformationAccess(ocspResponders: ["http://ocsp.test/"])
        }
        let good = try world.response()
        let source = Source(responses: [good])
        let missing = try #require(try await judge(world, source, isLive: true).failure)
        #expect(missing.errors.map(\.requirement) == ["tlsFeature.stapled"])
        #expect(try await judge(world, source, stapled: good, isLive: true).success != nil)
        let outdated = try world.response { $0.nextUpdate = RevocationWorld.moment.advanced(bySeconds: -1) }
        let stale = try await judge(world, Source(), stapled: outdated, isLive: true).failure
        #expect(stale?.errors.map(\.requirement) == ["tlsFeature.stapled"])
        // A recorded chain came over no connection.
        let recorded = try #require(try await judge(world, source).success)
        #expect(recorded.findings.contains { $0.requirement == "tlsFeature.statusRequest" && $0.severity == .note })
    }

    @Test("an issuer that is missing is asked for where the policy lets it be, and is no anchor")
    func issuer() async throws {
        let world = try world()
        let issuers = [world.intermediate.certificate, world.root.certificate]
        func judge(_ source: Source, _ anchors: TrustAnchors?, issuers: Bool) async throws -> Set<FindingCode> {
            var policy = try world.chain.policy()
            if let anchors { policy.anchors = anchors }
            policy.fetching.issuers = issuers
            let trust = try ServerTrust(derChain: [world.leaf.certificate])
            do throws(TrustFailure) {
                _ = try await world.chain.engine.evaluate(
                    trust, with: policy, at: RevocationWorld.moment, using: source)
                return []
            } catch {
                return Set(error.errors.map(\.code))
            }
        }
        let source = Source(issuers: issuers)
        #expect(try await judge(source, nil, issuers: true) == [])
        #expect(source.rounds == [["issuer"]])
        let unasked = Source(issuers: issuers)
        #expect(try await judge(unasked, nil, issuers: false) == [.issuerNotFound])
        #expect(unasked.rounds.isEmpty)
        #expect(try await judge(Source(issuers: issuers), .only([]), issuers: true) == [.noAnchor])
        #expect(try await judge(Source(), nil, issuers: true) == [.issuerNotFound])
    }
}
