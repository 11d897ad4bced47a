import HoldfastStatements

/// Sentences about the options that say where and how to connect.
enum DialSentence: Sentence {
    case noConnectTo(option: String, text: String)
    case noResolve(option: String, text: String)
    case weakGroups(names: String)
    case lackingGroups(names: String)
    case wrongFamily(option: String, address: String, family: String, only: String)
    case ledElsewhere(text: String)
    case proxy(reason: Statement)
    case noTimeout(text: String)
    case noAddressOfFamily(text: String, family: String)
    case fitsNoServer(option: String, text: String)
    case notThroughHTTPSProxy(what: String)
    case noGroup(name: String)
    case groups(reason: Statement)
    case noCertificateOfKey(file: String)

    static let topic = "commandDial"

    var words: LocalizedText {
        switch self {
        case .noConnectTo(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is not HOST:PORT:ADDR:PORT",
                "\(option)：\(Wording.quoted(text)) 不是 HOST:PORT:ADDR:PORT")
        case .noResolve(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is not HOST:PORT:ADDR[,ADDR]",
                "\(option)：\(Wording.quoted(text)) 不是 HOST:PORT:ADDR[,ADDR]")
        case .weakGroups(let names):
            LocalizedText(
                "--groups: \(names) has less than 112 bits, and is not offered",
                "--groups：\(names) 不足 112 位，不予提供")
        case .lackingGroups(let names):
            LocalizedText("--groups: this machine's OpenSSL has no \(names)", "--groups：本机的 OpenSSL 没有 \(names)")
        case .wrongFamily(let option, let address, let family, let only):
            LocalizedText(
                "\(option)'\(address)' is no \(family) address, and \(only) dials no others",
                "\(option)'\(address)' 不是 \(family) 地址，而 \(only) 只连接这种地址")
        case .ledElsewhere(let text):
            LocalizedText(
                "--connect-to: \(text) is led to a name and elsewhere too",
                "--connect-to：\(text) 既指向名称，又指向别处")
        case .proxy(let reason): LocalizedText("--proxy: \(reason.english)", "--proxy：\(reason.chinese)")
        case .noTimeout(let text):
            LocalizedText(
                "--timeout: \(Wording.quoted(text)) is no length of time up to a day",
                "--timeout：\(Wording.quoted(text)) 不是一天以内的时长")
        case .noAddressOfFamily(let text, let family):
            LocalizedText(
                "--resolve: \(Wording.quoted(text)) has no \(family) address",
                "--resolve：\(Wording.quoted(text)) 没有 \(family) 地址")
        case .fitsNoServer(let option, let text):
            LocalizedText(
                "\(option) \(Wording.quoted(text)) fits no server that is asked for",
                "\(option) \(Wording.quoted(text)) 与所请求的服务器都不符")
        case .notThroughHTTPSProxy(let what):
            LocalizedText(
                "\(what) does not go through a proxy of https://",
                "\(what) 不能经过 https:// 的代理")
        case .noGroup(let name):
            LocalizedText(
                "--groups: \(Wording.quoted(name)) is no group's name",
                "--groups：\(Wording.quoted(name)) 不是群的名称")
        case .groups(let reason): LocalizedText("--groups: \(reason.english)", "--groups：\(reason.chinese)")
        case .noCertificateOfKey(let file):
            LocalizedText(
                "\(Wording.quoted(file)) holds no certificate of the key",
                "\(Wording.quoted(file)) 中没有该密钥的证书")
        }
    }
}

/// Advice about the options of connections.
enum DialAdvice: Sentence {
    case fileWithKey
    case connectToExample
    case resolveExample
    case groups(names: String)
    case severalPlaces
    case proxyExample
    case writeTimeout
    case leaveOutOrAnother(option: String)
    case compareHostAndPort
    case otherProxy
    case eitherKind
    case certificateOfTheKey
    case issuedForKey

    static let topic = "commandDialAdvice"

    var words: LocalizedText {
        switch self {
        case .fileWithKey: LocalizedText("name a file with a private key", "请指定含有私钥的文件")
        case .connectToExample:
            LocalizedText(
                "for example www.example.com:443:127.0.0.1:8443; IPv6 in brackets",
                "例如 www.example.com:443:127.0.0.1:8443；IPv6 写在方括号中")
        case .resolveExample:
            LocalizedText(
                "for example www.example.com:443:127.0.0.1; IPv6 in brackets",
                "例如 www.example.com:443:127.0.0.1；IPv6 写在方括号中")
        case .groups(let names): LocalizedText("groups are \(names)", "群有 \(names)")
        case .severalPlaces:
            LocalizedText("several places for one server are written as addresses", "一台服务器的多个位置须写成地址")
        case .proxyExample:
            LocalizedText("for example http://proxy.example.com:8080", "例如 http://proxy.example.com:8080")
        case .writeTimeout:
            LocalizedText(
                "write a number of seconds above 0, such as 2 or 2.5s, or one of ms or m",
                "请写大于 0 的秒数，如 2 或 2.5s，或使用 ms、m")
        case .leaveOutOrAnother(let option):
            LocalizedText("leave \(option) out, or name another address", "请去掉 \(option)，或指定另一个地址")
        case .compareHostAndPort:
            LocalizedText("compare host and port; without a port a server's is 443", "请比较主机与端口；不写端口时服务器的端口为 443")
        case .otherProxy:
            LocalizedText(
                "name one of http:// or socks5://; TLS with the server goes through it from end to end",
                "请指定 http:// 或 socks5:// 的代理；与服务器之间的 TLS 会端到端地通过它")
        case .eitherKind: LocalizedText("leave both out to dial either kind of address", "两者都去掉，即可连接任一种地址")
        case .certificateOfTheKey: LocalizedText("name the certificate that belongs to the key", "请指定该密钥所属的证书")
        case .issuedForKey: LocalizedText("name the certificate that was issued for this key", "请指定为此密钥签发的证书")
        }
    }
}
