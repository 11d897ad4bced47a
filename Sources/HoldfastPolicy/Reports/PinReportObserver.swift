import HoldfastHTTPS

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
