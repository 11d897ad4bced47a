import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastSystem
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `holdfast ats` as a command: exit codes where nothing could be judged, outputs, usage.
@Suite("holdfast ats", .ownThread)
struct ATSCommandTests {
    // MARK: No row judged

    @Test("Plain HTTP alone: no row could be judged, exit code 4 as check has it")
    func plainHTTP() throws {
        let site = try ATSSite()
        let server = try RawServer(serve: RawBehaviour.plainHTTP)
        let judgement = try site.judgement(server.port)
        #expect(judgement.run.exitCode == 4 && judgement.accepted == false && judgement.passing.isEmpty)
        #expect(judgement.object["error"]?["code"]?.text == "notTLS" && judgement.object["smallestException"] == .null)
        #expect(judgement.run.errors.contains("does not speak TLS"))
        #expect(server.counters.connections == 1)
        let text = try site.ats(server.port)
        #expect(text.exitCode == 4 && text.output.isEmpty)
    }

    @Test("Nothing listens: exit code 3")
    func nobody() throws {
        let judgement = try ATSSite().judgement(try LoopbackPort.free())
        #expect(judgement.run.exitCode == 3 && judgement.accepted == false && judgement.passing.isEmpty)
        #expect(judgement.object["error"]?["code"]?.text == "connectionRefused")
        let sentence = judgement.object["sentence"]?.text
        #expect(sentence?.hasPrefix("whether iOS will accept this server is not known") == true)
    }

    @Test("A server that never answers: exit code 7, after the first handshake's time and no other's")
    func hanging() throws {
        let server = try RawServer(serve: RawBehaviour.neverAnswers)
        let judgement = try ATSSite().judgement(server.port, "--timeout", "1.5")
        #expect(judgement.run.exitCode == 7 && judgement.passing.isEmpty, "\(judgement.run.output)")
        #expect(judgement.object["error"]?["code"]?.text == "timedOut")
        #expect(server.wait { $0.connections > 0 && $0.openConnections == 0 } && server.counters.connections == 1)
    }

    @Test("A server that closes without a word: exit code 4")
    func closing() throws {
        let server = try RawServer(serve: RawBehaviour.closesAtOnce)
        let judgement = try ATSSite().judgement(server.port)
        #expect(judgement.run.exitCode == 4 && judgement.passing.isEmpty, "\(judgement.run.output)")
    }

    /// A server that refuses its first connection's offer, and never answers another one.
    private static func refusingOnce() throws -> RawServer {
        try RawServer { connection throws(ServingError) in
            guard connection.number == 1 else { return try RawBehaviour.neverAnswers(connection) }
            _ = try connection.read(until: .after(.seconds(600)))
            try connection.write([21, 3, 3, 0, 2, 2, 40], until: .after(.seconds(600)))
            try connection.finish()
        }
    }

    /// RFC 8446 §6.2: handshake_failure, fatal. What comes after it is silence.
    @Test("A server that refuses the first offer and never answers again: the rows that were not judged say so")
    func hangingLater() throws {
        var server = try Self.refusingOnce()
        var judgement = try ATSSite().judgement(server.port, "--timeout", "1.5")
        // The limit holds for the first handshake too: where a busy machine took longer, it is a longer one.
        for seconds in ["15", "150"] where judgement.run.exitCode == 7 {
            server = try Self.refusingOnce()
            judgement = try ATSSite().judgement(server.port, "--timeout", seconds)
        }
        #expect(judgement.run.exitCode == 33 && judgement.passing.isEmpty, "\(judgement.run.output)")
        #expect(judgement.judged == ["ATS Default Connection", "TLSv1.2"], "\(judgement.run.output)")
        #expect(judgement.reason(of: "ATS Default Connection").contains("handshake_failure"))
        #expect(judgement.object["error"] == nil && judgement.object["smallestException"] == .null)
        let text = try ATSSite().ats(server.port, "--timeout", "0.5")
        // No connection of this run is the server's first.
        #expect(text.exitCode == 7)
    }

    // MARK: Outputs

    @Test("The text begins with the sentence, and has a line for each row")
    func text() throws {
        let site = try ATSSite()
        let (current, outdated) = (try site.server(), try site.server(from: .tls10, to: .tls10))
        let good = try site.ats(current.port)
        #expect(good.exitCode == 0 && good.output.contains(": iOS will accept this server "), "\(good.output)")
        #expect(good.output.contains("certificate transparency was not checked"))
        #expect(good.output.split(separator: "\n").count { $0.hasPrefix("    PASS  ") } == 16)
        let old = try site.ats(outdated.port)
        #expect(old.exitCode == 33 && old.output.contains(": iOS will not accept this server: "), "\(old.output)")
        #expect(old.output.contains("NSExceptionMinimumTLSVersion = TLSv1.0") && old.output.contains("Mend the server"))
        withExtendedLifetime((current, outdated)) {}
    }

    @Test("A user's exception, and one of a policy, have no say: a device knows nothing of them")
    func exceptions() throws {
        let site = try ATSSite()
        let server = try site.server(as: site.identity { $0.notAfter = $1.advanced(byDays: -1) })
        let way = ["--connect-to", Loopback.connectTo(server.port, host: ATSSite.host)]
        let target = "https://\(ATSSite.host):\(server.port)/"
        let added = try CommandRun(
            "holdfast",
            ["trust", "add", target, "--anchors-only", "anchor.pem", "--until", "30d", "--codes", "expired"] + way,
            in: site.folder)
        #expect(added.exitCode == 0, "\(added.errors)")
        let check = try CommandRun(
            "holdfast", ["check", target, "--anchors-only", "anchor.pem"] + way, in: site.folder)
        #expect(check.exitCode == 0, "\(check.output)")
        #expect(try site.judgement(server.port).run.exitCode == 33)
        let policy = try site.ats(server.port, "--policy-file", "policy.json")
        #expect(policy.exitCode == 2 && policy.errors.contains("option --policy-file does not apply to ats"))
    }

    /// Apple, *Certificate Transparency policy* (103214): "publicly-trusted Transport Layer Security (TLS) server
    /// authentication certificates".
    @Test("With a list of logs transparency is part of the answer; under a private root it is not asked for")
    func transparency() throws {
        let site = try ATSSite()
        let server = try site.server()
        let logs = PrintedJSON.top.appending(path: "Vectors/transparency/logs.json").path
        let with = try site.judgement(server.port, "--ct-logs", logs)
        #expect(with.accepted == true && with.object["transparency"]?.text == "notRequired", "\(with.run.errors)")
        let sentence = with.object["sentence"]?.text
        #expect(sentence?.hasSuffix("; certificate transparency is not asked of this certificate") == true)
        let without = try site.judgement(server.port)
        #expect(without.object["transparency"]?.text == "notChecked")
        #expect(without.object["sentence"]?.text?.hasSuffix("; certificate transparency was not checked") == true)
        for programme in ["apple", "chrome"] {
            let asked = try site.judgement(server.port, "--ct-policy", programme, "--ct-logs", logs)
            #expect(asked.accepted == true && asked.object["transparency"]?.text == "notRequired")
            let unlisted = try site.judgement(server.port, "--ct-policy", programme)
            #expect(unlisted.accepted == true && unlisted.run.exitCode == 0, "\(unlisted.run.errors)")
            #expect(unlisted.object["transparency"]?.text != "passed")
        }
        let missing = try site.ats(server.port, "--ct-logs", "nope.json")
        #expect(missing.exitCode == 1 && missing.output.isEmpty)
    }

    @Test("Several servers: a line each in the order of the arguments, the worst exit code, one page")
    func several() throws {
        let site = try ATSSite()
        let (good, old) = (try site.server(), try site.server(from: .tls11, to: .tls11))
        let ports = [old.port, good.port]
        let run = try CommandRun(
            "holdfast",
            ["ats", "--json", "--anchors-only", "anchor.pem", "--report", "ats.html"]
                + ports.flatMap { ["--connect-to", Loopback.connectTo($0, host: ATSSite.host)] }
                + ports.map { "https://\(ATSSite.host):\($0)/" }, in: site.folder)
        #expect(run.exitCode == 33, "\(run.errors)")
        let lines = try run.output.split(separator: "\n").map { try JSONDocument($0) }
        #expect(lines.map { $0["accepted"]?.bool } == [false, true])
        #expect(lines.map { $0["exitCode"]?.number } == [33, 0])
        let page = try PageReader(String(contentsOf: site.folder.url.appending(path: "ats.html"), encoding: .utf8))
        #expect(page.withClass("matrix").count == 2 && page.all("script").isEmpty)
        let quiet = try site.ats(good.port, "--quiet")
        #expect(quiet.exitCode == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    }

    @Test("Usage: no operand, another scheme, a property list, options that make no sense here")
    func usage() throws {
        try Script(
            """
            $ holdfast ats
            ! holdfast: ats needs SERVER…|Info.plist
            ! hint: holdfast ats --help shows examples
            = 2
            $ holdfast ats http://www.example.com
            ! holdfast: 'http://www.example.com' is no https URL
            ! hint: …
            = 2
            $ holdfast ats Info.plist
            ! holdfast: 'Info.plist': no such file or directory
            ! hint: …
            = 1
            $ holdfast ats www.example.com Info.plist
            ! holdfast: 'Info.plist' is a file, and stands beside a server
            ! hint: …
            = 2
            $ holdfast ats --profile webpki www.example.com
            ! holdfast: option --profile does not apply to ats
            ! hint: …
            = 2
            $ holdfast ats --ct-policy mozilla www.example.com
            ! holdfast: --ct-policy: 'mozilla' is no programme
            ! hint: programmes are apple, chrome
            = 2
            $ holdfast ats --starttls smtp www.example.com
            ! holdfast: option --starttls does not apply to ats
            ! hint: …
            = 2
            $ holdfast ats --anchors-only root.pem --report - www.example.com
            ! holdfast: --report -: standard output has the …
            ! hint: …
            = 2
            """
        ).run(in: Folder())
    }
}
