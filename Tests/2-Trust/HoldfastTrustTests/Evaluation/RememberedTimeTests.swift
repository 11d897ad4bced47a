import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// An engine that remembers says at every instant what one says that does not: the second opinion on each period.
@Suite("Remembered verdicts and the time", .ownThread)
struct RememberedTimeTests {
    private static let moment = TestChain.moment

    /// Judges at the moment, and then at each instant by the engine that remembers that and by one that knows nothing.
    private func compare(
        _ trust: ServerTrust, _ policy: TrustPolicy, at changes: [Instant], _ comment: Comment = "",
        from first: Instant = moment
    ) throws {
        var hits = 0
        let instants =
            changes.flatMap { change in (-2...2).map { change.advanced(bySeconds: $0) } }
            + changes.map { Instant(secondsSince1970: $0.secondsSince1970, nanoseconds: 500_000_000) } + [first]
        for instant in instants {
            let engine = TrustEngine()
            _ = try? engine.evaluate(trust, with: policy, at: first)
            let (told, fresh) = (
                Result { try engine.evaluate(trust, with: policy, at: instant) },
                Result { try TrustEngine().evaluate(trust, with: policy, at: instant) }
            )
            #expect(Self.summary(told) == Self.summary(fresh), "\(comment) at \(instant)")
            if (try? told.get())?.work.isRemembered == true { hits += 1 }
        }
        // Judging again would prove nothing.
        #expect(hits > 0, comment)
    }

    private static func summary(_ verdict: Result<TrustEvaluation, any Error>) -> [String] {
        switch verdict {
        case .success(let proof):
            ["\(proof.result)"] + proof.findings.map { "\($0)" } + proof.revocation.map { "\($0)" }
                + proof.nearMisses.map { "\($0)" }
        case .failure(let error): (error as? TrustFailure)?.findings.map { "\($0)" } ?? ["\(error)"]
        }
    }

    @Test("the dates of every certificate that was sent")
    func dates() throws {
        let test = try TestChain()
        let (start, end) = (Self.moment.advanced(byDays: -1), Self.moment.advanced(byDays: 1))
        let chain = try test.chain {
            $0.notBefore = start
            $0.notAfter = end
        }
        var other = CertificateTemplate.intermediate(name: "Test Intermediate", at: Self.moment)
        (other.notBefore, other.notAfter) = (start.advanced(bySeconds: 600), end.advanced(bySeconds: -600))
        let second = try test.root.certify(test.intermediate, other)
        let changes = [
            start, end, end.advanced(bySeconds: 1), start.advanced(bySeconds: 600), end.advanced(bySeconds: -600),
        ]
        for list in [chain, chain + [second], [chain[0], second, chain[1]], [chain[0], second]] {
            try compare(ServerTrust(derChain: list), test.policy(), at: changes, "\(list.count)")
        }
        // One that is not valid yet, and preferred from then on: the path leads through it.
        var next = CertificateTemplate.intermediate(name: "Test Intermediate", at: Self.moment)
        next.notBefore = Self.moment.advanced(bySeconds: 3_600)
        next.notAfter = next.notAfter.advanced(byDays: 1)
        let third = try test.root.certify(test.intermediate, next)
        try compare(ServerTrust(derChain: chain + [third]), test.policy(), at: [next.notBefore], "to come")
    }

    @Test("the notice before the end, and an anchor that has ended")
    func notice() throws {
        let test = try TestChain()
        let end = Self.moment.advanced(byDays: 10)
        let trust = try ServerTrust(derChain: test.chain { $0.notAfter = end })
        for notice in [0, 1, 3_600, 864_000, 864_001, -5] {
            var policy = try test.policy()
            policy.expiryNotice = .seconds(notice)
            try compare(
                trust, policy, at: [end, end.advanced(bySeconds: Int64(-notice)), end.advanced(bySeconds: 1)],
                "\(notice)")
        }
        var template = CertificateTemplate.root(name: "Old", at: Self.moment)
        template.notAfter = Self.moment.advanced(bySeconds: -5)
        let old = CertificateAuthority(try Identity.selfSigned(template))
        var policy = try test.policy(anchors: [old.certificate])
        policy.profile = try policy.profile.dangerouslyLowering("validity.anchorNotAfter", to: .warning)
        try compare(
            ServerTrust(derChain: old.issue(TestChain.server()).chain), policy,
            at: [Self.moment, Self.moment.advanced(bySeconds: -5), Self.moment.advanced(byDays: 3)], "anchor")
    }

    @Test("a stapled response: when it was made, from when and until when it speaks, and a revocation to come")
    func staple() throws {
        let world = try RevocationWorld()
        let next = Self.moment.advanced(bySeconds: 7_200)
        let this = Self.moment.advanced(bySeconds: -3_600)
        for status in [.good, RevocationWorld.revoked(on: Self.moment.advanced(bySeconds: 100))] {
            let staple = try world.response(status) {
                $0.thisUpdate = this
                $0.nextUpdate = next
            }
            for checking in [RevocationChecking.soft, .off] {
                var policy = try world.chain.policy()
                policy.revocation = checking
                let trust = try ServerTrust(derChain: world.leaf.chain, stapledOCSP: staple)
                let first = status == .good ? Self.moment : this.advanced(bySeconds: -60)
                try compare(
                    trust, policy,
                    at: [this, next, next.advanced(bySeconds: 1), Self.moment, Self.moment.advanced(bySeconds: 100)],
                    "\(status) \(checking)", from: first)
            }
        }
    }

    @Test("timestamps of logs, and the age of their list")
    func timestamps() throws {
        let logged = try LoggedChain()
        let published = Self.moment.advanced(byDays: -69)
        let policy = try logged.policy(logs: logged.list(published: published.description))
        try compare(
            ServerTrust(derChain: logged.made()), policy,
            at: [LoggedChain.given, published.advanced(byDays: 70), published.advanced(byDays: 71)],
            from: LoggedChain.moment)
    }

    @Test("the end of pins, and a clock that was set back")
    func pins() throws {
        let test = try TestChain()
        let end = Self.moment.advanced(bySeconds: 3_600)
        let pin = Pin(try Certificate(der: test.root.certificate))
        for mode in [PinExpiry.Mode.open, .warn, .closed] {
            var policy = try test.policy()
            policy.pins = TrustPins(
                .everywhere(try PinSet(anywhere: [pin], expiry: PinExpiry(end, then: mode), backup: .waived)))
            let trust = try ServerTrust(derChain: test.chain())
            try compare(trust, policy, at: [end], "\(mode)")
            let engine = TrustEngine()
            _ = try engine.evaluate(trust, with: policy, at: Self.moment)
            policy.pins.observe(Self.moment.advanced(bySeconds: 60))
            let again = try engine.evaluate(trust, with: policy, at: Self.moment)
            #expect(again.findings.map(\.code).contains(.clockSetBack) && !again.work.isRemembered)
        }
    }
}
