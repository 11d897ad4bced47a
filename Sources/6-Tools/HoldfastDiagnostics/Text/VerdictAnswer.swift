import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The answer about a target: trusted and for how long, or refused and why.
struct VerdictAnswer {
    enum State: CaseIterable {
        case trusted, refused, failed

        /// The first word of the verdict.
        var words: LocalizedText {
            switch self {
            case .trusted: LocalizedText("trusted", PageWord.trusted.words.chinese)
            case .refused: LocalizedText("refused", PageWord.notTrusted.words.chinese)
            case .failed: LocalizedText("failed", PageWord.failed.words.chinese)
            }
        }
    }

    let state: State
    /// Whether it is trusted with a reservation: by the user's decision alone, not for long, or with a warning.
    let isDoubtful: Bool
    /// The state's word, in the language of the answer.
    let word: String
    /// The time that is left, or the reason, with the mark before it; empty for neither.
    let rest: String
    /// The reason or the time without the mark, for a column of its own.
    let clause: String
}

extension VerdictReport {
    /// The state, for lists and counts.
    var state: VerdictAnswer.State { failure != nil ? .failed : trusted ? .trusted : .refused }

    func answer(in language: PageLanguage) -> VerdictAnswer {
        let isDoubtful = trusted && (explicitTrust != nil || expiry != nil || warningCodes != nil)
        func answer(_ clause: String, after mark: LocalizedText) -> VerdictAnswer {
            VerdictAnswer(
                state: state, isDoubtful: isDoubtful, word: state.words.text(in: language),
                rest: clause.isEmpty ? "" : mark.text(in: language) + clause, clause: clause)
        }
        let colon = LocalizedText(": ", "：")
        if let failure { return answer(failure.statement.text(in: language), after: colon) }
        guard trusted else {
            return answer(cause?.statements.message.text(in: language) ?? "", after: colon)
        }
        if let explicitTrust { return answer(explicitTrust.words.text(in: language), after: LocalizedText(" ", "，")) }
        var clauses = [timeLeft].compactMap { $0 }
        if host == nil { clauses.append(LocalizedText("judged without a name", "未核对主机名")) }
        return answer(LocalizedText.joined(clauses).text(in: language), after: .comma)
    }

    /// The certificate of the chain that ends first, and when; nil where none can be read.
    ///
    /// The anchor counts where the profile refuses one that has expired: on that day the server is refused.
    var firstEnd: (depth: Int, at: Instant)? {
        let ends = chain.indices.compactMap { depth -> (depth: Int, at: Instant)? in
            guard depth == 0 || anchor?.depth != depth || refusesExpiredAnchor else { return nil }
            return chain[depth].fields.flatMap { Instant(rfc3339: $0.notAfter) }.map { (depth, $0) }
        }
        return ends.min { $0.at < $1.at }
    }

    /// Whole seconds from the moment of judgement to an end.
    func seconds(to end: Instant) -> Int64 { end.seconds(since: at) - (at.nanoseconds > 0 ? 1 : 0) }

    /// The time until the first certificate of a trusted chain ends; nil where it is over, as an exception allows.
    private var timeLeft: LocalizedText? {
        guard let (depth, end) = firstEnd, end >= at else { return nil }
        let length = PageTime.length(seconds(to: end))
        if depth == 0 { return LocalizedText("expires in \(length.english)", "\(length.chinese)后到期") }
        return anchor?.depth == depth
            ? LocalizedText("its anchor expires in \(length.english)", "信任锚 \(length.chinese)后到期")
            : LocalizedText("an intermediate expires in \(length.english)", "中间证书 \(length.chinese)后到期")
    }
}
