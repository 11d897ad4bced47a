public import HoldfastStatements
public import HoldfastTrust
public import HoldfastX509

/// A certificate's findings under a profile, without its chain; as text or JSON (`holdfast.inspection/1`).
///
/// ```swift
/// for lint in LintInspection.all(of: inspection, profile: .webpki, at: now) { print(lint.text()) }
/// ```
public struct LintInspection: Sendable {
    /// The source of the certificate: a file's name, a URL.
    package let source: String
    /// The certificate's place among those of its source, from 0.
    package let index: Int
    /// The subject, or a word where it has none.
    package let subject: LocalizedText
    /// The profile's name.
    package let profile: String
    /// The time for which it was looked at.
    package let at: Instant
    /// The role in which the certificate was looked at.
    package let role: CertificateLint.Role
    /// Errors first.
    public let findings: [FindingReport]

    /// Whether the profile refuses such a certificate.
    public var hasErrors: Bool { findings.contains(where: \.isError) }

    /// Looks at every certificate of an inspection that can be read; one whose issuer is there too is compared with it.
    public static func all(
        of inspection: Inspection, profile: Profile, at instant: Instant, publicSuffixes: PublicSuffixes? = nil
    ) -> [LintInspection] {
        var certificates: [(shown: CertificateInspection, certificate: Certificate)] = []
        for case .certificate(let shown, let presented) in inspection.items {
            if let certificate = presented.certificate { certificates.append((shown, certificate)) }
        }
        let relations = InspectionRelations(inspection).relations.filter { $0.relation == .issuedBy }
        return certificates.map { shown, certificate in
            let above = relations.first { $0.first.source == shown.source && $0.first.index == shown.index }?.second
            let issuer = certificates.first { $0.shown.source == above?.source && $0.shown.index == above?.index }
            let lint = CertificateLint(
                certificate, issuer: issuer?.certificate, profile: profile, at: instant, publicSuffixes: publicSuffixes)
            return LintInspection(shown, lint, profile: profile, at: instant)
        }
    }

    private init(_ shown: CertificateInspection, _ lint: CertificateLint, profile: Profile, at: Instant) {
        source = shown.source
        index = shown.index
        let name = shown.summary.fields?.subject ?? ""
        subject = .name(name, else: .noSubject)
        self.profile = profile.name
        self.at = at
        role = lint.role
        findings = lint.findings.map(FindingReport.init)
    }

    /// The findings in words; ends with a line end.
    public func text(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }
        let second = Instant(secondsSince1970: at.secondsSince1970)
        let title = LocalizedText(
            "\(source), certificate \(index + 1), \(subject.english): ",
            "\(source)，第 \(index + 1) 张证书，\(subject.chinese)：")
        let (role, lookedAt) = (role.words, LocalizedText("looked at as ", "检查身份："))
        let rest = LocalizedText(
            "\(role.english), profile \(profile), at \(second); not judged: trust",
            "\(role.chinese)，规则集 \(profile)，时刻 \(second)；不判定是否可信")
        // The colon stays outside of what is strong.
        let colon = LocalizedText(": ", "：").text(in: language)
        var lines = [
            style.strong(String(told(title).dropLast(colon.count))) + colon + verdict(style, language),
            "  " + style.faint(lookedAt.text(in: language)) + told(rest),
        ]
        for finding in findings {
            let severity = finding.severity.rawValue
            let mark =
                finding.isError
                ? style.bad(severity) : finding.severity == .warning ? style.warning(severity) : severity
            let statements = finding.statements
            lines.append("  \(mark) \(finding.code)\(colon)\(told(statements.message.words))")
            let rows = [
                (LocalizedText("seen", "实际"), statements.seen.words),
                (LocalizedText("expected", "要求"), statements.expected.words),
                (LocalizedText("rule", "规则"), .same(finding.rule)),
                (LocalizedText("advice", "处理建议"), statements.advice.words),
            ]
            for (title, value) in rows {
                let name = title.text(in: language).padded(to: 10)
                lines.append("    " + style.faint(name) + told(value))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func verdict(_ style: TextStyle, _ language: PageLanguage) -> String {
        let (all, errors) = (findings.count, findings.count(where: \.isError))
        if all == 0 { return style.good(LocalizedText("no findings", "没有问题").text(in: language)) }
        if errors > 0 {
            let words = LocalizedText(
                "\(errors) of \(all) findings \(errors == 1 ? "is an error" : "are errors")",
                "\(all) 个问题中有 \(errors) 个错误")
            return style.bad(words.text(in: language))
        }
        let words = LocalizedText(
            all == 1 ? "1 finding, not an error" : "\(all) findings, none of them an error", "\(all) 个问题，没有错误")
        return style.warning(words.text(in: language))
    }
}

extension CertificateLint.Role {
    fileprivate var words: LocalizedText {
        switch self {
        case .root: LocalizedText("a root authority", "根颁发机构")
        case .authority: LocalizedText("an authority below another", "下级颁发机构")
        case .server: LocalizedText("a TLS server", "TLS 服务器")
        case .client: LocalizedText("a TLS client", "TLS 客户端")
        case .other:
            LocalizedText("neither authority nor TLS server or client", "既非颁发机构，也非 TLS 服务器或客户端")
        }
    }
}

extension LintInspection: Encodable, JSONReport {
    package var json: JSONObject {
        JSONObject([
            "schema": ObjectInspection.schema, "kind": "lint", "source": source, "index": index, "profile": profile,
            "at": at.toTheMillisecond, "role": role.rawValue, "findings": findings,
        ])
    }
}
