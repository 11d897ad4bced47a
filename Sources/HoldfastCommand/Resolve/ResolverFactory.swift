import HoldfastHTTPS
import HoldfastJSON
import HoldfastResolving
import HoldfastTrust

/// Makes resolvers of what the options say.
struct ResolverFactory {
    /// Descriptions are read whole.
    private static let maximumDescriptionBytes = 1 << 16

    private let bootstraps: [DNSName: [IPAddress]]
    private let anchors: TrustAnchors
    private let accounts: ProviderAccounts?

    /// The names of the services that come with the program.
    static var builtInProviders: [String] { ProviderDescription.all.map(\.name) }

    init(_ invocation: Invocation, for specifications: [ResolverSpecification]) throws(CommandError) {
        let isOverHTTPS = specifications.contains(where: \.isOverHTTPS)
        for option in [CommandOption.resolverBootstrap, .resolverAnchors]
        where invocation.has(option) && !isOverHTTPS {
            throw .usage("\(option.name) needs a resolver that speaks HTTPS", hint: "leave it out")
        }
        if invocation.has(.resolverAccount), !specifications.contains(where: \.isProvider) {
            throw .usage("\(CommandOption.resolverAccount.name) needs a provider", hint: "leave it out")
        }
        // Nobody is judged by them otherwise.
        let added = invocation.values(.resolverAnchors)
        anchors = try isOverHTTPS ? TrustOptions.anchors(adding: added, only: []) : TrustAnchors.only([])
        accounts = try invocation.value(.resolverAccount).map { path throws(CommandError) in
            try ProviderAccounts(path)
        }
        let hosts = specifications.compactMap(\.host) + (accounts?.hosts ?? [])
        bootstraps = try Self.bootstraps(invocation.values(.resolverBootstrap), of: hosts)
    }

    func resolver(_ specification: ResolverSpecification) throws(CommandError) -> any Resolver {
        do throws(ResolverError) {
            switch specification.kind {
            case .system: return SystemResolver()
            case .hosts(nil): return HostsFileResolver()
            case .hosts(let path?): return HostsFileResolver(path: path, name: specification.text)
            case .fixed(let name, let addresses):
                return StaticResolver([name: addresses], name: specification.text)
            case .https(let url, let usesGET):
                return try DNSOverHTTPSResolver(
                    url, method: usesGET ? .get : .post, bootstrap: bootstrap(of: url.serverName),
                    configuration: configuration)
            case .builtInProvider, .providerFile: break
            }
        } catch {
            throw .usage("--resolver: \(Wording.quoted(specification.text)): \(error.clause)", code: error.code)
        }
        return try provider(specification)
    }

    private func provider(_ specification: ResolverSpecification) throws(CommandError) -> any Resolver {
        let description = try Self.description(specification.kind)
        guard let accounts else {
            throw .usage(
                "--resolver \(Wording.quoted(specification.text)) needs --resolver-account FILE",
                hint: "the file has the provider's server, the account and its secret")
        }
        let account = try accounts.account(of: description.name)
        do throws(ResolverError) {
            return try ProviderResolver(
                description, server: account.server, port: account.port, account: account.account,
                bootstrap: account.bootstrap + bootstrap(of: account.server), configuration: configuration)
        } catch {
            throw .usage(
                "--resolver: \(Wording.quoted(specification.text)): \(error.clause)", code: error.code,
                hint: "check its entry in the file of --resolver-account")
        }
    }

    private static func description(_ kind: ResolverSpecification.Kind) throws(CommandError) -> ProviderDescription {
        guard case .providerFile(let path) = kind else {
            guard case .builtInProvider(let name) = kind,
                let description = ProviderDescription.all.first(where: { $0.name == name })
            else { throw CommandError(.internalError, "no provider is described") }
            return description
        }
        let bytes = try InputFile.bytes(
            of: path, limit: maximumDescriptionBytes, advice: "a description has a few hundred bytes")
        do throws(ProviderDescriptionError) { return try ProviderDescription(json: bytes) } catch {
            throw .usage(
                "\(Wording.quoted(path)): \(error.reason)", code: "badProvider", hint: "it describes no provider")
        }
    }

    private func bootstrap(of server: ServerName) -> [IPAddress] {
        guard case .dns(let name) = server else { return [] }
        return bootstraps[name] ?? []
    }

    /// The policy for resolvers' own servers: trust in a resolver has nothing to do with trust in a target.
    private var configuration: HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = { [anchors] name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.publicSuffixes = .system
            return policy
        }
        return configuration
    }

    private static func bootstraps(
        _ texts: [String], of hosts: [DNSName]
    ) throws(CommandError) -> [DNSName: [IPAddress]] {
        let option = CommandOption.resolverBootstrap.name
        var bootstraps: [DNSName: [IPAddress]] = [:]
        for text in texts {
            let (name, addresses) = try ResolverSpecification.assignment(
                text, of: text, as: option, hint: "write HOST=ADDRESS[,ADDRESS], such as dns.example=192.0.2.53")
            guard hosts.contains(name) else {
                let near = Suggestion.closest(to: name.text, among: hosts.map(\.text))
                throw .usage(
                    "\(option): \(Wording.quoted(text)): no resolver is at \(name)",
                    hint: near.map { "did you mean \($0)?" } ?? "name the host of a resolver's URL")
            }
            bootstraps[name, default: []] += addresses
        }
        return bootstraps
    }
}

extension ResolverSpecification {
    /// Whether its server is judged.
    fileprivate var isOverHTTPS: Bool {
        if case .https = kind { true } else { isProvider }
    }

    fileprivate var isProvider: Bool {
        switch kind {
        case .builtInProvider, .providerFile: true
        case .system, .hosts, .fixed, .https: false
        }
    }

    /// The name of its server, where the text has it.
    fileprivate var host: DNSName? {
        guard case .https(let url, _) = kind, case .dns(let name) = url.serverName else { return nil }
        return name
    }
}
