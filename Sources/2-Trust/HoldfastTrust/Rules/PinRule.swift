import HoldfastStatements
import HoldfastX509

/// The chain has the keys or certificates that the server is pinned to.
///
/// Only certificates that signatures tie to the leaf count: the leaf's key takes part in the handshake, and each one
/// above vouches for the one below. What else a server sends, anybody can send.
struct PinRule: StandardRule {
    static let match = Requirement(
        "pin.match", .pinMismatch, source: "TrustPolicy.pins; RFC 7469 §2.6",
        advice: PinRuleSentence.pinOneOfChain)
    static let current = Requirement(
        "pin.current", .pinsExpired, source: "PinExpiry",
        advice: PinRuleSentence.update)
    static let clock = Requirement(
        "pin.clock", .clockSetBack, source: "TrustPins.observe",
        advice: PinRuleSentence.setClock)
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
            Self.clock, at: .chain, seen: PinRuleSentence.clockSays(at),
            expected: PinRuleSentence.orLater(than: latest),
            message: PinRuleSentence.hasPassed(clock: at, latest: latest),
            atMost: .warning)
        return latest >= expiry.end
    }

    private func report(_ expiry: PinExpiry, of duty: ApplicablePins, _ judgement: inout Judgement) {
        let (consequence, limit): (PinRuleSentence.Consequence, Severity) =
            switch (expiry.mode, duty.set.enforcement) {
            case (.open, _): (.judgedWithoutThem, .note)
            case (.warn, _): (.judgedWithoutThem, .warning)
            case (.closed, .reportOnly): (.wouldRefuse, .warning)
            case (.closed, .enforce): (.refuse, .error)
            }
        judgement.report(
            Self.current, at: .chain, seen: PinRuleSentence.endedPins(hosts: duty.pattern, end: expiry.end),
            expected: PinRuleSentence.pinsThatHold,
            message: PinRuleSentence.ended(hosts: duty.pattern, end: expiry.end, consequence: consequence),
            atMost: limit)
    }

    private func report(
        _ match: PinMatch, of duty: ApplicablePins, _ path: CertificationPath, _ judgement: inout Judgement
    ) {
        for group in match.missing {
            let pins = duty.set.pins(of: group)
            let kind: PinRuleSentence.Kind = pins.allSatisfy { $0.subject == .certificate } ? .certificate : .key
            let own = Self.pins(of: path, group, like: pins)
            judgement.report(
                Self.match, at: .chain, seen: own.isEmpty ? PinRuleSentence.noCertificate : .pins(own),
                expected: PinRuleSentence.oneOf(pins: pins.sorted { $0.description < $1.description }),
                message: PinRuleSentence.mismatch(
                    kind: kind, count: pins.count, hosts: duty.pattern, place: group, found: own),
                atMost: duty.set.enforcement == .enforce ? .error : .warning)
        }
    }

    /// The chain's own pins, ready to paste, of the kinds that are pinned.
    private static func pins(
        of path: CertificationPath, _ group: PinSet.Group, like pins: Set<Pin>
    ) -> [PinRuleSentence.OwnPin] {
        path.certificates.enumerated().filter { group.covers(depth: $0.offset) }.flatMap { depth, certificate in
            Set(pins.map(\.kind)).sorted().map { kind in
                PinRuleSentence.OwnPin(
                    pin: Pin(certificate, kind.subject, kind.algorithm), depth: depth,
                    subject: "\(certificate.subject)")
            }
        }
    }
}

extension CertificationPath {
    /// The certificates from the leaf up to the first signature that does not hold.
    var vouchedFor: ArraySlice<Certificate> {
        certificates[...(signatures.firstIndex { $0 != .verified } ?? signatures.count)]
    }
}
