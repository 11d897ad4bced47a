import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastX509

/// Checks servers, several at once.
struct Checker: Sendable {
    /// Targets that are connected to at the same time.
    static let concurrency = 16
    /// Targets at a time, and addresses of each, where each address is judged: no more than 64 connections.
    private static let concurrencyOfAddresses = (targets: 4, addresses: 16)

    private let server: LiveServer
    private let judgesAllAddresses: Bool
    private let clients: ClientOptions?

    /// Makes a checker of targets.
    ///
    /// - Parameters:
    ///   - allAddresses: whether each address of a target is judged by itself.
    ///   - clients: the clients whose hellos each server is sent, too.
    init(_ server: LiveServer, allAddresses: Bool = false, clients: ClientOptions? = nil) {
        self.server = server
        self.clients = clients
        judgesAllAddresses = allAddresses
    }

    private func report(on target: Target, at address: IPAddress? = nil) async -> VerdictReport {
        var report = await server.report(on: target, at: address)
        if let clients { report.add(await server.clients(clients, on: target, at: address, besides: report)) }
        return report
    }

    /// The reports about each target with its place in the list, in the order in which they finish.
    func reports(on targets: [Target]) -> AsyncStream<(Int, [VerdictReport])> {
        let limit = judgesAllAddresses ? Self.concurrencyOfAddresses.targets : Self.concurrency
        return Parallel.map(targets, atOnce: limit) { target in
            judgesAllAddresses ? await reportsOnAddresses(of: target) : [await report(on: target)]
        }
    }

    /// One report for each address, in the addresses' order; a single one where there is none.
    private func reportsOnAddresses(of target: Target) async -> [VerdictReport] {
        let addresses: [IPAddress]
        do throws(HTTPSError) {
            addresses = try await server.addresses(of: target)
        } catch {
            return [
                server.advisingPort(
                    of: target,
                    VerdictReport(
                        FailureReport(error), target: target.text, policy: server.policy(for: target), at: server.now
                    ).inCommandWords())
            ]
        }
        var reports: [VerdictReport?] = Array(repeating: nil, count: addresses.count)
        let finished = Parallel.map(addresses, atOnce: Self.concurrencyOfAddresses.addresses) { address in
            var report = await report(on: target, at: address)
            report.addressOfTarget = address.description
            return report
        }
        for await (index, report) in finished { reports[index] = report }
        return reports.compactMap(\.self)
    }
}
