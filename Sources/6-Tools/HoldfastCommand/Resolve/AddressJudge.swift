import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastX509

/// The judgement of one address that was connected to for a name.
struct AddressVerdict: Sendable {
    enum Outcome: String, Sendable, Encodable {
        /// A server that proved the name.
        case trusted
        /// A server whose certificates do not prove the name.
        case notTrusted
        /// There was no verdict, or no connection after it.
        case failed
        /// There were too many to look at all.
        case notJudged
    }

    let outcome: Outcome
    /// The codes of the errors, the cause first, none twice.
    let findings: [String]
    let failure: FailureReport?
    let took: Duration?
    let exitCode: ExitCode

    init(_ report: VerdictReport, took: Duration) {
        outcome = report.trusted ? .trusted : report.failure == nil ? .notTrusted : .failed
        var seen: Set<String> = []
        findings = report.findings.filter { $0.isError && seen.insert($0.code).inserted }.map(\.code)
        failure = report.failure
        self.took = took
        exitCode = ExitCode(status: report.exitCode)
    }

    private init() { (outcome, findings, failure, took, exitCode) = (.notJudged, [], nil, nil, .workLimit) }

    static let notJudged = AddressVerdict()
}

/// Connects to addresses, and judges whether their servers prove a name.
struct AddressJudge: Sendable {
    /// Addresses of one name that are connected to at the same time.
    private static let concurrency = 16
    /// Addresses of one name: a resolver that names more does so to be a nuisance.
    static let maximumAddresses = 256

    private let server: LiveServer

    init(trust: TrustOptions, dial: DialOptions, identity: IdentityOptions?) {
        // Each is dialled by itself.
        server = LiveServer(trust: trust, dial: dial, identity: identity, asksResolvers: false)
    }

    /// One verdict for each address.
    ///
    /// - Parameter each: none twice.
    func verdicts(on each: [IPAddress], for target: Target) async -> [IPAddress: AddressVerdict] {
        var verdicts: [IPAddress: AddressVerdict] = [:]
        let judged = Array(each.prefix(Self.maximumAddresses))
        for address in each.dropFirst(judged.count) { verdicts[address] = .notJudged }
        let finished = Parallel.map(judged, atOnce: Self.concurrency) { address in
            await verdict(on: address, for: target)
        }
        for await (index, verdict) in finished { verdicts[judged[index]] = verdict }
        return verdicts
    }

    private func verdict(on address: IPAddress, for target: Target) async -> AddressVerdict {
        let start = ContinuousClock.now
        let report =
            if let kind = target.startTLS {
                await server.report(on: target, speaking: kind, at: address)
            } else {
                await server.verdict(on: target.url, at: address)
            }
        return AddressVerdict(report, took: start.duration(to: .now))
    }
}
