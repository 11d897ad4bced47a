import HoldfastStatements

extension RevocationReport {
    /// The answer and the mode in one clause.
    var words: LocalizedText {
        let status = Self.words(ofStatus: status)
        let mode =
            mode == "hard"
            ? LocalizedText("hard: what is not known refuses", "hard：无法得知即拒绝")
            : LocalizedText("soft: what is not known is a warning", "soft：无法得知仅作警告")
        return LocalizedText("\(status.english) (\(mode.english))", "\(status.chinese)（\(mode.chinese)）")
    }

    fileprivate static func words(ofStatus status: String) -> LocalizedText {
        switch status {
        case "good": LocalizedText("good", "未被吊销")
        case "revoked": LocalizedText("revoked", "已被吊销")
        case "unknown": LocalizedText("not known", "无法得知")
        case "notAvailable":
            LocalizedText("not available: its authority says that nobody will know", "不提供：签发者声明不公布其吊销信息")
        default: LocalizedText("not offered: there is nobody to ask", "未提供：无处可查")
        }
    }
}

extension RevocationReport.Entry {
    /// The status with what it rests on, or why it is not known, in one clause.
    var words: LocalizedText {
        var clauses = [RevocationReport.words(ofStatus: status)]
        if let since { clauses.append(LocalizedText("since \(since)", "自 \(since) 起")) }
        if let reason { clauses.append(LocalizedText("for \(reason)", "原因：\(reason)")) }
        if let source { clauses.append(Self.words(ofSource: source)) }
        if let thisUpdate { clauses.append(LocalizedText("as of \(thisUpdate)", "截至 \(thisUpdate)")) }
        if let nextUpdate { clauses.append(LocalizedText("until \(nextUpdate)", "有效至 \(nextUpdate)")) }
        let told = LocalizedText.joined(clauses)
        guard let statements, !statements.isEmpty else { return told }
        return told.explained(by: .joined(statements.map(\.words), by: .semicolon))
    }

    private static func words(ofSource source: String) -> LocalizedText {
        switch source {
        case "staple": LocalizedText("by the response that the server stapled", "依据服务器随握手附上的应答")
        case "cache": LocalizedText("by what was kept of an earlier look", "依据先前保存的内容")
        case "ocsp": LocalizedText("by its OCSP responder", "依据 OCSP 应答服务器")
        case "crl": LocalizedText("by its revocation list", "依据吊销列表")
        case "file": LocalizedText("by a file that was given", "依据所给的文件")
        default: LocalizedText("by what the program gave", "依据程序提供的内容")
        }
    }
}
