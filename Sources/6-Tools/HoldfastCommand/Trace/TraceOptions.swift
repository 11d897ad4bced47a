import HoldfastStatements
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastTracing
import HoldfastTrust
import HoldfastWeb

extension CommandOption {
    static let details = CommandOption(
        "--details",
        help: "unfold every message, field by field, and tell more of the verdict",
        chinese: "逐个字段展开每条消息，并更详细地说明结论")
    static let repetitions = CommandOption(
        "--repeat", "N",
        help: "connect N times (at most \(TraceOptions.mostRepetitions)), and print how the times spread",
        chinese: "连接 N 次（最多 \(TraceOptions.mostRepetitions) 次），并输出时间的分布")
    static let resume = CommandOption(
        "--resume",
        help: "resume the session from the second connection on; alone it means --repeat 2",
        chinese: "自第二次连接起恢复会话；单独使用等于 --repeat 2")
    static let head = CommandOption(
        "--head",
        help: "ask for the head of the page once the server is trusted, so that application data are seen",
        chinese: "服务器可信后请求页面的首部，以便看到应用数据")
    static let stop = CommandOption(
        "--stop-on-refusal",
        help: "break off with an alert where the server is not trusted, as check does",
        chinese: "服务器不可信时以警报中断，与 check 相同")
    static let tlsVersion = CommandOption(
        "--tls", "VERSION",
        help: "offer this version alone: 1.2 or 1.3; 1.0 and 1.1, which are broken, for diagnosis only",
        chinese: "只提供此版本：1.2 或 1.3；已被攻破的 1.0 与 1.1 只供诊断")
    static let ciphers = CommandOption(
        "--ciphers", "LIST",
        help: "offer these cipher suites, between colons: TLS_… for 1.3, others in OpenSSL's words",
        chinese: "提供这些密码套件，以冒号分隔：1.3 用 TLS_…，其他用 OpenSSL 的名称")
    static let alpn = CommandOption(
        "--alpn", "LIST",
        help: "offer these protocols, between commas (default http/1.1, with --starttls none, but for postgres-direct "
            + "postgresql); '' for none",
        chinese: "提供这些协议，以逗号分隔（默认 http/1.1，用 --starttls 时无，但 postgres-direct 为 postgresql）；'' 为不提供")
}

/// The protocols of `--starttls`.
enum StartTLSOption {
    /// The names that the help tells; xmpp-server is there too.
    static var names: String { StartTLS.allCases.map(\.rawValue).joined(separator: ", ") }

    /// The ports that are dialled where a target names none.
    static var ports: LocalizedText {
        LocalizedText(
            StartTLS.allCases.map { "\($0.defaultPort) for \($0.rawValue)" }.joined(separator: ", "),
            StartTLS.allCases.map { "\($0.rawValue) \($0.defaultPort)" }.joined(separator: "、"))
    }

    static func parse(_ invocation: Invocation) throws(CommandError) -> StartTLS? {
        guard let text = invocation.value(.startTLS) else { return nil }
        return try kind(named: text)
    }

    /// The protocol of a name, as the option takes it: postgresql and mariadb too.
    static func kind(named text: String) throws(CommandError) -> StartTLS {
        if let kind = StartTLS(named: text) { return kind }
        let near = Suggestion.closest(to: text, among: StartTLS.allCases.map(\.rawValue))
        throw .usage(
            TraceCommandSentence.noProtocol(text: text),
            hint: near.map { UsageAdvice.didYouMean(word: "--starttls \($0)") }
                ?? TraceCommandAdvice.protocols(names: names))
    }
}

/// Options that only `trace` has: what it offers, and how often.
struct TraceOptions: Sendable {
    /// So many lines are read by nobody, and the distribution does not change any more.
    static let mostRepetitions = 1_000
    /// RFC 7301 §3.1: "ProtocolName<1..2^8-1>".
    private static let longestProtocol = 255

    let repetitions: Int
    let resumes: Bool
    let sendsHead: Bool
    private let stops: Bool
    private let version: ProtocolVersion?
    private let ciphers: String?
    private let protocols: [String]?
    /// Whether a stapled response is asked for, which nothing but `--revocation off` leaves out.
    private let asksForStaple: Bool
    /// The round-trip time of a delay line before the server; nil for none.
    let roundTrip: Duration?
    let identity: IdentityOptions?

    init(_ invocation: Invocation) throws(CommandError) {
        resumes = invocation.has(.resume)
        repetitions = try Self.repetitions(invocation.value(.repetitions), resumes: invocation.has(.resume))
        sendsHead = invocation.has(.head)
        stops = invocation.has(.stop)
        version = try Self.version(invocation.value(.tlsVersion))
        ciphers = invocation.value(.ciphers)
        protocols = try Self.protocols(invocation.value(.alpn))
        asksForStaple = invocation.value(.revocation) != RevocationChecking.off.rawValue
        identity = try IdentityOptions(invocation)
        roundTrip = try RoundTripArgument.parse(invocation)
        let isHTTP1 = protocols.map { $0.isEmpty || $0 == ["http/1.1"] } ?? true
        guard !sendsHead || isHTTP1 else {
            throw .usage(TraceCommandSentence.headBesideALPN, hint: UsageAdvice.leaveOneOfThemOut)
        }
        try invocation.refuse([.head], with: .startTLS, TraceCommandAdvice.noPage)
    }

    /// The settings of a trace: what it offers the server, and where it stops.
    func configuration(
        _ policy: TrustPolicy, _ settings: HTTPSSession.ServerSettings, for target: Target
    ) -> TraceConfiguration {
        var configuration = TraceConfiguration(policy: policy)
        configuration.bound(by: settings)
        configuration.stopsOnRefusal = stops
        configuration.requestsOCSP = asksForStaple
        configuration.applicationProtocols = protocols ?? target.startTLS?.applicationProtocols ?? ["http/1.1"]
        if let version {
            configuration.minimumVersion = version
            configuration.maximumVersion = version
            configuration.dangerousLegacyProtocols = version < .tls12
        }
        let names = (ciphers ?? "").split(separator: ":").map(String.init)
        let modern = names.filter { $0.hasPrefix("TLS_") }
        let older = names.filter { !$0.hasPrefix("TLS_") }
        if !modern.isEmpty { configuration.cipherSuites = modern.joined(separator: ":") }
        if !older.isEmpty { configuration.cipherList = older.joined(separator: ":") }
        if sendsHead {
            let port = target.url.port == 443 ? "" : ":\(target.url.port)"
            configuration.request = TraceConfiguration.httpHead(
                host: target.url.host + port, target: target.url.target)
        }
        return configuration
    }

    private static func repetitions(_ text: String?, resumes: Bool) throws(CommandError) -> Int {
        guard let text else { return resumes ? 2 : 1 }
        guard let count = Int(text), (1...mostRepetitions).contains(count) else {
            throw .usage(
                TraceCommandSentence.noRepeat(text: text, most: mostRepetitions), hint: TraceCommandAdvice.suchAs20)
        }
        guard count > 1 || !resumes else {
            throw .usage(
                TraceCommandSentence.resumeNeedsSecond,
                hint: TraceCommandAdvice.repeatTwice)
        }
        return count
    }

    private static func version(_ text: String?) throws(CommandError) -> ProtocolVersion? {
        switch text {
        case nil: return nil
        case "1.0": return .tls10
        case "1.1": return .tls11
        case "1.2": return .tls12
        case "1.3": return .tls13
        case let other?:
            throw .usage(TraceCommandSentence.noVersion(text: other), hint: TraceCommandAdvice.versions)
        }
    }

    private static func protocols(_ text: String?) throws(CommandError) -> [String]? {
        guard let text else { return nil }
        guard !text.isEmpty else { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy({ (1...longestProtocol).contains($0.utf8.count) }) else {
            throw .usage(TraceCommandSentence.noALPN(text: text), hint: TraceCommandAdvice.suchAsH2)
        }
        return names
    }
}
