import HoldfastServing
import TestSupport
import Testing

/// `holdfast ats --system` against servers on loopback (Apple, 126655).
@Suite("holdfast ats --system", .ownThread)
struct ATSSystemCommandTests {
    private struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var maximum = TLSVersion.tls12
        var ciphers: String?
        var omitsExtended = false
        let exit: Int32
        let word: String
    }

    private static let rows = [
        Row(testDescription: "TLS 1.3", maximum: .tls13, exit: 0, word: "TLS 1.3, "),
        Row(
            testDescription: "TLS 1.2 with ECDHE, AES-GCM and extended master secret",
            ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256", exit: 0, word: "extended master secret"),
        Row(
            testDescription: "TLS 1.2 without extended master secret", ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256",
            omitsExtended: true, exit: 33, word: "does not do the extended master secret"),
        Row(
            testDescription: "TLS 1.2 with CBC alone", ciphers: "ECDHE-ECDSA-AES128-SHA", exit: 33,
            word: "handshake_failure"),
    ]

    private func server(_ site: ATSSite, _ row: Row) throws -> TLSServer {
        try site.server(to: row.maximum, ciphers: row.ciphers) {
            $0.omitsExtendedMasterSecret = row.omitsExtended
        }
    }

    @Test("the row that decides, by a real handshake", arguments: rows)
    private func decides(_ row: Row) throws {
        let site = try ATSSite()
        let server = try server(site, row)
        let run = try site.ats(server.port, "--system", "--json")
        #expect(run.exitCode == row.exit, "\(run.output)")
        let line = try JSONDocument(run.output.split(separator: "\n")[0])
        #expect(line["audience"]?.text == "system" && line["rows"]?.elements?.count == 3)
        #expect(line["accepted"]?.bool == (row.exit == 0))
        #expect(line["rows"]?[0]?["reason"]?.text?.contains(row.word) == true, "\(run.output)")
        withExtendedLifetime(server) {}
    }

    @Test("ats by itself accepts each of them, and a line says where system processes may not")
    func hint() throws {
        let site = try ATSSite()
        for row in Self.rows {
            let server = try server(site, row)
            let run = try site.ats(server.port)
            #expect(run.exitCode == 0, "\(row.testDescription): \(run.output)")
            #expect(run.output.contains("ats --system") == (row.exit != 0), "\(row.testDescription): \(run.output)")
            withExtendedLifetime(server) {}
        }
    }

    @Test("beside an Info.plist it says nothing, which is a usage error")
    func propertyList() throws {
        let site = try ATSSite()
        try site.folder.write("Info.plist", "<plist><dict/></plist>")
        let run = try CommandRun("holdfast", ["ats", "--system", "Info.plist"], in: site.folder)
        #expect(run.exitCode == 2, "\(run.errors)")
    }
}
