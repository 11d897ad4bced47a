import HoldfastDiagnostics
import HoldfastJSON
import HoldfastTestBed
import HoldfastX509

extension Command {
    static let lab = Command(
        name: "lab", operands: "[NAME…]", operandCount: 0...10_000,
        summary: "start a local catalogue of good and bad servers",
        text: """
            Starts the servers of the catalogue, or those named, on loopback, prints how to reach and judge each, and
            runs until standard input closes or it is interrupted. Certificates are issued for now; anchors and chains
            are written to a folder that is removed at the end. With --check each server is judged as holdfast check
            does it, and the exit code is 33 when a verdict is not the expected one.
            """,
        options: [.list, .check, .report, .json, .help],
        examples: [
            "holdfast lab", "holdfast lab expired wrong-name --json", "holdfast lab --list",
            "holdfast lab --check --report lab.html",
        ]
    ) { invocation throws(CommandError) in
        try await LabCommand(invocation).run()
    }
}

/// `holdfast lab`: the test bed's catalogue, for whoever tests with other tools.
struct LabCommand {
    private let entries: [BadServer]
    private let isJSON: Bool
    private let invocation: Invocation

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        isJSON = invocation.has(.json)
        var entries: [BadServer] = []
        for name in invocation.operands { entries.append(try Self.entry(name)) }
        self.entries = entries.isEmpty ? TestBed.catalogue : entries
        if invocation.has(.report), !invocation.has(.check) {
            throw .usage("option --report needs --check", hint: "a report tells of judged servers")
        }
        if invocation.has(.list), invocation.has(.check) {
            throw .usage("--list excludes --check", hint: "--list starts no server")
        }
    }

    func run() async throws(CommandError) -> ExitCode {
        if invocation.has(.list) {
            list()
            return .success
        }
        if invocation.has(.check) {
            let folder = try TemporaryFolder(prefix: "holdfast-lab-")
            defer { folder.remove() }
            return try await LabCheck(entries, in: folder, json: isJSON, report: invocation.value(.report)).run()
        }
        // From here on a signal ends the servers and removes the files, instead of the process alone.
        let stop = try StopSignal()
        let folder = try TemporaryFolder(prefix: "holdfast-lab-")
        defer { folder.remove() }
        try serve(until: stop, in: folder)
        return .success
    }

    private func list() {
        if isJSON {
            for entry in entries { Output.line(of: LabLine(entry)) }
        } else {
            Console.result(HelpText.columns(entries.map { ($0.name, $0.story) }))
        }
    }

    private func serve(until stop: borrowing StopSignal, in folder: TemporaryFolder) throws(CommandError) {
        var servers: [LabServer] = []
        do throws(TestBedError) {
            let lab = try Lab(directory: folder.path)
            for entry in entries {
                let server = try lab.start(entry.name)
                servers.append(server)
                show(server)
            }
        } catch {
            throw CommandError(error)
        }
        if isJSON {
            Output.line(of: LabReady())
        } else {
            Console.note("listening: \(servers.count); ends with Ctrl-C, or when standard input closes")
        }
        stop.wait()
        for server in servers { server.stop() }
    }

    private func show(_ server: LabServer) {
        let line = LabLine(server)
        if isJSON {
            Output.line(of: line)
        } else {
            let words = ["holdfast", "check"] + line.checkArguments
            Console.result("\(Console.resultStyle.strong(server.name)): \(server.story)\n")
            Console.result("  \(words.map(Self.quoted).joined(separator: " "))\n\n")
        }
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0)) }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    private static func entry(_ name: String) throws(CommandError) -> BadServer {
        if let entry = TestBed.entry(name) { return entry }
        let near = Suggestion.closest(to: name, among: TestBed.catalogue.map(\.name))
        throw .usage(
            "the catalogue has no server \(Wording.quoted(name))",
            hint: near.map { "did you mean \($0)?" } ?? "holdfast lab --list lists them")
    }
}

extension CommandError {
    init(_ error: TestBedError) {
        self.init(.internalError, code: "testBed", "\(error)", hint: "check the room for temporary files, and TMPDIR")
    }
}
