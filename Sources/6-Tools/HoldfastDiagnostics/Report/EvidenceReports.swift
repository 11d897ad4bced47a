import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// The result of comparing a chain with the server's pins, as a verdict's JSON has it.
package struct PinReport: Sendable, Encodable {
    /// A pin that was found.
    package struct Match: Sendable, Encodable {
        /// As `sha256/BASE64`.
        package let pin: String
        /// The depth of its certificate in the chain, 0 the leaf.
        package let certificate: Int
    }

    /// `matched`, `mismatched`, `reported` for a mismatch that only is reported, or `expired`.
    package let result: String
    /// The pattern of hosts that counts for the server; nil where the pins are every server's.
    package let pattern: String?
    /// When the pins end; nil for never.
    package let expires: String?
    /// `open`, `warn` or `closed`; nil for pins without an end.
    package let afterExpiry: String?
    /// The pins that were found.
    package let found: [Match]
    /// The groups of which none was found: `anywhere`, `leaf`, `authorities`.
    package let missing: [String]
    /// The pins of the chain's keys, leaf first, whatever was found.
    package let chain: [String]

    /// The report of the outcome; nil where the server has no pins, or nothing was judged.
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
    var words: LocalizedText {
        let (whose, owner) = (pattern.map { " of \($0)" } ?? "", pattern.map { "（\($0)）" } ?? "")
        switch result {
        case "matched":
            let pins = found.map { "\($0.pin) (\($0.certificate))" }.joined(separator: ", ")
            return LocalizedText("matched\(whose): \(pins)", "匹配\(owner)：\(pins)")
        case "expired":
            return LocalizedText(
                "expired\(whose)" + (expires.map { " at \($0)" } ?? ""),
                (expires.map { "已于 \($0) " } ?? "已") + "到期\(owner)")
        default:
            let pins = chain.joined(separator: ", ")
            let chinese = result == "reported" ? "不匹配，仅报告" : "不匹配"
            return LocalizedText("\(result)\(whose); the chain has \(pins)", "\(chinese)\(owner)；证书链中有 \(pins)")
        }
    }
}

/// The user's explicit trust that a verdict rests on, as verdicts report it.
package struct ExplicitTrustReport: Hashable, Sendable, JSONReport {
    /// `exception`, or `dangerousAcceptAny`.
    package let kind: String
    /// From when on it holds, RFC 3339.
    package let from: String
    /// The first instant at which it no longer holds, RFC 3339.
    package let until: String
    /// The codes that an exception overrides; null where any certificate is accepted.
    package let codes: [String]?
    /// The reason for the trust, in the user's words.
    package let note: String?

    /// The explicit trust that a verdict rests on; nil for an anchor.
    init?(_ basis: TrustEvaluation.Basis) {
        switch basis {
        case .anchor: return nil
        case .exception(let exception):
            kind = Finding.Override.exception.rawValue
            from = exception.createdAt.toTheMillisecond
            until = exception.until.toTheMillisecond
            codes = exception.codes.map(\.rawValue).sorted()
            note = exception.note
        case .dangerousAcceptAny(let acceptAny):
            kind = Finding.Override.dangerousAcceptAny.rawValue
            from = acceptAny.from.toTheMillisecond
            until = acceptAny.until.toTheMillisecond
            codes = nil
            note = nil
        }
    }

    /// The words after "trusted" in the verdict's line.
    var words: LocalizedText {
        kind == Finding.Override.exception.rawValue
            ? LocalizedText(
                "by the user's exception until \(until)", "依据\(PageWord.exception.words.chinese)，至 \(until)")
            : LocalizedText(
                "since any certificate is accepted until \(until)", "\(PageWord.acceptAny.words.chinese)，至 \(until)")
    }

    package var json: JSONObject {
        JSONObject(["kind": kind, "from": from, "until": until, "codes": codes, "note": note])
    }
}
