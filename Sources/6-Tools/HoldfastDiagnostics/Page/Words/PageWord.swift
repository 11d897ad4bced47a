package import HoldfastStatements

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
    case clients, protocols, postQuantum
    case connection, address, tlsVersion, cipherSuite, keyExchange, alpn, sni, none, notSent, clientCertificate,
        resumed,
        yes
    case timing, dns, tcp, tls, trust, total
    case judgement, name, noName, purpose, purposeServer, purposeClient, purposeBasic, profile, policyFile, judgedAt,
        result
    case revocationStatus, fetchedIssuers
    case exitCode, facts, pins, notLookedAt, revocation, transparencyLogs, pinsOfKeys
    // Timestamps of logs
    case transparency, transparencyPassed, transparencyFailed, transparencyNotRequired, transparencyNotChecked
    case noTimestamps, unknownLog, unknownVersion, timestampCounts, inCertificate, inHandshake, inOCSPResponse
    case unreadableTimestamps

    package var words: LocalizedText {
        switch self {
        case .checkTitle: LocalizedText("Certificate report", "证书检查报告")
        case .catalogueTitle: LocalizedText("A catalogue of servers, judged", "测试服务器目录：判定报告")
        case .catalogueLead:
            LocalizedText(
                "Each server was started on this machine, connected to, and judged inside the TLS handshake.",
                "每台服务器都在本机启动，建立连接后在 TLS 握手过程中完成判定。")
        case .language: LocalizedText("Language", "语言")
        case .madeAt: LocalizedText("Made", "生成时间")
        case .targets: LocalizedText("Targets", "目标")
        case .servers: LocalizedText("Servers", "服务器")
        case .attention: LocalizedText("Where to look", "需要关注")
        case .footer:
            LocalizedText(
                """
                This page is whole by itself: it loads nothing and runs no script. What certificates and servers say \
                stands here as data.
                """, "本页自成一体，不加载任何外部资源，也不含脚本。来自证书和服务器的文字一律仅作为数据显示。")
        case .trusted: LocalizedText("Trusted", "可信")
        case .notTrusted: LocalizedText("Not trusted", "不可信")
        case .failed: LocalizedText("Failed", "失败")
        case .trustedForName: LocalizedText("The server is who it claims to be", "服务器身份属实")
        case .trustedWithoutName: LocalizedText("The chain holds; no name was compared", "证书链有效，但未核对主机名")
        case .meaningForName:
            LocalizedText(
                """
                Its certificate names the server that was asked for, is valid at the time of judgement, and leads by \
                verified signatures to an anchor that is trusted here.
                """, "证书包含所访问的主机名，在判定时刻有效，并通过逐级验证的签名追溯到这里信任的信任锚。")
        case .meaningWithoutName:
            LocalizedText(
                "The certificates lead to an anchor that is trusted here. Nothing was said about which server they "
                    + "are for.",
                "证书链可以追溯到这里信任的信任锚，但没有说明它属于哪台服务器。")
        case .trustedExplicitly: LocalizedText("Trusted because a user decided so", "因用户的明确选择而被信任")
        case .meaningProceed:
            LocalizedText(
                """
                The rules would refuse this server. It is trusted only because a user decided so explicitly, for this \
                certificate or this host and for a limited time.
                """, "按规则应当拒绝该服务器。它之所以可信，仅仅因为用户在限定的证书或主机、限定的时间内明确选择了信任。")
        case .whatToDo: LocalizedText("What to do", "处理建议")
        case .exit: LocalizedText("exit", "退出码")
        case .asExpected: LocalizedText("As expected", "符合预期")
        case .notAsExpected: LocalizedText("Not as expected", "不符合预期")
        case .expected: LocalizedText("Expected", "预期")
        case .actual: LocalizedText("Found", "实际")
        case .error: LocalizedText("Error", "错误")
        case .warning: LocalizedText("Warning", "警告")
        case .note: LocalizedText("Note", "提示")
        case .chain: LocalizedText("Chain of certificates", "证书链")
        case .chainCaption:
            LocalizedText(
                "From the server's certificate down to the anchor. Bars show validity; the stroke is the moment of "
                    + "judgement.",
                "自上而下由服务器证书到信任锚。横条为有效期，竖线为判定时刻。")
        case .chainNone: LocalizedText("No chain could be built from what was sent.", "无法用收到的内容构建证书链。")
        case .leaf: LocalizedText("Leaf", "叶证书")
        case .leafAndAnchor: LocalizedText("Leaf and trust anchor", "叶证书（同时是信任锚）")
        case .anchor: LocalizedText("Trust anchor", "信任锚")
        case .untrustedRoot: LocalizedText("Root that is no anchor", "根证书（不是信任锚）")
        case .anchorPublic: LocalizedText("of the public web", "公共信任的根证书")
        case .anchorOwn: LocalizedText("your own", "自行添加")
        case .anchorFrom: LocalizedText("From", "来源")
        case .noAnchor:
            LocalizedText("The chain ends here, without a trust anchor", "证书链到此为止，没有通向信任锚")
        case .notPresented: LocalizedText("not sent by the server", "服务器未发送")
        case .presentedAside: LocalizedText("Sent by the server, not part of the chain", "服务器发送但未用于证书链")
        case .unreadable: LocalizedText("Not readable as a certificate", "无法解析为证书")
        case .noSubject: LocalizedText("(no subject)", "（主题为空）")
        case .itself: LocalizedText("itself", "自签发")
        case .key: LocalizedText("Key", "密钥")
        case .signature: LocalizedText("Signature", "签名算法")
        case .issuer: LocalizedText("Issuer", "签发者")
        case .names: LocalizedText("Names", "适用名称")
        case .serial: LocalizedText("Serial number", "序列号")
        case .validity: LocalizedText("Validity", "有效期")
        case .neverValid: LocalizedText("ends before it begins", "结束时间早于开始时间")
        case .fingerprint: LocalizedText("SHA-256", "SHA-256 指纹")
        case .pin: LocalizedText("Public key pin", "公钥固定值")
        case .fingerprints: LocalizedText("Fingerprints and PEM", "指纹与 PEM")
        case .download: LocalizedText("Save the certificate (DER)", "保存证书文件（DER）")
        case .tooLarge: LocalizedText("Too large to be carried in this page", "证书过大，未随本页附带")
        case .explicitTrust: LocalizedText("Explicit trust", "用户的明确信任")
        case .exception: LocalizedText("an exception of the user", "用户设置的例外")
        case .acceptAny: LocalizedText("any certificate is accepted, for tests", "测试用途：接受任意证书")
        case .from: LocalizedText("From", "起始")
        case .until: LocalizedText("Until", "截止")
        case .overrides: LocalizedText("Overrides", "放行")
        case .reason: LocalizedText("Reason", "理由")
        case .overridden: LocalizedText("Does not refuse, overridden by", "未导致拒绝，放行依据：")
        case .serverName: LocalizedText("Does the server choose by SNI?", "服务器是否按 SNI 选择证书？")
        case .serverNameSent: LocalizedText("Name sent", "发送的 SNI")
        case .serverNameTried: LocalizedText("Then tried", "随后尝试")
        case .serverNamePresents: LocalizedText("It presents", "返回的证书")
        case .facts: LocalizedText("Facts", "公开资料")
        case .transparency: LocalizedText("Certificate transparency", "证书透明度")
        case .transparencyPassed:
            LocalizedText("Enough logs attest the certificate, by the policy", "按此策略，有足够的日志为证书作证：")
        case .transparencyFailed:
            LocalizedText("Too few logs attest the certificate, by the policy", "按此策略，为证书作证的日志不够：")
        case .transparencyNotRequired:
            LocalizedText("Nothing is asked of this certificate by the policy", "此策略对这张证书没有要求：")
        case .transparencyNotChecked:
            LocalizedText("Not checked, since there is no list of logs, by the policy", "未检查（没有日志列表），策略：")
        case .noTimestamps: LocalizedText("No timestamp was presented.", "没有出示任何时间戳。")
        case .unknownLog: LocalizedText("Log", "日志")
        case .unknownVersion: LocalizedText("A timestamp of a version that is not known", "版本未知的时间戳")
        case .timestampCounts: LocalizedText("counts", "有效")
        case .inCertificate: LocalizedText("in the certificate", "证书内嵌")
        case .inHandshake: LocalizedText("in the TLS handshake", "随 TLS 握手发送")
        case .inOCSPResponse: LocalizedText("in the OCSP response", "随 OCSP 应答发送")
        case .unreadableTimestamps:
            LocalizedText("A list of timestamps that cannot be read", "无法解析的时间戳列表")
        case .findings: LocalizedText("Findings", "检查结果")
        case .noFindings: LocalizedText("No rule objects.", "没有违反任何规则。")
        case .certificate: LocalizedText("Certificate", "证书")
        case .wholeChain: LocalizedText("the chain as a whole", "整条证书链")
        case .seen: LocalizedText("Seen", "实际")
        case .expectedBy: LocalizedText("Expected", "要求")
        case .rule: LocalizedText("Rule", "依据")
        case .appleStatus: LocalizedText("OSStatus", "OSStatus")
        case .nearMisses: LocalizedText("Other paths that were tried", "尝试过的其他路径")
        case .nearMissesMeaning: LocalizedText("Each was refused for a reason of its own.", "以下路径因各自的原因被拒绝。")
        case .clients: LocalizedText("Clients", "客户端")
        case .protocols: LocalizedText("Protocols", "协议")
        case .connection: LocalizedText("Connection", "连接")
        case .address: LocalizedText("Address", "地址")
        case .tlsVersion: LocalizedText("TLS version", "TLS 版本")
        case .cipherSuite: LocalizedText("Cipher suite", "密码套件")
        case .keyExchange: LocalizedText("Key exchange", "密钥交换")
        case .postQuantum: LocalizedText("Post-quantum", "抗量子")
        case .alpn: LocalizedText("ALPN", "ALPN")
        case .sni: LocalizedText("SNI", "SNI")
        case .none: LocalizedText("none", "无")
        case .notSent: LocalizedText("not sent", "未发送")
        case .clientCertificate: LocalizedText("Client certificate", "客户端证书")
        case .resumed: LocalizedText("Resumed", "会话恢复")
        case .yes: LocalizedText("yes", "是")
        case .timing: LocalizedText("Timing", "耗时")
        case .dns: LocalizedText("Name lookup", "域名解析")
        case .tcp: LocalizedText("TCP", "TCP 连接")
        case .tls: LocalizedText("TLS", "TLS 握手")
        case .trust: LocalizedText("Judgement", "证书判定")
        case .total: LocalizedText("In all", "合计")
        case .judgement: LocalizedText("Judgement", "判定条件与结果")
        case .name: LocalizedText("For the name", "主机名")
        case .noName: LocalizedText("none was compared", "未核对")
        case .purpose: LocalizedText("Purpose", "用途")
        case .purposeServer: LocalizedText("a TLS server", "TLS 服务器")
        case .purposeClient: LocalizedText("a TLS client", "TLS 客户端")
        case .purposeBasic: LocalizedText("the chain alone", "仅证书链")
        case .profile: LocalizedText("Profile", "规则集")
        case .policyFile: LocalizedText("Policy file", "策略文件")
        case .judgedAt: LocalizedText("As of", "判定时刻")
        case .result: LocalizedText("SecTrust result", "SecTrust 结果")
        case .exitCode: LocalizedText("Exit code", "退出码")
        case .pins: LocalizedText("Pins", "公钥固定（pin）")
        case .notLookedAt: LocalizedText("Not looked at", "未检查")
        case .revocationStatus: LocalizedText("Revocation", "吊销状态")
        case .fetchedIssuers: LocalizedText("Issuers that were looked for", "查找缺失的签发者证书")
        case .revocation: LocalizedText("revocation", "吊销状态")
        case .transparencyLogs: LocalizedText("transparency", "证书透明度")
        case .pinsOfKeys: LocalizedText("pins", "公钥固定")
        }
    }
}
