import HoldfastStatements
import HoldfastGate
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

extension CommandOption {
    static let gateOnly = CommandOption(
        "--only", "NAME", repeatable: true,
        help: "judge this domain with all below it, or this address; hand other connections through",
        chinese: "判定此域及其所有子域，或此地址；其他连接直接转交")
    static let gateObserve = CommandOption(
        "--observe",
        help: "hand every connection through, and report what would have been refused", chinese: "转交每个连接，并报告本会拒绝的")
    static let gateNames = CommandOption(
        "--names", "NAME", repeatable: true,
        help: "make this run's authority good for this domain with all below it, or this address, and no other server",
        chinese: "使本次运行的颁发机构只对此域及其子域或此地址有效，对其他服务器无效")
    static let gateLife = CommandOption(
        "--life", "DURATION",
        help: "end this run's authority after 90m, 12h, … (default and most: 1d)",
        chinese: "在 90m、12h "
            + "等之后结束本次运行的颁发机构（默认及最长：1d）")
    static let gateListen = CommandOption(
        "--listen", "ADDR:PORT",
        help: "listen here (default 127.0.0.1 at a free port); elsewhere needs credentials",
        chinese: "在此监听（默认 127.0.0.1 的空闲端口）；在别处监听需要凭据")
    static let gateCredentials = CommandOption(
        "--require-credentials",
        help: "take nobody without this run's credentials, programs of this user neither",
        chinese: "没有本次运行的凭据者一概不接受，此用户的程序也不例外")
    static let gateUpgrade = CommandOption(
        "--upgrade-plain",
        help: "send requests without TLS to the same URL with TLS, instead of refusing them",
        chinese: "把没有 TLS 的请求改以 TLS 发往同一 URL，而不拒绝")
    static let gateGoOn = CommandOption(
        "--go-on-for", "DURATION",
        help: "the longest time for which a user may go on (default 1h)", chinese: "用户可以继续的最长时间（默认 1h）")
    static let gatePage = CommandOption(
        "--page",
        help: "serve a page of what goes on, which updates by itself, and print its URL",
        chinese: "提供自动更新的实况页面，并输出其 URL")
}

extension CommandOption {
    /// The options of commands that have a gate: what it does about plain HTTP, about users that go on, and whom it
    /// shows the client's certificate to.
    static let gateBehaviour: [CommandOption] = [.gateUpgrade, .gateGoOn, .clientCertificateHost]
}

/// The settings of a gate that options give.
enum GateOptions {
    /// A gate's settings by a command's options.
    ///
    /// - Parameter page: the server that a certificate of the client's is for where no option names one; nil where
    ///   nobody knows it.
    static func configuration(
        _ invocation: Invocation, of page: ServerName? = nil
    ) throws(CommandError) -> Gate.Configuration {
        let trust = try TrustOptions(invocation)
        if let purpose = trust.purpose, purpose != .ssl {
            throw .usage(
                GateCommandSentence.policy(purpose: purpose.rawValue),
                hint: GateCommandAdvice.leavePolicyOut)
        }
        let dial = try DialOptions(invocation)
        var configuration = Gate.Configuration()
        let identity = try IdentityOptions(invocation)
        configuration.session = LiveServer.configuration(trust: trust, dial: dial, identity: identity)
        configuration.session.credentials.identityServers = try identityServers(
            invocation, hasIdentity: identity != nil, page)
        configuration.limits.connect = dial.timeout
        try apply(invocation, to: &configuration)
        configuration.language = try LanguageOption.parse(invocation)
        return configuration
    }

    /// The servers that see the client's certificate. Pages and programs choose whom they ask: without a name it
    /// would be whoever wants to know who the user is.
    private static func identityServers(
        _ invocation: Invocation, hasIdentity: Bool, _ page: ServerName?
    ) throws(CommandError) -> [ServerName] {
        let named = try names(.clientCertificateHost, invocation)?.names
        guard hasIdentity else {
            try invocation.refuse([.clientCertificateHost], without: "--cert", GateCommandAdvice.shownCertificate)
            return []
        }
        guard let servers = named ?? page.map({ [$0] }) else {
            throw .usage(
                GateCommandSentence.certWithoutFor,
                hint: GateCommandAdvice.nameEachHost)
        }
        return servers
    }

    private static func apply(
        _ invocation: Invocation, to configuration: inout Gate.Configuration
    ) throws(CommandError) {
        let only = try names(.gateOnly, invocation)
        if let only, invocation.has(.gateObserve) {
            throw .usage(
                UsageSentence.excludes(option: "--observe", other: "--only"),
                hint: only.names.count == 1 ? GateCommandAdvice.observesThatServer : .observesThose)
        }
        if invocation.has(.gateObserve) { configuration.scope = .observed }
        if let only { configuration.scope = .only(only) }
        configuration.names = try names(.gateNames, invocation)
        if let text = invocation.value(.gateLife) {
            configuration.life = try DurationArgument.parse(text, of: .gateLife)
        }
        if let text = invocation.value(.gateGoOn) {
            configuration.goOnLimit = try DurationArgument.parse(text, of: .gateGoOn)
        }
        if let text = invocation.value(.gateListen) { configuration.endpoint = try endpoint(text) }
        configuration.requiresCredentials = invocation.has(.gateCredentials)
        if invocation.has(.gateUpgrade) { configuration.plainHTTP = .upgraded }
    }

    private static func names(
        _ option: CommandOption, _ invocation: Invocation
    ) throws(CommandError) -> GateNames? {
        let texts = invocation.values(option)
        guard !texts.isEmpty else { return nil }
        var names: [ServerName] = []
        for text in texts {
            names.append(try HostArgument.parse(text, of: option))
        }
        return GateNames(names)
    }

    private static func endpoint(_ text: String) throws(CommandError) -> Endpoint {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw .usage(GateCommandSentence.notAddressAndPort(text: text), hint: GateCommandAdvice.listenExample)
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard let address = IPAddress(host) else {
            throw .usage(GateCommandSentence.hasNoAddress(text: text), hint: GateCommandAdvice.listenExample)
        }
        return Endpoint(address, port: port)
    }
}
