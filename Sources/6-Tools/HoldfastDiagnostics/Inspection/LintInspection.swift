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
    package let subject: String
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
        subject = name.isEmpty ? "(no subject)" : name
        self.profile = profile.name
        self.at = at
        role = lint.role
        findings = lint.findings.map(FindingReport.init)
    }

    /// The findings in words; ends with a line end.
    public func text(_ style: TextStyle = .plain) -> String {
        let errors = findings.count(where: \.isError)
        let verdict =
            findings.isEmpty
            ? style.good("no findings")
            : errors > 0
                ? style.bad("\(errors) of \(findings.count) findings \(errors == 1 ? "is an error" : "are errors")")
                : style.warning(
                    findings.count == 1
                        ? "1 finding, not an error" : "\(findings.count) findings, none of them an error")
        let second = Instant(secondsSince1970: at.secondsSince1970)
        var lines = [
            style.strong(SafeText.line("\(source), certificate \(index + 1), \(subject)")) + ": " + verdict,
            "  " + style.faint("looked at as ") + "\(role.words), profile \(profile), at \(second); not judged: trust",
        ]
        for finding in findings {
            let severity = finding.severity.rawValue
            let mark =
                finding.isError
                ? style.bad(severity) : finding.severity == .warning ? style.warning(severity) : severity
            lines.append("  \(mark) \(finding.code): \(SafeText.line(finding.message))")
            for (title, value) in [
                ("seen", finding.seen), ("expected", finding.expected), ("rule", finding.rule),
                ("advice", finding.advice),
            ] {
                let padding = String(repeating: " ", count: 10 - title.count)
                lines.append("    " + style.faint(title + padding) + SafeText.line(value))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension CertificateLint.Role {
    fileprivate var words: String {
        switch self {
        case .root: "a root authority"
        case .authority: "an authority below another"
        case .server: "a TLS server"
        case .client: "a TLS client"
        case .other: "neither authority nor TLS server or client"
        }
    }
}

extension LintInspection: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, kind, source, index, profile, at, role, findings
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ObjectInspection.schema, forKey: .schema)
        try container.encode("lint", forKey: .kind)
        try container.encode(source, forKey: .source)
        try container.encode(index, forKey: .index)
        try container.encode(profile, forKey: .profile)
        try container.encode(at.toTheMillisecond, forKey: .at)
        try container.encode(role.rawValue, forKey: .role)
        try container.encode(findings, forKey: .findings)
    }
}
