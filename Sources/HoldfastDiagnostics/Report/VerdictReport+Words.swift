import HoldfastTrust
package import HoldfastWords

extension VerdictReport {
    /// The meaning of a finding of this verdict, in words; nil for codes of rules of one's own.
    ///
    /// A certificate without alternative names is for nobody rather than for somebody else.
    package func words(of finding: FindingReport) -> FindingWords? {
        let missing = FindingCode.missingSubjectAltName
        if finding.code == FindingCode.hostMismatch.rawValue,
            findings.contains(where: {
                $0.code == missing.rawValue && $0.isError && $0.certificate == finding.certificate
            })
        {
            return FindingWords.of(missing)
        }
        return FindingCode.named(finding.code).flatMap { FindingWords.of($0, requirement: finding.requirement) }
    }

    /// The certificates that were sent, where the path needed more: an issuer is missing, or came from elsewhere.
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
