package import HoldfastStatements

/// The fixed words of a judgement by App Transport Security around its data, in every language.
package enum ATSWord: String, CaseIterable, Sendable {
    case title, lead, rows, rowsLead, row, result, why, passed, failed, notJudged
    case exception, noneNeeded, noneWouldDo, noneKnown, perhapsSmaller
    case mendInstead, onlyWithoutATS, mend, showCertificate, ownAuthority, standardHandshake
    case noExtendedMasterSecret, mendForSystem, systemWantsGCM, systemWantsExtendedMasterSecret

    package var words: LocalizedText {
        switch self {
        case .title: LocalizedText("Will iOS accept this server?", "iOS 会接受这台服务器吗？")
        case .lead:
            LocalizedText(
                "The settings that nscurl --ats-diagnostics tries, each by a handshake. Nothing is sent after it.",
                "逐项尝试 nscurl --ats-diagnostics 的各种设置，每项都以真实握手判断，握手之后不发送任何数据。")
        case .rows: LocalizedText("App Transport Security", "App Transport Security（ATS）逐项结果")
        case .rowsLead:
            LocalizedText(
                "An app without settings of its own loads what the first row passes.",
                "未做任何设置的应用只能加载通过第一行的服务器。")
        case .row: LocalizedText("Settings", "设置")
        case .result: LocalizedText("Result", "结果")
        case .why: LocalizedText("Why", "原因")
        case .passed: LocalizedText("passes", "通过")
        case .failed: LocalizedText("fails", "未通过")
        case .notJudged: LocalizedText("not judged", "未判定")
        case .exception: LocalizedText("The smallest exception that would pass", "可放行的最小例外")
        case .noneNeeded: LocalizedText("none is needed", "不需要例外")
        case .noneWouldDo: LocalizedText("none would do", "任何例外都不足以放行")
        case .noneKnown:
            LocalizedText("not known, since not every setting could be judged", "未知，因为并非每项设置都能判定")
        case .perhapsSmaller:
            LocalizedText(
                "a smaller one may do, since not every setting could be judged", "可能还有更小的例外，因为并非每项设置都能判定")
        case .mendInstead:
            LocalizedText(
                "Mend the server instead: \(Self.demands.english) An exception makes the app weaker, and one of the "
                    + "version has to be justified in the App Store's review.",
                "请优先修复服务器：\(Self.demands.chinese)例外会降低应用的安全性，其中降低 TLS 版本的例外还须在 App Store 审核时说明理由。")
        case .onlyWithoutATS:
            LocalizedText(
                "Mend the server: \(Self.demands.english) Short of that only NSAllowsArbitraryLoads would do, which "
                    + "switches App Transport Security off for every server without an exception of its own.",
                "请修复服务器：\(Self.demands.chinese)否则只有 NSAllowsArbitraryLoads 可以放行，但它会对所有未单独列出的服务器关闭 ATS。")
        case .mend: LocalizedText("Mend the server: \(Self.demands.english)", "请修复服务器：\(Self.demands.chinese)")
        case .noExtendedMasterSecret:
            LocalizedText(
                "the server does not do the extended master secret (RFC 7627) in TLS 1.2",
                "服务器在 TLS 1.2 中不支持扩展主密钥（RFC 7627）")
        case .mendForSystem:
            LocalizedText(
                "Mend the server: system processes ask for TLS 1.3, or TLS 1.2 with ECDHE, AES-GCM and the extended "
                    + "master secret, and for a certificate as App Transport Security does. No setting of an app "
                    + "changes that.",
                "请修复服务器：系统进程要求 TLS 1.3，或带 ECDHE、AES-GCM 与扩展主密钥的 TLS 1.2，证书要求与 ATS 相同。应用的任何设置都无法改变这一点。")
        case .systemWantsGCM:
            LocalizedText(
                "system processes (device management, installation, updates) may refuse it from the 27 releases on: "
                    + "AES-GCM was not agreed on; ats --system tries that",
                "自 27 版系统起，系统进程（设备管理、安装、更新）可能拒绝它：协商结果不是 AES-GCM；可用 ats --system 检验")
        case .systemWantsExtendedMasterSecret:
            LocalizedText(
                "system processes (device management, installation, updates) may refuse it from the 27 releases on: it "
                    + "does not do the extended master secret; ats --system tries that",
                "自 27 版系统起，系统进程（设备管理、安装、更新）可能拒绝它：不支持扩展主密钥；可用 ats --system 检验")
        case .showCertificate:
            LocalizedText(
                "Show the client's certificate that the server wants: --cert FILE, and --key FILE.",
                "请出示服务器要求的客户端证书：--cert FILE 与 --key FILE。")
        case .ownAuthority:
            LocalizedText(
                "If devices have the root of a private authority installed and trusted, ask again with it: --anchors "
                    + "root.pem.",
                "若设备上已安装并信任私有颁发机构的根证书，请带上它重新检验：--anchors root.pem。")
        case .standardHandshake:
            LocalizedText(
                "The handshake without exceptions, as check judges it", "不带例外的握手（与 check 的判定相同）")
        }
    }

    private static let demands = LocalizedText(
        "iOS asks for TLS 1.2 or later, ECDHE, AES, a key of RSA 2048 or EC 256 bits at least, and a certificate "
            + "signed over SHA-256 or greater.",
        "iOS 要求 TLS 1.2 或更高版本、ECDHE、AES、至少 2048 位的 RSA 或 256 位的 EC 密钥，以及以 SHA-256 或更强摘要签名的证书。")
}
