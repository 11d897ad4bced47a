import BenchLoad
import Foundation
import HoldfastTrust
import HoldfastX509

/// Measures what judging a chain costs, as the arguments ask for it.
///
/// - `first|usual|repeat CHAIN TIMES` counts the allocations of a verdict on the chain of a PEM file, which has the
///   server's certificate first and the anchor last.
/// - `time MODE FOLDER SECONDS` prints the processor time of each of ``VerdictTiming``'s modes.
/// - `rate first|repeat FOLDER SECONDS THREADS` prints how many verdicts a second so many threads reach.
///
/// `first` is judged from bytes by an engine that remembers nothing, `usual` by one that has verified signatures
/// before, `repeat` by one that has judged the very same.
@main
enum VerdictBench {
    static func main() { Program.run { try await run(CommandLine.arguments.dropFirst().map(\.self)) } }

    private static func run(_ arguments: [String]) async throws {
        switch (arguments.first, arguments.count) {
        case ("time", 4):
            guard let mode = VerdictTiming.Mode(rawValue: arguments[1]), let seconds = Double(arguments[3]) else {
                throw VerdictUsage()
            }
            try VerdictTiming(folder: arguments[2], seconds: seconds).measure(mode)
        case ("rate", 5):
            guard let mode = VerdictRate.Mode(rawValue: arguments[1]), let seconds = Double(arguments[3]),
                let threads = Int(arguments[4]), threads > 0
            else { throw VerdictUsage() }
            try await VerdictRate(folder: arguments[2], seconds: seconds, threads: threads).measure(mode)
        case ("first", 3), ("usual", 3), ("repeat", 3):
            guard let times = Int(arguments[2]) else { throw VerdictUsage() }
            try await count(arguments[0], file: arguments[1], times)
        default: throw VerdictUsage()
        }
    }

    private static func count(_ mode: String, file: String, _ times: Int) async throws {
        let file = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let chain = try PEM.blocks(in: file[...]).map(\.contents)
        guard let anchor = chain.last, let moment = Instant(rfc3339: "2026-12-01T00:00:00Z") else {
            throw VerdictUsage()
        }
        let presented = Array(chain.dropLast())
        var policy = TrustPolicy.ssl(try ServerName("localhost"))
        policy.anchors = .only([try Certificate(der: anchor)])
        let engine = mode == "first" ? nil : TrustEngine(remembersVerdicts: mode == "repeat")
        try await Counting.run(times) { [policy] in
            let trust = try ServerTrust(derChain: presented)
            _ = try (engine ?? TrustEngine()).evaluate(trust, with: policy, at: moment)
        }
    }
}

/// The arguments that the program takes.
struct VerdictUsage: Error, CustomStringConvertible {
    let description = """
        usage: holdfast-bench-verdict first|usual|repeat CHAIN TIMES
               holdfast-bench-verdict time parse|store|first|usual|repeat|refuse FOLDER SECONDS
               holdfast-bench-verdict rate first|repeat FOLDER SECONDS THREADS
        """
}
