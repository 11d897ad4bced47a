import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// One result as a row: CSV that no spreadsheet runs, and the part of a list that it belongs to.
@Suite("Rows of a scan")
struct ScanRowTests {
    private func result(_ target: String, owner: String? = nil, index: Int = 0) throws -> ScanResult {
        let samples = try Samples()
        let report = try samples.verdict(samples.leaf().chain, target: target)
        return ScanResult(
            ScanTarget(
                index: index, key: "\(target):443", text: target, options: [.init("sni", "a")], owner: owner, line: 7),
            report)
    }

    /// RFC 4180 §2: "Fields containing line breaks (CRLF), double quotes, and commas should be enclosed in
    /// double-quotes", and a quote in them is doubled. A formula is not begun by anybody's name.
    @Test(
        "A cell is data",
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"so\"", "\"say \"\"so\"\"\""), ("", ""),
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"), ("+1", "'+1"), ("-1", "'-1"),
            ("@SUM(1,2)", "\"'@SUM(1,2)\""),
            ("a\r\nb", "a\\u{d}\\u{a}b"), ("\t=1", "\\u{9}=1"), ("\u{202e}=1", "\\u{202e}=1"),
        ])
    func cell(text: String, cell: String) { #expect(ScanCSV.cell(text) == cell) }

    @Test("Each row has as many cells as the first one, and ends in CR LF")
    func row() throws {
        let (header, row) = (ScanCSV.header, ScanCSV.row(try result("www.example.com", owner: "=web")))
        #expect(header.hasPrefix("index,target,owner,key,address,level,exitCode,attempts,"))
        #expect(row.hasPrefix("0,www.example.com,'=web,www.example.com:443,,none,0,1,false,"))
        #expect(header.hasSuffix("\r\n") && row.hasSuffix("\r\n"))
        // Names of the sample have one comma each, in quotes.
        let bare = row.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 0 }.map(\.element).joined()
        #expect(bare.count { $0 == "," } == header.count { $0 == "," })
    }

    @Test("The JSON has the target's own words, and the verdict within")
    func json() throws {
        let line = try result("www.example.com", owner: "web", index: 3).jsonLine()
        #expect(line.contains(#""index":3,"#) && line.contains(#""line":7,"#) && line.contains(#""owner":"web""#))
        #expect(line.contains(#""options":{"sni":"a"}"#) && line.contains(#""schema":"holdfast.scan/1""#))
        #expect(line.contains(#""verdict":{"#) && line.contains(#""schema":"holdfast.verdict/1""#))
        #expect(line.contains(#""attempts":1,"#))
    }

    @Test("Of all parts of a list exactly one has a target, whatever else stands there")
    func shards() {
        #expect(ScanShard(0, of: 3) == nil && ScanShard(4, of: 3) == nil && ScanShard(1, of: 0) == nil)
        var counts = [0, 0, 0]
        for index in 0..<3_000 {
            let target = ScanTarget(index: index, key: "host-\(index).example:443", text: "x")
            let parts = (1...3).filter { ScanShard($0, of: 3)?.contains(target) == true }
            #expect(parts.count == 1)
            counts[parts[0] - 1] += 1
            let elsewhere = ScanTarget(index: 0, key: target.key, text: "y", owner: "z", line: 9)
            #expect(ScanShard(parts[0], of: 3)?.contains(elsewhere) == true)
        }
        #expect(counts.allSatisfy { $0 > 800 })
        // FNV-1a of the empty text is its offset, of "a" as its authors list it.
        #expect(ScanShard.digest(of: "") == 0xcbf2_9ce4_8422_2325)
        #expect(ScanShard.digest(of: "a") == 0xaf63_dc4c_8601_ec8c)
    }

    @Test("A key has every option that makes another target of one, in one order")
    func keys() {
        let (sni, address) = (ScanTarget.Option("sni", "a.example"), ScanTarget.Option("address", "192.0.2.1"))
        let key = "b.example:443 address=192.0.2.1 sni=a.example"
        #expect(ScanTarget.key(of: "b.example:443", options: [sni, address]) == key)
        #expect(ScanTarget.key(of: "b.example:443", options: [address, sni]) == key)
    }

    @Test("SARIF leaves out what is below a level, and is the same document otherwise")
    func sarif() throws {
        let samples = try Samples()
        var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        policy.expiryNotice = .seconds(400 * 86_400)
        let reports = [
            try samples.verdict(samples.leaf().chain, policy: policy, target: "soon.example"),
            try samples.verdict([samples.leaf().certificate], target: "lonely.example"),
        ]
        let all = SARIFRun(toolVersion: "1.0.0").whole(of: reports)
        #expect(all == SARIFReport(reports, toolVersion: "1.0.0").text)
        #expect(all.contains("expiresSoon") && all.contains("issuerNotFound"))
        let errors = SARIFRun(toolVersion: "1.0.0", least: .error).whole(of: reports)
        #expect(!errors.contains("expiresSoon") && errors.contains("issuerNotFound"))
    }
}
