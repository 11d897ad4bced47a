package import HoldfastStatements

/// Sentences about what has changed between two runs of a scan.
package enum ScanChangeSentence: Sentence {
    case newlyFailing(code: String?)
    case mended(code: String?)
    case otherCertificate
    case otherKey
    case otherIssuer(before: String, after: String)
    case endMoved(before: String, after: String)
    case new
    case gone

    package static let topic = "scanChange"

    package var words: LocalizedText {
        switch self {
        case .newlyFailing(let code?): LocalizedText("newly failing: \(code)", "新出现故障：\(code)")
        case .newlyFailing(nil): LocalizedText("newly failing", "新出现故障")
        case .mended(let code?): LocalizedText("mended, was \(code)", "已恢复，原为 \(code)")
        case .mended(nil): LocalizedText("mended", "已恢复")
        case .otherCertificate: LocalizedText("another certificate", "证书已更换")
        case .otherKey: LocalizedText("another key", "密钥已更换")
        case .otherIssuer(let before, let after):
            LocalizedText("another issuer: \(after), before \(before)", "签发者已更换：\(after)，原为 \(before)")
        case .endMoved(let before, let after):
            LocalizedText("ends \(after), before \(before)", "到期日为 \(after)，原为 \(before)")
        case .new: LocalizedText("new in the list", "列表中新增")
        case .gone: LocalizedText("no longer in the list", "已不在列表中")
        }
    }
}

extension ScanChange {
    /// The difference as a sentence, of times the days.
    package var sentence: ScanChangeSentence {
        func day(_ text: String?) -> String { String((text ?? "").prefix(10)) }
        return switch kind {
        case .newlyFailing: .newlyFailing(code: after)
        case .mended: .mended(code: before)
        case .otherCertificate: .otherCertificate
        case .otherKey: .otherKey
        case .otherIssuer: .otherIssuer(before: before ?? "", after: after ?? "")
        case .endMoved: .endMoved(before: day(before), after: day(after))
        case .new: .new
        case .gone: .gone
        }
    }

    /// Several differences on one line.
    package static func words(of changes: [ScanChange]) -> LocalizedText {
        .joined(changes.map(\.sentence.words), by: .semicolon)
    }
}
