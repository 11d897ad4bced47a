package import HoldfastStatements

/// Every fixed word of a scan's page that no other page has, in every language.
package enum ScanWord: String, CaseIterable, Sendable {
    case title, results, errors, warnings, notes, nothing, muted
    case changes, causes, causesLead, ends, endsLead, endsNone, ended, week, certificates, later, soonest, soonestLead
    case issuers, keys, versions, groups, postQuantum, revocation, families, warningCodes, noteCodes
    case others, worst, worstLead, moreOfThem, numbers
    case pure, hybrid, classical
    case spokenVersions, spokenLead, takenGroups, takenLead, protocolRemarks, speakers, server, remarks
    case good, revoked, unknown, notOffered, notAvailable, notChecked
    case newlyFailing, mended, otherCertificate, otherKey, otherIssuer, endMoved, new, gone

    package var words: LocalizedText {
        switch self {
        case .title: LocalizedText("Scan report", "扫描报告")
        case .results: LocalizedText("Results", "结果")
        case .errors: LocalizedText("Failed or refused", "失败或不可信")
        case .warnings: LocalizedText("With warnings", "有警告")
        case .notes: LocalizedText("With notes", "有提示")
        case .nothing: LocalizedText("Nothing to say", "没有问题")
        case .muted: LocalizedText("Muted", "已静音")
        case .changes: LocalizedText("What has changed", "变化")
        case .causes: LocalizedText("Failures by cause", "失败原因")
        case .causesLead: LocalizedText("With the first targets of each.", "附各自最先的几个目标。")
        case .ends: LocalizedText("Certificates by the week in which they end", "按到期周统计的证书")
        case .endsLead:
            LocalizedText(
                "Servers' own certificates; weeks begin on Monday, in UTC. The four weeks from now on are marked.",
                "服务器自己的证书；每周自星期一（UTC）开始。从现在起的四周已标出。")
        case .endsNone: LocalizedText("No certificate was seen.", "没有见到任何证书。")
        case .ended: LocalizedText("Ended before", "在此之前已到期")
        case .week: LocalizedText("Week from", "周（起始日）")
        case .certificates: LocalizedText("Certificates", "证书数")
        case .later: LocalizedText("End later", "更晚到期")
        case .soonest: LocalizedText("Next to end", "最先到期")
        case .soonestLead:
            LocalizedText(
                "Trusted targets by the first certificate of their chain that ends.", "可信的目标，按其证书链中最先到期的证书排列。")
        case .issuers: LocalizedText("Issuers", "签发者")
        case .keys: LocalizedText("Keys", "密钥")
        case .versions: LocalizedText("Versions of TLS", "TLS 版本")
        case .groups: LocalizedText("Key exchange", "密钥交换")
        case .postQuantum: LocalizedText("Ready for quantum computers", "抗量子准备情况")
        case .revocation: LocalizedText("Revocation", "吊销状态")
        case .families: LocalizedText("Addresses", "地址")
        case .warningCodes: LocalizedText("Warnings", "警告")
        case .noteCodes: LocalizedText("Notes", "提示")
        case .others: LocalizedText("others", "其他")
        case .worst: LocalizedText("The gravest results", "最严重的结果")
        case .worstLead: LocalizedText("Shown here of those with errors and warnings:", "有错误和警告的结果中，此处显示：")
        case .moreOfThem: LocalizedText("of", "／")
        case .numbers: LocalizedText("The numbers", "数字")
        case .pure: LocalizedText("yes: post-quantum", "是：抗量子")
        case .hybrid: LocalizedText("yes: hybrid, classical and post-quantum", "是：混合（传统与抗量子）")
        case .classical: LocalizedText("no: classical alone", "否：仅传统算法")
        case .spokenVersions: LocalizedText("Versions that are spoken", "支持的版本")
        case .spokenLead: LocalizedText("Servers that were asked what they speak.", "已询问支持情况的服务器。")
        case .takenGroups: LocalizedText("Groups that are taken", "接受的密钥交换组")
        case .takenLead: LocalizedText("In any version.", "任一版本中。")
        case .protocolRemarks: LocalizedText("Remarks on what is spoken", "关于协议的说明")
        case .speakers: LocalizedText("What servers speak", "各服务器支持的协议")
        case .server: LocalizedText("Server", "服务器")
        case .remarks: LocalizedText("Remarks", "说明")
        case .good: LocalizedText("not revoked", "未吊销")
        case .revoked: LocalizedText("revoked", "已吊销")
        case .unknown: LocalizedText("not found out", "未能确认")
        case .notOffered: LocalizedText("no place to ask", "证书未提供查询处")
        case .notAvailable: LocalizedText("states that there is none", "声明没有吊销信息")
        case .notChecked: LocalizedText("not asked", "未查询")
        case .newlyFailing: LocalizedText("newly failing", "新近失败")
        case .mended: LocalizedText("mended", "已恢复")
        case .otherCertificate: LocalizedText("another certificate", "证书已更换")
        case .otherKey: LocalizedText("another key", "密钥已更换")
        case .otherIssuer: LocalizedText("another issuer", "签发者已更换")
        case .endMoved: LocalizedText("ends at another time", "到期时间变动")
        case .new: LocalizedText("new in the list", "新加入列表")
        case .gone: LocalizedText("gone from the list", "已移出列表")
        }
    }

    /// The words of a grade of the key exchange, of a status of revocation, or of a change; the code itself where none
    /// is known.
    static func words(of code: String) -> LocalizedText {
        code == "none" ? ScanWord.classical.words : ScanWord(rawValue: code)?.words ?? .same(code)
    }
}
