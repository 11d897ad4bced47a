package import HoldfastStatements
import HoldfastTracing
import HoldfastTrust

/// The result of one row: whether a load under its settings would pass, and why.
public struct ATSResult: Sendable {
    public let row: ATSRow
    /// Whether the handshake was done with what the row offers, and the server's certificate accepted by it.
    public let passed: Bool
    /// The reason in words, as clauses: what was agreed on, or everything that stands against it.
    package let words: LocalizedText
    /// The answer that the row's handshake met.
    package let answer: Answer

    /// An answer to the offer of a row.
    package enum Answer: Sendable {
        /// A choice, an alert or certificates: an answer of TLS, which says something about the row.
        case tls
        /// The end of the connection without a word, or something else than TLS: a no, where other offers met an answer
        /// of TLS, and else nothing.
        case ending
        /// Silence: no connection, no end within the time, or no handshake made for want of it.
        case silence
    }

    /// Whether the server gave an answer of TLS.
    package var wasAnswered: Bool { answer == .tls }

    /// The reason: what was agreed on, or everything that stands against it.
    public var reason: String { words.english }

    private init(_ row: ATSRow, passed: Bool, _ words: LocalizedText, _ answer: Answer) {
        self.row = row
        self.passed = passed
        self.words = words
        self.answer = answer
    }

    /// The result of a row by the handshake that was made with its offer.
    init(_ row: ATSRow, _ trace: HandshakeTrace) {
        let objections = Self.objections(to: trace, by: row)
        if objections.isEmpty {
            self.init(row, passed: true, Self.agreed(trace.negotiated, row), .tls)
        } else {
            self.init(row, passed: false, .joined(objections, by: .semicolon), trace.answer)
        }
    }

    /// The result of a row whose handshake was not made: the server gave no answer to the first one, or there was no
    /// time left.
    init(_ row: ATSRow, unanswered failure: FailureReport) {
        self.init(row, passed: false, failure.statement.words, .silence)
    }

    // MARK: Reasons

    private static func objections(to trace: HandshakeTrace, by row: ATSRow) -> [LocalizedText] {
        if let before = beforeJudgement(trace, row) { return [before] }
        var objections: [LocalizedText] = []
        switch trace.verdict?.decision {
        case .trusted(let evaluation): objections += ATSCertificate.objections(to: evaluation.chain, by: row)
        case .refused(let failure):
            let cause = failure.cause.statements.message
            objections.append(
                LocalizedText("the certificate is refused: \(cause.english)", "证书被拒绝：\(cause.chinese)"))
        case .notJudged, nil: break
        }
        if let failure = FailureReport(trace) {
            objections.append(Self.words(failure, trace))
        } else if trace.verdict == nil {
            objections.append(LocalizedText("no certificate was judged", "没有判定任何证书"))
        } else {
            objections += agreementObjections(trace.negotiated, row)
        }
        return objections
    }

    /// The objection where the handshake ended before the certificates came; nil where they did.
    private static func beforeJudgement(_ trace: HandshakeTrace, _ row: ATSRow) -> LocalizedText? {
        guard trace.verdict == nil, let failure = FailureReport(trace) else { return nil }
        let negotiated = trace.negotiated
        if let version = negotiated.version, version < row.minimumTLS {
            return LocalizedText(
                "the server chose \(version), and \(row.minimumTLS) is the lowest that is taken",
                "服务器选择了 \(version)，而可接受的最低版本为 \(row.minimumTLS)")
        }
        let message = words(failure, trace)
        guard trace.hasAnswerOfTLS else { return message }
        let offer = ATSOffer(row).words
        return LocalizedText(
            "\(message.english) (offered: \(offer.english))", "\(message.chinese)（客户端提供：\(offer.chinese)）")
    }

    private static func words(_ failure: FailureReport, _ trace: HandshakeTrace) -> LocalizedText {
        guard trace.verdict?.evaluation != nil, trace.endedForWantOfClient else {
            return failure.statement.words
        }
        return LocalizedText(
            "the server wants a certificate of the client's, and none was shown", "服务器要求客户端证书，而客户端没有出示")
    }

    /// The objections to what was agreed on. A server that chooses something else than what was offered is refused by
    /// libssl; nothing here rests on that.
    private static func agreementObjections(_ negotiated: NegotiatedParameters, _ row: ATSRow) -> [LocalizedText] {
        var objections: [LocalizedText] = []
        let version = negotiated.version?.name ?? "no version"
        if negotiated.version.map({ $0 < row.minimumTLS }) ?? true {
            objections.append(
                LocalizedText(
                    "\(version) was agreed on, and \(row.minimumTLS) is the lowest that is taken",
                    "协商结果为 \(version)，而可接受的最低版本为 \(row.minimumTLS)"))
        }
        if !(negotiated.cipherSuite.map(ATSOffer(row).contains) ?? false) {
            let suite = negotiated.cipherSuite?.name ?? "no suite"
            objections.append(
                LocalizedText("\(suite) was agreed on, which the row does not have", "协商的密码套件 \(suite) 不在该行允许之列"))
        }
        if row.forwardSecrecy, !(negotiated.keyExchange?.hasForwardSecrecy ?? false) {
            objections.append(LocalizedText("the key exchange has no forward secrecy", "密钥交换不具备前向保密"))
        }
        // TLS 1.3 derives its secrets from the whole handshake (RFC 8446 §7.1).
        if row.isOfSystem, negotiated.version.map({ $0 < .tls13 }) ?? true, !negotiated.extendedMasterSecret {
            objections.append(ATSWord.noExtendedMasterSecret.words)
        }
        return objections
    }

    private static func agreed(_ negotiated: NegotiatedParameters, _ row: ATSRow) -> LocalizedText {
        let parts = [negotiated.version?.name, negotiated.cipherSuite?.name].compactMap { $0 }
        let hasSecrecy = negotiated.keyExchange?.hasForwardSecrecy ?? false
        let secrecy =
            hasSecrecy
            ? LocalizedText("forward secrecy", "具备前向保密") : LocalizedText("no forward secrecy", "不具备前向保密")
        let isExtended = row.isOfSystem && negotiated.version.map { $0 < .tls13 } ?? false
        let secret = isExtended ? [LocalizedText("extended master secret", "扩展主密钥")] : []
        return .joined(parts.map { .same($0) } + [secrecy] + secret)
    }

}

extension HandshakeTrace {
    /// Whether the server answered the ClientHello as a server of TLS does: by its choice, or by an alert.
    ///
    /// A connection that was closed without a word, or that spoke something else, says nothing about versions and
    /// suites.
    fileprivate var hasAnswerOfTLS: Bool {
        if case .refusedByServer = outcome { return true }
        if negotiated.version != nil || verdict != nil { return true }
        return messages.contains { sender, content in
            guard sender == .server else { return false }
            if case .alert = content { return true }
            return false
        }
    }

    /// The answer to the offer, as rows count it.
    ///
    /// A handshake that time cut short shows neither a yes nor a no, however far it came, but for a certificate that
    /// was refused by then.
    var answer: ATSResult.Answer {
        if verdict?.failure != nil { return .tls }
        guard case .failed(let error) = outcome else { return hasAnswerOfTLS ? .tls : .ending }
        if error.isOfTime { return .silence }
        if hasAnswerOfTLS { return .tls }
        return error.phase == .tls ? .ending : .silence
    }

    /// Whether another offer might meet another answer: false where nobody was reached, the server spoke something else
    /// than TLS, or it did not come to an end in time.
    var leavesOthersToAsk: Bool {
        guard case .failed(let error) = outcome else { return true }
        if error.isOfTime { return false }
        return hasAnswerOfTLS || error.phase == .tls && error.code != .notTLS
    }
}

extension TraceError {
    /// Whether the time ran out, or the trace was cancelled: the server had no chance to say more.
    fileprivate var isOfTime: Bool { code == .timedOut || code == .cancelled }
}
