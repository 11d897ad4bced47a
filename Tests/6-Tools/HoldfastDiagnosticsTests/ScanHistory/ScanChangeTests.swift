import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// What has changed between two runs.
struct ScanChangeTests {
    private typealias Bench = ScanHistoryBench

    private static func certificate(
        _ fingerprint: String, key: String = "k1", issuer: String = "CN=One", end: Int64 = 30
    ) -> ScanCertificate {
        ScanCertificate(
            fingerprint: fingerprint, key: key, subject: "CN=a.example", issuer: issuer, notBefore: Bench.start,
            notAfter: Bench.hour(24 * end))
    }

    private static func record(_ findings: [String: Severity] = [:], leaf: ScanCertificate? = nil) -> ScanRecord {
        var record = Bench.record(0, "a.example:443", leaf: leaf)
        record.findings = findings
        record.level = findings.values.map(ScanLevel.init).max() ?? .none
        record.cause = findings.first { $0.value == .error }?.key
        return record
    }

    private static func kinds(_ now: ScanRecord, since earlier: ScanRecord?) -> [ScanChange.Kind] {
        now.changes(since: earlier, lastShowing: earlier?.leaf).map(\.kind)
    }

    @Test func nothingHasChanged() {
        let record = Self.record(["expired": .error], leaf: Self.certificate("f1"))
        #expect(Self.kinds(record, since: record) == [])
        #expect(record.newLevel(since: record) == .none)
    }

    @Test(
        "a failure is new where it is one of another code",
        arguments: [
            ([:], ["expired": .error], [ScanChange.Kind.newlyFailing]),
            (["expired": .warning], ["expired": .error], [.newlyFailing]),
            (["expired": .error], ["hostMismatch": .error], [.newlyFailing]),
            (["expired": .error], ["expired": .error, "hostMismatch": .error], [.newlyFailing]),
            (["expired": .error, "hostMismatch": .error], ["expired": .error], []),
            (["expired": .error], ["expired": .warning], [.mended]),
            (["expired": .error], [:], [.mended]),
            (["weakKey": .warning], [:], []),
            ([:], ["weakKey": .warning], []),
        ] as [([String: Severity], [String: Severity], [ScanChange.Kind])])
    func failures(before: [String: Severity], after: [String: Severity], kinds: [ScanChange.Kind]) {
        #expect(Self.kinds(Self.record(after), since: Self.record(before)) == kinds)
    }

    @Test(
        "the gravity of what is new",
        arguments: [
            ([:], ["weakKey": .warning], ScanLevel.warning),
            (["weakKey": .note], ["weakKey": .warning], .warning),
            (["weakKey": .warning], ["weakKey": .warning], .none),
            (["weakKey": .warning], ["weakKey": .note], .none),
            (["expired": .error], ["expired": .error, "weakKey": .note], .note),
        ] as [([String: Severity], [String: Severity], ScanLevel)])
    func newLevels(before: [String: Severity], after: [String: Severity], level: ScanLevel) {
        #expect(Self.record(after).newLevel(since: Self.record(before)) == level)
    }

    @Test(
        "another certificate, and what of it is another",
        arguments: [
            (certificate("f1"), []),
            (certificate("f2"), [.otherCertificate]),
            (certificate("f2", key: "k2"), [.otherCertificate, .otherKey]),
            (certificate("f2", issuer: "CN=Two"), [.otherCertificate, .otherIssuer]),
            (certificate("f2", end: 90), [.otherCertificate, .endMoved]),
            (
                certificate("f2", key: "k2", issuer: "CN=Two", end: 90),
                [.otherCertificate, .otherKey, .otherIssuer, .endMoved]
            ),
        ] as [(ScanCertificate, [ScanChange.Kind])])
    func certificates(now: ScanCertificate, kinds: [ScanChange.Kind]) {
        let changes = Self.record(leaf: now).changes(
            since: Self.record(leaf: Self.certificate("f1")), lastShowing: Self.certificate("f1"))
        #expect(changes.map(\.kind) == kinds)
        #expect(changes.allSatisfy { $0.before != nil && $0.after != nil && $0.before != $0.after })
    }

    @Test func aTargetThatIsNew() {
        #expect(Self.kinds(Self.record(), since: nil) == [.new])
        #expect(Self.kinds(Self.record(["expired": .error]), since: nil) == [.newlyFailing, .new])
        #expect(Self.record(["expired": .error]).newLevel(since: nil) == .error)
    }

    @Test("two runs, with a target that could not be reached in between") func runs() throws {
        let bench = try ScanHistoryBench()
        let samples = try Samples()
        let (one, two) = (try samples.leaf().certificate, try samples.leaf().certificate)
        let history = try bench.history()
        let first = try Bench.run(
            [
                try Bench.entry(0, "a.example:443", chain: [one]), Bench.entry(1, "b.example:443"),
                Bench.entry(2, "gone.example:443"), Bench.entry(3, "c.example:443", refusedFor: "expired"),
            ], in: history)
        let second = try Bench.run(
            [
                Bench.entry(0, "a.example:443", refusedFor: "connectionRefused"), Bench.entry(1, "b.example:443"),
                Bench.entry(2, "c.example:443"), Bench.entry(3, "new.example:443"),
            ], in: history)
        let third = try Bench.run(
            [try Bench.entry(0, "a.example:443", chain: [two]), Bench.entry(1, "b.example:443")], in: history)
        #expect(
            try Bench.differences(from: first, to: second, in: history) == [
                "a.example:443 newlyFailing", "c.example:443 mended", "new.example:443 new", "gone.example:443 gone",
            ])
        // The certificate is compared with the one that the server showed last.
        #expect(
            try Bench.differences(from: second, to: third, in: history) == [
                "a.example:443 mended otherCertificate otherKey", "c.example:443 gone", "new.example:443 gone",
            ])
        #expect(try Bench.differences(from: third, to: third, in: history) == [])
    }

    @Test("each address of a target is compared with itself") func addresses() throws {
        let bench = try ScanHistoryBench()
        let history = try bench.history()
        func entries(_ codes: [String?]) -> [ScanEntry] {
            codes.enumerated().map { number, code in
                ScanEntry(Bench.record(0, "a.example:443", refusedFor: code, part: "192.0.2.\(number)"))
            }
        }
        let first = try Bench.run(entries([nil, "expired"]), in: history)
        let second = try Bench.run(entries(["expired", "expired"]), in: history)
        #expect(try Bench.differences(from: first, to: second, in: history) == ["a.example:443 newlyFailing"])
        #expect(try Bench.differences(from: first, to: first, in: history) == [])
    }
}
