import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTracing
import HoldfastWeb
import HoldfastX509
import Synchronization

/// A server that is to be judged, and the place where it is reached.
struct CheckJob: Sendable {
    let target: ScanTarget
    /// The server by the name that is sent to it and has to be proven.
    let server: Target
    /// The address to connect to; nil for wherever the name and the options lead.
    var address: IPAddress?
    /// The server whose addresses are dialled, where ``server`` is called otherwise.
    var dialled: Target?
    /// The place of the target in a file, where somebody wants to know it.
    var place: ReportPlace?

    /// Makes the job of a target that an argument names.
    init(_ server: Target, at index: Int) {
        self.server = server
        let options = server.startTLS.map { [ScanTarget.Option("starttls", $0.rawValue)] } ?? []
        target = ScanTarget(
            index: index, key: ScanTarget.key(of: server.authority, options: options), text: server.text,
            options: options)
    }

    init(_ target: ScanTarget, _ server: Target, at address: IPAddress?, dialling dialled: Target?) {
        (self.target, self.server, self.address, self.dialled) = (target, server, address, dialled)
    }
}

/// Judges servers, several at once: the engine of `check` and of `scan`.
struct Checker: Sendable {
    /// Targets that are connected to at the same time, unless a command says otherwise.
    static let concurrency = 64
    /// Addresses of a target that are connected to at the same time, where each is judged.
    private static let addressesAtOnce = 16
    /// The pause before the first repetition, and the longest: each is twice as long as the one before.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(8))

    private let server: LiveServer
    private let judgesAllAddresses: Bool
    private let clients: ClientOptions?
    private let concurrency: Int
    private let retries: Int
    private let pace: ConnectionPace
    private let asksProtocols: Bool

    /// Makes a checker of targets.
    ///
    /// - Parameters:
    ///   - allAddresses: whether each address of a target is judged by itself.
    ///   - clients: the clients whose hellos each server is sent, too.
    ///   - asksProtocols: whether each server is asked for the versions of TLS that it speaks.
    ///   - concurrency: connections at once.
    ///   - retries: further connections to a server that was not reached, or took too long.
    ///   - pace: the bounds on new connections.
    init(
        _ server: LiveServer, allAddresses: Bool = false, clients: ClientOptions? = nil, asksProtocols: Bool = false,
        concurrency: Int = Self.concurrency, retries: Int = 0, pace: ConnectionPace = ConnectionPace()
    ) {
        self.server = server
        self.clients = clients
        self.asksProtocols = asksProtocols
        judgesAllAddresses = allAddresses
        self.concurrency = concurrency
        self.retries = retries
        self.pace = pace
    }

    /// Servers that are judged at once: fewer, where each of them has connections to several addresses.
    var atOnce: Int { judgesAllAddresses ? max(1, concurrency / Self.addressesAtOnce) : concurrency }

    /// Judges the servers of a list.
    func run(_ targets: [Target], take: (Int, [VerdictReport]) -> Void) async {
        let cursor = Mutex(0)
        await BoundedWork.run(atOnce: atOnce) {
            let range = cursor.withLock { place in
                defer { place = min(targets.count, place + Self.concurrency) }
                return place..<min(targets.count, place + Self.concurrency)
            }
            return range.map { CheckJob(targets[$0], at: $0) }
        } _: { job in
            (job.target.index, await reports(on: job))
        } take: { result in
            take(result.0, result.1)
            return true
        }
    }

    /// The reports about one server: one, or one for each address.
    func reports(on job: CheckJob) async -> [VerdictReport] {
        guard judgesAllAddresses, job.address == nil else { return [await report(on: job, at: job.address)] }
        let addresses: [IPAddress]
        switch await self.addresses(of: job) {
        case .failure(let report): return [report]
        case .success(let found): addresses = found
        }
        var reports: [VerdictReport?] = Array(repeating: nil, count: addresses.count)
        let finished = Parallel.map(addresses, atOnce: Self.addressesAtOnce) { address in
            var report = await report(on: job, at: address)
            report.addressOfTarget = address.description
            return report
        }
        for await (index, report) in finished { reports[index] = report }
        return reports.compactMap(\.self)
    }

    /// The report about a server after as many attempts as it takes, and may.
    private func report(on job: CheckJob, at address: IPAddress?) async -> VerdictReport {
        var report = await attempt(job, at: address)
        var pause = Self.pauses.first
        var attempts = 1
        while attempts <= retries, report.wasNotReached, !Task.isCancelled {
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.longest)
            report = await attempt(job, at: address)
            attempts += 1
        }
        report.attempts = attempts
        // Where the name does not lead there by itself.
        let place = address ?? job.dialled.flatMap { _ in report.connection?.address.flatMap { IPAddress($0) } }
        if let clients {
            report.add(await server.clients(clients, on: job.server, at: place, besides: report))
        }
        if asksProtocols {
            report.protocols = await server.protocols(of: job.server, at: place, besides: report, pace: pace)
        }
        return report
    }

    private func attempt(_ job: CheckJob, at address: IPAddress?) async -> VerdictReport {
        guard address == nil, job.dialled != nil || pace.perAddress != nil else {
            return await paced(job, at: address, counting: address)
        }
        let addresses: [IPAddress]
        switch await self.addresses(of: job) {
        case .failure(let report): return report
        case .success(let found): addresses = found
        }
        // Where the name leads there by itself, the transport chooses among the addresses as it does always.
        guard job.dialled != nil else { return await paced(job, at: nil, counting: addresses.first) }
        var last: VerdictReport?
        for address in addresses {
            let report = await paced(job, at: address, counting: address)
            guard report.failure?.phase == .connect else { return report }
            last = report
        }
        return if let last { last } else { await paced(job, at: nil, counting: nil) }
    }

    private func paced(
        _ job: CheckJob, at address: IPAddress?, counting counted: IPAddress?
    ) async -> VerdictReport {
        if let counted { await pace.enter(counted) }
        defer { if let counted { pace.leave(counted) } }
        await pace.turn()
        return await server.report(on: job.server, at: address)
    }

    private enum Addresses {
        case success([IPAddress])
        case failure(VerdictReport)
    }

    /// The addresses of a server, or the report that there are none.
    private func addresses(of job: CheckJob) async -> Addresses {
        let target = job.dialled ?? job.server
        do throws(HTTPSError) {
            return .success(try await server.addresses(of: target))
        } catch {
            let report = VerdictReport(
                FailureReport(error), target: job.target.text, policy: server.policy(for: job.server), at: server.now)
            return .failure(server.advisingPort(of: target, report.inCommandWords()))
        }
    }
}

extension VerdictReport {
    /// Whether another attempt may come to more: nothing was reached, or it took too long.
    fileprivate var wasNotReached: Bool {
        exitCode == ExitCode.connection.rawValue || exitCode == ExitCode.timedOut.rawValue
    }
}
