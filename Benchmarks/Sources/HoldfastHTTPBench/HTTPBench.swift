import Foundation
import Glibc
import HoldfastTrust

/// Sends the same requests by both clients in turn, round by round, and prints the medians: `holdfast-bench-http
/// ANCHORS BASE BASE BASE`, with what `scripts/bench-http` serves: HTTP/1.1, one request a connection, HTTP/2.
@main
struct HTTPBench {
    /// A figure: what is asked for, how often, how many at once.
    struct Plan {
        let name: String
        let path: String
        let base: Int
        let count: Int
        let concurrency: Int
        var unit = "per second"
    }

    static let plans = [
        Plan(name: "http.h1.request1", path: "1k", base: 0, count: 400, concurrency: 1),
        Plan(name: "http.h1.request32", path: "1k", base: 0, count: 3_000, concurrency: 32),
        Plan(name: "http.h1.connect1", path: "1k", base: 1, count: 40, concurrency: 1),
        Plan(name: "http.h1.connect32", path: "1k", base: 1, count: 200, concurrency: 32),
        Plan(name: "http.h1.firstResponse", path: "1k", base: 0, count: 1, concurrency: 1, unit: "ms"),
        Plan(name: "http.h1.download", path: "64m", base: 0, count: 1, concurrency: 1, unit: "MB/s"),
        Plan(name: "http.h2.request32", path: "1k", base: 2, count: 3_000, concurrency: 32),
    ]

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 2, let rootFile = arguments.first else {
            throw LoadFailure(client: "-", reason: "usage: holdfast-bench-http ANCHORS BASE BASE BASE [PREFIX]")
        }
        let bases = arguments.dropFirst().prefix(3).compactMap { URL(string: $0) }
        let prefix = arguments.dropFirst(4).first ?? ""
        guard bases.count == 3 else { throw LoadFailure(client: "-", reason: "three URLs are needed") }
        let anchors = try TrustAnchors.only(paths: [rootFile])
        let clients: [any Client] = [HoldfastClient(anchors: anchors), FoundationClient()]
        for plan in plans where plan.name.hasPrefix(prefix) {
            try measure(plan, bases[plan.base].appendingPathComponent(plan.path), clients)
        }
    }

    private static func measure(_ plan: Plan, _ url: URL, _ clients: [any Client]) throws {
        let load = Load(url: url, count: plan.count, concurrency: plan.concurrency)
        var values = clients.map { _ in [Double]() }
        var costs = clients.map { _ in [Double]() }
        for round in 0..<8 {
            for (index, client) in clients.enumerated() {
                let (start, spent) = (ContinuousClock.now, processor())
                let bytes = try client.run(load)
                let time = (ContinuousClock.now - start) / .seconds(1)
                // The first round warms both up.
                guard round > 0 else { continue }
                costs[index].append((processor() - spent) / Double(plan.count))
                switch plan.unit {
                case "ms": values[index].append(time * 1_000)
                case "MB/s": values[index].append(Double(bytes) / 1_000_000 / time)
                default: values[index].append(Double(plan.count) / time)
                }
            }
        }
        for (index, client) in clients.enumerated() {
            print(line(plan.name, client, values[index], plan.unit))
            print(line(plan.name + ".processor", client, costs[index], "µs"))
        }
    }

    private static func line(_ name: String, _ client: any Client, _ values: [Double], _ unit: String) -> String {
        let median = (values.sorted()[values.count / 2] * 1_000).rounded() / 1_000
        return "{\"name\":\"\(name)\",\"peer\":\"\(client.name)\",\"value\":\(median),\"unit\":\"\(unit)\"}"
    }

    /// What this process has spent of its processors, in microseconds: other programs do not change it.
    private static func processor() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1_000
    }
}
