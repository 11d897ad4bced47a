import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// A line about how a target was reached or judged: its title, and what there is to say.
struct VerdictRow {
    let title: LocalizedText
    let words: LocalizedText

    init(_ title: LocalizedText, _ words: LocalizedText) {
        self.title = title
        self.words = words
    }

    /// A line under a word of the page, which stands in lower case here.
    init(_ word: PageWord, _ words: LocalizedText) {
        self.init(LocalizedText(word.words.english.lowercased(), word.words.chinese), words)
    }
}

extension VerdictReport {
    /// The lines about every target: what was presented, how it was reached, as what and for which time it was judged,
    /// and what nobody looked at.
    var circumstances: [VerdictRow] {
        var rows: [VerdictRow] = []
        if let sentTooLittle {
            let title = connection == nil ? LocalizedText("given", "所给") : LocalizedText("sent", "所发送")
            rows.append(VerdictRow(title, sentTooLittle))
        }
        if let sni { rows.append(VerdictRow(.same("SNI"), sni.statement.words)) }
        if let nameWords { rows.append(VerdictRow(.names, nameWords)) }
        if let words = connection?.words { rows.append(VerdictRow(.connection, words)) }
        if let words = dial?.words(besides: cause) { rows.append(VerdictRow(.address, words)) }
        if let clientCertificate {
            let title = LocalizedText("client", PageWord.clientCertificate.words.chinese)
            rows.append(VerdictRow(title, clientCertificate.sentence.words))
        }
        rows.append(VerdictRow(TextLines.judgedAs, judgementWords))
        if let policyFile { rows.append(VerdictRow(.policyFile, policyFile.statement.words)) }
        if let pins { rows.append(VerdictRow(LocalizedText("pins", PageWord.pinsOfKeys.words.chinese), pins.words)) }
        rows += revocationRows
        for fetch in issuerFetches { rows.append(VerdictRow(.issuer, fetch.line)) }
        if let transparency {
            rows.append(VerdictRow(.transparencyLogs, transparency.words))
            rows += transparency.lines.map { VerdictRow(.same(""), $0) }
        }
        if result != .invalid, let notLookedAt {
            rows.append(VerdictRow(LocalizedText("not checked", PageWord.notLookedAt.words.chinese), notLookedAt))
        }
        return rows
    }

    private var revocationRows: [VerdictRow] {
        guard let revocation else { return [] }
        return [VerdictRow(.revocation, revocation.words)]
            + revocation.certificates.flatMap { entry in
                let place = place(of: entry.certificate)
                let words = place.explained(by: entry.words)
                return [VerdictRow(.same(""), words)]
                    + (entry.fetches ?? []).map { fetch in
                        VerdictRow(.same(""), LocalizedText("  " + fetch.line.english, "  " + fetch.line.chinese))
                    }
            }
    }

    /// The purpose with the name that had to be proven, the rules and the time.
    private var judgementWords: LocalizedText {
        let second = Instant(secondsSince1970: at.secondsSince1970)
        let purpose: LocalizedText =
            switch (host, policy) {
            case (let host?, _): LocalizedText("TLS server \(host)", "\(PageWord.purposeServer.words.chinese) \(host)")
            case (nil, "ssl-client"):
                LocalizedText(
                    "TLS client, no name compared",
                    "\(PageWord.purposeClient.words.chinese)，\(PageWord.noName.words.chinese)主机名")
            case (nil, _):
                LocalizedText(
                    "a chain alone, no name compared",
                    "\(PageWord.purposeBasic.words.chinese)，\(PageWord.noName.words.chinese)主机名")
            }
        return .joined([
            purpose, LocalizedText("profile \(profile)", "\(PageWord.profile.words.chinese) \(profile)"),
            LocalizedText("at \(second)", "\(PageWord.judgedAt.words.chinese) \(second)"),
        ])
    }

    /// The names that the leaf is for; nil where a finding tells them, or there are none.
    private var nameWords: LocalizedText? {
        let told = [FindingCode.hostMismatch, .missingSubjectAltName].map(\.rawValue)
        guard !told.contains(cause?.code ?? ""), let leaf = chain.first else { return nil }
        let names = CertificateCard.names(of: leaf)
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(CertificateCard.shownNames).map { HTML.cut($0, 253) }.joined(separator: ", ")
        let rest = names.count - CertificateCard.shownNames
        guard rest > 0 else { return .same(shown) }
        let more = CertificateCard.more(rest)
        return LocalizedText("\(shown) \(more.english)", "\(shown) \(more.chinese)")
    }
}

extension ConnectionReport {
    /// The session that was agreed on, and the address; nil where there is neither.
    fileprivate var words: LocalizedText? {
        var parts: [LocalizedText] = []
        if let tls {
            parts = [tls.version.map { "TLS \($0)" }, tls.cipherSuite, tls.keyExchange, tls.alpn].compactMap { text in
                text.map(LocalizedText.same)
            }
        }
        if let address { parts.append(LocalizedText("at \(address)", "位于 \(address)")) }
        return parts.isEmpty ? nil : .joined(parts)
    }
}
