import Foundation
import Synchronization

/// What `check` says of a server of the lab, and `evaluate` of the chain that it has recorded.
struct LabOutcome: Sendable {
    let server: RunningLab.Server
    let live: Result<CommandRun, any Error>
    /// nil where the server has no chain.
    let recorded: Result<CommandRun, any Error>?

    init(of server: RunningLab.Server) {
        self.server = server
        live = Result { try CommandRun("holdfast", server.check, in: Folder()) }
        recorded = server.evaluate.map { arguments in Result { try CommandRun("holdfast", arguments, in: Folder()) } }
    }

    /// The outcomes in the order of the servers, a few at a time.
    static func all(of servers: [RunningLab.Server]) -> [LabOutcome] {
        let outcomes = Mutex<[Int: LabOutcome]>([:])
        DispatchQueue.concurrentPerform(iterations: servers.count) { index in
            let outcome = LabOutcome(of: servers[index])
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { outcomes in servers.indices.compactMap { outcomes[$0] } }
    }
}

extension RunningLab.Server {
    /// The host name or address of the URL, without brackets.
    var host: String? { URL(string: url)?.host?.trimmingCharacters(in: CharacterSet(charactersIn: "[]")) }

    var isAddress: Bool { host?.contains(":") == true || host?.hasPrefix("192.0.2.") == true }

    private var trust: [String] {
        ["--json", "--anchors-only", anchors] + (at.map { ["--at", $0] } ?? []) + arguments
    }

    /// The command line that judges it live.
    var check: [String] { ["check", url, "--connect-to", connectTo] + trust }

    /// The command line that judges its recorded chain; nil where it has none.
    var evaluate: [String]? {
        guard let chain, let host else { return nil }
        return ["evaluate", chain, "--host", host] + trust
    }
}
