import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// `revocation` in `holdfast.verdict/1`: "`notChecked` or a result".
@Suite(.ownThread)
struct VerdictRevocationTests {
    private func line(
        _ samples: Samples, _ leaf: Identity, _ lists: [[UInt8]], _ checking: RevocationChecking
    ) throws -> JSONDocument {
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.anchors = .only([try Certificate(der: samples.root.certificate)])
        policy.revocation = checking
        let trust = try ServerTrust(derChain: leaf.chain)
        let evidence = Evidence.revocationLists(lists.map { SuppliedRevocationList(der: $0) })
        let report: VerdictReport
        do throws(TrustFailure) {
            report = VerdictReport(
                try TrustEngine().evaluate(trust, with: policy, at: samples.at, supplying: [evidence]), target: "x")
        } catch {
            report = VerdictReport(error, target: "x")
        }
        return try JSONDocument(report.jsonLine())
    }

    @Test("Good, revoked, unknown, and nobody asked")
    func statuses() throws {
        let samples = try Samples()
        let leaf = try samples.leaf()
        let rootList = try samples.root.issue(RevocationListTemplate(at: samples.at))
        let empty = try samples.intermediate.issue(RevocationListTemplate(at: samples.at))
        var template = RevocationListTemplate(at: samples.at)
        let since = samples.at.advanced(byDays: -2)
        template.revoke(try Certificate(der: leaf.certificate).serialNumber, on: since, for: .superseded)
        let full = try samples.intermediate.issue(template)

        let good = try #require(try line(samples, leaf, [rootList, empty], .hard)["revocation"])
        #expect(good.keys == ["status", "mode", "certificates"])
        #expect(good["status"] == .text("good"))
        #expect(good["mode"] == .text("hard"))
        // The anchor is not asked about.
        #expect(good["certificates"]?.count == 2)
        #expect(good["certificates"]?[1]?["certificate"] == .number(1))
        #expect(good["certificates"]?[1]?.keys == ["certificate", "status", "source", "thisUpdate", "nextUpdate"])
        #expect(good["certificates"]?[1]?["source"] == .text("set"))

        let revoked = try #require(try line(samples, leaf, [rootList, full], .soft)["revocation"])
        #expect(revoked["status"] == .text("revoked"))
        #expect(revoked["mode"] == .text("soft"))
        #expect(revoked["certificates"]?[0]?["since"] == .text("2026-01-13T12:00:00Z"))
        #expect(revoked["certificates"]?[0]?["reason"] == .text("superseded"))

        let unknown = try #require(try line(samples, leaf, [empty], .soft)["revocation"])
        #expect(unknown["status"] == .text("unknown"))
        #expect(unknown["certificates"]?[0]?["status"] == .text("good"))
        #expect(unknown["certificates"]?[1]?["problems"]?.count == 1)

        #expect(try line(samples, leaf, [rootList, full], .off)["revocation"] == .text("notChecked"))
    }
}
