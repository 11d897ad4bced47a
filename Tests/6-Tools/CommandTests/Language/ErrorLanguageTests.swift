import Foundation
import HoldfastFiles
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCommand

/// The language of errors: that of `--language`, else the locale's, of every command and before any is understood.
@Suite("Errors in the user's language", .ownThread)
struct ErrorLanguageTests {
    private static let wrong: [[String]] = [
        ["frobnicate"], ["chekc"], ["-k"], ["--json"], ["pin"], ["pin", "frobnicate"], ["pin", "--json"],
        ["check"], ["check", ""], ["check", "http://a.example"], ["check", "--frobnicate"],
        ["check", "-k", "a.example"],
        ["check", "--timeout"], ["check", "--timeout", "x", "a.example"], ["check", "--color", "red", "a.example"],
        ["check", "a.example", "--quiet", "--table"], ["check", "a.pem"], ["evaluate", "missing.pem"],
        ["evaluate", "missing.pem", "--host", "a.example:443"], ["evaluate", "missing.pem", "--host", "a b"],
        ["evaluate", "missing.pem", "--profile", "none"], ["evaluate", "missing.pem", "--at", "never"],
        ["inspect", "-", "-"], ["inspect", "missing.pem"], ["inspect", "."], ["request", "a.example", "--auth", "x"],
        ["request", "https://a.example", "--max-redirects", "x"], ["trace", "a.example", "--tls", "9"],
        ["trace", "a.example", "--repeat", "0"], ["resolve", "192.0.2.1"], ["resolve", "a.example", "--port", "x"],
        ["resolve", "a.example", "--resolver", "tls:x"], ["resolve", "a.example", "--resolver", "192.0.2.1"],
        ["create", "leaf"], ["create", "key"], ["create", "csr", "--key", "a", "--out", "a"],
        ["convert", "missing.pem", "--to", "x"], ["convert", "missing.pem"], ["lab", "frobnicate"],
        ["lab", "--list", "--check"], ["lesson", "99"], ["lesson", "--list", "1"], ["imports", "-"],
        ["pin", "compute", "missing.pem"], ["pin", "verify", "a.pem"], ["pin", "lint", "missing.json"],
        ["credentials", "remove"], ["credentials", "add", "https://a.example"], ["trust", "add", "a.pem"],
        ["trust", "remove"], ["trust-store", "status", "missing.pem"], ["gate", "--listen", "x"],
        ["browse", "https://a.example", "--browser", "x"], ["completions", "tcsh"], ["deadlines", "missing.pem"],
        ["ats", "a.example", "missing.plist"],
    ]

    @Test("every error about a command line is in Chinese, its hint too", arguments: wrong)
    func chinese(_ arguments: [String]) throws {
        let folder = try Folder()
        let english = try CommandRun("holdfast", arguments, in: folder)
        for (words, environment) in [
            (arguments + ["--language", "zh-Hans"], [:]), (arguments, ["LC_ALL": "", "LANG": "zh_CN.UTF-8"]),
        ] where !(arguments.last == "--timeout" && words.count > arguments.count) {
            let run = try CommandRun("holdfast", words, in: folder, environment: environment)
            #expect(run.exitCode == english.exitCode && run.exitCode != 0, "\(words): \(run.errors)")
            for line in run.errors.split(separator: "\n") {
                let text = line.hasPrefix("holdfast: ") ? line.dropFirst("holdfast: ".count) : line
                #expect(text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }, "\(words): \(line)")
            }
            let count = english.errors.split(separator: "\n").count
            #expect(run.errors.split(separator: "\n").count == count, "\(words): \(run.errors)")
            #expect(!run.errors.contains("hint: "))
        }
    }

    @Test("what the system says of a file is Chinese too where it is known, and as the system says it in English")
    func system() throws {
        let arguments = ["evaluate", "leaf.pem", "--anchors-only", "/nonexistent", "--host", "a.example"]
        let folder = try Folder()
        let english = try CommandRun("holdfast", arguments, in: folder)
        #expect(english.errors.contains("no such file or directory"), "\(english.errors)")
        let chinese = try CommandRun("holdfast", arguments + ["--language", "zh-Hans"], in: folder)
        #expect(chinese.errors.contains("没有这样的文件或文件夹"), "\(chinese.errors)")
        // An error without Chinese stays as the system says it.
        #expect(SystemText.words(ENOENT).chinese == "没有这样的文件或文件夹")
        #expect(SystemText.words(ENOTTY).chinese == SystemText.clause(ENOTTY))
        #expect(SystemText.words(of: SystemText.error(EACCES)).chinese == "没有权限")
    }

    @Test("the last --language before -- that names a language counts, else the locale")
    func spoken() {
        #expect(LanguageOption.spoken(["check", "--language", "zh"]) == .chinese)
        #expect(LanguageOption.spoken(["check", "--language=zh-Hans", "--language", "en"]) == .english)
        #expect(LanguageOption.spoken(["check", "--language=ZH-hans", "--language", "klingon"]) == .chinese)
        #expect(LanguageOption.spoken(["gate", "--", "a", "--language", "zh"]) == LanguageOption.ofLocale)
        #expect(LanguageOption.spoken(["check", "--language"]) == LanguageOption.ofLocale)
    }

    @Test("a language that is none is refused by every command")
    func unknown() throws {
        for arguments in [["check", "a.example"], ["pin", "lint", "a.json"], ["completions", "bash"]] {
            let run = try CommandRun("holdfast", arguments + ["--language", "tlh"], in: Folder())
            #expect(run.exitCode == 2 && run.output == "", "\(arguments)")
            #expect(
                run.errors.hasPrefix("holdfast: --language: 'tlh' is no language of this command\n"), "\(run.errors)")
        }
    }
}
