import HoldfastDelayLine
import HoldfastDiagnostics

/// The delay line of `--rtt`: opened for a command, with its errors in the command's words.
extension DelayLine {
    /// A line of this round-trip time; nil where none is asked for.
    static func opened(_ roundTrip: Duration?) throws(CommandError) -> DelayLine? {
        guard let roundTrip else { return nil }
        do throws(DelayLineError) { return try DelayLine(roundTrip: roundTrip) } catch { throw CommandError(error) }
    }

    /// Ports of this line that lead to those of 127.0.0.1; they end with the result.
    func ports(before ports: [UInt16]) throws(CommandError) -> [DelayedPort] {
        do throws(DelayLineError) {
            return try ports.map { port throws(DelayLineError) in
                try DelayedPort(on: self, to: LocalServer(address: "127.0.0.1", port: port))
            }
        } catch {
            throw CommandError(error)
        }
    }
}

extension CommandError {
    init(_ error: DelayLineError) {
        switch error.kind {
        case .unavailable:
            self.init(
                .internalError, code: .delayLineUnavailable, LabSentence.noDelayLine(reason: error.statement),
                hint: LabAdvice.asRoot)
        case .elsewhere:
            self.init(
                .usage, code: .notOnThisMachine, LabSentence.roundTrip(reason: error.statement),
                hint:
                    LabAdvice.serversHere
            )
        case .badValue:
            self.init(
                .usage, code: .usage, LabSentence.roundTrip(reason: error.statement), hint: LabAdvice.suchAs22ms)
        }
    }
}

/// Round-trip times in words.
enum DelayText {
    /// `22 ms`, `0.5 ms`.
    static func of(_ roundTrip: Duration) -> String {
        let milliseconds = roundTrip / .milliseconds(1)
        let whole = Int(milliseconds.rounded())
        return abs(milliseconds - Double(whole)) < 0.000_5
            ? "\(whole) ms" : "\((milliseconds * 1_000).rounded() / 1_000) ms"
    }
}
