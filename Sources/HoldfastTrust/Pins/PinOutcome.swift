/// What the pins of a server made of its chain.
public enum PinOutcome: Hashable, Sendable {
    /// The server has no pins.
    case notPinned
    /// Each group that is given was found in the chain.
    case matched(PinDuty, PinMatch)
    /// Not so; it refuses, unless the set only reports.
    case mismatched(PinDuty, PinMatch)
    /// The pins have ended, and what holds instead is said by their expiry.
    case expired(PinDuty)

    /// One word for machines: `notPinned`, `matched`, `mismatched`, `reported` or `expired`.
    public var name: String {
        switch self {
        case .notPinned: "notPinned"
        case .matched: "matched"
        case .mismatched(let duty, _): duty.set.enforcement == .enforce ? "mismatched" : "reported"
        case .expired: "expired"
        }
    }

    /// The pins that were to be found; nil where there are none.
    public var duty: PinDuty? {
        switch self {
        case .notPinned: nil
        case .matched(let duty, _), .mismatched(let duty, _), .expired(let duty): duty
        }
    }
}
