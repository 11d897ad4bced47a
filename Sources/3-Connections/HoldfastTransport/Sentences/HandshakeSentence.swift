package import HoldfastStatements

/// Sentences about TLS handshakes that failed, and connections whose keys or suites are not those asked for.
package enum HandshakeSentence: Sentence {
    case notTrusted(Statement)
    case endedByAlert(alert: String)
    case notTLS(port: UInt16)
    case oldVersion(before: String)
    case closed
    case noSecureRenegotiation
    case failed(library: String)
    case notSetUp(host: String)
    case certificatesUnreadable(reason: Statement)
    case weakSuite(suite: String?, host: String, wanted: Suites)
    case otherKeyExchange(exchange: String, host: String, groups: String)
    case noSuchGroups(groups: String)
    case openSSLConfiguration
    case heldBack(PreRequestCheck.Denial)
    case notSoFar(host: String, minimum: String)
    case renegotiation

    package static let topic = "handshake"

    /// Cipher suites as settings ask for them.
    package enum Suites: Sentence {
        case any
        case aes
        case aesWithForwardSecrecy
        case aesGCMWithForwardSecrecy

        package static let topic = "suites"

        package var words: LocalizedText {
            switch self {
            case .any: LocalizedText("any cipher suite", "任意密码套件")
            case .aes: LocalizedText("a cipher suite with AES", "使用 AES 的密码套件")
            case .aesWithForwardSecrecy:
                LocalizedText("a cipher suite with AES and forward secrecy (ECDHE)", "使用 AES 且具有前向保密（ECDHE）的密码套件")
            case .aesGCMWithForwardSecrecy:
                LocalizedText(
                    "a cipher suite with AES-GCM and forward secrecy (ECDHE)", "使用 AES-GCM 且具有前向保密（ECDHE）的密码套件")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .notTrusted(let cause):
            LocalizedText("the server's certificate is not trusted: \(cause.english)", "服务器的证书不受信任：\(cause.chinese)")
        case .endedByAlert(let alert):
            LocalizedText("the server ended TLS with the alert \(alert)", "服务器以警报 \(alert) 中止了 TLS")
        case .notTLS(let port):
            LocalizedText("the server does not speak TLS on port \(port)", "服务器的端口 \(port) 不支持 TLS")
        case .oldVersion(let version):
            LocalizedText("the server chose a version of TLS before \(version)", "服务器选择了早于 \(version) 的 TLS 版本")
        case .closed:
            LocalizedText("the server closed the connection during the TLS handshake", "服务器在 TLS 握手期间关闭了连接")
        case .noSecureRenegotiation:
            LocalizedText(
                "the server does not say that it renegotiates securely (RFC 5746)", "服务器没有表明支持安全重新协商（RFC 5746）")
        case .failed(let reason): LocalizedText("the TLS handshake failed: \(reason)", "TLS 握手失败：\(reason)")
        case .notSetUp(let host):
            LocalizedText("the TLS connection to \(host) was not set up", "未能与 \(host) 建立 TLS 连接")
        case .certificatesUnreadable(let reason):
            LocalizedText(
                "the server's certificates cannot be read: \(reason.english)", "无法解析服务器的证书：\(reason.chinese)")
        case .weakSuite(let suite, let host, let wanted):
            LocalizedText(
                "the server chose \(suite ?? "a cipher suite without a name"), and the settings for \(host) ask for "
                    + wanted.english,
                "服务器选择了 \(suite ?? "没有名称的密码套件")，而对 \(host) 的设置要求\(wanted.chinese)")
        case .otherKeyExchange(let exchange, let host, let groups):
            LocalizedText(
                "the server agrees on keys by \(exchange), and the settings for \(host) ask for one of these groups: "
                    + groups,
                "服务器以 \(exchange) 协商密钥，而对 \(host) 的设置要求使用以下群之一：\(groups)")
        case .noSuchGroups(let groups):
            LocalizedText(
                "this machine's OpenSSL has none of the groups that the settings ask for: \(groups)",
                "本机的 OpenSSL 没有设置所要求的任何一个群：\(groups)")
        case .openSSLConfiguration:
            LocalizedText(
                "the machine's configuration of OpenSSL leaves nothing that a connection could use",
                "本机的 OpenSSL 配置没有留下连接可用的选项")
        case .heldBack(let denial):
            LocalizedText("the request was held back: \(denial.english)", "请求未发出：\(denial.chinese)")
        case .notSoFar(let host, let minimum):
            LocalizedText(
                "the settings for \(host) ask for \(minimum) or later, and the session offers none of it",
                "对 \(host) 的设置要求 \(minimum) 或更高版本，而会话不提供")
        case .renegotiation:
            LocalizedText(
                "the server asked for a second TLS handshake, which was declined, and ended the connection",
                "服务器要求第二次 TLS 握手，被拒绝后结束了连接")
        }
    }
}

/// Advice about TLS handshakes.
package enum HandshakeAdvice: Sentence {
    case serverSpeaksNo(version: String)
    case policyAsksFor(version: String, host: String)
    case machineOffersNoTLS12
    case serverSpeaksNeither
    case perhaps(Statement)
    case nothingInCommon
    case suitesAskedFor(host: String, HandshakeSentence.Suites)
    case groupsAskedFor(host: String, groups: String)
    case checkPort
    case checkThatTLS
    case updateRenegotiation
    case librariesSaid
    case librariesSaidOnly

    package static let topic = "handshakeAdvice"

    package var words: LocalizedText {
        switch self {
        case .serverSpeaksNo(let version):
            LocalizedText(
                "the server speaks no \(version), and nothing else was offered: let its owner switch it on",
                "服务器不支持 \(version)，而没有提议其他版本：请其管理者启用")
        case .policyAsksFor(let version, let host):
            LocalizedText(
                "the server speaks no \(version), and nothing else was offered because the policy for \(host) asks for "
                    + "it: let the server's owner switch it on, or lower minimumTLS",
                "服务器不支持 \(version)，而因对 \(host) 的策略要求它，没有提议其他版本：请服务器管理者启用，或降低 minimumTLS")
        case .machineOffersNoTLS12:
            LocalizedText(
                "this machine's openssl.cnf, or the file that OPENSSL_CONF names, lets no TLS 1.2 be offered: let the "
                    + "server's owner switch 1.3 on",
                "本机的 openssl.cnf（或 OPENSSL_CONF 指定的文件）不允许提议 TLS 1.2：请服务器管理者启用 1.3")
        case .serverSpeaksNeither:
            LocalizedText(
                "the server speaks neither TLS 1.2 nor 1.3: let its owner switch one on",
                "服务器既不支持 TLS 1.2 也不支持 1.3：请其管理者启用其中之一")
        case .perhaps(let advice): LocalizedText("perhaps \(advice.english)", "也可能\(advice.chinese)")
        case .nothingInCommon:
            LocalizedText(
                "the server found nothing in common: cipher suites, groups or signatures",
                "服务器找不到双方共同支持的密码套件、群或签名算法")
        case .suitesAskedFor(let host, let suites):
            LocalizedText("the settings for \(host) ask for \(suites.english)", "对 \(host) 的设置要求\(suites.chinese)")
        case .groupsAskedFor(let host, let groups):
            LocalizedText("the settings for \(host) ask for the groups \(groups)", "对 \(host) 的设置要求使用群 \(groups)")
        case .checkPort:
            LocalizedText("check the port: plain HTTP is at 80, HTTPS at 443", "请检查端口：HTTP 为 80，HTTPS 为 443")
        case .checkThatTLS:
            LocalizedText(
                "check that the port speaks TLS, and look into the server's log", "请确认该端口支持 TLS，并查看服务器日志")
        case .updateRenegotiation:
            LocalizedText(
                "let the owner of the server, or of the device before it, update its TLS: servers have had to say so "
                    + "since 2010",
                "请服务器或其前置设备的管理者更新其 TLS：自 2010 年起服务器必须表明这一点")
        case .librariesSaid:
            LocalizedText(
                "what OpenSSL said stands beside this; the server's log may say more",
                "旁边列出了 OpenSSL 的原话；服务器日志可能有更多说明")
        case .librariesSaidOnly:
            LocalizedText("what OpenSSL said stands beside this", "旁边列出了 OpenSSL 的原话")
        }
    }
}

/// Advice about what was asked for on this side, and about what the server has to switch on for it.
package enum HandshakeSettingAdvice: Sentence {
    case ownCertificateFirst
    case switchOnTLS13OrGCM
    /// For keys that were agreed on otherwise than the settings ask for.
    case switchOnGroups
    /// For settings that ask for groups of which the library has none.
    case askForOtherGroups
    case seeOpenSSLConfiguration
    case updateLibrary
    case repeatRequest
    case reportMismatch
    case widenVersions
    case askInFirstHandshake
    /// For an address, to which no server name is sent.
    case connectByName
    /// For a name that was not sent.
    case sendName

    package static let topic = "handshakeSettingAdvice"

    package var words: LocalizedText {
        switch self {
        case .ownCertificateFirst:
            LocalizedText(
                "look at the server's configuration: it has to send its own certificate first, then its issuers",
                "请检查服务器配置：必须先发送其自身的证书，再发送签发者的证书")
        case .switchOnTLS13OrGCM:
            LocalizedText(
                "let the server's owner switch on TLS 1.3, or ECDHE with AES-GCM",
                "请服务器管理者启用 TLS 1.3，或 ECDHE 与 AES-GCM")
        case .switchOnGroups:
            LocalizedText(
                "let the server's owner switch TLS 1.3 on with one of these groups, or ask for others "
                    + "(supportedGroups)",
                "请服务器管理者启用 TLS 1.3 与其中一个群，或改用其他群（supportedGroups）")
        case .askForOtherGroups:
            LocalizedText(
                "ask for a group that it has (supportedGroups), or update OpenSSL: ML-KEM is in 3.5 and later",
                "请使用它所具有的群（supportedGroups），或更新 OpenSSL：ML-KEM 自 3.5 起提供")
        case .seeOpenSSLConfiguration:
            LocalizedText(
                "look at openssl.cnf, and at the file that OPENSSL_CONF names: its section system_default lists cipher "
                    + "suites that encrypt nothing, and no others",
                "请检查 openssl.cnf 以及 OPENSSL_CONF 指定的文件：其 system_default 一节只列出了不加密的密码套件")
        case .updateLibrary:
            LocalizedText(
                "let the server's owner switch TLS 1.3 on, or update its TLS library",
                "请服务器管理者启用 TLS 1.3，或更新其 TLS 库")
        case .repeatRequest:
            LocalizedText("repeat the request; if it stays so, report this", "请重新发送请求；若仍如此，请报告")
        case .reportMismatch:
            LocalizedText(
                "report this: the judgement and OpenSSL read the server's certificates differently",
                "请报告：判定与 OpenSSL 对服务器证书的解析不同")
        case .widenVersions:
            LocalizedText("let Configuration.trust.tlsVersions go as far", "请让 Configuration.trust.tlsVersions 包括它")
        case .askInFirstHandshake:
            LocalizedText(
                "let the server ask for the client's certificate in the first handshake, or use TLS 1.3",
                "请让服务器在第一次握手中要求客户端证书，或使用 TLS 1.3")
        case .connectByName:
            LocalizedText(
                "no server name is sent to an address, and some servers answer nobody who names none: connect by a "
                    + "name of the server's, which a rule leads to the address",
                "连接地址时不发送服务器名称，而有的服务器不应答未指明名称者：请使用服务器的名称连接，并以规则指向该地址")
        case .sendName:
            LocalizedText(
                "no server name was sent, and some servers answer nobody who names none: have it sent",
                "没有发送服务器名称，而有的服务器不应答未指明名称者：请发送该名称")
        }
    }
}
