import HoldfastAuthority
import HoldfastFacts
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// Roots of programmes, as their packages have them: certificates are facts.
enum KnownRoot {
    /// SSL.com TLS ECC Root CA 2022, of Debian's ca-certificates since 20240203.
    static let sslcom = """
        MIICOjCCAcCgAwIBAgIQFAP1q/s3ixdAW+JDsqXRxDAKBggqhkjOPQQDAzBOMQswCQYDVQQGEwJVUzEYMBYGA1UECgwPU1NMIENvcnBvcmF0aW9u
        MSUwIwYDVQQDDBxTU0wuY29tIFRMUyBFQ0MgUm9vdCBDQSAyMDIyMB4XDTIyMDgyNTE2MzM0OFoXDTQ2MDgxOTE2MzM0N1owTjELMAkGA1UEBhMC
        VVMxGDAWBgNVBAoMD1NTTCBDb3Jwb3JhdGlvbjElMCMGA1UEAwwcU1NMLmNvbSBUTFMgRUNDIFJvb3QgQ0EgMjAyMjB2MBAGByqGSM49AgEGBSuB
        BAAiA2IABEUpNXP6wrgjzhR9qLFNoFs27iosU8NgCTWyJGYmacCzldZdkkAZDsalE3D07xJRKF3nzL35PIXBz5SQySvOkkJYWWf9lCcQZIxPBLFN
        SeR7T5v15wj4A4j3p8OSSxlUgaNjMGEwDwYDVR0TAQH/BAUwAwEB/zAfBgNVHSMEGDAWgBSJjy+j6CugFFR781a4Jl9nOAuc0DAdBgNVHQ4EFgQU
        iY8vo+groBRUe/NWuCZfZzgLnNAwDgYDVR0PAQH/BAQDAgGGMAoGCCqGSM49BAMDA2gAMGUCMFXjIlbp15IkWE8elDIPDAI2wv2sdDJO4fscgIij
        zPvX6yv/N33w7deedWo1dlJF4AIxAMeNb0Igj762TVntd00pxCAgRWSGOlDGxK0tk/UYfXLtqc/ErFc2KAhl3zx5Zn6g6g==
        """
    /// Entrust Root Certification Authority - EC1: in Debian's bundles up to 13, gone from sid's since 20260601.
    static let entrust = """
        MIIC+TCCAoCgAwIBAgINAKaLeSkAAAAAUNCR+TAKBggqhkjOPQQDAzCBvzELMAkGA1UEBhMCVVMxFjAUBgNVBAoTDUVudHJ1c3QsIEluYy4xKDAm
        BgNVBAsTH1NlZSB3d3cuZW50cnVzdC5uZXQvbGVnYWwtdGVybXMxOTA3BgNVBAsTMChjKSAyMDEyIEVudHJ1c3QsIEluYy4gLSBmb3IgYXV0aG9y
        aXplZCB1c2Ugb25seTEzMDEGA1UEAxMqRW50cnVzdCBSb290IENlcnRpZmljYXRpb24gQXV0aG9yaXR5IC0gRUMxMB4XDTEyMTIxODE1MjUzNloX
        DTM3MTIxODE1NTUzNlowgb8xCzAJBgNVBAYTAlVTMRYwFAYDVQQKEw1FbnRydXN0LCBJbmMuMSgwJgYDVQQLEx9TZWUgd3d3LmVudHJ1c3QubmV0
        L2xlZ2FsLXRlcm1zMTkwNwYDVQQLEzAoYykgMjAxMiBFbnRydXN0LCBJbmMuIC0gZm9yIGF1dGhvcml6ZWQgdXNlIG9ubHkxMzAxBgNVBAMTKkVu
        dHJ1c3QgUm9vdCBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eSAtIEVDMTB2MBAGByqGSM49AgEGBSuBBAAiA2IABIQTydC6bUF74mzQ61VfZgIaJPRb
        iWlH47jCffHyAsWfoPZb1YsGGYZPUxBtByQnoaD41UcZYUx9ypMn6nQM72+WCf5j7HBdNq1nd67JnXxVRDqiY1Ef9eNi1KlHBz7MIKNCMEAwDgYD
        VR0PAQH/BAQDAgEGMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFLdj5xrdjekIplWDpOBqUEFlEUJJMAoGCCqGSM49BAMDA2cAMGQCMGF52OVC
        R98crlOZF7ZvHH3hvxGU0QOIdeSNiaSKd0bebWHvAvX7td/M/k7//qnmpwIwW5nXhTcGtXsI/esni0qU+eH6p44mCOh8kmhtc9hvJqwhAriZtyZB
        WyVgrtBIGu4G
        """
    /// Amazon Root CA 3, of the same bundles; Chrome's root store has a date for it.
    static let amazon3 = """
        MIIBtjCCAVugAwIBAgITBmyf1XSXNmY/Owua2eiedgPySjAKBggqhkjOPQQDAjA5MQswCQYDVQQGEwJVUzEPMA0GA1UEChMGQW1hem9uMRkwFwYD
        VQQDExBBbWF6b24gUm9vdCBDQSAzMB4XDTE1MDUyNjAwMDAwMFoXDTQwMDUyNjAwMDAwMFowOTELMAkGA1UEBhMCVVMxDzANBgNVBAoTBkFtYXpv
        bjEZMBcGA1UEAxMQQW1hem9uIFJvb3QgQ0EgMzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCmXp8ZBf8ANm+gBG1bG8lKlui2yEujSLtf6ycXY
        qm0fc4E7O5hrOXwzpcVOho6AF2hiRVd9RFgdszflZwjrZt6jQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgGGMB0GA1UdDgQWBBSr
        ttvXBp43rDCGB5Fwx5zEGbF4wDAKBggqhkjOPQQDAgNJADBGAiEA4IWSoxe3jfkrBqWTrBqYaGFy+uGh0PsceGCmQ5nFuMQCIQCcAu/xlJyzlvnr
        xir4tiz+OpAUFteMYyRIHN8wfdVoOw==
        """

    static func certificate(_ text: String) throws -> Certificate {
        try Certificate(der: try #require(Base64.decode(String(text.filter { !$0.isWhitespace }))))
    }
}

@Suite("Public roots")
struct PublicRootsTests {
    private static func table(_ rows: [String], day: String = "2026-10-20") throws -> FactTable {
        let head = ["#source\tnow\tthe bundle\t\(day)", "#columns\tsha256\tprogramme\tuntil\tsource\tname"]
        return try FactTable((head + rows).joined(separator: "\n").utf8)
    }

    @Test("the roots of Debian 12, 13 and sid of November 2026 are public, those that sid dropped too")
    func bundles() throws {
        for root in [KnownRoot.sslcom, KnownRoot.entrust] {
            let certificate = try KnownRoot.certificate(root)
            #expect(TrustAnchor(certificate: certificate, source: nil).kind == .publicWeb, "\(certificate.subject)")
        }
        let roots = PublicRoots.current
        let entrust = try KnownRoot.certificate(KnownRoot.entrust)
        guard case .removed(let day, _) = roots.standing(of: entrust, with: .mozilla) else {
            Issue.record("\(roots.standing(of: entrust, with: .mozilla))")
            return
        }
        #expect(day >= RootProgram.day(2026, 6, 1))
        guard case .included = roots.standing(of: try KnownRoot.certificate(KnownRoot.sslcom), with: .chrome) else {
            Issue.record("Chrome has SSL.com TLS ECC Root CA 2022")
            return
        }
        let own = try Certificate(der: try TestChain().root.certificate)
        for programme in RootProgramme.allCases {
            #expect(roots.standing(of: own, with: programme) == .absent, "\(programme)")
        }
        #expect(!roots.contains(own))
    }

    @Test("every row of the table is understood: its digest, its programme, and of each programme some")
    func rows() throws {
        let table = try FactTable.builtIn("roots")
        for row in table.rows {
            #expect(HexString.decode(row["sha256"] ?? "")?.count == 32, "line \(row.line)")
            #expect(row["programme"].flatMap(RootProgramme.init) != nil, "line \(row.line)")
            #expect(row["until"] == nil || row.day("until") != nil, "line \(row.line)")
        }
        for programme in RootProgramme.allCases {
            let count = table.rows.filter { $0["programme"] == programme.rawValue && $0["until"] == nil }.count
            #expect(count > 100, "\(programme): \(count)")
        }
    }

    @Test("a programme without a source is unknown, never absent")
    func unknown() throws {
        let certificate = try Certificate(der: try TestChain().root.certificate)
        let digest = HexString.encode(certificate.fingerprint)
        let roots = PublicRoots(
            try Self.table([
                "\(digest)\tapple\t2026-01-31\tnow\tRoot", "\(String(repeating: "0", count: 64))\tjava\t-\tnow\tZ",
            ]),
            machine: nil)
        let source = try #require(roots.source)
        #expect(
            roots.standing(of: certificate, with: .apple) == .removed(since: RootProgram.day(2026, 1, 31), source))
        #expect(roots.standing(of: certificate, with: .java) == .absent)
        #expect(roots.standing(of: certificate, with: .mozilla) == .unknown)
        #expect(roots.contains(certificate), "a root that a programme dropped stays public")
        #expect(!PublicRoots(nil, machine: nil).contains(certificate))
    }

    @Test("a newer bundle of the machine makes roots public, and an older one nothing")
    func machine() throws {
        let chain = try TestChain()
        let certificate = try Certificate(der: chain.root.certificate)
        let folder = try TemporaryFolder()
        try folder.write(PEMBlock(.certificate, contents: chain.root.certificate).encoded, to: "root.crt")
        try folder.write("no certificate", to: "other.crt")
        try folder.write(PEMBlock(.certificate, contents: chain.intermediate.certificate).encoded, to: "README")
        let bundle = MachineRoots.Bundle(path: folder.path, name: "the machine's")
        let row = "\(String(repeating: "0", count: 64))\tmozilla\t-\tnow\tZ"
        let older = PublicRoots(try Self.table([row], day: "2020-01-31"), machine: bundle)
        #expect(older.contains(certificate) && older.source?.name == "the machine's")
        #expect(older.standing(of: certificate, with: .mozilla) == .included(try #require(older.source)))
        #expect(older.standing(of: certificate, with: .java) == .unknown)
        #expect(!older.contains(try Certificate(der: chain.intermediate.certificate)), "only files that end in .crt")
        let newer = PublicRoots(try Self.table([row], day: "2999-01-31"), machine: bundle)
        #expect(!newer.contains(certificate) && newer.source?.name == "the bundle")
        let nothing = MachineRoots.Bundle(path: folder.path("nowhere"), name: "none")
        #expect(!PublicRoots(try Self.table([row], day: "2020-01-31"), machine: nothing).contains(certificate))
    }

    @Test("facts are of the older day of both tables, and old after a year of it")
    func age() throws {
        let facts = TrustFacts(
            roots: FactSource(name: "a", day: RootProgram.day(2026, 10, 28)),
            constraints: FactSource(name: "b", day: RootProgram.day(2026, 10, 20)))
        #expect(facts.day == RootProgram.day(2026, 10, 20))
        #expect(!facts.areOld(at: RootProgram.day(2027, 10, 20)))
        #expect(facts.areOld(at: RootProgram.day(2027, 10, 20).advanced(bySeconds: 1)))
        for unread in [
            TrustFacts(roots: nil, constraints: nil), TrustFacts(roots: facts.roots, constraints: nil),
            TrustFacts(roots: nil, constraints: facts.constraints),
        ] { #expect(unread.day == nil && unread.areOld(at: RootProgram.day(2026, 10, 28))) }
        #expect(TrustFacts.current.day != nil)
    }
}
