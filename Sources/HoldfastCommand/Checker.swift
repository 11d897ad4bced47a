import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// Checks servers, several at once.
struct Checker: Sendable {
    /// Targets that are connected to at the same time.
    static let concurrency = 16
    /// Targets at a time, and addresses of each, where each address is judged: no more than 64 connections.
    private static let concurrencyOfAddresses = (targets: 4, addresses: 16)

    private let session: HTTPSSession
    private let trust: TrustOptions
    private let judgesAllAddresses: Bool
    private let startTLS: StartTLSChecker
    private let dial: DialOptions

    /// - Parameter allAddresses: whether each address of a target is judged by itself.
    init(
        trust: TrustOptions, dial: DialOptions, identity: IdentityOptions? = nil, allAddresses: Bool = false
    ) throws(CommandFailure) {
        self.trust = trust
        self.dial = dial
        judgesAllAddresses = allAddresses
        var configuration = dial.configuration(at: trust.at)
        trust.apply(to: &configuration)
        configuration.identity = identity?.identity
        session = HTTPSSession(configuration: configuration)
        startTLS = StartTLSChecker(trust: trust, dial: dial, identity: identity, session: session)
    }

    /// The reports about each target with its place in the list, in the order in which they finish.
    func reports(on targets: [Target]) -> AsyncStream<(Int, [VerdictReport])> {
        let limit = judgesAllAddresses ? Self.concurrencyOfAddresses.targets : Self.concurrency
        return Parallel.map(targets, atOnce: limit) { target in
            judgesAllAddresses ? await reportsOnAddresses(of: target) : [await report(on: target)]
        }
    }

    func report(on target: Target) async -> VerdictReport {
        if target.startTLS != nil { return await startTLS.report(on: target) }
        return await report(on: target, deadline: deadline) { () async throws(HTTPSError) in
            try await session.verify(target.url)
        }
    }

    /// One report for each address, in the addresses' order; a single one where there is none.
    private func reportsOnAddresses(of target: Target) async -> [VerdictReport] {
        let addresses: [IPAddress]
        let settings = trust.settings(for: target.url.serverName)
        do throws(AddressFailure) {
            addresses = try await TargetAddresses(dial.adding(settings), session: session).addresses(of: target)
        } catch {
            return [
                VerdictReport(
                    error.report, target: target.text, policy: trust.policy(for: target.url.serverName),
                    at: trust.at ?? SystemClock.now())
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

    private func report(on target: Target, at address: IPAddress) async -> VerdictReport {
        if target.startTLS != nil { return await startTLS.report(on: target, at: address) }
        return await report(on: target, deadline: deadline) { () async throws(HTTPSError) in
            try await session.verify(target.url, at: address)
        }
    }

    /// The time limit, from now on.
    private var deadline: ContinuousClock.Instant { .now.advanced(by: session.configuration.timeout) }

    private func report(
        on target: Target, deadline: ContinuousClock.Instant,
        connecting: () async throws(HTTPSError) -> ConnectionRecord
    ) async -> VerdictReport {
        let result: Result<ConnectionRecord, HTTPSError>
        let connection: ConnectionRecord?
        do throws(HTTPSError) {
            let record = try await connecting()
            (result, connection) = (.success(record), record)
        } catch {
            (result, connection) = (.failure(error), error.connection)
        }
        var report = verdict(result, on: target)
        guard report.hasOtherName, let connection, deadline > .now else { return report }
        let diagnosis = await session.serverNameDiagnosis(
            of: target.url, after: connection, timeout: ContinuousClock.now.duration(to: deadline))
        report.sni = diagnosis.map { SNIReport($0, presented: report.presented.first) }
        return report
    }

    private func verdict(_ result: Result<ConnectionRecord, HTTPSError>, on target: Target) -> VerdictReport {
        VerdictReport(
            result, target: target.text, policy: trust.policy(for: target.url.serverName),
            at: trust.at ?? SystemClock.now(), engine: session.configuration.engine)
    }
}

extension VerdictReport {
    /// Whether the certificate is for another name than the one asked for, or for none.
    fileprivate var hasOtherName: Bool {
        let codes = [FindingCode.hostMismatch, .missingSubjectAltName].map(\.rawValue)
        return findings.contains { $0.isError && codes.contains($0.code) }
    }
}
