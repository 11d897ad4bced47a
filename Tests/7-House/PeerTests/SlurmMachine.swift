import Foundation
import PeerPrograms
import TestSupport

/// Slurm on this one machine: munged, slurmctld and slurmd, with their files in a folder.
final class SlurmMachine {
    /// It did not start.
    struct Failure: Error {
        let log: String
    }

    private let folder: TemporaryFolder
    private var programs: [ChildProcess] = []

    init() async throws {
        folder = try TemporaryFolder(mode: 0o755)
        let (controller, daemon) = (try LoopbackPort.free(), try LoopbackPort.free())
        let host = try Peer.run("uname", ["-n"]).output.split(separator: "\n")[0].split(separator: ".")[0]
        let user = try Peer.run("id", ["-un"]).output.trimmingCharacters(in: .whitespacesAndNewlines)
        try folder.write((0..<128).map { UInt8($0) ^ 0x5A }, to: "key", mode: 0o400)
        for name in ["state", "spool"] { try folder.makeFolder(name) }
        try folder.write(
            """
            ClusterName=fleet
            SlurmctldHost=\(host)(127.0.0.1)
            SlurmUser=\(user)
            SlurmdUser=\(user)
            SlurmctldPort=\(controller)
            SlurmdPort=\(daemon)
            AuthType=auth/munge
            AuthInfo=socket=\(folder.path("socket"))
            CredType=cred/munge
            StateSaveLocation=\(folder.path("state"))
            SlurmdSpoolDir=\(folder.path("spool"))
            SlurmctldPidFile=\(folder.path("slurmctld.pid"))
            SlurmdPidFile=\(folder.path("slurmd.pid"))
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            SwitchType=switch/none
            MpiDefault=none
            ReturnToService=2
            SlurmdParameters=config_overrides
            SelectType=select/cons_tres
            SelectTypeParameters=CR_Core
            SchedulerParameters=sched_interval=1,batch_sched_delay=0
            NodeName=\(host) NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN
            PartitionName=all Nodes=\(host) Default=YES MaxTime=INFINITE State=UP

            """, to: "slurm.conf")
        // The files' folders are anybody's temporary ones, which munged has to be told to put up with.
        try start(
            "munged",
            ["--foreground", "--force", "--key-file=\(folder.path("key"))", "--socket=\(folder.path("socket"))"]
                + ["--pid-file=\(folder.path("munged.pid"))", "--seed-file=\(folder.path("seed"))"]
                + ["--log-file=\(folder.path("munged.words"))"])
        try await eventually("munged has its socket") {
            FileManager.default.fileExists(atPath: folder.path("socket"))
        }
        try start("slurmctld", ["-D", "-f", folder.path("slurm.conf")])
        guard try await LoopbackPort.waitUntilOpen(controller) else { throw Failure(log: log) }
        try start("slurmd", ["-D", "-f", folder.path("slurm.conf"), "-N", String(host)])
        guard try await LoopbackPort.waitUntilOpen(daemon) else { throw Failure(log: log) }
    }

    deinit {
        for program in programs.reversed() where program.isRunning {
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
        }
    }

    /// What its commands have to be told, as words of env(1).
    var environment: [String] { ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "SLURM_CONF=\(folder.path("slurm.conf"))"] }

    /// What its daemons said.
    var log: String {
        ["munged", "slurmctld", "slurmd"].map { (try? folder.text("\($0).log")) ?? "" }.joined(separator: "\n")
    }

    private func start(_ program: String, _ arguments: [String]) throws {
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = environment + [program] + arguments
        try folder.write("", to: "\(program).log")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forUpdating: folder.url("\(program).log"))
        process.standardError = process.standardOutput
        try process.run()
        programs.append(process)
    }
}
