package import HoldfastPolicy

/// Every fixed word of the page, in every language: what is not here is data.
package enum PageWord: String, CaseIterable, Sendable {
    // The page
    case checkTitle, catalogueTitle, catalogueLead, language, madeAt, targets, servers, attention, footer
    // Verdicts
    case trusted, notTrusted, failed, trustedForName, trustedWithoutName, meaningForName, meaningWithoutName
    case trustedExplicitly, meaningProceed, explicitTrust, acceptAny, exception, from, until, overrides, reason
    case overridden, serverName, serverNameSent, serverNameTried, serverNamePresents, whatToDo, exit, asExpected,
        notAsExpected, expected, actual
    // The chain
    case chain, chainCaption, chainNone, leaf, leafAndAnchor, anchor, untrustedRoot, anchorPublic, anchorOwn,
        anchorFrom, noAnchor
    case notPresented, presentedAside, unreadable, noSubject, itself, key, signature, issuer, names, serial, validity
    case neverValid, fingerprint, pin, fingerprints, download, tooLarge
    // Findings
    case findings, noFindings, error, warning, note, certificate, wholeChain, seen, expectedBy, rule, appleStatus
    case nearMisses, nearMissesMeaning
    // Facts
    case connection, address, tlsVersion, cipherSuite, keyExchange, alpn, sni, none, notSent, clientCertificate,
        resumed,
        yes
    case timing, dns, tcp, tls, trust, total
    case judgement, name, noName, purpose, purposeServer, purposeClient, purposeBasic, profile, judgedAt, result
    case exitCode, pins, notLookedAt, notLookedAtList, notLookedAtButPins

    package var words: Words {
        switch self {
        case .checkTitle: Words("Certificate report", "证书检查报告")
        case .catalogueTitle: Words("A catalogue of servers, judged", "测试服务器目录：判定报告")
        case .catalogueLead:
            Words(
                "Each server was started on this machine, connected to, and judged inside the TLS handshake.",
                "每台服务器都在本机启动，建立连接后在 TLS 握手过程中完成判定。")
        case .language: Words("Language", "语言")
        case .madeAt: Words("Made", "生成时间")
        case .targets: Words("Targets", "目标")
        case .servers: Words("Servers", "服务器")
        case .attention: Words("Where to look", "需要关注")
        case .footer:
            Words(
                """
                This page is whole by itself: it loads nothing and runs no script. What certificates and servers say \
                stands here as data.
                """, "本页自成一体，不加载任何外部资源，也不含脚本。来自证书和服务器的文字一律仅作为数据显示。")
        case .trusted: Words("Trusted", "可信")
        case .notTrusted: Words("Not trusted", "不可信")
        case .failed: Words("Failed", "失败")
        case .trustedForName: Words("The server is who it claims to be", "服务器身份属实")
        case .trustedWithoutName: Words("The chain holds; no name was compared", "证书链有效，但未核对主机名")
        case .meaningForName:
            Words(
                """
                Its certificate names the server that was asked for, is valid at the time of judgement, and leads by \
                verified signatures to an anchor that is trusted here.
                """, "证书包含所访问的主机名，在判定时刻有效，并通过逐级验证的签名追溯到这里信任的锚点。")
        case .meaningWithoutName:
            Words(
                "The certificates lead to an anchor that is trusted here. Nothing was said about which server they are for.",
                "证书链可以追溯到这里信任的锚点，但没有说明它属于哪台服务器。")
        case .trustedExplicitly: Words("Trusted because a user decided so", "因用户的明确选择而被信任")
        case .meaningProceed:
            Words(
                """
                The rules would refuse this server. It is trusted only because a user decided so explicitly, for this \
                certificate or this host and for a limited time.
                """, "按规则应当拒绝该服务器。它之所以可信，仅仅因为用户在限定的证书或主机、限定的时间内明确选择了信任。")
        case .whatToDo: Words("What to do", "处理建议")
        case .exit: Words("exit", "退出码")
        case .asExpected: Words("As expected", "符合预期")
        case .notAsExpected: Words("Not as expected", "不符合预期")
        case .expected: Words("Expected", "预期")
        case .actual: Words("Found", "实际")
        case .error: Words("Error", "错误")
        case .warning: Words("Warning", "警告")
        case .note: Words("Note", "提示")
        default: chainWords ?? userWords ?? factWords
        }
    }

    private var chainWords: Words? {
        switch self {
        case .chain: Words("Chain of certificates", "证书链")
        case .chainCaption:
            Words(
                "From the server's certificate down to the anchor. Bars show validity; the stroke is the moment of judgement.",
                "自上而下由服务器证书到信任锚。横条为有效期，竖线为判定时刻。")
        case .chainNone: Words("No chain could be built from what was sent.", "无法用收到的内容构建证书链。")
        case .leaf: Words("Leaf", "叶证书")
        case .leafAndAnchor: Words("Leaf and trust anchor", "叶证书（同时是信任锚）")
        case .anchor: Words("Trust anchor", "信任锚")
        case .untrustedRoot: Words("Root that is no anchor", "根证书（不是信任锚）")
        case .anchorPublic: Words("of the public web", "公共信任的根证书")
        case .anchorOwn: Words("your own", "自行添加")
        case .anchorFrom: Words("From", "来源")
        case .noAnchor:
            Words("The chain ends here, without a trust anchor", "证书链到此为止，没有通向信任锚")
        case .notPresented: Words("not sent by the server", "服务器未发送")
        case .presentedAside: Words("Sent by the server, not part of the chain", "服务器发送但未用于证书链")
        case .unreadable: Words("Not readable as a certificate", "无法解析为证书")
        case .noSubject: Words("(no subject)", "（主题为空）")
        case .itself: Words("itself", "自签发")
        case .key: Words("Key", "密钥")
        case .signature: Words("Signature", "签名算法")
        case .issuer: Words("Issuer", "签发者")
        case .names: Words("Names", "适用名称")
        case .serial: Words("Serial number", "序列号")
        case .validity: Words("Validity", "有效期")
        case .neverValid: Words("ends before it begins", "结束时间早于开始时间")
        case .fingerprint: Words("SHA-256", "SHA-256 指纹")
        case .pin: Words("Public key pin", "公钥 pin")
        case .fingerprints: Words("Fingerprints and PEM", "指纹与 PEM")
        case .download: Words("Save the certificate (DER)", "保存证书文件（DER）")
        case .tooLarge: Words("Too large to be carried in this page", "证书过大，未随本页附带")
        default: nil
        }
    }

    private var userWords: Words? {
        switch self {
        case .explicitTrust: Words("Explicit trust", "用户的明确信任")
        case .exception: Words("an exception of the user", "用户设置的例外")
        case .acceptAny: Words("any certificate is accepted, for tests", "测试用途：接受任意证书")
        case .from: Words("From", "起始")
        case .until: Words("Until", "截止")
        case .overrides: Words("Overrides", "放行")
        case .reason: Words("Reason", "理由")
        case .overridden: Words("Does not refuse, overridden by", "未导致拒绝，放行依据：")
        case .serverName: Words("Does the server choose by SNI?", "服务器是否按 SNI 选择证书？")
        case .serverNameSent: Words("Name sent", "发送的 SNI")
        case .serverNameTried: Words("Then tried", "随后尝试")
        case .serverNamePresents: Words("It presents", "返回的证书")
        default: nil
        }
    }

    private var factWords: Words {
        switch self {
        case .findings: Words("Findings", "检查结果")
        case .noFindings: Words("No rule objects.", "没有违反任何规则。")
        case .certificate: Words("Certificate", "证书")
        case .wholeChain: Words("the chain as a whole", "整条证书链")
        case .seen: Words("Seen", "实际")
        case .expectedBy: Words("Expected", "要求")
        case .rule: Words("Rule", "依据")
        case .appleStatus: Words("OSStatus", "OSStatus")
        case .nearMisses: Words("Other paths that were tried", "尝试过的其他路径")
        case .nearMissesMeaning: Words("Each was refused for a reason of its own.", "以下路径因各自的原因被拒绝。")
        case .connection: Words("Connection", "连接")
        case .address: Words("Address", "地址")
        case .tlsVersion: Words("TLS version", "TLS 版本")
        case .cipherSuite: Words("Cipher suite", "密码套件")
        case .keyExchange: Words("Key exchange", "密钥交换")
        case .alpn: Words("ALPN", "ALPN")
        case .sni: Words("SNI", "SNI")
        case .none: Words("none", "无")
        case .notSent: Words("not sent", "未发送")
        case .clientCertificate: Words("Client certificate", "客户端证书")
        case .resumed: Words("Resumed", "会话恢复")
        case .yes: Words("yes", "是")
        case .timing: Words("Timing", "耗时")
        case .dns: Words("Name lookup", "域名解析")
        case .tcp: Words("TCP", "TCP 连接")
        case .tls: Words("TLS", "TLS 握手")
        case .trust: Words("Judgement", "证书判定")
        case .total: Words("In all", "合计")
        case .judgement: Words("Judgement", "判定条件与结果")
        case .name: Words("For the name", "主机名")
        case .noName: Words("none was compared", "未核对")
        case .purpose: Words("Purpose", "用途")
        case .purposeServer: Words("a TLS server", "TLS 服务器")
        case .purposeClient: Words("a TLS client", "TLS 客户端")
        case .purposeBasic: Words("the chain alone", "仅证书链")
        case .profile: Words("Profile", "规则集")
        case .judgedAt: Words("As of", "判定时刻")
        case .result: Words("SecTrust result", "SecTrust 结果")
        case .exitCode: Words("Exit code", "退出码")
        case .pins: Words("Pins", "公钥固定（pin）")
        case .notLookedAt: Words("Not looked at", "未检查")
        case .notLookedAtList: Words("revocation, transparency, pins", "吊销状态、证书透明度、公钥固定")
        case .notLookedAtButPins: Words("revocation, transparency", "吊销状态、证书透明度")
        default: Words("", "")
        }
    }
}
