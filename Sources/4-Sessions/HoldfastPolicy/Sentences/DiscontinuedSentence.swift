package import HoldfastStatements

extension DiscontinuedSetting.Name: Sentence {
    package static let topic = "discontinuedSetting"

    /// The effect that the statement has since.
    package var words: LocalizedText { effect }

    /// The effect that the statement has since, as a clause.
    var effect: LocalizedText {
        switch self {
        case .arbitraryLoadsBesideFinerKeys:
            LocalizedText(
                "it counts as NO where NSAllowsArbitraryLoadsForMedia, NSAllowsArbitraryLoadsInWebContent or "
                    + "NSAllowsLocalNetworking is there, whatever that says",
                "只要存在 NSAllowsArbitraryLoadsForMedia、NSAllowsArbitraryLoadsInWebContent 或 "
                    + "NSAllowsLocalNetworking，无论其值如何，它都视为 NO")
        case .localNameException:
            LocalizedText(
                "unqualified names and those in .local are let through without an exception",
                "不带点的名称与 .local 中的名称无须例外即可通过")
        case .addressByDefault:
            LocalizedText(
                "addresses are not let through any more without NSAllowsLocalNetworking or an exception",
                "没有 NSAllowsLocalNetworking 或例外时，地址不再能通过")
        case .keyLengthRelief:
            LocalizedText(
                "certificates with RSA keys below 2048 bits are refused in any case, so that the relief of NO from the "
                    + "key length check lets none of them through",
                "RSA 密钥不足 2048 位的证书无论如何都会被拒绝，因此 NO 对密钥长度检查的放宽不会让任何一张通过")
        case .earlyTLS:
            LocalizedText(
                "TLS 1.0 and 1.1 are deprecated, and their support ends with a later release",
                "TLS 1.0 与 1.1 已弃用，后续版本将不再支持")
        case .certificateTransparency:
            LocalizedText(
                "the system asks for transparency in all cases, and the key changes nothing",
                "系统在任何情况下都要求证书透明度，该键不改变任何结果")
        case .thirdPartyKeys:
            LocalizedText("Apple has taken the keys out of its documentation", "Apple 已从其文档中删去这些键")
        case .temporaryKeys: LocalizedText("Apple's reference has no such keys", "Apple 的参考文档中没有这样的键")
        }
    }

    /// The releases from which on it is so; empty where Apple names none.
    var since: LocalizedText {
        let row = DiscontinuedSetting.row(self)
        guard let iOS = row.iOS, let macOS = row.macOS else { return .same("") }
        return LocalizedText("since iOS \(iOS) and macOS \(macOS)", "自 iOS \(iOS) 与 macOS \(macOS) 起")
    }
}
