public import HoldfastX509

/// The result of comparing a set of pins with the certificates of a chain.
public struct PinMatch: Hashable, Sendable {
    /// The pins that were found, with the depth of the certificate; 0 is the leaf.
    public let found: [Found]
    /// The groups of which no pin was found.
    public let missing: [PinSet.Group]

    public struct Found: Hashable, Sendable {
        public let pin: Pin
        public let depth: Int
    }

    /// Whether every group that is given was found.
    public var isFulfilled: Bool { missing.isEmpty }

    /// Compares certificates with pins, and judges nothing else.
    ///
    /// - Parameter certificates: those that count, leaf first: of a chain that was validated. What a server merely sent
    ///   proves nothing: anyone can send anyone's certificate.
    public init(_ set: PinSet, in certificates: some Collection<Certificate>) {
        var found: [Found] = []
        var missing: [PinSet.Group] = []
        var digests = PinDigests()
        for group in PinSet.Group.allCases {
            let pins = set.pins(of: group)
            guard !pins.isEmpty else { continue }
            let kinds = Set(pins.map(\.kind))
            var isFound = false
            for (depth, certificate) in certificates.enumerated() where group.covers(depth: depth) {
                for kind in kinds {
                    let pin = digests.pin(of: certificate, at: depth, kind)
                    guard pins.contains(pin) else { continue }
                    isFound = true
                    let match = Found(pin: pin, depth: depth)
                    if !found.contains(match) { found.append(match) }
                }
            }
            if !isFound { missing.append(group) }
        }
        self.found = found.sorted { ($0.depth, $0.pin.description) < ($1.depth, $1.pin.description) }
        self.missing = missing
    }
}

/// The pins of a chain's certificates, each made once.
private struct PinDigests {
    private struct Key: Hashable {
        let depth: Int
        let kind: Pin.Kind
    }

    private var known: [Key: Pin] = [:]

    mutating func pin(of certificate: Certificate, at depth: Int, _ kind: Pin.Kind) -> Pin {
        let key = Key(depth: depth, kind: kind)
        if let pin = known[key] { return pin }
        let pin = Pin(certificate, kind.subject, kind.algorithm)
        known[key] = pin
        return pin
    }
}

/// The result of checking a server's chain against its pins.
public enum PinOutcome: Hashable, Sendable {
    /// The server has no pins.
    case notPinned
    /// Each group that is given was found in the chain.
    case matched(ApplicablePins, PinMatch)
    /// Not so; it refuses, unless the set only reports.
    case mismatched(ApplicablePins, PinMatch)
    /// The pins have ended, and what holds instead is said by their expiry.
    case expired(ApplicablePins)

    /// The outcome's name, as JSON has it: `notPinned`, `matched`, `mismatched`, `reported` or `expired`.
    public var name: String {
        switch self {
        case .notPinned: "notPinned"
        case .matched: "matched"
        case .mismatched(let duty, _): duty.set.enforcement == .enforce ? "mismatched" : "reported"
        case .expired: "expired"
        }
    }

    /// The pins that were to be found; nil where there are none.
    public var duty: ApplicablePins? {
        switch self {
        case .notPinned: nil
        case .matched(let duty, _), .mismatched(let duty, _), .expired(let duty): duty
        }
    }
}
