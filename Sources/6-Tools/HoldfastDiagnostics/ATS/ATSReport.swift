import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
package import HoldfastStatements
import HoldfastWeb
import HoldfastX509

/// The judgement of a server by App Transport Security, ready to be shown: as text, as JSON of the schema
/// `holdfast.ats/1`, as a page (``ATSPage``).
public struct ATSReport: Sendable {
    /// The name and version of the JSON's shape.
    package static let schema = "holdfast.ats/1"

    /// The server as the user named it, without the user and the password of a URL.
    public let target: String
    /// The programs by whose demands it was judged.
    public let audience: ATSAudience
    /// The results of the audience's rows, in their order; ``isJudged(_:)`` says which mean something.
    public let results: [ATSResult]
    /// The smallest entry of `NSExceptionDomains` that lets the server pass, among the rows that were judged; nil where
    /// none is needed, or none would do. It is always better to mend the server.
    public let smallestException: ATSException?
    /// The verdict about the handshake without exceptions, as `check` has it, under the profile `apple`.
    public let verdict: VerdictReport

    /// The reason why system processes may refuse a server that apps accept; nil where they do not, and where nothing
    /// is known of it.
    package let systemHint: LocalizedText?

    init(
        target: String, for audience: ATSAudience = .apps, policy: TrustPolicy, at: Instant,
        standard trace: HandshakeTrace, results: [ATSResult]
    ) {
        self.audience = audience
        self.target = ShownURL.text(of: target)
        self.results = results
        verdict = VerdictReport(trace, target: target, policy: policy, at: at)
        smallestException = audience == .apps ? ATSException(smallestOf: results, for: verdict.host ?? target) : nil
        let isAccepted = results.contains { $0.row == audience.standard && $0.passed }
        systemHint = audience == .apps && isAccepted ? Self.systemHint(trace.negotiated) : nil
    }

    /// The difference that what was agreed on with an app makes to a system process (Apple, 126655).
    private static func systemHint(_ negotiated: NegotiatedParameters) -> LocalizedText? {
        guard let version = negotiated.version, version < .tls13, let suite = negotiated.cipherSuite else { return nil }
        guard ATSOffer(ATSAudience.system.standard).contains(suite) else { return ATSWord.systemWantsGCM.words }
        return negotiated.extendedMasterSecret ? nil : ATSWord.systemWantsExtendedMasterSecret.words
    }

    /// Whether the server is accepted without any exception.
    public var accepted: Bool { results.first { $0.row == audience.standard }?.passed ?? false }

    /// Whether at least one row was judged by an answer of the server's.
    package var wasJudged: Bool { results.contains { $0.wasAnswered } }

    /// Whether a result says something about the server: not where time ran out or nobody was reached.
    ///
    /// A connection that was closed without a word is a no beside rows that were answered, and alone nothing.
    public func isJudged(_ result: ATSResult) -> Bool {
        switch result.answer {
        case .tls: true
        case .ending: wasJudged
        case .silence: false
        }
    }

    /// Whether rows that were not judged leave open which exception is the smallest, or whether one would do.
    package var leavesExceptionOpen: Bool {
        guard !accepted, audience == .apps else { return false }
        // What somebody else refuses, iOS may take, with an exception or without.
        guard !isRefusedByOtherRules else { return true }
        let first = ATSException.candidates.compactMap { row in results.first { $0.row == row } }
            .first { $0.passed || !isJudged($0) }
        return first.map { !$0.passed } ?? false
    }

    /// The failure that kept every row from being judged; nil where one was.
    public var failure: FailureReport? {
        if wasJudged { return nil }
        return verdict.failure ?? .unexplained
    }

    /// The exit code: 0 accepted, 33 not accepted, 1 to 7 as `check` has them where no row could be judged.
    public var exitCode: Int32 {
        if accepted { return 0 }
        return failure?.exitCode ?? 33
    }

    /// The state of certificate transparency, as verdicts have it: the one place that says so in every output.
    package var transparency: (code: String, words: LocalizedText) {
        let programme = verdict.transparency?.policy ?? TransparencyPolicy.apple.name
        let name = programme.prefix(1).uppercased() + programme.dropFirst()
        // Whoever else counts the timestamps, iOS counts them as Apple does.
        let rest =
            programme == TransparencyPolicy.apple.name
            ? .same("") : LocalizedText(", and was not checked by Apple's rules", "，但未按 Apple 的规则检查")
        let result = verdict.transparency?.result ?? .notChecked
        let words =
            switch result {
            case .notChecked: LocalizedText("certificate transparency was not checked", "未检查证书透明度")
            case .notRequired:
                LocalizedText("certificate transparency is not asked of this certificate", "不要求此证书提供证书透明度")
            case .passed:
                LocalizedText("certificate transparency is as \(name) asks for", "证书透明度符合 \(name) 的要求") + rest
            case .failed:
                LocalizedText("certificate transparency is not as \(name) asks for", "证书透明度不符合 \(name) 的要求")
                    + rest
            }
        return (result.rawValue, words)
    }

    /// Whether the certificate is refused for its timestamps alone, by rules that are not Apple's.
    private var isRefusedByOtherRules: Bool {
        guard let transparency = verdict.transparency, transparency.policy != TransparencyPolicy.apple.name else {
            return false
        }
        let errors = verdict.findings.filter(\.isError)
        return !errors.isEmpty && errors.allSatisfy { $0.code == FindingCode.transparency.rawValue }
    }

    /// The answer in one sentence: whether iOS will accept the server, or what stands against it.
    public var sentence: String { sentenceWords.english }

    package var sentenceWords: LocalizedText {
        let who = audience.words
        if accepted {
            var words = LocalizedText("\(who.english) will accept this server", "\(who.chinese)会接受这台服务器")
            if verdict.anchorKind == .own {
                words =
                    words
                    + LocalizedText(
                        " where its root, which is none of the public web's, is installed and trusted",
                        "（前提是设备上已安装并信任它的根证书，该证书不属于公共信任的根）")
            }
            return .joined([words, transparency.words], by: .semicolon)
        }
        let standard = results.first { $0.row == audience.standard }
        let isKnown = standard.map(isJudged) ?? false
        let reason = isKnown && isRefusedByOtherRules ? transparency.words : standard?.words ?? .same("")
        guard isKnown, !isRefusedByOtherRules else {
            return LocalizedText(
                "whether \(who.english) will accept this server is not known: \(reason.english)",
                "无法判断 \(who.chinese)是否会接受这台服务器：\(reason.chinese)")
        }
        guard audience == .apps else {
            return LocalizedText(
                "\(who.english) may refuse this server: \(reason.english)",
                "\(who.chinese)可能拒绝这台服务器：\(reason.chinese)")
        }
        return LocalizedText(
            "\(who.english) will not accept this server: \(reason.english)",
            "\(who.chinese)不会接受这台服务器：\(reason.chinese)")
    }
}

extension ATSAudience {
    /// The audience as the subject of a sentence.
    fileprivate var words: LocalizedText {
        switch self {
        case .apps: LocalizedText("iOS", "iOS ")
        case .system: LocalizedText("system processes of Apple's 27 releases", "Apple 27 版系统的系统进程")
        }
    }
}

extension FailureReport {
    /// The failure where no row was judged and nothing tells why.
    fileprivate static let unexplained = FailureReport(
        phase: .tls, .notJudged, HandshakeEndSentence.noAnswer.statement, advice: nil, exitCode: 4)
}

extension ATSReport: JSONLineReport, JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "schema": Self.schema, "target": target, "audience": audience.rawValue, "accepted": accepted,
                "rows": results.map { $0.json(isJudged: isJudged($0)) }, "smallestException": smallestException,
                "sentence": sentence, "transparency": transparency.code, "exitCode": exitCode,
            ], unlessNone: ["systemHint": systemHint?.english, "error": failure])
    }
}

extension ATSResult {
    /// The row's settings, its highest version and the extended master secret of system processes' rows alone.
    fileprivate func json(isJudged: Bool) -> JSONObject {
        JSONObject(
            [
                "name": row.name, "minimumTLS": ATSRow.number(of: row.minimumTLS),
                "forwardSecrecy": row.forwardSecrecy, "insecureHTTP": row.insecureHTTP,
                "arbitraryLoads": row.arbitraryLoads, "judged": isJudged, "passed": passed, "reason": reason,
            ],
            unlessNone: [
                "maximumTLS": row.isOfSystem ? ATSRow.number(of: row.maximumTLS) : nil,
                "extendedMasterSecret": row.isOfSystem ? true : nil,
            ])
    }
}
