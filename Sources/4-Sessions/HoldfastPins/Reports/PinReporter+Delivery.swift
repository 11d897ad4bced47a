import HoldfastFiles
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastX509
import Synchronization

extension PinReporter {
    /// Writes what was seen, and tries once to deliver everything that waits, also what was put off.
    @discardableResult
    public func flush() async -> Counts {
        while let task = state.withLock({ $0.pending.first?.value }) {
            await task.value
            await Task.yield()
        }
        await deliver(everything: true)
        return counts
    }

    /// Delivers what is due, after whoever in this process is at it already.
    func deliver(everything: Bool = false) async {
        let pass = state.withLock { state in
            let before = state.pass
            let pass = Task { await self.deliverAll(everything, after: before) }
            state.pass = pass
            return pass
        }
        await withTaskCancellationHandler {
            await pass.value
        } onCancel: {
            pass.cancel()
        }
    }

    private func deliverAll(_ everything: Bool, after before: Task<Void, Never>?) async {
        await before?.value
        do throws(StoreError) {
            let reports = try await look(at: configuration.session.clock())
            let lease = configuration.timeout.components.seconds + 60
            for waiting in reports {
                guard !Task.isCancelled else { return }
                let now = configuration.session.clock()
                guard waiting.report.isFree(at: now, everything: everything) else { continue }
                let claimed = try await onDisk { (spool) throws(StoreError) in
                    try spool.claim(waiting.name, at: now, lease: lease, everything: everything)
                }
                if let claimed { try await deliver(claimed) }
            }
        } catch {
            note(error)
        }
    }

    private func deliver(_ waiting: PinReportSpool.Waiting) async throws(StoreError) {
        switch await post(waiting.report) {
        case .delivered:
            try await onDisk { (spool) throws(StoreError) in try spool.remove(waiting) }
            count { $0.delivered += 1 }
        case .rejected:
            try await onDisk { (spool) throws(StoreError) in try spool.remove(waiting) }
            count { $0.rejected += 1 }
        case .failed:
            let wait = configuration.retrySeconds(after: waiting.report.attempts)
            let due = configuration.session.clock().advanced(bySeconds: wait)
            let isKept = try await onDisk { (spool) throws(StoreError) in try spool.putOff(waiting, until: due) }
            count { counts in if isKept { counts.putOff += 1 } else { counts.rejected += 1 } }
        }
    }

    /// The reports that wait.
    private func look(at now: Instant) async throws(StoreError) -> [PinReportSpool.Waiting] {
        let contents = try await onDisk { (spool) throws(StoreError) in try spool.contents(at: now) }
        count { $0.add(contents.cleared) }
        return contents.waiting
    }

    private enum Delivery { case delivered, rejected, failed }

    /// Sends a report; of the answer, only the status is looked at.
    private func post(_ report: SpooledReport) async -> Delivery {
        let request = HTTPSRequest(
            report.uri, method: "POST", fields: ["Content-Type: application/json"], body: report.body)
        do throws(HTTPSError) {
            let (body, response) = try await session.bytes(for: request)
            body.cancel()
            switch response.status {
            case 200..<300: return .delivered
            // RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4: try again.
            case 408, 425, 429, 500...: return .failed
            default: return .rejected
            }
        } catch {
            return .failed
        }
    }

    /// Sees to it that somebody delivers what is put off, when its time has come.
    func wake() {
        state.withLock { state in
            state.isWanted = true
            guard state.worker == nil || state.isAsleep else { return }
            state.worker?.cancel()
            state.shift += 1
            let (shift, sleep) = (state.shift, configuration.sleep)
            state.isAsleep = false
            state.worker = Task { [weak self] in
                while self?.begin(shift) == true {
                    await self?.deliver()
                    guard let wait = await self?.end(shift) else { return }
                    guard wait > .zero else { continue }
                    do { try await sleep(wait) } catch { return }
                }
            }
        }
    }

    /// Whether it is still this worker's turn.
    private func begin(_ shift: UInt64) -> Bool {
        state.withLock { state in
            guard state.shift == shift, !Task.isCancelled else { return false }
            (state.isAsleep, state.isWanted) = (false, false)
            return true
        }
    }

    /// Ends a round of the worker, and returns its time to sleep; nil where the worker is done.
    private func end(_ shift: UInt64) async -> Duration? {
        let now = configuration.session.clock()
        let due = (try? await look(at: now))?.map(\.report.due).min()
        return state.withLock { state in
            guard state.shift == shift else { return nil }
            if state.isWanted { return .zero }
            guard let due else {
                state.worker = nil
                return nil
            }
            state.isAsleep = true
            return .seconds(min(max(due.seconds(since: now), 1), 3600))
        }
    }
}
