import HoldfastCrypto
public import HoldfastFiles
public import HoldfastHTTPS
import HoldfastSystem
public import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// Reports pin failures to the URIs that a program or its policy file names for the server, and to nobody else.
///
/// Reports wait in a folder until they are delivered, the end of the program included. The same failure is reported
/// once a day, and failures in bounded number.
///
/// ```swift
/// let reporter = PinReporter(to: reportURIs, by: spool)
/// reporter.observe(&configuration)
/// let session = HTTPSSession(configuration: configuration)
/// ```
public final class PinReporter: Sendable {
    struct State {
        var counts = Counts()
        var problem: StoreError?
        /// Failures of this process: what comes again and again is not looked up on the disk each time.
        var recent = RecentReports()
        var pending: [UInt64: Task<Void, Never>] = [:]
        var number: UInt64 = 0
        /// The last one who delivers; one at a time.
        var pass: Task<Void, Never>?
        var worker: Task<Void, Never>?
        /// The number of the current worker; another one takes over from one that sleeps.
        var shift: UInt64 = 0
        var isAsleep = false
        /// Whether something came while the worker was at work.
        var isWanted = false
    }

    /// Failures that are being written or delivered.
    private static let maximumPending = 32

    private let uris: PinReportURIs
    let spool: PinReportSpool
    let configuration: Configuration
    let session: HTTPSSession
    let state = Mutex(State())

    /// A reporter. What waits in the spool is delivered from now on.
    public init(to uris: PinReportURIs, by spool: PinReportSpool, configuration: Configuration = Configuration()) {
        (self.uris, self.spool, self.configuration) = (uris, spool, configuration)
        session = HTTPSSession(configuration: configuration.forDelivery)
        wake()
    }

    deinit {
        let (worker, pending) = state.withLock { ($0.worker, $0.pending.values) }
        worker?.cancel()
        for task in pending { task.cancel() }
    }

    /// Looks on at the sessions of a configuration, besides whoever does so already.
    public func observe(_ configuration: inout HTTPSSession.Configuration) {
        configuration.observer = PinReportObserver(reporter: self, next: configuration.observer)
    }

    /// Numbers of failures and reports, by what became of them.
    public var counts: Counts { state.withLock { $0.counts } }

    /// The spool's last problem; nil for none.
    public var problem: StoreError? { state.withLock { $0.problem } }

    /// Takes a verdict up that came by another way than a session's; nothing where its pins were not the matter.
    ///
    /// - Parameter outcome: a refusal, or an acceptance although the pins did not match.
    public func report(_ outcome: some TrustOutcome, host: String, port: UInt16? = nil) {
        PinFailureReport(outcome, host: host, port: port, program: configuration.program).map(take)
    }

    /// Called while a handshake waits.
    func judged(_ judgement: ServerJudgement) {
        PinFailureReport(judgement, program: configuration.program).map(take)
    }

    private func take(_ report: PinFailureReport) {
        let digest = report.failureDigest
        let now = configuration.session.clock()
        let uris = report.host.flatMap { try? ServerName($0) }.map(uris.uris(for:)) ?? []
        state.withLock { state in
            state.counts.failures += 1
            guard !uris.isEmpty else {
                state.counts.unnamed += 1
                return
            }
            guard !state.recent.has(digest, within: period, of: now) else {
                state.counts.duplicates += 1
                return
            }
            guard state.pending.count < Self.maximumPending else {
                state.counts.limited += 1
                return
            }
            state.recent.add(digest, at: now, keeping: max(period, 3600))
            state.number += 1
            let number = state.number
            // Made under the lock: it cannot be forgotten before it is known.
            state.pending[number] = Task { [weak self] in
                await self?.write(report, digest, to: uris, at: now)
                self?.state.withLock { state in _ = state.pending.removeValue(forKey: number) }
            }
        }
    }

    var period: Int64 { configuration.period.components.seconds }

    /// Writes a failure to the spool, and delivers it.
    private func write(_ report: PinFailureReport, _ digest: [UInt8], to uris: [HTTPSURL], at now: Instant) async {
        guard let report = configuration.redaction(report) else {
            count { $0.redacted += 1 }
            return
        }
        do throws(StoreError) {
            // Whoever stands in between chooses how much he sends, and does not get around a report by that.
            let shorter = [report.withoutServedCertificates, report.withoutCertificates]
            let forms = ([report] + shorter).map { $0.bytes(configuration.form) }
            let body = forms.first { $0.count <= spool.limits.reportBytes } ?? forms[2]
            let (period, hourly) = (period, configuration.maximumPerHour)
            let (admission, cleared) = try await onDisk { (spool) throws(StoreError) in
                try spool.admit(body, to: uris, failure: digest, at: now, period: period, hourly: hourly)
            }
            count { counts in
                counts.add(cleared)
                switch admission {
                case .spooled(let number): counts.spooled += number
                case .duplicate: counts.duplicates += 1
                case .limited: counts.limited += 1
                case .full: counts.full += 1
                }
            }
            guard case .spooled = admission else { return }
            await deliver()
            wake()
        } catch {
            note(error)
        }
    }

    /// Does what waits for the disk, and for locks of other processes, on a thread that may.
    func onDisk<Value: Sendable>(
        _ body: @escaping @Sendable (PinReportSpool) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await WaitingThreads.pins.result { [spool] () throws(StoreError) in try body(spool) }
    }

    func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }

    func note(_ problem: StoreError) {
        state.withLock { state in
            state.problem = problem
            state.counts.problems += 1
        }
    }
}

/// Tells a reporter what a session judged, and everything to the observer that was there before.
struct PinReportObserver: SessionObserver {
    let reporter: PinReporter
    let next: (any SessionObserver)?

    func session(_ event: SessionEvent) { next?.session(event) }
    func session(finished metrics: TaskMetrics) { next?.session(finished: metrics) }
    func session(log line: String) { next?.session(log: line) }
    func session(judged judgement: ServerJudgement) {
        reporter.judged(judgement)
        next?.session(judged: judgement)
    }
}
