import HoldfastAuthority
import HoldfastCrypto
import HoldfastFacts
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// NSS, pkcs11n.h: CKA_NSS_SERVER_DISTRUST_AFTER, the notBefore of end entities after which a root is not trusted for
/// servers. Chrome, root_store.proto: "sct_not_after_sec", the timestamp that a certificate's earliest may have.
@Suite("Constraints on anchors", .ownThread)
struct AnchorConstraintRuleTests {
    private static let date = RootProgram.day(2026, 4, 15)
    private static let head =
        "#source\ta\tA\t2026-10-20\n#columns\tsha256\tprogramme\tconstraint\tvalue\tsource\tname\n"

    private static func data(_ root: [UInt8], _ rows: [(programme: String, constraint: String, value: String)]) throws
        -> PublicConstraints
    {
        let digest = HexString.encode(try Certificate(der: root).fingerprint)
        let text = rows.map { "\(digest)\t\($0.programme)\t\($0.constraint)\t\($0.value)\ta\tR" }
        return PublicConstraints(try FactTable((Self.head + text.joined(separator: "\n")).utf8))
    }

    /// What the rule says with data of the test's, under a public anchor unless said otherwise.
    private func found(
        _ sent: [[UInt8]], root: [UInt8], _ rows: [(programme: String, constraint: String, value: String)] = [],
        own: [AnchorConstraints] = [], profile: Profile = .default, purpose: TrustPolicy.Purpose? = nil,
        transparency: TransparencyChecking = .off, isPublic: Bool = true,
        beside: [SignedCertificateTimestamp] = [], stapled: [UInt8]? = nil
    ) throws -> [String: Severity] {
        let anchor = try Certificate(der: root)
        var policy = TrustPolicy(purpose: try purpose ?? .ssl(ServerName(TestChain.host)))
        policy.profile = profile
        policy.anchors = isPublic ? .onlyAsPublic([anchor]) : .only([anchor])
        policy.anchorConstraints = own
        policy.transparency = transparency
        policy.rules = [AnchorConstraintRule(try Self.data(root, rows))]
        let list = beside.isEmpty ? nil : SignedCertificateTimestampList(beside).encoded
        let trust = try ServerTrust(derChain: sent, stapledOCSP: stapled, signedCertificateTimestamps: list)
        var findings: [Finding]
        do throws(TrustFailure) {
            findings = try TrustEngine().evaluate(trust, with: policy, at: TestChain.moment).findings
        } catch { findings = error.findings }
        findings.removeAll { $0.code != .anchorConstraint }
        return Dictionary(findings.map { ($0.requirement, $0.severity) }, uniquingKeysWith: max)
    }

    @Test("what a programme distrusts since a day, by notBefore, to the second; by profile")
    func distrustAfter() throws {
        let chain = try TestChain()
        for (seconds, isRefused) in [(Int64(0), false), (1, true), (-86_400, false)] {
            let sent = try chain.chain { $0.notBefore = Self.date.advanced(bySeconds: seconds) }
            for (profile, severity) in [
                (Profile.default, Severity.error), (.webpki, .error), (.apple, .warning), (.rfc5280, nil),
            ] as [(Profile, Severity?)] {
                let found = try found(
                    sent, root: chain.root.certificate, [("mozilla", "distrustAfter", "2026-04-15T00:00:00Z")],
                    profile: profile)
                #expect(found["anchorConstraint.mozilla"] == (isRefused ? severity : nil), "\(profile.name) \(seconds)")
            }
        }
    }

    @Test(
        "the root of a real programme's date: an Entrust root takes nothing of today, and what it issued before stays")
    func recorded() throws {
        let entrust = try KnownRoot.certificate(KnownRoot.entrust)
        let rules = StandardRules.all.filter { $0 is AnchorConstraintRule }
        #expect(rules.count == 1)
        for (begins, isRefused) in [
            (RootProgram.day(2024, 11, 30), false), (RootProgram.day(2024, 12, 1), true), (TestChain.moment, true),
        ] {
            let leaf = try Certificate(der: try TestChain().chain { $0.notBefore = begins }[0])
            let path = CertificationPath(
                certificates: [leaf, entrust], signatures: [.verified],
                end: .anchor(TrustAnchor(certificate: entrust, source: nil)))
            let policy = TrustPolicy.ssl(try ServerName(TestChain.host))
            var judgement = Judgement(path, policy: policy, at: TestChain.moment, meter: WorkMeter(policy.limits))
            for rule in rules { rule.judge(path, &judgement) }
            #expect(
                judgement.findings.map(\.requirement) == (isRefused ? ["anchorConstraint.mozilla"] : []), "\(begins)")
            #expect(judgement.findings.allSatisfy { $0.severity == .error })
        }
    }

    @Test("every row of the table is understood, and newer words stand beside those of roots that are gone")
    func rows() throws {
        let table = try FactTable.builtIn("constraints")
        var roots: Set<[UInt8]> = []
        for row in table.rows {
            #expect(["mozilla", "chrome"].contains(row["programme"] ?? ""), "line \(row.line)")
            // Alone: a root may have another row, by which it is counted all the same.
            let fields = ["sha256", "programme", "constraint", "value"].map { row[$0] ?? "" } + ["a", "R"]
            let alone = try FactTable((Self.head + fields.joined(separator: "\t")).utf8)
            #expect(PublicConstraints(alone).count == 1, "line \(row.line)")
            roots.insert(try #require(HexString.decode(row["sha256"] ?? "")))
        }
        #expect(PublicConstraints.current.count == roots.count)
        let dated = table.rows.filter { $0["programme"] == "mozilla" }.compactMap { $0["value"]?.prefix(10) }
        #expect(Set(dated).isSuperset(of: ["2024-11-30", "2024-06-30", "2026-04-15"]))
    }

    @Test("Chrome's date is held against the earliest timestamp; one that nobody verified frees nothing issued later")
    func timestamps() throws {
        let rows = [(programme: "chrome", constraint: "timestampNotAfter", value: "2026-04-15T00:00:00Z")]
        let late = Self.date.advanced(bySeconds: 1)
        for (given, begins, isListed, isRefused) in [
            ([Self.date, late], Self.date, false, false), ([late, late], Self.date, false, true),
            ([Self.date, Self.date], late, false, true), ([Self.date, late], late, true, false),
            ([late, late], Self.date, true, true), ([], Self.date, false, false), ([], late, false, true),
        ] as [([Instant], Instant, Bool, Bool)] {
            var logged = try LoggedChain()
            logged.leaf.notBefore = begins
            let sent = given.isEmpty ? try logged.chain.chain { $0.notBefore = begins } : try logged.made { given[$0] }
            let asked: TransparencyChecking =
                isListed
                ? .required(TransparencyRequirement(policy: .chrome, logs: try logged.list())) : .off
            let found = try found(sent, root: logged.chain.root.certificate, rows, transparency: asked)
            #expect(found["anchorConstraint.chrome"] == (isRefused ? .error : nil), "\(given) \(begins) \(isListed)")
        }
        // A timestamp of a log that the list does not have shows nothing.
        let logged = try LoggedChain()
        let others = try LoggedChain(["Three"]).list()
        let found = try found(
            try logged.made { _ in Self.date }, root: logged.chain.root.certificate, rows,
            transparency: .required(TransparencyRequirement(policy: .chrome, logs: others)))
        #expect(found["anchorConstraint.chrome"] == .error)
    }

    @Test("data is about servers below public roots, and the own constraints about whatever they name")
    func scope() throws {
        let chain = try TestChain()
        let rows = [(programme: "mozilla", constraint: "distrustAfter", value: "2020-04-15T00:00:00Z")]
        let sent = try chain.chain()
        #expect(try found(sent, root: chain.root.certificate, rows, purpose: .basicX509).isEmpty)
        #expect(try found(sent, root: chain.root.certificate, rows, isPublic: false).isEmpty)
        func limits(on anchor: [UInt8]? = nil) throws -> AnchorConstraints {
            var limits = try anchor.map { AnchorConstraints(on: try Certificate(der: $0)) } ?? AnchorConstraints()
            limits.distrustAfter = RootProgram.day(2020, 4, 15)
            return limits
        }
        let own = try limits(on: chain.root.certificate)
        for profile in [Profile.default, .webpki, .apple, .rfc5280] {
            for isPublic in [false, true] {
                let found = try found(
                    sent, root: chain.root.certificate, own: [own], profile: profile, isPublic: isPublic)
                #expect(found == ["anchorConstraint.distrustAfter": .error], "\(profile.name)")
            }
        }
        let other = try limits(on: chain.intermediate.certificate)
        #expect(try found(sent, root: chain.root.certificate, own: [other], isPublic: false).isEmpty)
        #expect(try !found(sent, root: chain.root.certificate, own: [limits()], isPublic: false).isEmpty)
        let named = try AnchorConstraints(anchor: Certificate(der: chain.root.certificate).fingerprint)
        #expect(named.anchor == own.anchor)
    }

    /// Another number of octets than SHA-256 has (FIPS 180-4: 256 bits) is no certificate's: it would match no anchor.
    @Test(
        "constraints on an anchor that is named by anything but a SHA-256 are an error", arguments: [0, 20, 31, 33, 64])
    func fingerprint(octets: Int) {
        #expect(throws: AnchorConstraintError.notAFingerprint(octets: octets)) {
            try AnchorConstraints(anchor: [UInt8](repeating: 1, count: octets))
        }
    }

    @Test("of several dates of a programme the earliest counts, in whatever order they stand")
    func strictest() throws {
        let chain = try TestChain()
        let (early, late) = ("2026-04-15T00:00:00Z", "2027-04-15T00:00:00Z")
        let sent = try chain.chain { $0.notBefore = Self.date.advanced(bySeconds: 1) }
        for (programme, kind) in [("mozilla", "distrustAfter"), ("chrome", "timestampNotAfter")] {
            for values in [[early, late], [late, early]] {
                let rows = values.map { (programme: programme, constraint: kind, value: $0) }
                let found = try found(sent, root: chain.root.certificate, rows)
                #expect(found == ["anchorConstraint.\(programme)": .error], "\(values)")
                let data = try Self.data(chain.root.certificate, rows)
                let root = try Certificate(der: chain.root.certificate)
                #expect(data.constraints(on: root).first?.lastIssue?.at == Self.date)
            }
        }
    }

    /// RFC 6962 §3.3: a timestamp comes in the certificate, by an extension of TLS, or in a stapled OCSP response.
    @Test("without a list of logs the timestamps beside the certificate count as those in it do")
    func beside() throws {
        var logged = try LoggedChain()
        logged.leaf.notBefore = Self.date.advanced(byDays: -1)
        let (log, issuer) = (logged.logs[0].log, logged.chain.intermediate)
        let sent = try issuer.issue(logged.leaf).chain
        let leaf = try Certificate(der: sent[0])
        var limits = AnchorConstraints()
        limits.timestampNotAfter = Self.date
        func found(_ beside: [SignedCertificateTimestamp], stapled: [UInt8]? = nil) throws -> [String: Severity] {
            try self.found(
                sent, root: logged.chain.root.certificate, own: [limits], isPublic: false, beside: beside,
                stapled: stapled)
        }
        #expect(try found([]) == ["anchorConstraint.timestamp": .error])
        for (seconds, isRefused) in [(Int64(0), false), (1, true)] {
            let timestamp = try log.timestamp(.certificate(sent[0]), at: Self.date.advanced(bySeconds: seconds))
            let expected: [String: Severity] = isRefused ? ["anchorConstraint.timestamp": .error] : [:]
            #expect(try found([timestamp]) == expected, "\(seconds)")
            var response = OCSPResponseTemplate(at: TestChain.moment)
            response.answer(try issuer.certID(for: leaf.serialNumber), .good, timestamps: [timestamp])
            #expect(try found([], stapled: issuer.issue(response)) == expected, "\(seconds)")
        }
    }

    /// What was not asked for does not come: RFC 6962 §3.3.1, "Servers MUST NOT send … unless the client" asks.
    @Test("handshakes ask for timestamps where an anchor is constrained by them")
    func asked() throws {
        let chain = try TestChain()
        func policy(_ anchors: [Certificate], _ change: (inout TrustPolicy) -> Void = { _ in }) throws -> TrustPolicy {
            var policy = TrustPolicy.ssl(try ServerName(TestChain.host))
            policy.anchors = .only(anchors)
            change(&policy)
            return policy
        }
        let own = try Certificate(der: chain.root.certificate)
        // NSS has a date by notBefore for it, and Chrome none.
        let entrust = try KnownRoot.certificate(KnownRoot.entrust)
        #expect(try !policy([own]).looksAtTimestamps && !policy([entrust]).looksAtTimestamps)
        #expect(
            try policy([own]) {
                $0.anchorConstraints = [AnchorConstraints()]
                $0.anchorConstraints[0].timestampNotAfter = Self.date
            }.looksAtTimestamps)
        #expect(
            try !policy([own]) {
                $0.anchorConstraints = [AnchorConstraints()]
                $0.anchorConstraints[0].distrustAfter = Self.date
            }.looksAtTimestamps)
        // Chrome's root store: sct_not_after of Amazon Root CA 3.
        let amazon = try KnownRoot.certificate(KnownRoot.amazon3)
        #expect(try policy([own, amazon]).looksAtTimestamps)
        #expect(try !policy([own, amazon]) { $0.profile = .rfc5280 }.looksAtTimestamps)
        #expect(try !policy([own, amazon]) { $0.purpose = .basicX509 }.looksAtTimestamps)
    }

    @Test("each own constraint refuses what is outside of it, and nothing else")
    func own() throws {
        let chain = try TestChain()
        let template = TestChain.server()
        let days = template.notAfter.seconds(since: template.notBefore) / 86_400 + 1
        func limits(_ change: (inout AnchorConstraints) throws -> Void) rethrows -> AnchorConstraints {
            var limits = AnchorConstraints()
            try change(&limits)
            return limits
        }
        let cases: [(AnchorConstraints, [String], String?)] = [
            (limits { $0.maximumLifetimeDays = Int(days) }, [TestChain.host], nil),
            (limits { $0.maximumLifetimeDays = Int(days) - 1 }, [TestChain.host], "anchorConstraint.lifetime"),
            (try limits { $0.permittedDNSNames = [try DNSName("holdfast.test")] }, [TestChain.host], nil),
            (try limits { $0.permittedDNSNames = [try DNSName(TestChain.host)] }, ["WWW.Holdfast.test"], nil),
            (
                try limits { $0.permittedDNSNames = [try DNSName("holdfast.test")] },
                [TestChain.host, "www.notholdfast.test"], "anchorConstraint.name"
            ),
            (
                try limits { $0.permittedDNSNames = [try DNSName("www.holdfast.test")] },
                [TestChain.host, "*.holdfast.test"], "anchorConstraint.name"
            ),
            (
                try limits { $0.permittedDNSNames = [try DNSName("holdfast.test")] },
                [TestChain.host, "192.0.2.1"], "anchorConstraint.name"
            ),
            (limits { $0.permittedUses = [.serverAuth] }, [TestChain.host], nil),
            (limits { $0.permittedUses = [.clientAuth] }, [TestChain.host], "anchorConstraint.use"),
            (limits { $0.permittedUses = [.anyExtendedKeyUsage] }, [TestChain.host], nil),
            (limits { $0.timestampNotAfter = TestChain.moment }, [TestChain.host], "anchorConstraint.timestamp"),
            (limits { $0.distrustAfter = TestChain.moment }, [TestChain.host], nil),
        ]
        for (limits, names, requirement) in cases {
            let sent = try chain.intermediate.issue(.server(names: names, at: TestChain.moment)).chain
            let found = try found(sent, root: chain.root.certificate, own: [limits], isPublic: false)
            #expect(found == (requirement.map { [$0: .error] } ?? [:]), "\(limits.digestText) \(names)")
        }
        let uses = limits { $0.permittedUses = [.serverAuth] }
        let found = try found(
            try chain.chain(), root: chain.root.certificate, own: [uses], purpose: .basicX509, isPublic: false)
        #expect(found == ["anchorConstraint.use": .error])
    }

    @Test("constraints are part of the policy's digest")
    func digest() throws {
        var policy = try TestChain().policy()
        let before = policy.digest
        policy.anchorConstraints = [AnchorConstraints()]
        policy.anchorConstraints[0].maximumLifetimeDays = 90
        let with = policy.digest
        policy.anchorConstraints[0].maximumLifetimeDays = 91
        #expect(Set([before, with, policy.digest]).count == 3)
    }
}
