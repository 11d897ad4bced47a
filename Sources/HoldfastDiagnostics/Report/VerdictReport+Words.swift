import HoldfastPolicy
import HoldfastTrust

extension VerdictReport {
    /// What a finding of this verdict means; nil for codes of rules of one's own.
    ///
    /// A certificate without alternative names is for nobody rather than for somebody else.
    func words(of finding: FindingReport) -> FindingWords? {
        let missing = FindingCode.missingSubjectAltName.rawValue
        if finding.code == FindingCode.hostMismatch.rawValue,
            findings.contains(where: { $0.code == missing && $0.isError && $0.certificate == finding.certificate })
        {
            return FindingWords.of(code: missing)
        }
        return FindingWords.of(code: finding.code, requirement: finding.requirement)
    }

    /// What was sent, where the path needed more than that: an issuer that nobody has, or one that came from elsewhere.
    var sentTooLittle: String? {
        let isShort = findings.contains { $0.isError && $0.code == FindingCode.issuerNotFound.rawValue }
        guard isShort || chain.indices.contains(where: isFromElsewhere) else { return nil }
        let shown = presented.prefix(Self.shownCertificates).map { certificate in
            guard let fields = certificate.fields else { return "an unreadable one" }
            return fields.subject.isEmpty ? "(no subject)" : fields.subject
        }
        let more = presented.count > shown.count ? "; and \(presented.count - shown.count) more" : ""
        let noun = presented.count == 1 ? "certificate" : "certificates"
        return "\(presented.count) \(noun): " + shown.joined(separator: "; ") + more
    }

    /// Whether the certificate at this depth was neither sent nor is it the anchor, which need not be.
    func isFromElsewhere(_ depth: Int) -> Bool {
        anchor?.depth != depth && !presented.contains { $0.fingerprintSHA256 == chain[depth].fingerprintSHA256 }
    }

    /// Certificates that are told by name; a server may send hundreds.
    private static let shownCertificates = 5
}
