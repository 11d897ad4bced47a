import BenchLoad
import HoldfastTrust

/// The verdicts a second that several threads reach, each of them judging one after the other.
struct VerdictRate: Sendable {
    enum Mode: String {
        /// A new engine for each verdict: the threads share nothing.
        case first
        /// One engine for all, which has judged the very same chain before.
        case `repeat`
    }

    let folder: String
    let seconds: Double
    let threads: Int

    func measure(_ mode: Mode) async throws {
        let chain = try BenchChain(folder: folder)
        let shared = mode == .repeat ? TrustEngine() : nil
        try chain.judge(chain.presented, by: shared ?? TrustEngine())
        let watch = Stopwatch()
        let end = ContinuousClock.now + .seconds(seconds)
        let judged = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<threads { group.addTask { try count(chain, by: shared, until: end) } }
            return try await group.reduce(0, +)
        }
        print("rate \(Double(judged) / watch.seconds)")
    }

    /// Judges until the time is up, never giving its thread away.
    private func count(_ chain: BenchChain, by shared: TrustEngine?, until end: ContinuousClock.Instant) throws -> Int {
        var judged = 0
        let copies = chain.copies(20)
        repeat {
            // Reading the clock after each of them would take a part of what is measured.
            for copy in copies {
                guard try chain.judge(copy, by: shared ?? TrustEngine()) == (shared != nil) else {
                    throw UnexpectedVerdict(description: "a verdict from memory where none was to be, or the reverse")
                }
            }
            judged += copies.count
        } while ContinuousClock.now < end
        return judged
    }
}
