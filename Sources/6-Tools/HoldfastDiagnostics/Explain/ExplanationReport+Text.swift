import HoldfastStatements

extension ExplanationReport {
    /// Causes that are told whole; those behind them by their codes.
    private static let mostWhole = 3

    /// The explanation in words: whose line it is, what it may mean, what decides. Ends with a line end.
    ///
    /// - Parameter width: the terminal's columns; nil where lines may be of any length.
    package func text(_ style: TextStyle = .plain, width: Int? = nil) -> String {
        let lines = TextLines(style: style, width: width, language: language)
        guard let explanation else { return "" }
        var all = [style.strong(SafeText.line(title(explanation)))]
        all += lines.row(LocalizedText("said by", "来自"), lines.told(teller(explanation)), indent: 2)
        if explanation.isProxy {
            all += lines.row(.same(""), lines.told(Self.proxy), indent: 2)
        } else if let reader = explanation.reader {
            all += lines.row(.same(""), lines.told(words(of: reader)), indent: 2)
        }
        if explanation.isAmbiguous {
            let count = Set(explanation.candidates.map(\.cause)).count
            all += lines.row(
                LocalizedText("may mean", "可能原因"),
                lines.told(
                    LocalizedText(
                        "\(count) causes, the likeliest first; what decides stands at each",
                        "共 \(count) 种，最可能的在前；各自注明判别方法")), indent: 2)
        }
        var told: Set<String> = []
        for (index, candidate) in explanation.candidates.prefix(Self.mostWhole).enumerated() {
            all += block(candidate, places[index], explanation, lines, &told)
        }
        let rest = explanation.candidates.dropFirst(Self.mostWhole)
        if !rest.isEmpty {
            let codes = rest.map(\.cause.code).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            all += [""] + lines.row(LocalizedText("or", "其他"), codes.joined(separator: ", "), indent: 2)
            all += lines.row(.same(""), "holdfast explain \(codes[0])", indent: 2)
        }
        return all.joined(separator: "\n") + "\n"
    }

    private func title(_ explanation: Explanation) -> String {
        let place = explanation.line.map { LocalizedText("line \($0): ", "第 \($0) 行：").text(in: language) } ?? ""
        let times =
            explanation.times > 1
            ? LocalizedText(" (\(explanation.times) times)", "（\(explanation.times) 次）").text(in: language) : ""
        return place + explanation.asked + times
    }

    /// The program, the names and numbers of what it says, and the versions.
    private func teller(_ explanation: Explanation) -> LocalizedText {
        let program = Self.name(explanation.program)
        let words = explanation.tellers.map { teller in
            let said = [teller.name, teller.number.map { "\($0)" }].compactMap(\.self).joined(separator: ", ")
            let whose = Self.name(teller.program)
            let versions = teller.versions.map { " \($0)" } ?? ""
            return LocalizedText(
                "\(whose.english)\(versions): \(said)", "\(whose.chinese)\(versions)：\(said)")
        }
        let others = explanation.tellers.contains { $0.program != explanation.program }
        let told = LocalizedText.joined(words, by: .semicolon)
        return others
            ? LocalizedText(
                "\(program.english), with the words of \(told.english)", "\(program.chinese)，转述 \(told.chinese)")
            : told
    }

    private static let proxy = LocalizedText(
        "read in the log of a server that is the client here: the server behind it speaks",
        "出现在服务器日志中，但该服务器在此是客户端：说话的是它后面的服务器")

    private func words(of reader: Explanation.Reader) -> LocalizedText {
        switch reader {
        case .client:
            LocalizedText("read at the client: the server speaks", "出现在客户端：说话的是服务器")
        case .serverLog:
            LocalizedText(
                "read in a server's log: the client speaks, and refuses the server",
                "出现在服务器日志中：说话的是客户端，它拒绝了服务器")
        }
    }

    private func block(
        _ candidate: Explanation.Candidate, _ places: Places, _ explanation: Explanation, _ lines: TextLines,
        _ told: inout Set<String>
    ) -> [String] {
        let (word, exit) = (candidate.cause.code, candidate.cause.exitCode)
        let code = lines.told(LocalizedText("\(word) (exit \(exit))", "\(word)（退出码 \(exit)）"))
        var all = [""]
        all += lines.headline("  " + code, lines.told(candidate.headline)) { line, _ in line }
        if let reader = candidate.reader, explanation.reader == nil {
            all += lines.row(LocalizedText("if", "条件"), lines.told(words(of: reader)), indent: 4)
        }
        if let meaning = candidate.meaning {
            all += lines.row(LocalizedText("meaning", "含义"), lines.told(meaning), indent: 4)
        }
        if let advice = candidate.advice { all += lines.row(TextLines.advice, lines.told(advice), indent: 4) }
        all += remedies(candidate, lines, &told)
        let decision = explanation.decision(about: candidate)
        all += lines.row(
            LocalizedText("decided by", "判别"), (["holdfast"] + decision.arguments).joined(separator: " "), indent: 4)
        all += lines.row(.same(""), lines.told(decision.words), indent: 4)
        if !places.servers.isEmpty {
            let command = "holdfast lab \(places.servers.joined(separator: " "))"
            all += lines.row(LocalizedText("see it", "实例"), command, indent: 4)
        }
        if let chapter = places.chapter {
            let words = LocalizedText(
                "holdfast lesson \(chapter.number): \(chapter.title.english)",
                "holdfast lesson \(chapter.number)：\(chapter.title.chinese)")
            all += lines.row(LocalizedText("lesson", "课程"), lines.told(words), indent: 4)
        }
        return all
    }

    /// The rows of what is typed in the line's program; what an earlier cause has told is not told again.
    private func remedies(
        _ candidate: Explanation.Candidate, _ lines: TextLines, _ told: inout Set<String>
    ) -> [String] {
        var all: [String] = []
        var last = ""
        for remedy in candidate.remedies where told.insert(remedy.program + " " + remedy.way).inserted {
            let name = Self.name(remedy.program)
            let title = remedy.program == last ? .same("") : LocalizedText("in \(name.english)", "\(name.chinese) 中")
            last = remedy.program
            all += lines.row(title, remedy.way, indent: 4)
            all += lines.row(.same(""), lines.told(remedy.words), indent: 4)
        }
        return all
    }

    /// The program's own spelling of its name.
    private static func name(_ program: String) -> LocalizedText {
        names[program] ?? .same(program)
    }

    private static let names: [String: LocalizedText] = [
        "openssl": .same("OpenSSL"), "tls": LocalizedText("a TLS alert", "TLS 警报"), "curl": .same("curl"),
        "python": .same("Python"), "go": .same("Go"), "java": .same("Java"), "node": .same("Node.js"),
        "gnutls": .same("GnuTLS"), "nss": .same("NSS"), "firefox": .same("Firefox"), "chrome": .same("Chrome"),
        "dotnet": .same(".NET"), "android": .same("Android"), "apple": LocalizedText("Apple's systems", "Apple 系统"),
        "nginx": .same("nginx"), "apache": .same("Apache"), "boringssl": .same("BoringSSL"),
        "rustls": .same("rustls"), "wget": .same("Wget"), "php": .same("PHP"), "perl": .same("Perl"),
        "ruby": .same("Ruby"), "git": .same("Git"), "httpx": .same("HTTPX"),
        "holdfast": .same("Holdfast"),
    ]
}
