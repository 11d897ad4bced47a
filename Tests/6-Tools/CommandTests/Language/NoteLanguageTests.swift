import Foundation
import TestSupport
import Testing

/// Lines about what goes on, and results of commands that judge nothing, in the language of `--language` or the locale.
@Suite("Notes and results in the user's language", .ownThread)
struct NoteLanguageTests {
    /// Files that the lines below read.
    private static let files = [
        "a.swift": "import FoundationNetworking\n",
        "none/readme.txt": "nothing that anybody knows\n",
        "policy.json": """
        {"schema": "holdfast.policy/1",
         "hosts": {"a.example": {"pins": {"leaf": ["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]}}}}
        """,
        "Info.plist": """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>
        <key>NSExceptionDomains</key><dict/></dict></dict></plist>
        """,
    ]

    /// A line of a shell, and what it has to say in each language.
    private struct Row: CustomTestStringConvertible {
        let line: String
        let english: [String]
        let chinese: [String]
        var testDescription: String { line }
    }

    private static let authority = "\"$holdfast\" create ca --name Dev --permit a.test --out ca.pem --key ca.key"

    private static let rows = [
        Row(
            line: authority, english: ["new key: ca.key", "valid until", "next: holdfast create leaf"],
            chinese: ["新密钥：ca.key", "有效期至", "下一步：holdfast create leaf"]),
        Row(
            line: "\(authority) && \"$holdfast\" trust-store export ca.pem --cer ca.cer",
            english: ["written: ca.cer"], chinese: ["已写入：ca.cer"]),
        Row(
            line:
                "\(authority) && \"$holdfast\" pin simulate ca.pem --pin sha256/\(String(repeating: "A", count: 43))=",
            english: ["ca.pem: would be refused", "its own pin is sha256/"],
            chinese: ["ca.pem：会被拒绝", "它自己的固定值为 sha256/"]),
        Row(line: "\"$holdfast\" trust list", english: ["no exceptions"], chinese: ["没有例外"]),
        Row(
            line: "\"$holdfast\" imports a.swift",
            english: ["This file's requests are silently unjudged", "1 file: 1 silently unjudged"],
            chinese: ["此文件的请求在无提示的情况下未经判定", "1 个文件：1 处在无提示的情况下未经判定"]),
        Row(
            line: "\"$holdfast\" inspect none", english: ["1 file holds nothing that is known here"],
            chinese: ["1 个文件中没有此处认识的内容"]),
        Row(
            line: "\"$holdfast\" pin lint policy.json",
            english: ["holds the place of a pin [pin.placeholder]", "put the pin of a real key there"],
            chinese: ["只是固定值的占位符 [pin.placeholder]", "请填入真实密钥的固定值"]),
        Row(
            line: "\"$holdfast\" ats Info.plist",
            english: ["the dictionary is empty, and changes nothing [key.noEffect]", "  take it out ("],
            chinese: ["该字典是空的，不改变任何设置 [key.noEffect]", "  请将其去掉 ("]),
    ]

    @Test("each says the same in English and in Chinese", arguments: rows)
    private func languages(_ row: Row) throws {
        for (locale, wanted, others) in [
            ("C.UTF-8", row.english, row.chinese), ("zh_CN.UTF-8", row.chinese, row.english),
        ] {
            let folder = try Folder()
            for (name, text) in Self.files {
                let url = folder.url.appending(path: name)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
            let run = try CommandRun(shell: "export LC_ALL=\(locale); { \(row.line); } 2>&1", in: folder)
            for text in wanted { #expect(run.output.contains(text), "\(text): \(run.output)") }
            for text in others { #expect(!run.output.contains(text), "\(text): \(run.output)") }
        }
    }
}
