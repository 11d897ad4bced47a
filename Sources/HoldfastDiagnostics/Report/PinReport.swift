import HoldfastTrust
import HoldfastX509

/// What a server's pins made of its chain, as a verdict's JSON has it.
public struct PinReport: Sendable, Encodable {
    /// A pin that was found.
    public struct Match: Sendable, Encodable {
        /// As `sha256/BASE64`.
        public let pin: String
        /// The depth of its certificate in the chain, 0 the leaf.
        public let certificate: Int
    }

    /// `matched`, `mismatched`, `reported` for a mismatch that only is reported, or `expired`.
    public let result: String
    /// The pattern of hosts that counts for the server; nil where the pins are every server's.
    public let pattern: String?
    /// When the pins end; nil for never.
    public let expires: String?
    /// `open`, `warn` or `closed`; nil for pins without an end.
    public let afterExpiry: String?
    /// The pins that were found.
    public let found: [Match]
    /// The groups of which none was found: `anywhere`, `leaf`, `authorities`.
    public let missing: [String]
    /// The pins of the chain's keys, leaf first, whatever was found.
    public let chain: [String]

    /// Nil where the server has no pins, or nothing was judged.
    init?(_ outcome: PinOutcome, _ chain: [Certificate]) {
        guard let duty = outcome.duty else { return nil }
        result = outcome.name
        pattern = duty.pattern?.description
        expires = duty.set.expiry?.end.description
        afterExpiry = duty.set.expiry?.mode.rawValue
        switch outcome {
        case .matched(_, let match), .mismatched(_, let match):
            found = match.found.map { Match(pin: $0.pin.description, certificate: $0.depth) }
            missing = match.missing.map(\.rawValue)
        case .expired, .notPinned: (found, missing) = ([], [])
        }
        self.chain = chain.map { Pin($0).description }
    }

    /// In one line, for people.
    package var words: String {
        let whose = pattern.map { " of \($0)" } ?? ""
        return switch result {
        case "matched": "matched" + whose + ": " + found.map { "\($0.pin) (\($0.certificate))" }.joined(separator: ", ")
        case "expired": "expired" + whose + (expires.map { " at \($0)" } ?? "")
        default: "\(result)\(whose); the chain has " + chain.joined(separator: ", ")
        }
    }
}
