import HoldfastStatements

/// Advice of the library in the command's words, which has options where a program has settings.
enum OptionAdvice: Sentence {
    case showCertificate
    case showCertificateBeforehand
    case askInHandshake
    case connectByName
    case sendName
    case switchOnGroups
    case askForOtherGroups
    case resolveProxy
    case nameProxyUser
    case checkAddresses
    case sayWhich
    case checkSpellingAndNetwork
    case checkSpellingAndResolvers
    case checkNetworkAndResolver
    case checkResolver
    case allowConnectingMoreTime
    case allowAnswerMoreTime
    case allowHandshakeMoreTime
    case allowMoreTime
    case offerHTTP11
    case earlyAnswer
    case nameUser
    case seeLibraries
    case seeLibrariesAndLog
    case seeOpenSSLAndLog

    static let topic = "commandOptionAdvice"

    var words: LocalizedText {
        switch self {
        case .showCertificate:
            LocalizedText(
                "show one with --cert FILE, and --key FILE where its key is in another file",
                "请以 --cert FILE 出示证书，密钥在另一文件中时加 --key FILE")
        case .showCertificateBeforehand:
            LocalizedText(
                "show one with --cert FILE, or let the server ask in the handshake",
                "请以 --cert FILE 出示证书，或让服务器在握手中提出要求")
        case .askInHandshake:
            LocalizedText("let the server ask in the handshake, or use --http1.1", "让服务器在握手中要求，或使用 --http1.1")
        case .connectByName:
            LocalizedText(
                "no server name is sent to an address, and some servers answer nobody who names none: name the server "
                    + "by its name, and lead it to the address with --connect-to",
                "连接地址时不发送服务器名称，而有的服务器不应答未指明名称者：请使用服务器的名称，并以 --connect-to 指向该地址")
        case .sendName:
            LocalizedText(
                "no server name was sent, and some servers answer nobody who names none: leave --no-sni out",
                "没有发送服务器名称，而有的服务器不应答未指明名称者：请去掉 --no-sni")
        case .switchOnGroups:
            LocalizedText(
                "let the server's owner switch TLS 1.3 on with one of these groups, or name others with --groups",
                "请服务器管理者启用 TLS 1.3 与其中一个群，或以 --groups 指定其他群")
        case .askForOtherGroups:
            LocalizedText(
                "name a group that it has in the policy file or with --groups, or update OpenSSL: ML-KEM is in 3.5 "
                    + "and later",
                "请在策略文件中或以 --groups 指定它所具有的群，或更新 OpenSSL：ML-KEM 自 3.5 起提供")
        case .resolveProxy:
            LocalizedText(
                "check --resolver, or say with --resolve which address the proxy has",
                "请检查 --resolver，或以 --resolve 指明代理的地址")
        case .nameProxyUser:
            LocalizedText(
                "it wants to know who asks: write --proxy with USER:PASSWORD@ before the proxy's host",
                "它要求登录：请在 --proxy 的代理主机之前写上 USER:PASSWORD@")
        case .checkAddresses:
            LocalizedText(
                "check --resolver, and whether -4, -6 or --resolve leave an address",
                "请检查 --resolver，以及 -4、-6 或 --resolve 是否留有可用地址")
        case .sayWhich:
            LocalizedText(
                "say with --connect-to or --resolve which of them to connect to",
                "请以 --connect-to 或 --resolve 指明连接哪一个")
        case .checkSpellingAndNetwork:
            LocalizedText(
                "check the spelling and the network, or say which address the name stands for (--resolve)",
                "请检查拼写与网络，或以 --resolve 指明该名称对应的地址")
        case .checkSpellingAndResolvers:
            LocalizedText(
                "check the spelling and the resolvers, or say which address the name stands for (--resolve)",
                "请检查拼写与解析器，或以 --resolve 指明该名称对应的地址")
        case .checkNetworkAndResolver:
            LocalizedText(
                "check the network and the resolver, or say which address the name stands for (--resolve)",
                "请检查网络与解析器，或以 --resolve 指明该名称对应的地址")
        case .checkResolver:
            LocalizedText(
                "check the resolver, or say which address the name stands for (--resolve)",
                "请检查解析器，或以 --resolve 指明该名称对应的地址")
        case .allowConnectingMoreTime:
            LocalizedText(
                "check that the address and port are right and not filtered, or allow more time (--timeout)",
                "请确认地址与端口正确且未被过滤，或以 --timeout 延长时限")
        case .allowAnswerMoreTime:
            LocalizedText(
                "see what the server is busy with, or allow more time (--timeout)", "请查看服务器正忙于什么，或以 --timeout 延长时限")
        case .allowHandshakeMoreTime:
            LocalizedText(
                "check that nothing in between holds packets back, or allow more time (--timeout)",
                "请确认途中没有设备拦截数据包，或以 --timeout 延长时限")
        case .allowMoreTime: LocalizedText("allow more time (--timeout)", "请以 --timeout 延长时限")
        case .offerHTTP11:
            LocalizedText("try --http1.1", "请试用 --http1.1")
        case .earlyAnswer:
            LocalizedText(
                "over HTTP/2 an answer that comes before all of the content was sent may be lost: try --http1.1",
                "通过 HTTP/2 时，在内容发送完之前到达的应答可能丢失：请试用 --http1.1")
        case .nameUser:
            LocalizedText(
                "name the user in the URL, https://USER:PASSWORD@HOST/, or choose another scheme with --auth",
                "请在 URL 中写明用户 https://USER:PASSWORD@HOST/，或以 --auth 选择另一种方案")
        case .seeLibraries:
            LocalizedText(
                "--json of check and request shows what OpenSSL said",
                "check 与 request 的 --json 会列出 OpenSSL 的原话")
        case .seeLibrariesAndLog:
            LocalizedText(
                "--json of check and request shows what OpenSSL said; the server's log may say more",
                "check 与 request 的 --json 会列出 OpenSSL 的原话；服务器日志可能有更多说明")
        case .seeOpenSSLAndLog:
            LocalizedText(
                "--json of check and request shows what OpenSSL said; the server's log may say more",
                "check 与 request 的 --json 会列出 OpenSSL 的原话；服务器日志可能有更多说明")
        }
    }
}
