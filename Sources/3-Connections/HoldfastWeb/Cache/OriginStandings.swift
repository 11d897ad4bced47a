import HoldfastTrust
import HoldfastX509

/// The standing of the servers whose answers a cache keeps: the acceptance that the newest answer came by, and the last
/// time that a server was refused.
///
/// What was kept before a refusal is asked about before it answers anything. In memory alone: another process finds the
/// refusal out with its first connection.
struct OriginStandings {
    /// Origins that are known by themselves; where there are more, all count as refused when one was.
    private static let limit = 256

    private struct Standing {
        var acceptance: TrustEvaluation?
        var refused: Instant?
    }

    private var standings: [String: Standing] = [:]
    /// The last refusal of an origin that is no longer known by itself.
    private var refusedOfAll: Instant?

    /// Notes the acceptance by which an answer came that is kept.
    mutating func accepted(_ origin: String, _ acceptance: TrustEvaluation) {
        makeRoom(for: origin)
        standings[origin, default: Standing()].acceptance = acceptance
    }

    /// Notes that an origin's server was refused.
    mutating func refused(_ origin: String, at now: Instant) {
        makeRoom(for: origin)
        standings[origin] = Standing(refused: now)
    }

    private mutating func makeRoom(for origin: String) {
        guard standings.count >= Self.limit, standings[origin] == nil else { return }
        refusedOfAll = ([refusedOfAll] + standings.values.map(\.refused)).compactMap(\.self).max()
        standings = [:]
    }

    func acceptance(of origin: String) -> TrustEvaluation? { standings[origin]?.acceptance }

    /// The last time that an origin's server was refused; nil for never.
    func refusal(of origin: String) -> Instant? {
        [standings[origin]?.refused, refusedOfAll].compactMap(\.self).max()
    }
}
