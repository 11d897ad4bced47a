import HoldfastStatements
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastJSON
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

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
            throw .usage(ResolveSentence.needsHTTPS(option: option.name), hint: UsageAdvice.leaveItOut)
        }
        if invocation.has(.resolverAccount), !specifications.contains(where: \.isProvider) {
            throw .usage(
                ResolveSentence.needsProvider(option: CommandOption.resolverAccount.name),
                hint: UsageAdvice.leaveItOut)
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
            throw CommandError(
                .usage, .library(error.code),
                ResolveSentence.resolver(text: specification.text, reason: error.clause).statement, advice: nil)
        }
        return try provider(specification)
    }

    private func provider(_ specification: ResolverSpecification) throws(CommandError) -> any Resolver {
        let description = try Self.description(specification.kind)
        guard let accounts else {
            throw .usage(
                ResolveSentence.needsAccount(text: specification.text),
                hint: ResolveAdvice.accountFile)
        }
        let account = try accounts.account(of: description.name)
        do throws(ResolverError) {
            return try ProviderResolver(
                description, server: account.server, port: account.port, account: account.account,
                bootstrap: account.bootstrap + bootstrap(of: account.server), configuration: configuration)
        } catch {
            throw CommandError(
                .usage, .library(error.code),
                ResolveSentence.resolver(text: specification.text, reason: error.clause).statement,
                advice: ResolveAdvice.checkEntry.statement)
        }
    }

    private static func description(_ kind: ResolverSpecification.Kind) throws(CommandError) -> ProviderDescription {
        guard case .providerFile(let path) = kind else {
            guard case .builtInProvider(let name) = kind,
                let description = ProviderDescription.all.first(where: { $0.name == name })
            else { throw CommandError(.internalError, ResolveSentence.noProvider) }
            return description
        }
        let bytes = try InputFile.bytes(
            of: path, limit: maximumDescriptionBytes, advice: FileAdvice.description)
        do throws(ProviderDescriptionError) { return try ProviderDescription(json: bytes) } catch {
            throw .usage(
                UsageSentence.fileFault(file: path, reason: error.statement), code: .badProvider,
                hint: ResolveAdvice.describesNone)
        }
    }

    private func bootstrap(of server: ServerName) -> [IPAddress] {
        guard case .dns(let name) = server else { return [] }
        return bootstraps[name] ?? []
    }

    /// The policy for resolvers' own servers: trust in a resolver has nothing to do with trust in a target.
    private var configuration: HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.anchors = anchors
        return configuration
    }

    private static func bootstraps(
        _ texts: [String], of hosts: [DNSName]
    ) throws(CommandError) -> [DNSName: [IPAddress]] {
        let option = CommandOption.resolverBootstrap.name
        var bootstraps: [DNSName: [IPAddress]] = [:]
        for text in texts {
            let (name, addresses) = try ResolverSpecification.assignment(
                text, of: text, as: option, hint: ResolveAdvice.writeBootstrap)
            guard hosts.contains(name) else {
                let near = Suggestion.closest(to: name.text, among: hosts.map(\.text))
                throw .usage(
                    ResolveSentence.noResolverAt(option: option, text: text, name: "\(name)"),
                    hint: near.map { UsageAdvice.didYouMean(word: $0) } ?? ResolveAdvice.hostOfResolver)
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
