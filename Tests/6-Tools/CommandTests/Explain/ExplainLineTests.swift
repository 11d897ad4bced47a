import Foundation
import HoldfastDiagnostics
import HoldfastTransport
import HoldfastTrust
import TestSupport
import Testing

/// The line at the end of each refusal that leads to `holdfast explain`.
@Suite("Every refusal names holdfast explain", .ownThread)
struct ExplainLineTests {
    private static let row = "  more         holdfast explain "
    private static let note = "more: holdfast explain "

    private func run(_ arguments: [String]) throws -> CommandRun { try CommandRun("holdfast", arguments, in: Folder()) }

    private func options(_ server: RunningLab.Server) -> [String] {
        ["--anchors-only", server.anchors, "--connect-to", server.connectTo] + server.arguments
    }

    @Test("verdicts of every command, once for each server, in both languages")
    func verdicts() throws {
        let lab = try RunningLab(["expired", "good", "wrong-name"])
        defer { withExtendedLifetime(lab) {} }
        let expired = try #require(lab.servers.first { $0.name == "expired" })
        let good = try #require(lab.servers.first { $0.name == "good" })
        let pins = [
            "--pin", "sha256/\(String(repeating: "A", count: 43))=", "--pin",
            "sha256/\(String(repeating: "B", count: 42))A=",
        ]
        let commands = [
            ["check"], ["check", "--details"], ["check", "--table"], ["trace"], ["trace", "--repeat", "2"], ["ats"],
        ]
        for command in commands {
            let run = try run(command + options(expired) + [expired.url])
            #expect(run.output.hasSuffix("\n\(Self.row)expired\n"), "\(command): \(run.output)\(run.errors)")
            let chinese = try self.run(command + ["--language", "zh"] + options(expired) + [expired.url])
            #expect(chinese.output.hasSuffix("\n  详细         holdfast explain expired\n"), "\(command)")
            let trusted = try self.run(command + options(good) + [good.url])
            #expect(trusted.exitCode == 0 && !trusted.output.contains("holdfast explain"), "\(trusted.output)")
        }
        let pinned = try run(["pin", "verify"] + pins + options(expired) + [expired.url])
        #expect(pinned.exitCode != 0 && pinned.output.hasSuffix("\n\(Self.row)pinMismatch\n"), "\(pinned.output)")
        let chain = try #require(expired.chain)
        let recorded = try run(["evaluate", "--anchors-only", expired.anchors, chain])
        #expect(recorded.output.hasSuffix("\n\(Self.row)expired\n"), "\(recorded.output)")
        let (host, port) = ("expired.holdfast.test", expired.url.split(separator: ":").last?.dropLast() ?? "")
        let resolved = try run(
            [
                "resolve", "--judge", "--port", String(port), "--resolver", "static:\(host)=127.0.0.1",
                "--anchors-only", expired.anchors, host,
            ])
        #expect(resolved.output.hasSuffix("\n\(Self.row)expired\n"), "\(resolved.output)\(resolved.errors)")
        for silent in [["check", "--quiet"], ["check", "--json"], ["trace", "--json"]] {
            let run = try run(silent + options(expired) + [expired.url])
            #expect(run.exitCode == 21 && !(run.output + run.errors).contains("holdfast explain"), "\(run)")
        }
    }

    @Test("each server of several has its own; a table has each cause once, behind its summary")
    func several() throws {
        let lab = try RunningLab(["expired", "good", "wrong-name"])
        defer { withExtendedLifetime(lab) {} }
        // They have one authority in common.
        let all = lab.servers.flatMap { ["--connect-to", $0.connectTo] } + lab.servers.map(\.url)
        let anchors = ["--anchors-only", try #require(lab.servers.first).anchors]
        let each = try run(["check"] + anchors + all)
        #expect(each.output.components(separatedBy: Self.row).count == 3, "\(each.output)")
        let table = try run(["check", "--table"] + anchors + all + ["127.0.0.1:1", lab.servers[0].url])
        let rest = table.output.split(separator: "\n").drop { !$0.contains(" in all: ") }.dropFirst()
        let codes = ["connectionRefused", "expired", "hostMismatch"]
        #expect(rest.map(String.init).sorted() == codes.map { Self.row + $0 }, "\(table.output)")
    }

    @Test("errors of a connection have a line of their own; those of arguments and files have none")
    func errors() throws {
        let lab = try RunningLab(["expired"])
        defer { withExtendedLifetime(lab) {} }
        let expired = try #require(lab.servers.first)
        let request = try run(["request"] + options(expired) + [expired.url])
        #expect(request.output.isEmpty && request.errors.hasSuffix("\n\(Self.note)expired\n"), "\(request.errors)")
        for command in [["check"], ["request"], ["trace"], ["ats"], ["deadlines"], ["pin", "compute"]] {
            let run = try run(command + ["https://127.0.0.1:1/"])
            #expect(
                run.exitCode == 3 && run.errors.hasSuffix("\n\(Self.note)connectionRefused\n"), "\(command): \(run)")
        }
        for wrong in [["check"], ["check", "--anchors", "none.pem", "a.test"], ["evaluate", "none.pem"]] {
            let run = try run(wrong)
            #expect((1...2).contains(run.exitCode) && !run.errors.contains("holdfast explain"), "\(run.errors)")
        }
        let gate = try run(
            ["gate"] + options(expired) + ["--", "curl", "-sS", expired.url])
        #expect(gate.errors.contains("(expired)\n\(Self.note)expired\n"), "\(gate.errors)")
        #expect(gate.output.hasSuffix("\n\(Self.note)expired\n"), "\(gate.output)")
    }

    @Test("what is named is explained; a word that is no code is not named")
    func codes() throws {
        let explainer = try Explainer()
        for code in FindingCode.all.map(\.rawValue) + TransportError.Code.all.map(\.rawValue) {
            let line = try #require(ExplainLine.note(code))
            #expect(line == Self.note + code)
            #expect(explainer.explanations(of: code).first?.candidates.first?.cause.code == code, "\(code)")
        }
        #expect(ExplainLine.note("usage") == nil && ExplainLine.row("") == nil)
    }
}
