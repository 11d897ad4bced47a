import Foundation
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// The parts of a list in the hands of other people's schedulers, as Samples/Fleet has them.
@Suite(
    "Samples/Fleet by GNU parallel, Slurm and Kubernetes", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ShardPeerTests {
    private static let parts = 4
    private static let samples = ProjectFolder.top.appending(path: "Samples/Fleet")

    private let bench: Loopback
    private let server: TLSServer
    private let folder: TemporaryFolder
    private let names: [String]

    init() throws {
        bench = try Loopback()
        server = try bench.server(as: bench.identity("*.fleet.test"))
        folder = try TemporaryFolder()
        names = (0..<40).map { [port = server.port] in "n\($0).fleet.test:\(port)" } + ["127.0.0.1:1"]
        try folder.write(names.map { "\($0) address=127.0.0.1\n" }.joined(), to: "servers.txt")
    }

    private var options: [String] {
        [folder.path("servers.txt"), folder.path("verdicts"), "--anchors-only", bench.rootFile]
    }

    /// Variables for a scanner; the first one that is started dies in the middle where that is wanted.
    private func environment(firstDies: Bool = false) throws -> [String] {
        let holdfast = try CommandPage.holdfast().path
        guard firstDies else { return ["FLEET_HOLDFAST=\(holdfast)"] }
        try ProgramFile.write(
            """
            #!/bin/sh
            if mkdir '\(folder.path("died"))' 2>/dev/null; then '\(holdfast)' "$@" | head -n 2; kill -9 $$; fi
            exec '\(holdfast)' "$@"
            """, to: folder.path("scanner"))
        return ["FLEET_HOLDFAST=\(folder.path("scanner"))"]
    }

    /// The parts are there and nothing else, and together they have each target once.
    private func expectWhole() throws {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("verdicts"))) ?? []
        #expect(files.sorted() == (1...Self.parts).map { "\($0)-of-\(Self.parts).jsonl" })
        var told: [String: Bool] = [:]
        for file in files {
            for line in try folder.text("verdicts/\(file)").split(separator: "\n") {
                let result = try JSONDocument(line)
                let target = try #require(result["target"]?.text)
                #expect(
                    told.updateValue(result["level"] == .text("error"), forKey: target) == nil, "\(target) is doubled")
            }
        }
        let wanted = Dictionary(uniqueKeysWithValues: names.map { ($0, $0.hasPrefix("127")) })
        #expect(told == wanted)
    }

    @Test("GNU parallel tries a part again whose scanner died, and every target has one verdict")
    func parallel() throws {
        let command =
            try environment(firstDies: true) + ["parallel", "--will-cite", "--jobs", "2", "--retries", "3"]
            + [Self.samples.appending(path: "shard").path, "{}", "\(Self.parts)"] + options
            + [":::"] + (1...Self.parts).map(String.init)
        let result = try Peer.run("env", command)
        #expect(result.status == 0, "\(result.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path("died")))
        try expectWhole()
    }

    @Test("a part whose scanner died leaves nothing, and one that is there is not judged again")
    func again() throws {
        let shard = Self.samples.appending(path: "shard").path
        let first = try environment(firstDies: true) + [shard, "1", "1"] + options
        #expect(try Peer.run("env", first).status == 137)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("verdicts")).isEmpty)
        #expect(try Peer.run("env", first).status == 0)
        let connections = server.counters.connections
        #expect(try Peer.run("env", first).status == 0)
        #expect(server.counters.connections == connections)
    }

    @Test("Slurm's array of four tasks gives every target one verdict")
    func slurm() async throws {
        let slurm = try await SlurmMachine()
        let result = try Peer.run(
            "env",
            slurm.environment + (try environment())
                + [
                    "sbatch", "--wait", "--array=1-\(Self.parts)", "--chdir=\(Self.samples.path)",
                    "--output=\(folder.path("task-%a.log"))", Self.samples.appending(path: "scan.sbatch").path,
                    "\(Self.parts)",
                ] + options)
        #expect(result.status == 0, "\(result.all) \(slurm.log)")
        try expectWhole()
    }

    private static let python = ProjectFolder.top.appending(path: ".build/fleet/bin/python3").path

    /// No cluster is here: the schema is Kubernetes' own, and its command is run as an indexed job runs it.
    @Test(
        "Kubernetes' job is one by its schema, and its command gives every target one verdict",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: Self.python),
            "kubernetes-validate is not installed (scripts/setup peers)"))
    func kubernetes() throws {
        let manifest = Self.samples.appending(path: "job.yaml")
        let validate = URL(filePath: Self.python).deletingLastPathComponent().appending(path: "kubernetes-validate")
            .path
        let accepted = try Peer.run(Self.python, [validate, "--strict", manifest.path])
        #expect(accepted.status == 0, "\(accepted.all)")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let misspelt = try folder.write(text.replacing("completionMode", with: "completionMod"), to: "misspelt.yaml")
        #expect(try Peer.run(Self.python, [validate, "--strict", misspelt]).status == 1)

        let read =
            "import json, sys, yaml; job = yaml.safe_load(open(sys.argv[1]))['spec']; "
            + "print(json.dumps([job['completions'], *job['template']['spec']['containers'][0]['command']]))"
        let parsed = try Peer.run(Self.python, ["-c", read, manifest.path])
        let words = try #require(try JSONDocument(parsed.output).elements)
        #expect(words.first == .number(Double(Self.parts)))
        try FileManager.default.copyItem(
            at: Self.samples.appending(path: "shard"), to: folder.url("shard"))
        // The volumes are folders here.
        let command = words.dropFirst().compactMap(\.text).map {
            $0.replacing("/fleet/", with: folder.path + "/").replacing("/verdicts", with: folder.path("verdicts"))
                .replacing("--retry 1", with: "--retry 1 --anchors-only '\(bench.rootFile)'")
        }
        for index in 0..<Self.parts {
            let pod = try Peer.run("env", try environment() + ["JOB_COMPLETION_INDEX=\(index)"] + command)
            #expect(pod.status == 0, "\(pod.errors)")
        }
        try expectWhole()
    }
}
