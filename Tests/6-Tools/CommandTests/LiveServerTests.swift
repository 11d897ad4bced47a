import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// What every command does that reaches a live server.
@Suite("Commands that reach live servers", .ownThread)
struct LiveServerTests {
    private let server: TLSServer
    private let folder: Folder
    private var target: String { "good.test:\(server.port)" }
    /// Leads the target to the server.
    private var way: [String] { ["--connect-to", "\(target):127.0.0.1:\(server.port)"] }

    init() throws {
        let bench = try Loopback(host: "good.test")
        folder = try Folder()
        server = try bench.server()
        try folder.write("root.pem", bench.root.identity.chainPEM)
    }

    @Test(
        "An option that leads no server anywhere is told of: a mistyped name would reach another server than was meant",
        arguments: [
            "check", "trace", "request", "inspect", "pin compute", "pin verify --pin sha256/PIN",
            "trust add --until 30d --codes expired",
        ])
    func unused(command: String) throws {
        var words = command.replacing("PIN", with: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=").split(separator: " ")
            .map(String.init)
        let anchors = command == "inspect" ? [] : ["--anchors-only", "root.pem"]
        words += ["https://\(target)"] + way + anchors
        #expect(!(try CommandRun("holdfast", words, in: folder)).errors.contains("fits no server"))
        let wrong = "goood.test:\(server.port):127.0.0.1:\(server.port)"
        let run = try CommandRun("holdfast", words + ["--connect-to", wrong], in: folder)
        #expect(
            run.errors.contains("--connect-to '\(wrong)' fits no server that is asked for"),
            "\(run.output)\(run.errors)")
    }

    @Test("Of several servers each option is for one of them", arguments: ["inspect", "pin compute"])
    func several(command: String) throws {
        let other = "127.0.0.1:\(server.port)"
        let anchors = command == "inspect" ? [] : ["--anchors-only", "root.pem"]
        let run = try CommandRun(
            "holdfast",
            command.split(separator: " ").map(String.init) + ["https://\(target)", "https://localhost:\(server.port)"]
                + way + ["--connect-to", "localhost:\(server.port):\(other)"] + anchors, in: folder)
        #expect(!run.errors.contains("fits no server"), "\(run.errors)")
    }
}
