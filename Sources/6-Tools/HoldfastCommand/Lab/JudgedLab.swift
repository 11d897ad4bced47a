import HoldfastDelayLine
import HoldfastDiagnostics
import HoldfastTestBed
import HoldfastTrust

/// Servers of the catalogue that are started, judged as a user would have them judged, and stopped.
struct JudgedLab {
    /// Servers that are judged at once, all of which are this machine's.
    private static let concurrency = 16

    private let entries: [BadServer]
    private let testing: LabTesting
    private let folder: TemporaryFolder
    private let line: DelayLine?

    /// Prepares the judgement of some servers.
    ///
    /// - Parameters:
    ///   - testing: where they listen.
    ///   - line: the delay line before them; nil for none.
    init(_ entries: [BadServer], _ testing: LabTesting, in folder: TemporaryFolder, behind line: DelayLine?) {
        (self.entries, self.testing, self.folder, self.line) = (entries, testing, folder, line)
    }

    /// Servers that run while their verdicts come.
    struct Running {
        /// Each verdict with its server's place, in the order in which they finish.
        let reports: AsyncStream<(Int, VerdictReport)>
        fileprivate let servers: [LabServer]
        fileprivate let ports: [DelayedPort]

        /// Ends the servers, and the delay line's ports before them.
        func stop() {
            withExtendedLifetime(ports) {}
            for server in servers { server.stop() }
        }
    }

    /// Starts the servers, and begins to judge them.
    func judge() throws(CommandError) -> Running {
        let servers = try start()
        do throws(CommandError) {
            var checks: [(target: Target, server: LiveServer)] = []
            for server in servers { checks.append(try check(of: server)) }
            let ports = try line?.ports(before: servers.map(\.dialledPort)) ?? []
            let reports = Parallel.map(checks, atOnce: Self.concurrency) { check in
                var report = await check.server.report(on: check.target)
                report.tellOfLab()
                return report
            }
            return Running(reports: reports, servers: servers, ports: ports)
        } catch {
            for server in servers { server.stop() }
            throw error
        }
    }

    private func start() throws(CommandError) -> [LabServer] {
        do throws(TestBedError) {
            let lab = try Lab(directory: folder.path, listeningOn: testing.address, ports: testing.ports)
            return try lab.start(names: entries.map(\.name))
        } catch {
            throw CommandError(error)
        }
    }

    /// The check as the command line of the server's lab line asks for it.
    private func check(of server: LabServer) throws(CommandError) -> (Target, LiveServer) {
        let arguments = LabLine(server, behind: line).checkArguments
        let invocation = try Invocation([CommandOption.noExceptions.name] + arguments, for: .check)
        // That a machine is busy is no fault of a server: only where its entry is about time is there no more of it.
        let limit: Duration? = BadServer.judgedByTime.contains(server.name) ? nil : .seconds(60)
        let trust = try TrustOptions(invocation, revocation: .soft, fetchLimit: limit)
        let way = LiveServer(trust: trust, dial: try DialOptions(invocation))
        return (try Target(server.url), way)
    }
}

extension CatalogueReport.Row {
    /// The verdict about a server of the catalogue, beside the one that is expected.
    init(_ entry: BadServer, _ report: VerdictReport) {
        self.init(
            name: entry.name, words: entry.storyWords, expectedExit: entry.expectedExit,
            expectedFindings: entry.expectedFindings, report: report)
    }
}
