import HoldfastAuthority
import HoldfastFacts
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// What stops working, and when, for one chain.
@Suite("The deadlines of a chain", .ownThread)
struct ChainDeadlineTests {
    private static func day(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text + "T00:00:00Z"))
    }

    private func outcome(
        _ kind: AnchorKind, at moment: Instant, _ change: (inout RootProgramChain) throws -> Void
    ) throws -> any TrustOutcome {
        var chain = try RootProgramChain()
        try change(&chain)
        let made = try chain.made()
        let root = try Certificate(der: made.root)
        var policy = TrustPolicy.ssl(try ServerName(chain.host))
        policy.anchors = kind == .publicWeb ? .onlyAsPublic([root]) : .only([root])
        let trust = try ServerTrust(derChain: made.chain)
        do throws(TrustFailure) { return try TrustEngine().evaluate(trust, with: policy, at: moment) } catch {
            return error
        }
    }

    /// `depth day event`, without the ends of certificates.
    private func told(
        _ kind: AnchorKind = .publicWeb, at moment: Instant = RootProgramChain.moment,
        _ change: (inout RootProgramChain) throws -> Void = { _ in }
    ) throws -> [String] {
        try outcome(kind, at: moment, change).deadlines.compactMap { deadline in
            let day = deadline.at.description.prefix(10)
            switch deadline.event {
            case .expires: return nil
            case .renewal(let row), .removal(let row): return "\(deadline.depth) \(day) \(row.identifier)"
            case .distrust(let programme, _, _): return "\(deadline.depth) \(day) distrust \(programme)"
            }
        }
    }

    /// A root that no programme removes before 2035.
    private static func young(_ chain: inout RootProgramChain) throws {
        chain.root.notBefore = try day("2020-01-01")
        chain.root.notAfter = try day("2040-01-01")
    }

    @Test("each certificate's end, the earliest first, also under one's own anchor and where the chain is refused")
    func ends() throws {
        for (kind, host) in [(AnchorKind.publicWeb, RootProgramChain.host), (.own, "other.example.com")] {
            let outcome = try outcome(kind, at: RootProgramChain.moment) {
                try Self.young(&$0)
                $0.host = host
            }
            let ends = outcome.deadlines.filter { $0.event == .expires }
            #expect(ends.map(\.depth) == [0, 1, 2] && ends.map(\.at) == ends.map(\.at).sorted())
            #expect(ends.map(\.at) == outcome.chain.map(\.validity.notAfter.instant))
        }
    }

    /// CA/B BR 6.3.2: "Subscriber Certificates issued on or after 2027-03-15 and before 2029-03-15 (…) MUST NOT have a
    /// Validity Period greater than 100 days", 47 from then on.
    @Test("a validity that the next certificate may not have, by each limit to come")
    func lifetimes() throws {
        func lasting(_ days: Int64, from day: String, at moment: String) throws -> [String] {
            try told(at: Self.day(moment)) {
                try Self.young(&$0)
                $0.serverLasts(days, from: try Self.day(day))
            }.filter { $0.hasPrefix("0 ") }
        }
        let last = "0 2029-03-15 br.lifetime.47-days"
        #expect(try lasting(47, from: "2026-06-01", at: "2026-06-02") == [])
        #expect(try lasting(48, from: "2026-06-01", at: "2026-06-02") == [last])
        #expect(try lasting(100, from: "2026-06-01", at: "2026-06-02") == [last])
        #expect(
            try lasting(101, from: "2026-06-01", at: "2026-06-02") == ["0 2027-03-15 br.lifetime.100-days", last])
        // One that was issued before a limit which holds by now: of those the newest is told.
        #expect(
            try lasting(398, from: "2026-03-14", at: "2026-06-02") == [
                "0 2026-03-15 br.lifetime.200-days", "0 2027-03-15 br.lifetime.100-days", last,
            ])
        #expect(try lasting(398, from: "2026-03-14", at: "2027-03-20") == ["0 2027-03-15 br.lifetime.100-days", last])
        // What holds for the certificate itself is a finding, and no deadline.
        #expect(try lasting(101, from: "2027-03-15", at: "2027-03-16") == [last])
    }

    /// Chrome Root Program Policy 1.8, 1.3.2; Apple Root Program Policy 2.0, 1.7.
    @Test("usages that the next certificate may not have")
    func usages() throws {
        #expect(
            try told {
                try Self.young(&$0)
                $0.leaf.extendedKeyUsage = [.serverAuth, .clientAuth]
            }.contains("0 2027-03-15 chrome.leaf.servers-alone"))
        func authority(at moment: String) throws -> [String] {
            try told(at: Self.day(moment)) {
                try Self.young(&$0)
                $0.serverLasts(40, from: RootProgramChain.moment)
                $0.intermediate.extendedKeyUsage = nil
            }.filter { $0.hasPrefix("1 ") }
        }
        #expect(
            try authority(at: "2026-06-14") == [
                "1 2026-06-15 chrome.subordinate.servers-alone", "1 2026-08-01 apple.subordinate.usage",
                "1 2027-07-01 apple.subordinate.single-purpose",
            ])
        // A server's operator renews no authority: what it would meet since long is not told.
        #expect(try authority(at: "2026-08-02") == ["1 2027-07-01 apple.subordinate.single-purpose"])
    }

    /// "We will first decrease to 64 days on February 10, 2027, and then to 45 days on February 16, 2028."
    @Test("an authority's own limits are those of its certificates alone")
    func issuer() throws {
        func ninetyDays(by organization: String) throws -> [String] {
            try told(at: Self.day("2026-06-02")) {
                try Self.young(&$0)
                $0.intermediate.subject = DistinguishedName([
                    (type: .countryName, text: "US"), (type: .organizationName, text: organization),
                    (type: .commonName, text: "YE1"),
                ])
                $0.serverLasts(90, from: RootProgramChain.moment)
            }.filter { $0.hasPrefix("0 ") }
        }
        #expect(
            try ninetyDays(by: "Let's Encrypt") == [
                "0 2027-02-10 letsencrypt.leaf.64-days", "0 2028-02-16 letsencrypt.leaf.45-days",
                "0 2029-03-15 br.lifetime.47-days",
            ])
        #expect(try ninetyDays(by: "Example") == ["0 2029-03-15 br.lifetime.47-days"])
    }

    /// Chrome 1.3.1.2: "Between January 1, 2010 and December 31, 2011 (inclusive) | April 15, 2028", "After April 15,
    /// 2014 | 15 years from generation"; MozillaWiki likewise, and "Before 2006 | April 15, 2025".
    @Test(
        "the day on which a root is removed for its age",
        arguments: [
            ("2005-12-31", ["mozilla 2025-04-15"]), ("2006-01-01", ["chrome 2026-04-15", "mozilla 2026-04-15"]),
            ("2011-12-31", ["chrome 2028-04-15", "mozilla 2028-04-15"]),
            ("2014-04-14", ["chrome 2029-04-15", "mozilla 2029-04-15"]),
            ("2014-04-15", ["chrome 2029-04-15", "mozilla 2029-04-15"]),
            ("2016-02-29", ["chrome 2031-02-28", "mozilla 2031-02-28"]),
        ])
    func roots(made: String, days: [String]) throws {
        let found = try outcome(.publicWeb, at: RootProgramChain.moment) {
            $0.root.notBefore = try Self.day(made)
            $0.root.notAfter = try Self.day("2040-01-01")
        }.deadlines.compactMap { deadline -> String? in
            guard case .removal(let row) = deadline.event, deadline.depth == 2 else { return nil }
            return "\(row.programme.rawValue) \(deadline.at.description.prefix(10))"
        }
        #expect(found.sorted() == days)
    }

    @Test("under one's own anchor the programmes have no say")
    func own() throws {
        #expect(
            try told(.own) {
                $0.leaf.extendedKeyUsage = [.serverAuth, .clientAuth]
                $0.intermediate.extendedKeyUsage = nil
            } == [])
    }

    @Test("a root that is distrusted after a date, by its fingerprint")
    func distrust() throws {
        let outcome = try outcome(.publicWeb, at: RootProgramChain.moment, Self.young)
        let root = try #require(outcome.anchor?.certificate)
        let day = try Self.day("2026-04-15")
        func constraints(_ certificate: Certificate, _ rows: [String]) throws -> PublicConstraints {
            let head =
                "#source\tnss\tNSS 3.132\t2026-04-15\n#source\told\tNSS 3.110\t2025-04-15\n"
                + "#columns\tsha256\tprogramme\tconstraint\tvalue\tsource\n"
            let digest = HexString.encode(certificate.fingerprint)
            return PublicConstraints(try FactTable((head + rows.map { "\(digest)\t\($0)\n" }.joined()).utf8))
        }
        func found(_ constraints: PublicConstraints, under anchor: TrustAnchor?) -> [ChainDeadline] {
            ChainDeadline.all(
                of: outcome.chain, anchor: anchor, at: outcome.at, rows: [], constraints: constraints
            ).filter { $0.event != .expires }
        }
        let row = "mozilla\tdistrustAfter\t2026-04-15T00:00:00Z\tnss"
        let event = ChainDeadline.Event.distrust(programme: "mozilla", source: "NSS 3.132", sourceDay: day)
        // The rule that refuses takes the earliest of a programme's dates: the deadline is of the same one.
        for rows in [
            [row], [row, "mozilla\tdistrustAfter\t2026-04-16T00:00:00Z\told"],
            ["mozilla\ttimestampNotAfter\t2026-04-16T00:00:00Z\told", row],
        ] {
            let constraints = try constraints(root, rows)
            #expect(found(constraints, under: outcome.anchor) == [ChainDeadline(depth: 2, at: day, event: event)])
            #expect(found(constraints, under: TrustAnchor(certificate: root, source: nil)) == [])
        }
        #expect(found(try constraints(outcome.chain[0], [row]), under: outcome.anchor) == [])
    }
}
