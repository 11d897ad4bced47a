import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Options shared by all commands that connect: the places to dial, and the time to wait.
struct DialOptions: Sendable {
    /// The rules of `--connect-to` and `--resolve`.
    let rules: [DialRule]
    /// The options as they were written.
    private let written: [WrittenRule]
    let timeout: Duration
    /// The kinds of addresses that are dialled.
    let family: HTTPSSession.AddressFamily
    /// The proxy that connections go through.
    let proxy: Proxy?
    /// The resolvers that are asked for addresses; nil for the system's.
    let resolution: NameResolution?
    let sendsServerName: Bool
    /// The groups of `--groups`, in the place of a policy file's; nil where none are named.
    let supportedGroups: SupportedGroups?

    static let defaultTimeout = Duration.seconds(30)

    /// Reads the options that say where connections lead.
    ///
    /// - Parameters:
    ///   - resolvers: whom `--resolver` names; nil to read the option.
    ///   - isForDiagnosis: whether groups may be named that are too weak for a session.
    init(
        _ invocation: Invocation, resolvers: ResolverOptions? = nil, isForDiagnosis: Bool = false
    ) throws(CommandError) {
        let family = try Self.family(invocation)
        self.family = family
        let connectTo = try invocation.values(.connectTo).map { text throws(CommandError) in
            try Self.rule(.connectTo, text, in: family)
        }
        let resolve = try invocation.values(.resolve).map { text throws(CommandError) in
            try Self.rule(.resolve, text, in: family)
        }
        written = connectTo + resolve
        do throws(DialRuleError) {
            rules = try [DialRule](connectTo: connectTo.map(\.rule), resolve: resolve.map(\.rule))
        } catch {
            throw .usage(
                DialSentence.ledElsewhere(text: error.text),
                hint: DialAdvice.severalPlaces)
        }
        timeout = try Self.timeout(invocation.value(.timeout))
        proxy = try Self.proxy(invocation.value(.proxy))
        if let resolvers {
            resolution = resolvers.resolution
        } else {
            resolution = try ResolverOptions(invocation).resolution
        }
        sendsServerName = !invocation.has(.noSNI)
        supportedGroups = try GroupsOption.parse(invocation, isForDiagnosis: isForDiagnosis)
    }

    /// A session's settings with these options; the policy is for the caller to set.
    func configuration(at: Instant?) -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = rules
        configuration.addresses.resolution = resolution
        configuration.addresses.sendsServerName = sendsServerName
        configuration.timeouts.request = timeout
        configuration.addresses.family = family
        configuration.proxy = proxy
        if let at { configuration.clock = { at } }
        return configuration
    }

    /// Has a session offer the groups of `--groups`, whatever a policy file says of a server.
    func offerGroups(in configuration: inout HTTPSSession.Configuration) {
        guard let supportedGroups else { return }
        configuration.trust.supportedGroups = supportedGroups
        configuration.serverSettings = { [settings = configuration.serverSettings] name in
            var result = settings(name)
            result.supportedGroups = nil
            return result
        }
    }

    private static func proxy(_ text: String?) throws(CommandError) -> Proxy? {
        guard let text else { return nil }
        do throws(ProxyError) {
            return try Proxy(text)
        } catch {
            // The text may hold a password.
            throw .usage(DialSentence.proxy(reason: error.statement), hint: DialAdvice.proxyExample)
        }
    }

    static func timeout(_ text: String?) throws(CommandError) -> Duration {
        guard let text else { return defaultTimeout }
        guard let time = ShortTimeArgument.duration(text, bare: .seconds(1)), time > .zero else {
            throw .usage(
                DialSentence.noTimeout(text: text),
                hint: DialAdvice.writeTimeout)
        }
        // Whole milliseconds: what is above none is none of zero.
        return .milliseconds(Int64((time / .milliseconds(1)).rounded(.up)))
    }

    /// The rule of one option, with the addresses that are dialled alone.
    private static func rule(
        _ option: CommandOption, _ text: String, in family: HTTPSSession.AddressFamily
    ) throws(CommandError) -> WrittenRule {
        let isConnectTo = option.name == CommandOption.connectTo.name
        let read = isConnectTo ? try? DialRule(connectTo: text) : try? DialRule(resolve: text)
        // One address for every host is more than an option is there for.
        guard var rule = read, isConnectTo || rule.host != nil else {
            throw .usage(
                isConnectTo
                    ? DialSentence.noConnectTo(option: option.name, text: text)
                    : .noResolve(option: option.name, text: text),
                hint: isConnectTo ? DialAdvice.connectToExample : .resolveExample)
        }
        guard case .addresses(let targets) = rule.destination else { return (option, text, rule) }
        let dialled = targets.filter { family.contains($0.address) }
        if isConnectTo {
            for target in targets { try allow(.ip(target.address), in: family, as: "--connect-to: ") }
        } else if dialled.isEmpty {
            throw .usage(
                DialSentence.noAddressOfFamily(text: text, family: name(of: family)),
                hint: DialAdvice.leaveOutOrAnother(option: self.option(of: family)))
        }
        rule.destination = .addresses(dialled)
        return (option, text, rule)
    }
}

extension DialOptions {
    /// An option as it was written, with the rule that it makes by itself.
    typealias WrittenRule = (option: CommandOption, text: String, rule: DialRule)

    /// The options of `--connect-to` and `--resolve` that have led no server anywhere yet: a mistyped name or port has
    /// no effect. Servers are taken one by one, and none of them is kept.
    struct UnusedRules: Sendable {
        private var left: [WrittenRule]
        private let leading: [DialRule]

        fileprivate init(_ written: [WrittenRule]) {
            left = written
            leading = written.filter { $0.option.name == CommandOption.connectTo.name }.map(\.rule)
        }

        /// Takes a server that is asked for, or was.
        mutating func take(_ url: HTTPSURL) {
            guard !left.isEmpty else { return }
            let server = DialTargets.Place(url.serverName, port: url.port)
            // Where a server is led to a name, that name may have addresses.
            let plan = DialPlan(server.host, port: server.port, by: leading)
            let places = [server, DialTargets.Place(plan.host, port: plan.port)]
            left.removeAll { written in places.contains { written.rule.fits($0.host, port: $0.port) } }
        }

        /// Says which are left.
        func complain() {
            for (option, text, _) in left {
                Console.complain(
                    DialSentence.fitsNoServer(option: option.name, text: text), hint: DialAdvice.compareHostAndPort)
            }
        }
    }

    /// The plan by which a target is dialled.
    private func plan(of target: Target) -> DialPlan {
        DialPlan(target.url.serverName, port: target.url.port, by: rules)
    }

    /// The options that have led no server anywhere yet.
    var unused: UnusedRules { UnusedRules(written) }

    /// Says which of `--connect-to` and `--resolve` lead no server anywhere: a mistyped name or port has no effect.
    ///
    /// - Parameter urls: the servers that are asked for, or were.
    func complainOfUnused(for urls: [HTTPSURL]) {
        var unused = unused
        for url in urls { unused.take(url) }
        unused.complain()
    }

    /// Refuses a proxy that the diagnostic client does not go through, whose connections are the command's, or those
    /// of an option.
    func allowDiagnosticClient(of what: String) throws(CommandError) {
        guard proxy?.kind == .https else { return }
        throw .usage(
            DialSentence.notThroughHTTPSProxy(what: what),
            hint: DialAdvice.otherProxy)
    }

    /// Whether `--connect-to` or `--resolve` leads connections to a server.
    func leads(_ url: HTTPSURL) -> Bool { rules.contains { $0.fits(url.serverName, port: url.port) } }

    /// Whether an option says something about addresses.
    var saysAddresses: Bool { !rules.isEmpty || family != .any || resolution != nil }

    /// Refuses a target that is an address of the family that is not dialled, unless it is dialled elsewhere.
    func allow(_ target: Target) throws(CommandError) {
        guard case .ip(let address) = target.url.serverName, plan(of: target).host == .ip(address) else { return }
        try Self.allow(.ip(address), in: family, as: "")
    }

    private static func allow(
        _ place: ServerName, in family: HTTPSSession.AddressFamily, as option: String
    ) throws(CommandError) {
        guard case .ip(let address) = place, !family.contains(address) else { return }
        throw .usage(
            DialSentence.wrongFamily(
                option: option, address: "\(address)", family: name(of: family), only: self.option(of: family)),
            hint: UsageAdvice.leaveOptionOut(option: self.option(of: family)))
    }

    private static func family(_ invocation: Invocation) throws(CommandError) -> HTTPSSession.AddressFamily {
        switch (invocation.has(.ipv4), invocation.has(.ipv6)) {
        case (true, true): throw .usage(UsageSentence.excludes(option: "-4", other: "-6"), hint: DialAdvice.eitherKind)
        case (true, false): return .ipv4
        case (false, true): return .ipv6
        case (false, false): return .any
        }
    }

    private static func name(of family: HTTPSSession.AddressFamily) -> String { family == .ipv6 ? "IPv6" : "IPv4" }

    private static func option(of family: HTTPSSession.AddressFamily) -> String { family == .ipv6 ? "-6" : "-4" }
}
