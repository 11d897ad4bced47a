import HoldfastTrust
import HoldfastX509

/// Verdicts on hostile lists, from bytes to the end, by an engine that remembers nothing.
enum HostileBench {
    private struct Row: Sendable {
        let name: String
        let isTrusted: Bool
        let make: @Sendable () throws -> HostileChain
    }

    enum BenchError: Error {
        /// A verdict that is not the one which was to be measured.
        case unexpected(String)
    }

    private static let rows: [Row] = [
        Row(name: "hostile.mesh8", isTrusted: false) { try .mesh(8) },
        Row(name: "hostile.mesh20", isTrusted: false) { try .mesh(20) },
        Row(name: "hostile.mesh100", isTrusted: false) { try .mesh(100) },
        Row(name: "hostile.mesh16.anchored", isTrusted: true) { try .mesh(16, exit: .last) },
        Row(name: "hostile.mesh20.anchored", isTrusted: true) { try .mesh(20, exit: .last) },
        Row(name: "hostile.mesh100.anchored", isTrusted: true) { try .mesh(100, exit: .last) },
        Row(name: "hostile.mesh20.forged", isTrusted: false) { try .mesh(20, exit: .forged) },
        Row(name: "hostile.mesh8.refused", isTrusted: false) { try .mesh(8, exit: .last, host: "other.test") },
        Row(name: "hostile.mesh16.refused", isTrusted: false) { try .mesh(16, exit: .last, host: "other.test") },
        Row(name: "hostile.mesh100.refused", isTrusted: false) { try .mesh(100, exit: .last, host: "other.test") },
        Row(name: "hostile.samename250", isTrusted: false) { try .sameName(250) },
        Row(name: "hostile.samename1000", isTrusted: false) { try .sameName(1_000) },
        Row(name: "hostile.samename1000.identified", isTrusted: true) { try .sameName(1_000, identifiers: true) },
        Row(name: "hostile.constraints1000", isTrusted: true) { try .constraints(1_000) },
        Row(name: "hostile.names10000", isTrusted: true) { try .names(10_000) },
        Row(name: "hostile.bytes1000000", isTrusted: true) { try .bytes(1_000_000) },
    ]

    /// Measures, and hands on each figure as it is known.
    static func run(matching filter: String?, report: (Figure) -> Void, explain: (String) -> Void) throws {
        for row in rows where filter.map({ row.name.hasPrefix($0) }) ?? true {
            let chain = try row.make()
            explain("\(row.name): \(chain.presented.count) certificates, \(try judge(chain, row))")
            try Rounds.measure(row.name, [Peer(name: "holdfast") { _ = try judge(chain, row) }]).forEach(report)
        }
    }

    /// What the verdict cost.
    private static func judge(_ chain: HostileChain, _ row: Row) throws -> WorkDone {
        var policy = TrustPolicy.ssl(try ServerName(HostileChain.host))
        policy.anchors = .only([try Certificate(der: chain.anchor)])
        // More than a server may send is judged here too: what is measured is the growth.
        policy.limits.presentedCertificates = 100_000
        policy.limits.presentedBytes = 1 << 30
        let trust = try ServerTrust(derChain: chain.presented, limits: policy.limits)
        let work: WorkDone
        let isTrusted: Bool
        do throws(TrustFailure) {
            work = try TrustEngine().evaluate(trust, with: policy, at: HostileChain.moment).work
            isTrusted = true
        } catch {
            work = error.work
            isTrusted = false
        }
        guard isTrusted == row.isTrusted else { throw BenchError.unexpected("\(row.name): \(work)") }
        return work
    }
}
