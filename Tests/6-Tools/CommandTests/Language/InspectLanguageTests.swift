import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastCommand

/// What inspect and trace show, in Chinese.
@Suite("inspect and trace in Chinese", .ownThread)
struct InspectLanguageTests {
    private static func isChinese(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
    }

    /// Files of every kind that `holdfast create` makes.
    private static func folder() throws -> Folder {
        let folder = try Folder()
        let made = try CommandRun(
            shell: """
                set -e
                mkdir made && cd made
                "$holdfast" create ca --name Dev --permit test --out ca.pem --key ca.key
                "$holdfast" create leaf a.test --ca ca.pem --ca-key ca.key --out leaf.pem --key leaf.key
                "$holdfast" create csr --name a.test --key other.key --out a.csr
                "$holdfast" create crl --ca ca.pem --ca-key ca.key --revoked-cert leaf.pem --out a.crl
                "$holdfast" create ocsp --ca ca.pem --ca-key ca.key --cert leaf.pem --status good --out a.ocsp
                printf secret > word
                "$holdfast" convert leaf.pem leaf.key --to pkcs12 --out a.p12 --out-passphrase-file word
                head -c 200 leaf.pem > cut.pem
                """, in: folder)
        #expect(made.exitCode == 0, "\(made.errors)")
        return folder
    }

    /// Names of RFC 5280 and of algorithms, and what stands in the file, are no English prose.
    @Test("every row of inspect has a Chinese title, and no English word in it that is no name")
    func inspect() throws {
        let folder = try Self.folder()
        let files = ["leaf.pem", "leaf.key", "ca.pem", "a.csr", "a.crl", "a.ocsp", "a.p12"].map { "made/\($0)" }
        let names = ["SHA-256", "SHA-1", "SPKI SHA-256", "nonce"]
        for file in files + files.map({ "--lint \($0)" }) {
            let run = try CommandRun(
                shell: "\"$holdfast\" inspect \(file) --language zh-Hans", in: folder)
            #expect([0, 33].contains(run.exitCode), "\(file): \(run.errors)")
            for line in run.output.split(separator: "\n") where line.hasPrefix("  ") && !line.hasPrefix("   ") {
                let title = line.dropFirst(2).components(separatedBy: "  ")[0]
                #expect(Self.isChinese(title) || names.contains(title), "\(file): \(line)")
                let words = line.matches(
                    of: #/ (?:and|of|the|is|was|by|for|with|not|no|at|in|bytes|critical|certificate)[ ;,.]/#)
                #expect(words.isEmpty, "\(file): \(line)")
            }
        }
        let folded = try CommandRun("holdfast", ["inspect", "made", "--language", "zh-Hans"], in: folder)
        for line in folded.output.split(separator: "\n") { #expect(Self.isChinese(line), "\(line)") }
    }

    @Test("the values are said in each language: use, kinds, criticality, and what belongs together")
    func values() throws {
        let folder = try Self.folder()
        let arguments = ["inspect", "made/leaf.pem", "made/ca.pem", "made/leaf.key"]
        let english = try CommandRun("holdfast", arguments, in: folder).output
        let chinese = try CommandRun("holdfast", arguments + ["--language", "zh"], in: folder).output
        for (one, other) in [
            ("basicConstraints", "基本约束 basicConstraints"), ("critical; ", "关键；"),
            ("certificate authority", "颁发机构"), ("not after", "到期时间"), ("together", "相互关系"),
            ("was issued by", "签发"), ("private key, EC P-256", "私钥，EC P-256"), ("certificate 1", "第 1 张证书"),
            ("none: whoever reads the file has the key", "无：读得到文件的人就得到密钥"), ("permitted DNS test", "允许 DNS test"),
        ] {
            #expect(english.contains(one) && chinese.contains(other), "\(one), \(other): \(chinese)")
            #expect(!english.contains(other), "\(other)")
        }
        #expect(english.split(separator: "\n").count == chinese.split(separator: "\n").count)
        let json = try CommandRun("holdfast", arguments + ["--json"], in: folder).output
        #expect(try CommandRun("holdfast", arguments + ["--json", "--language", "zh"], in: folder).output == json)
    }

    /// RFC 5746 §3.3: TLS_EMPTY_RENEGOTIATION_INFO_SCSV "is not a true cipher suite".
    @Test("trace has commas of Chinese, and one number of cipher suites")
    func trace() throws {
        let bench = try Loopback(host: "good.test")
        let folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        let server = try bench.answering { _ in ServerResponse(text: "") }
        let arguments = [
            "trace", "https://good.test:\(server.port)", "--connect-to",
            Loopback.connectTo(server.port, host: "good.test"), "--anchors-only", "anchor.pem",
        ]
        for more in [[], ["--details"], ["--repeat", "2"]] {
            let run = try CommandRun("holdfast", arguments + more + ["--language", "zh-Hans"], in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            // Sources of a remark are those of the RFC's editor.
            for line in run.output.split(separator: "\n") where !line.contains("RFC ") {
                #expect(!line.contains(", "), "\(line)")
            }
        }
        let details = try CommandRun("holdfast", arguments + ["--details"], in: folder).output
        let counted = try #require(details.firstMatch(of: #/ ([0-9]+) suites/#)).output.1
        let listed = try #require(details.firstMatch(of: #/cipher_suites: ([0-9]+)/#)).output.1
        #expect(counted == listed, "\(counted), \(listed)")
        let rows = details.components(separatedBy: "cipher_suites: ")[1].split(separator: "\n").dropFirst()
            .prefix { $0.contains(": TLS_") }
        let suites = rows.filter { !$0.hasSuffix("_SCSV") }
        #expect(String(suites.count) == listed, "\(suites.count), \(listed)")
    }
}
