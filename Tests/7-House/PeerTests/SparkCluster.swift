import Foundation
import PeerPrograms
import TestSupport

/// Apache Spark on this one machine: a master and two workers with a core each, all of them processes of their own.
final class SparkCluster {
    /// It did not start.
    struct Failure: Error {
        let log: String
    }

    private static let programs = ProjectFolder.top.appending(path: ".build/spark/bin")

    static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: programs.appending(path: "spark-submit").path)
    }

    private let folder: TemporaryFolder
    private let port: UInt16
    private var daemons: [String: ChildProcess] = [:]

    init() async throws {
        folder = try TemporaryFolder()
        port = try LoopbackPort.free()
        try daemon("master", "master.Master", ["--port", "\(port)"])
        guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure(log: log) }
        for worker in ["worker1", "worker2"] {
            try daemon(
                worker, "worker.Worker",
                ["--cores", "1", "--memory", "1g", "--work-dir", folder.path(worker), "spark://127.0.0.1:\(port)"])
        }
        try await eventually("both workers are the master's") { [self] in
            guard daemons.values.allSatisfy(\.isRunning) else { throw Failure(log: log) }
            return try folder.text("master.log").components(separatedBy: "Registering worker").count == 3
        }
    }

    deinit {
        for process in daemons.values {
            Self.end(process)
            process.waitUntilExit()
        }
    }

    /// What its daemons said.
    var log: String { daemons.keys.sorted().map { (try? folder.text("\($0).log")) ?? "" }.joined(separator: "\n") }

    /// Runs a program of Python with the cluster, and waits for its end.
    func submit(_ program: String, _ arguments: [String], variables: [String] = []) throws -> Peer {
        try Peer.run("env", words(variables, program, arguments))
    }

    /// Starts a program of Python with the cluster; what it says goes to a file of the folder.
    func start(_ program: String, _ arguments: [String], variables: [String], saying file: String) throws
        -> ChildProcess
    {
        try start(words(variables, program, arguments), saying: file)
    }

    /// What a program has said so far.
    func text(_ file: String) -> String { (try? folder.text(file)) ?? "" }

    /// Ends a worker with all that it has started, as a machine ends that loses its power.
    ///
    /// - Parameter place: a folder in which something of its works.
    /// - Returns: whether one of the workers works there.
    func killWorker(at place: String) -> Bool {
        guard let worker = daemons.first(where: { place.hasPrefix(folder.path($0.key) + "/") })?.value
        else { return false }
        Self.end(worker)
        worker.waitUntilExit()
        return true
    }

    /// Ends a process with its children and theirs, which are looked for before any of them is gone.
    private static func end(_ process: ChildProcess) {
        guard process.isRunning else { return }
        var family = [process.processIdentifier]
        var next = 0
        while next < family.count {
            family += OtherProcesses.children(of: family[next])
            next += 1
        }
        for member in family { kill(member, SIGKILL) }
    }

    private func daemon(_ name: String, _ type: String, _ arguments: [String]) throws {
        daemons[name] = try start(
            environment + [Self.programs.appending(path: "spark-class").path, "org.apache.spark.deploy.\(type)"]
                + ["--host", "127.0.0.1", "--webui-port", "0"] + arguments, saying: "\(name).log")
    }

    private func words(_ variables: [String], _ program: String, _ arguments: [String]) -> [String] {
        let settings =
            ["spark.ui.enabled=false", "spark.driver.host=127.0.0.1"]
            + ["spark.executor.memory=512m", "spark.sql.warehouse.dir=\(folder.path("warehouse"))"]
        return environment + variables
            + [Self.programs.appending(path: "spark-submit").path, "--master", "spark://127.0.0.1:\(port)"]
            + ["--driver-memory", "512m"] + settings.flatMap { ["--conf", $0] } + [program] + arguments
    }

    /// The words of env(1) for all of Spark's programs.
    private var environment: [String] {
        [
            "--chdir=\(folder.path)", "SPARK_LOCAL_IP=127.0.0.1", "SPARK_DAEMON_MEMORY=256m",
            "SPARK_LOCAL_DIRS=\(folder.path("local"))",
            "PYSPARK_PYTHON=\(Self.programs.appending(path: "python3").path)",
        ]
    }

    private func start(_ words: [String], saying file: String) throws -> ChildProcess {
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        try folder.write("", to: file)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forUpdating: folder.url(file))
        process.standardError = process.standardOutput
        try process.run()
        return process
    }
}
