import HoldfastDiagnostics
import HoldfastPolicy
import TestSupport
import Testing

@testable import HoldfastCommand

@Suite("The lint of an Info.plist, as a command tells it", .ownThread)
struct PropertyListLintTests {
    private func file(_ text: String, in folder: TestSupport.TemporaryFolder) throws -> String {
        try folder.write(text, to: "Info.plist")
    }

    private func list(_ settings: String) -> String {
        "<plist><dict><key>NSAppTransportSecurity</key><dict>\(settings)</dict></dict></plist>"
    }

    @Test("0 without findings, 33 with, 1 for what is no property list or not there")
    func exitCodes() throws {
        let folder = try TestSupport.TemporaryFolder()
        let quiet = try ResultOutput(Invocation(["--quiet"], for: .ats))
        let json = try ResultOutput(Invocation(["--json"], for: .ats))
        #expect(try ATSLintReport.run(file: file(list(""), in: folder), quiet) == .success)
        let wrong = try file(list("<key>NSAllowsArbitraryLoad</key><true/>"), in: folder)
        #expect(try ATSLintReport.run(file: wrong, quiet) == .findings)
        let none = try file("{}", in: folder)
        for path in [none, folder.path("nothing")] {
            do throws(CommandError) {
                _ = try ATSLintReport.run(file: path, json)
                Issue.record("\(path) was read")
            } catch { #expect(error.exitCode.rawValue == 1) }
        }
    }

    @Test("as JSON it is what the schema says, with null in the place of line and column of a binary file")
    func json() throws {
        for settings in ["", "<key>NSAllowsArbitraryLoad</key><true/>"] {
            let lint = try AppTransportSecurityLint(infoPlist: Array(list(settings).utf8))
            let bytes = try JSONLine.bytes(of: PropertyListLintLine(lint, "Info.plist"))
            PrintedJSON.check(String(decoding: bytes, as: UTF8.self), of: ["ats", "Info.plist"])
        }
    }
}
