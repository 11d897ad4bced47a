import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

/// `holdfast scan show`: the runs of a history, or the results of one.
struct ScanShow {
    /// Runs that are shown.
    static let mostRuns = 50

    private let history: ScanHistory
    private let output: ResultOutput
    private let named: RecordedRun?

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        let history = try ScanHistoryFile.open(invocation)
        self.history = history
        named = try invocation.operands.first.map { text throws(CommandError) in
            try ScanHistoryFile.run(text, in: history)
        }
    }

    func run() throws(CommandError) -> ExitCode {
        do throws(ScanHistoryError) {
            if let named { try showResults(of: named) } else { try showRuns() }
        } catch {
            throw CommandError(error)
        }
        return .success
    }

    private func showRuns() throws(ScanHistoryError) {
        let now = SystemClock.now()
        for run in try history.runs(limit: Self.mostRuns) {
            let counts = try history.counts(of: run)
            output.show(ScanRunReport(run, counts)) { ScanHistoryLine.text(ScanHistoryLine.words(of: run, counts), $0) }
        }
        for mute in try history.mutes(at: now) {
            output.show(ScanMuteReport(mute)) {
                ScanHistoryLine.text(ScanHistoryNote.muted(target: mute.text, until: mute.until).words, $0)
            }
        }
    }

    private func showResults(of run: RecordedRun) throws(ScanHistoryError) {
        let now = SystemClock.now()
        try history.forEach(of: run) { record throws(ScanHistoryError) in
            let isMuted = try history.isMuted(record.key, at: now)
            output.show(ScanRecordReport(record, of: run, isMuted: isMuted)) {
                ScanHistoryLine.text(ScanHistoryLine.words(of: record, isMuted: isMuted), $0)
            }
        }
    }
}

/// `holdfast scan diff`: two runs in, differences out.
struct ScanDiff {
    private let history: ScanHistory
    private let output: ResultOutput
    private let earlier: RecordedRun
    private let later: RecordedRun

    init(_ invocation: Invocation) throws(CommandError) {
        output = try ResultOutput(invocation)
        let history = try ScanHistoryFile.open(invocation)
        self.history = history
        earlier = try ScanHistoryFile.run(invocation.operands[0], in: history)
        later = try ScanHistoryFile.run(invocation.operands[1], in: history)
    }

    func run() throws(CommandError) -> ExitCode {
        let now = SystemClock.now()
        var (count, fails) = (0, false)
        do throws(ScanHistoryError) {
            try history.forEachDifference(from: earlier, to: later) { comparison throws(ScanHistoryError) in
                let isMuted = try history.isMuted(comparison.record.key, at: now)
                if !isMuted, comparison.newLevel == .error { fails = true }
                count += 1
                output.show(ScanDifferenceReport(comparison, from: earlier, to: later, isMuted: isMuted)) {
                    ScanHistoryLine.text(ScanHistoryLine.words(of: comparison, isMuted: isMuted), $0)
                }
            }
        } catch {
            throw CommandError(error)
        }
        if count == 0, output.hasWords { Console.note(ScanHistoryNote.nothingChanged) }
        return fails ? .findings : .success
    }
}

/// `holdfast scan mute` and `unmute`: silence about a target, until an end.
struct ScanMuting {
    private let history: ScanHistory
    private let output: ResultOutput
    private let key: String
    /// The end; nil where silence is taken back.
    private let end: Instant?

    /// Reads the arguments.
    ///
    /// - Parameter ends: whether silence is taken back.
    init(_ invocation: Invocation, ends: Bool = false) throws(CommandError) {
        output = try ResultOutput(invocation)
        key = try ScanHistoryFile.key(of: invocation.operands[0], invocation)
        let now = SystemClock.now()
        if ends {
            end = nil
        } else {
            guard let text = invocation.value(.muteEnd) else {
                throw .usage(
                    UsageSentence.needs(option: "scan mute", needed: "\(CommandOption.muteEnd.name) TIME"),
                    hint: TargetAdvice.writeEnd)
            }
            let end = try TimeArgument.end(text, from: now, of: .muteEnd)
            guard end > now else {
                throw .usage(
                    ScanHistoryNote.endIsPast(option: CommandOption.muteEnd.name, end: end), hint: TargetAdvice.writeEnd
                )
            }
            self.end = end
        }
        history = try ScanHistoryFile.open(invocation)
    }

    func run() throws(CommandError) -> ExitCode {
        do throws(ScanHistoryError) {
            if let mute = try history.mute(key, until: end) {
                output.show(ScanMuteReport(mute)) {
                    ScanHistoryLine.text(ScanHistoryNote.muted(target: mute.text, until: mute.until).words, $0)
                }
            } else if !output.isJSON {
                Console.result(ScanHistoryLine.text(ScanHistoryNote.unmuted(key: key).words, output.language))
            }
        } catch {
            throw CommandError(error)
        }
        return .success
    }
}
