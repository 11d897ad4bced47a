import HoldfastTrust
package import HoldfastStatements
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

    /// The advice on a finding: the rule's own in both languages, since that knows the case best; that of its kind
    /// where a rule of one's own has no Chinese.
    package func advice(about finding: FindingReport, in language: PageLanguage) -> String {
        let advice = finding.statements.advice
        guard language != .english, advice.identifier == nil else { return advice.text(in: language) }
        return words(of: finding)?.advice.text(in: language) ?? finding.advice
    }

    /// The certificate that a finding means, by its place and name.
    func whose(_ finding: FindingReport) -> LocalizedText {
        guard let depth = finding.certificate else { return PageWord.wholeChain.words }
        let place = depth < 0 ? Self.presentedPlace(finding.presentedIndex ?? 0) : place(of: depth)
        let named = depth < 0 ? presented[safe: finding.presentedIndex ?? 0] : chain[safe: depth]
        guard let fields = named?.fields else {
            let unreadable = LocalizedText("\(place.english), unreadable", "\(place.chinese)，无法解析")
            return depth < 0 ? unreadable : place
        }
        let noName = PageWord.noSubject.words
        return fields.subject.isEmpty
            ? LocalizedText("\(place.english), \(noName.english)", "\(place.chinese)，\(noName.chinese)")
            : LocalizedText("\(place.english), \(fields.subject)", "\(place.chinese)，\(fields.subject)")
    }

    /// The place of a certificate in the chain.
    func place(of depth: Int) -> LocalizedText {
        if depth == 0 { return LocalizedText("the leaf", PageWord.leaf.words.chinese) }
        if depth == chain.count - 1 { return LocalizedText("the top of the chain", "证书链顶端") }
        return LocalizedText("intermediate \(depth)", "中间证书 \(depth)")
    }

    /// The place of a certificate in the list that was presented.
    static func presentedPlace(_ index: Int) -> LocalizedText {
        LocalizedText("number \(index + 1) of the presented list", "服务器发送的第 \(index + 1) 张证书")
    }

    /// The certificates that were sent, where the path needed more: an issuer is missing, or came from elsewhere.
    var sentTooLittle: LocalizedText? {
        guard lacksIssuer || chain.indices.contains(where: isFromElsewhere) else { return nil }
        let shown = presented.prefix(Self.shownCertificates).map { certificate -> LocalizedText in
            guard let fields = certificate.fields else {
                return LocalizedText("an unreadable one", PageWord.unreadable.words.chinese)
            }
            return fields.subject.isEmpty ? PageWord.noSubject.words : .same(fields.subject)
        }
        let rest = presented.count - shown.count
        let noun = presented.count == 1 ? "certificate" : "certificates"
        let more = rest > 0 ? [LocalizedText("and \(rest) more", "另有 \(rest) 张")] : []
        return LocalizedText("\(presented.count) \(noun)", "\(presented.count) 张证书")
            .explained(by: .joined(shown + more, by: .semicolon))
    }

    /// Whether the certificate at this depth was neither sent nor is it the anchor, which need not be.
    func isFromElsewhere(_ depth: Int) -> Bool {
        anchor?.depth != depth && !presented.contains { $0.fingerprintSHA256 == chain[depth].fingerprintSHA256 }
    }

    /// Certificates that are told by name; a server may send hundreds.
    private static let shownCertificates = 5
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
