package import HoldfastStatements

/// Advice about mistakes in files of pins: each rule says how what it finds is mended.
extension PinLintRule: Sentence {
    package static let topic = "pinLintAdvice"

    package var words: LocalizedText {
        switch self {
        case .unreadable: LocalizedText("mend the file", "请修正该文件")
        case .invalidPolicy:
            LocalizedText(
                "mend it: a program does not start with such a file",
                "请修正它：程序不会以这样的文件启动")
        case .malformed:
            LocalizedText(
                "write the pin as holdfast pin compute prints it",
                "请按 holdfast pin compute 的输出书写固定值")
        case .sha1: LocalizedText("pin the key's SHA-256", "请固定密钥的 SHA-256")
        case .emptyInput:
            LocalizedText(
                "compute the pin anew: the command that made it had no certificate to read",
                "请重新计算该固定值：生成它的命令没有读到证书")
        case .emptyKey: LocalizedText("compute the pin anew, from the certificate itself", "请以证书本身重新计算该固定值")
        case .placeholder: LocalizedText("put the pin of a real key there", "请填入真实密钥的固定值")
        case .sample: LocalizedText("put the pin of your own server's key there", "请填入您自己服务器密钥的固定值")
        case .retired:
            LocalizedText(
                "pin a key that is in use; holdfast pin compute --chain prints those of the server",
                "请固定在用的密钥；holdfast pin compute --chain 会输出服务器的各个固定值")
        case .bareKey:
            LocalizedText(
                "hash the whole SubjectPublicKeyInfo, with the algorithm before the key",
                "请对整个 SubjectPublicKeyInfo 计算散列，密钥之前含算法")
        case .certificateHash:
            LocalizedText(
                "hash the certificate's SubjectPublicKeyInfo, or say certificate-sha256",
                "请对证书的 SubjectPublicKeyInfo 计算散列，或写 certificate-sha256")
        case .wholeCertificate:
            LocalizedText(
                "pin the key, and keep it when the certificate is renewed",
                "请固定密钥，并在更新证书时保留它")
        case .wrongGroup:
            LocalizedText(
                "put the pin with the keys of the leaf, or with those of the authorities, where its key stands",
                "请按其密钥所在的位置，把该固定值放到服务器证书或颁发机构的密钥之中")
        case .duplicate: LocalizedText("leave one of them out; a backup is another key", "请去掉其中之一；备用应是另一个密钥")
        case .shortLived:
            LocalizedText(
                "renew with the same key, or pin the authority's keys",
                "请以同一密钥更新，或固定颁发机构的密钥")
        case .noBackup:
            LocalizedText(
                "make a second key, keep it elsewhere, and pin it too",
                "请生成第二个密钥，另存别处，并一并固定")
        case .backupInChain: LocalizedText("pin a key that the chain does not hold", "请固定证书链中没有的密钥")
        case .expired: LocalizedText("ship new pins", "请发布新的固定值")
        case .expiresSoon: LocalizedText("ship new pins before they end", "请在到期之前发布新的固定值")
        case .noExpiry:
            LocalizedText(
                "say when these pins end, too, or be sure that they never have to",
                "请同样写明这些固定值何时到期，或确信它们永远不必到期")
        case .reportOnly:
            LocalizedText(
                "enforce them once the reports say that they match",
                "在报告表明它们匹配之后，请改为强制执行")
        case .invalidPattern:
            LocalizedText(
                "write a name, an address, *.DOMAIN or **.DOMAIN",
                "请写名称、地址、*.DOMAIN 或 **.DOMAIN")
        case .publicSuffix: LocalizedText("name the domain that is yours", "请写明属于您的域")
        case .repeatedPattern:
            LocalizedText(
                "put everything about these servers into one entry",
                "请将这些服务器的内容放入同一条目")
        case .needlessExclusion: LocalizedText("leave it out, or pin the domain above", "请将其去掉，或固定其上级域")
        case .invalidReportURI: LocalizedText("write an https URL", "请写 https 的 URL")
        case .plainReportURI:
            LocalizedText(
                "report to an https URL: what is reported says who is attacked",
                "请向 https 的 URL 报告：报告的内容会说明谁受到攻击")
        case .pinnedReportURI:
            LocalizedText(
                "report to a host that these pins say nothing about",
                "请向这些固定值未涉及的主机报告")
        }
    }
}
