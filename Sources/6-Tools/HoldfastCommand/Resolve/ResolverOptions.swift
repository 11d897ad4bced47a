import HoldfastStatements
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust

extension CommandOption {
    static let resolver = CommandOption(
        "--resolver", "SPEC", repeatable: true, in: .resolvers,
        help: "ask this for addresses, one after the other where there are several: system, hosts[:PATH], "
            + "static:NAME=ADDRESS[,ADDRESS], https://… for DNS over HTTPS (get+https://… by GET), "
            + "provider:NAME or "
            + "provider:PATH.json",
        chinese: "向它询问地址，多个时依次询问：system、hosts[:PATH]、static:NAME=ADDRESS[,ADDRESS]、https://…（DNS over HTTPS，"
            + "get+https://… 用 GET）、provider:NAME 或 provider:PATH.json")
    static let resolverBootstrap = CommandOption(
        "--resolver-bootstrap", "HOST=ADDRESS[,ADDRESS]", repeatable: true, in: .resolvers,
        help: "reach the resolver of this host at these addresses, and ask nobody for them",
        chinese: "以这些地址连接该主机的解析器，不为它询问他人")
    static let resolverAnchors = CommandOption(
        "--resolver-anchors", "PATH", repeatable: true, in: .resolvers,
        help: "trust the certificates of this file or folder besides the system's where resolvers are judged",
        chinese: "判定解析器时，在系统的信任锚之外信任此文件或文件夹中的证书")
    static let systemFallback = CommandOption(
        "--system-fallback", "WHEN", in: .resolvers,
        help: "whether the system's resolver is asked as well: never (default), last or parallel",
        chinese: "是否也询问系统的解析器：never（默认）、last 或 parallel")

    /// Options of commands that connect to where a resolver says.
    static let resolving: [CommandOption] =
        [.resolver, .resolverBootstrap, .resolverAnchors, .resolverAccount, .systemFallback]
}

/// Options shared by all commands that take `--resolver`: the sources of addresses.
struct ResolverOptions: Sendable {
    /// Each is asked about every name.
    static let maximumResolvers = 16
    /// The longest wait for one resolver, as ``NameResolution/Source/timeout``.
    static let defaultTimeout = Duration.seconds(5)

    /// A resolver, and what it is called in every output.
    struct Source: Sendable {
        let label: String
        let resolver: any Resolver
    }

    /// In the order of the options; empty without any.
    let sources: [Source]
    /// Someone who names a resolver wants that one's answer: asking the system too would tell it every name, and take
    /// its word where the resolver has none.
    let systemFallback: NameResolution.SystemFallback
    private let timeout: Duration?

    /// Reads the options that name resolvers.
    ///
    /// - Parameter standard: what is asked where no resolver is named.
    init(_ invocation: Invocation, standard: [String] = []) throws(CommandError) {
        let texts = invocation.values(.resolver)
        guard texts.count <= Self.maximumResolvers else {
            throw .usage(
                ResolveSentence.tooManyResolvers(most: Self.maximumResolvers), hint: ResolveAdvice.leaveSomeOut)
        }
        if let twice = texts.indices.first(where: { texts[..<$0].contains(texts[$0]) }) {
            throw .usage(ResolveSentence.resolverTwice(text: texts[twice]), hint: UsageAdvice.giveItOnce)
        }
        let providers = ResolverFactory.builtInProviders
        let specifications = try (texts.isEmpty ? standard : texts).map { text throws(CommandError) in
            try ResolverSpecification(text, providers: providers)
        }
        if texts.isEmpty {
            try invocation.refuse(
                [.resolverBootstrap, .resolverAnchors, .resolverAccount, .systemFallback], without: "--resolver",
                UsageAdvice.leaveItOut)
        }
        let factory = try ResolverFactory(invocation, for: specifications)
        sources = try specifications.map { specification throws(CommandError) in
            Source(label: specification.text, resolver: try factory.resolver(specification))
        }
        systemFallback =
            try invocation.word(of: .systemFallback) { text, words in
                .usage(
                    UsageSentence.noneOf(option: "--system-fallback", text: text, names: words),
                    hint: ResolveAdvice.leaveOutForNever)
            } ?? .never
        timeout = invocation.has(.timeout) ? try DialOptions.timeout(invocation.value(.timeout)) : nil
    }

    /// The time to wait for one source: as long as `--timeout` says, a few seconds without it.
    var timeoutOfSources: Duration { timeout ?? Self.defaultTimeout }

    /// The resolution that sessions use; nil where no resolver is named: the system's then.
    var resolution: NameResolution? {
        guard !sources.isEmpty else { return nil }
        return NameResolution(
            sources.map { NameResolution.Source($0.resolver, timeout: timeoutOfSources) },
            systemFallback: systemFallback)
    }
}
