import HoldfastResolving
import HoldfastStatements

/// Sentences about the sources of addresses.
enum ResolveSentence: Sentence {
    case needsProvider(option: String)
    case resolver(text: String, reason: Statement)
    case wrongSpecification(option: String, text: String, fault: ResolverFault)
    case accounts(file: String, fault: Statement)
    case source(source: String, reason: Statement)
    case noAddressAnywhere
    case isAddress(text: String)
    case tooManyNames(most: Int)
    case noAccount(file: String, provider: String)
    case noPort(text: String)
    case needsHTTPS(option: String)
    case needsAccount(text: String)
    case noProvider
    case noResolverAt(option: String, text: String, name: String)
    case tooManyResolvers(most: Int)
    case resolverTwice(text: String)
    case noLogin

    static let topic = "commandResolve"

    var words: LocalizedText {
        switch self {
        case .needsProvider(let option): LocalizedText("\(option) needs a provider", "\(option) 需要一个提供者")
        case .resolver(let text, let reason):
            LocalizedText(
                "--resolver: \(Wording.quoted(text)): \(reason.english)",
                "--resolver：\(Wording.quoted(text))：\(reason.chinese)")
        case .wrongSpecification(let option, let text, let fault):
            LocalizedText(
                "\(option): \(Wording.quoted(text)): \(fault.english)",
                "\(option)：\(Wording.quoted(text))：\(fault.chinese)")
        case .accounts(let file, let fault):
            LocalizedText("\(Wording.quoted(file)): \(fault.english)", "\(Wording.quoted(file))：\(fault.chinese)")
        case .source(let source, let reason):
            LocalizedText(
                "\(source): \(Wording.clause(reason.english))",
                "\(source)：\(Wording.clause(reason.chinese))")
        case .noAddressAnywhere: LocalizedText("no source has an address", "没有来源给出地址")
        case .isAddress(let text):
            LocalizedText("\(Wording.quoted(text)) is an address already", "\(Wording.quoted(text)) 已经是地址")
        case .tooManyNames(let most): LocalizedText("more than \(most) names", "名称超过 \(most) 个")
        case .noAccount(let file, let provider):
            LocalizedText(
                "\(Wording.quoted(file)) has no account of \(provider)",
                "\(Wording.quoted(file)) 中没有 \(provider) 的账户")
        case .noPort(let text):
            LocalizedText("--port: \(Wording.quoted(text)) is no port", "--port：\(Wording.quoted(text)) 不是端口")
        case .needsHTTPS(let option):
            LocalizedText("\(option) needs a resolver that speaks HTTPS", "\(option) 需要使用 HTTPS 的解析器")
        case .needsAccount(let text):
            LocalizedText(
                "--resolver \(Wording.quoted(text)) needs --resolver-account FILE",
                "--resolver \(Wording.quoted(text)) 需要 --resolver-account FILE")
        case .noProvider: LocalizedText("no provider is described", "没有描述任何提供者")
        case .noResolverAt(let option, let text, let name):
            LocalizedText(
                "\(option): \(Wording.quoted(text)): no resolver is at \(name)",
                "\(option)：\(Wording.quoted(text))：\(name) 处没有解析器")
        case .tooManyResolvers(let most): LocalizedText("more than \(most) resolvers", "解析器超过 \(most) 个")
        case .resolverTwice(let text):
            LocalizedText(
                "--resolver \(Wording.quoted(text)) is given twice",
                "--resolver \(Wording.quoted(text)) 给出了两次")
        case .noLogin: LocalizedText("--resolver: a resolver takes no user and no password", "--resolver：解析器不带用户名与密码")
        }
    }
}

/// Mistakes in a `--resolver`.
enum ResolverFault: Sentence {
    case namesNoFile
    case noAssignment
    case noDNSName(name: String)
    case noAddress(text: String)
    case namesNoHost
    case url(reason: Statement)
    case noProvider
    case withoutTLS
    case plainDNS
    case noResolver

    static let topic = "commandResolverFault"

    var words: LocalizedText {
        switch self {
        case .namesNoFile: LocalizedText("it names no file", "它没有指明文件")
        case .noAssignment: LocalizedText("it is no NAME=ADDRESS", "它不是 NAME=ADDRESS")
        case .noDNSName(let name):
            LocalizedText("\(Wording.quoted(name)) is no DNS name", "\(Wording.quoted(name)) 不是 DNS 名称")
        case .noAddress(let text):
            LocalizedText("\(Wording.quoted(text)) is no IP address", "\(Wording.quoted(text)) 不是 IP 地址")
        case .namesNoHost: LocalizedText("it names no host", "它没有指明主机")
        case .url(let reason): LocalizedText("\(Wording.clause(reason.english))", "\(Wording.clause(reason.chinese))")
        case .noProvider: LocalizedText("there is no such provider", "没有这个提供者")
        case .withoutTLS: LocalizedText("a resolver without TLS is not asked", "不询问没有 TLS 的解析器")
        case .plainDNS: LocalizedText("plain DNS is not spoken", "不使用明文 DNS")
        case .noResolver: LocalizedText("it is no resolver", "它不是解析器")
        }
    }
}

/// Mistakes in a file of `--resolver-account`.
enum AccountFault: Sentence {
    case noObject
    case server(name: String)
    case bootstrap(name: String)
    case client(name: String)
    case port(name: String)
    case noMember(name: String)

    static let topic = "commandAccountFault"

    var words: LocalizedText {
        switch self {
        case .noObject: LocalizedText("it is no JSON object of accounts", "它不是账户的 JSON 对象")
        case .server(let name):
            LocalizedText("the server of \(name) is no name and no address", "\(name) 的 server 不是名称也不是地址")
        case .bootstrap(let name):
            LocalizedText("the bootstrap of \(name) is no list of addresses", "\(name) 的 bootstrap 不是地址列表")
        case .client(let name): LocalizedText("the client of \(name) is no address", "\(name) 的 client 不是地址")
        case .port(let name): LocalizedText("the port of \(name) is none", "\(name) 的 port 不是端口")
        case .noMember(let name):
            LocalizedText("an account has no member \(Wording.quoted(name))", "账户没有名为 \(Wording.quoted(name)) 的成员")
        }
    }
}

/// Advice about the sources of addresses.
enum ResolveAdvice: Sentence {
    case writeBootstrap
    case standsForIt(name: String)
    case needsMember(provider: String)
    case hostOfResolver
    case writeHosts
    case writeStatic
    case writeDNSOverHTTPS
    case writeProvider
    case writeProviderOr(names: String)
    case writeHTTPS
    case asDNSOverHTTPS(url: String)
    case kinds
    case longerOrAnother
    case reachable
    case privateAuthority
    case checkAccount
    case checkURL
    case spellingOrAnother
    case writeHost
    case checkJudges
    case fewerAtOnce
    case writeAccounts
    case noneConnected
    case writePort
    case accountFile
    case checkEntry
    case describesNone
    case leaveSomeOut
    case leaveOutForNever

    static let topic = "commandResolveAdvice"

    var words: LocalizedText {
        switch self {
        case .writeBootstrap:
            LocalizedText(
                "write HOST=ADDRESS[,ADDRESS], such as dns.example=192.0.2.53",
                "请写 HOST=ADDRESS[,ADDRESS]，例如 dns.example=192.0.2.53")
        case .standsForIt(let name): LocalizedText("does '\(name)' stand for it?", "'\(name)' 是否就是它？")
        case .needsMember(let provider): LocalizedText("it needs a member \(provider)", "需要名为 \(provider) 的成员")
        case .hostOfResolver: LocalizedText("name the host of a resolver's URL", "请写某个解析器 URL 中的主机")
        case .writeHosts: LocalizedText("write hosts:PATH, or hosts", "请写 hosts:PATH 或 hosts")
        case .writeStatic:
            LocalizedText(
                "write static:NAME=ADDRESS[,ADDRESS], such as static:www.example.com=192.0.2.1,2001:db8::1",
                "请写 static:NAME=ADDRESS[,ADDRESS]，例如 static:www.example.com=192.0.2.1,2001:db8::1")
        case .writeDNSOverHTTPS:
            LocalizedText("such as https://dns.example/dns-query", "例如 https://dns.example/dns-query")
        case .writeProvider: LocalizedText("write provider:PATH.json", "请写 provider:PATH.json")
        case .writeProviderOr(let names):
            LocalizedText("write provider:PATH.json, or \(names)", "请写 provider:PATH.json 或 \(names)")
        case .writeHTTPS: LocalizedText("write https://…", "请写 https://…")
        case .asDNSOverHTTPS(let url):
            LocalizedText("as a server of DNS over HTTPS: \(url)", "作为 DNS over HTTPS 的服务器：\(url)")
        case .kinds:
            LocalizedText(
                "resolvers are system, hosts[:PATH], static:NAME=ADDRESS, https://… and provider:…",
                "解析器有 system、hosts[:PATH]、static:NAME=ADDRESS、https://… 与 provider:…")
        case .longerOrAnother:
            LocalizedText("give it longer with --timeout, or ask another", "请以 --timeout 给它更长时间，或询问另一个解析器")
        case .reachable:
            LocalizedText(
                "check that it can be reached from here; --resolver-bootstrap names its addresses",
                "请检查从此处能否到达它；--resolver-bootstrap 可指明它的地址")
        case .privateAuthority:
            LocalizedText(
                "where its authority is a private one, name that with --resolver-anchors",
                "如果它的证书颁发机构是私有的，请以 --resolver-anchors 指明")
        case .checkAccount:
            LocalizedText(
                "check the account of --resolver-account, and this machine's clock",
                "请检查 --resolver-account 的账户与本机时钟")
        case .checkURL: LocalizedText("check the URL or the provider's description", "请检查 URL 或服务商的描述文件")
        case .spellingOrAnother: LocalizedText("check the spelling, or ask another resolver", "请检查拼写，或询问另一个解析器")
        case .writeHost: LocalizedText("write a host, host:port or https://host", "请写 host、host:port 或 https://host")
        case .checkJudges:
            LocalizedText("holdfast check judges the server at an address", "holdfast check 可判定某个地址上的服务器")
        case .fewerAtOnce: LocalizedText("resolve fewer at once", "请减少一次解析的名称")
        case .writeAccounts:
            LocalizedText(
                "write {\"PROVIDER\": {\"server\": \"…\", \"account\": \"…\", \"secret\": \"…\"}}",
                "请写 {\"PROVIDER\": {\"server\": \"…\", \"account\": \"…\", \"secret\": \"…\"}}")
        case .noneConnected: LocalizedText("without it no address is connected to", "没有它就不连接任何地址")
        case .writePort: LocalizedText("write a number from 1 to 65535", "请写 1 到 65535 之间的数")
        case .accountFile:
            LocalizedText("the file has the provider's server, the account and its secret", "该文件含有提供者的服务器、账户及其密钥")
        case .checkEntry:
            LocalizedText("check its entry in the file of --resolver-account", "请检查 --resolver-account 文件中的相应条目")
        case .describesNone: LocalizedText("it describes no provider", "它没有描述任何提供者")
        case .leaveSomeOut: LocalizedText("leave some --resolver out", "请去掉一些 --resolver")
        case .leaveOutForNever: LocalizedText("leave it out for never", "去掉即为 never")
        }
    }
}

/// The failure of a resolver as the command tells it.
extension ResolverError {
    /// The failure in words, without the name of the resolver before it.
    var clause: Statement { Statement(reason) }

    /// The remedy, where there is one.
    var advice: ResolveAdvice? {
        switch reason {
        case .timedOut: .longerOrAnother
        case .unreachable: .reachable
        case .untrusted: .privateAuthority
        case .unauthorized: .checkAccount
        case .status, .malformed: .checkURL
        case .noSuchName, .failed, .truncated, .tooLarge, .unusable, .cancelled: nil
        }
    }
}
