import HoldfastX509

/// The chain has the keys or certificates that the server is pinned to.
///
/// Only certificates that signatures tie to the leaf count: the leaf's key takes part in the handshake, and each one
/// above vouches for the one below. What else a server sends, anybody can send.
struct PinRule: TrustRule {
    static let match = Requirement(
        "pin.match", .pinMismatch, source: "TrustPolicy.pins; RFC 7469 §2.6",
        advice:
            "if the server's key was changed on purpose, pin one of the chain's keys; if not, somebody stands "
            + "in between"
    )
    static let current = Requirement(
        "pin.current", .pinsExpired, source: "PinExpiry",
        advice: "update the program's pins")
    static let clock = Requirement(
        "pin.clock", .clockSetBack, source: "TrustPins.observe",
        advice: "set the machine's clock")
    static let requirements = [match, current, clock]

    var cacheKey: [UInt8]? { Array("pins".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard let duty = judgement.pins else { return }
        if let expiry = duty.set.expiry, hasEnded(expiry, &judgement) {
            judgement.pinOutcome = .expired(duty)
            return report(expiry, of: duty, &judgement)
        }
        let match = PinMatch(duty.set, in: path.vouchedFor)
        guard !match.isFulfilled else {
            judgement.pinOutcome = .matched(duty, match)
            return
        }
        judgement.pinOutcome = .mismatched(duty, match)
        report(match, of: duty, path, &judgement)
    }

    /// Whether pins have ended by the latest time that is known to have passed: a clock that is set back does not bring
    /// pins back.
    private func hasEnded(_ expiry: PinExpiry, _ judgement: inout Judgement) -> Bool {
        let at = judgement.at
        guard let latest = judgement.latest, latest > at else { return at >= expiry.end }
        judgement.period.narrowToTheSecond()
        judgement.report(
            Self.clock, at: .chain, seen: "\(at)", expected: "\(latest) or later",
            message: "the clock says \(at), and \(latest) has passed already; pins end by the later time",
            atMost: .warning)
        return latest >= expiry.end
    }

    private func report(_ expiry: PinExpiry, of duty: ApplicablePins, _ judgement: inout Judgement) {
        let (consequence, limit): (String, Severity) =
            switch (expiry.mode, duty.set.enforcement) {
            case (.open, _): ("the server is judged without them", .note)
            case (.warn, _): ("the server is judged without them", .warning)
            case (.closed, .reportOnly): ("they would refuse the server, were they not only reported", .warning)
            case (.closed, .enforce): ("they refuse the server until others take their place", .error)
            }
        judgement.report(
            Self.current, at: .chain, seen: "pins\(duty.words) that ended at \(expiry.end)",
            expected: "pins that have not ended",
            message: "the pins\(duty.words) ended at \(expiry.end): \(consequence)",
            atMost: limit)
    }

    private func report(
        _ match: PinMatch, of duty: ApplicablePins, _ path: CertificationPath, _ judgement: inout Judgement
    ) {
        for group in match.missing {
            let pins = duty.set.pins(of: group)
            let kind = pins.allSatisfy { $0.subject == .certificate } ? "certificate" : "key"
            let none =
                pins.count == 1
                ? "the pinned \(kind)\(duty.words) is not in"
                : "none of the \(pins.count) pinned \(kind)s\(duty.words) is in"
            judgement.report(
                Self.match, at: .chain, seen: Self.seen(path, group, like: pins),
                expected: "one of " + pins.map(\.description).sorted().joined(separator: ", "),
                message: "\(none) \(group.words)",
                atMost: duty.set.enforcement == .enforce ? .error : .warning)
        }
    }

    /// The chain's own pins, ready to paste, of the kinds that are pinned.
    private static func seen(_ path: CertificationPath, _ group: PinSet.Group, like pins: Set<Pin>) -> String {
        let texts = path.certificates.enumerated().filter { group.covers(depth: $0.offset) }.flatMap {
            depth, certificate in
            Set(pins.map(\.kind)).sorted().map { kind in
                "\(Pin(certificate, kind.subject, kind.algorithm)) (\(depth): \(certificate.subject))"
            }
        }
        return texts.isEmpty ? "no certificate" : texts.joined(separator: ", ")
    }
}

extension CertificationPath {
    /// The certificates from the leaf up to the first signature that does not hold.
    var vouchedFor: ArraySlice<Certificate> {
        certificates[...(signatures.firstIndex { $0 != .verified } ?? signatures.count)]
    }
}
