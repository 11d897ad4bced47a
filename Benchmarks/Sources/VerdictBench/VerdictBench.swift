import BenchLoad
import Foundation
import HoldfastTrust
import HoldfastX509

/// Counts verdicts on one chain: `holdfast-bench-verdict first|repeat CHAIN TIMES`.
///
/// The chain's file has the server's certificate first and the anchor last. `first` is judged from bytes by an engine
/// that remembers nothing, `repeat` by one that has judged the very same before.
@main
enum VerdictBench {
    private struct Usage: Error {}

    static func main() { Program.run { try await count() } }

    private static func count() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, ["first", "repeat"].contains(arguments[1]), let times = Int(arguments[3]) else {
            throw Usage()
        }
        let file = [UInt8](try Data(contentsOf: URL(filePath: arguments[2])))
        let chain = try PEM.blocks(in: file[...]).map(\.contents)
        guard let anchor = chain.last, let moment = Instant(rfc3339: "2026-12-01T00:00:00Z") else { throw Usage() }
        let presented = Array(chain.dropLast())
        var policy = TrustPolicy.ssl(try ServerName("localhost"))
        policy.anchors = .only([try Certificate(der: anchor)])
        let engine = arguments[1] == "repeat" ? TrustEngine() : nil
        try await Counting.run(times) { [policy] in
            let trust = try ServerTrust(derChain: presented)
            _ = try (engine ?? TrustEngine()).evaluate(trust, with: policy, at: moment)
        }
    }
}
