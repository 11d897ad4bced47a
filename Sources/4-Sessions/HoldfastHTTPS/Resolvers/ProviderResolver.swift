import HoldfastCrypto
import HoldfastHTTP
public import HoldfastResolving
import HoldfastStatements
import HoldfastTransport
public import HoldfastTrust
import HoldfastWeb
public import HoldfastX509

/// Asks a provider's HTTPDNS, as its description has it.
///
/// The provider's server is judged by its certificate for the name that it is given here, whatever address it has:
/// where a provider hands out addresses of its servers, they are `bootstrap`, and `server` is the name of their
/// certificates. The account's secret is in no identifier, description or error.
public final class ProviderResolver: Resolver {
    /// The longest answer that is read; 32 KiB.
    public static let maximumAnswerBytes = 1 << 15

    public let name: String
    /// Has the provider, the server, and what of the account changes answers.
    public let identifier: String
    /// The description of how the provider is asked, and answers.
    public let provider: ProviderDescription
    private let server: String
    private let account: ProviderAccount
    private let session: ResolverSession
    private let clock: @Sendable () -> Instant
    private let isPlain: Bool
    private let ownName: ServerName

    /// Makes a resolver that asks one server of a provider.
    ///
    /// - Parameters:
    ///   - description: how it is asked, and answers.
    ///   - server: the provider's server, which its certificate has to prove.
    ///   - port: 443.
    ///   - account: who asks.
    ///   - bootstrap: the server's addresses, so that its name is never looked up.
    ///   - configuration: how the server is trusted and reached, and the clock that signatures are made by. Its
    ///     cookies, forms and limit of a response are not used.
    ///   - name: what people know it by; nil for the description's name.
    /// - Throws: ``ResolverError`` with `unusable`: something that the description asks for is missing, the account has
    ///   what it has no place for, or the session has resolvers of its own.
    public convenience init(
        _ description: ProviderDescription, server: ServerName, port: UInt16 = 443, account: ProviderAccount,
        bootstrap: [IPAddress] = [], configuration: HTTPSSession.Configuration = HTTPSSession.Configuration(),
        name: String? = nil
    ) throws(ResolverError) {
        try self.init(description, server, port, account, bootstrap, configuration, name, isPlain: false)
    }

    /// A provider that is asked by plain HTTP: whoever stands on the way reads every name that is asked for, and
    /// answers in the provider's place. Servers that are reached at such addresses are judged as ever.
    ///
    /// - Throws: ``ResolverError`` as ``init(_:server:port:account:bootstrap:configuration:name:)`` does, and also
    ///   where the secret would be sent.
    public static func dangerouslyWithoutEncryption(
        _ description: ProviderDescription, server: ServerName, port: UInt16 = 80, account: ProviderAccount,
        bootstrap: [IPAddress] = [], configuration: HTTPSSession.Configuration = HTTPSSession.Configuration(),
        name: String? = nil
    ) throws(ResolverError) -> ProviderResolver {
        try ProviderResolver(description, server, port, account, bootstrap, configuration, name, isPlain: true)
    }

    private init(
        _ description: ProviderDescription, _ server: ServerName, _ port: UInt16, _ account: ProviderAccount,
        _ bootstrap: [IPAddress], _ configuration: HTTPSSession.Configuration, _ name: String?, isPlain: Bool
    ) throws(ResolverError) {
        let name = name ?? description.name
        if let problem = Self.problem(description, account, isPlain: isPlain) {
            throw ResolverError(.unusable(problem.statement), from: name)
        }
        let scheme = isPlain ? "http" : "https"
        let authority = "\(URLParts.literal("\(server)")):\(port)"
        let url: HTTPSURL
        do throws(HTTPSURLError) {
            url = try Self.url("\(scheme)://\(authority)/", isPlain: isPlain)
        } catch {
            throw ResolverError(.unusable(ResolverUseSentence.noServer(error.statement).statement), from: name)
        }
        session = try ResolverSession(
            of: name, at: url, bootstrap: bootstrap, limit: Self.maximumAnswerBytes, configuration)
        let parts = [
            "provider", description.name, url.description, account.account, account.region ?? "",
            account.clientAddress.map { "\($0)" } ?? "",
        ]
        identifier = parts.joined(separator: " ")
        ownName = server
        clock = configuration.clock
        self.name = name
        provider = description
        self.server = authority
        self.account = account
        self.isPlain = isPlain
    }

    /// The addresses of one kind that a name has.
    ///
    /// - Throws: ``ResolverError``; `unauthorized` where the provider refuses the account or the signature, `untrusted`
    ///   where its server is not who it should be, `unusable` for the server's own name and for a kind that it is not
    ///   asked for.
    public func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
        guard ownName != .dns(query.name) else {
            throw ResolverError(.unusable(ResolverUseSentence.ownAddress.statement), from: name)
        }
        guard let kind = provider.kinds[query.kind] else {
            throw ResolverError(.unusable(ResolverUseSentence.otherKind(query.kind.rawValue).statement), from: name)
        }
        let (request, secrets) = try request(for: query.name, kind)
        let response = try await session.response(to: request, within: query.timeout, hiding: secrets)
        do throws(ProviderAnswerError) {
            let answer = try ProviderAnswer(status: response.status, response.body, to: query, by: provider)
            let age = HTTPAge.of(response.fields)
            return ResolverAnswer(answer.addresses, timeToLive: age.shortening(answer.timeToLive), from: name)
        } catch {
            throw ResolverError(error.reason, from: name)
        }
    }

    private func request(
        for host: DNSName, _ kind: String
    ) throws(ResolverError) -> (HTTPSRequest, secrets: [String]) {
        do {
            let nonce =
                provider.needed.contains(.nonce) ? HexString.encode(try SystemRandom.bytes(16)) : ""
            let request = try ProviderRequest(
                provider, server: server, account: account, host: host, kind: kind, at: clock(), nonce: nonce)
            let text = isPlain ? "http" + request.url.dropFirst("https".count) : request.url
            return (HTTPSRequest(try Self.url(text, isPlain: isPlain)), request.secrets)
        } catch {
            // Without the error's own words, which have the URL.
            throw ResolverError(.unusable(ResolverUseSentence.noRequest.statement), from: name)
        }
    }

    private static func url(_ text: String, isPlain: Bool) throws(HTTPSURLError) -> HTTPSURL {
        isPlain ? try HTTPSURL(dangerouslyAllowingPlainHTTP: text) : try HTTPSURL(text)
    }

    private static func problem(
        _ description: ProviderDescription, _ account: ProviderAccount, isPlain: Bool
    ) -> ResolverUseSentence? {
        let needed = description.needed
        if needed.contains(.account), account.account.isEmpty { return .needsAccount }
        if needed.contains(.secret), account.secret.isEmpty { return .needsSecret }
        if account.region != nil, description.optional[.region] == nil { return .noRegion }
        if account.clientAddress != nil, description.optional[.clientAddress] == nil {
            return .noOtherClient
        }
        if isPlain, description.url.places.contains(.secret) { return .plainSecret }
        return nil
    }
}
