import BenchLoad
import HoldfastTrust
import HoldfastX509

/// The processor time of verdicts and of reading certificates, measured for so many seconds.
///
/// It is printed in microseconds: a line `spent`.
struct VerdictTiming {
    enum Mode: String {
        /// Every certificate of the folder is read, completely.
        case parse
        /// The system's anchors are read from their file and made ready to judge by.
        case store
        /// From bytes to the verdict by a new engine.
        case first
        /// A certificate that the engine has never seen, by an authority whose signature and key it knows.
        case usual
        /// The very same chain again, from bytes.
        case `repeat`
        /// From bytes to the refusal by a new engine: the server is another one.
        case refuse
    }

    let folder: String
    let seconds: Double

    func measure(_ mode: Mode) throws {
        switch mode {
        case .parse:
            let certificates = try BenchChain.certificates(in: folder)
            try report(parts: certificates.count) {
                for certificate in certificates { _ = try Certificate(der: certificate) }
            }
        case .store:
            guard TrustAnchors.system.reload().anchors.count > 100 else {
                throw UnexpectedVerdict(description: "no anchors of the system")
            }
            try report { TrustAnchors.system.reload() }
        case .first:
            let chain = try BenchChain(folder: folder)
            try report { try chain.judge(chain.presented, by: TrustEngine()) }
        case .usual: try measureUsual(try BenchChain(folder: folder))
        case .repeat:
            let chain = try BenchChain(folder: folder)
            let engine = TrustEngine()
            try chain.judge(chain.presented, by: engine)
            // Reading the clock after each of them would take a part of what is measured.
            let copies = chain.copies(20)
            try report(parts: copies.count) {
                for copy in copies where try !chain.judge(copy, by: engine) {
                    throw UnexpectedVerdict(description: "a verdict that was not remembered")
                }
            }
        case .refuse:
            let chain = try BenchChain(folder: folder, host: "other.invalid")
            try report { try refuse(chain) }
        }
    }

    /// Each certificate is judged once by an engine, which has judged another one of the same authority before the
    /// clock starts: after all of them comes a new engine.
    private func measureUsual(_ chain: BenchChain) throws {
        var spent = 0.0
        var count = 0
        let watch = Stopwatch()
        repeat {
            let engine = TrustEngine(remembersVerdicts: false)
            try chain.judge(chain.presented, by: engine)
            let pass = Stopwatch()
            for other in chain.others { try chain.judge(other, by: engine) }
            spent += pass.processor
            count += chain.others.count
        } while watch.seconds < seconds
        print("spent \(spent / Double(count) * 1e6)")
    }

    private func refuse(_ chain: BenchChain) throws {
        let trust = try ServerTrust(derChain: chain.presented)
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: chain.policy, at: chain.moment)
        } catch {
            guard error.findings.first?.code == .hostMismatch else { throw error }
            return
        }
        throw UnexpectedVerdict(description: "an acceptance")
    }

    /// Does something for so long, once before the clock starts, and prints what each of its parts takes.
    private func report(parts: Int = 1, _ work: () throws -> Void) throws {
        try work()
        var count = 0
        let watch = Stopwatch()
        repeat {
            try work()
            count += parts
        } while watch.seconds < seconds
        print("spent \(watch.processor / Double(count) * 1e6)")
    }
}
