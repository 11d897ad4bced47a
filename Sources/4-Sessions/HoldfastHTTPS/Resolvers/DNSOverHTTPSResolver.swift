import HoldfastCredentials
import HoldfastHTTP
public import HoldfastResolving
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509

/// Asks a DNS server over HTTPS (RFC 8484), who is judged by its certificate as any other server.
///
/// All questions go over one session, by HTTP/2 where the server speaks it. Queries are padded and have no identifier;
/// nothing but the name, its kind and the path tells them apart from each other. No cookies are kept, and redirects are
/// followed on the server's own origin alone.
///
/// ```swift
/// let resolver = try DNSOverHTTPSResolver(HTTPSURL("https://dns.example/dns-query"), bootstrap: addresses)
/// configuration.resolution = NameResolution([.init(resolver)], systemFallback: .never)
/// ```
public final class DNSOverHTTPSResolver: Resolver {
    /// The HTTP method by which a query is sent (RFC 8484 §4.1).
    public enum Method: String, Hashable, Sendable, CaseIterable {
        /// In the URL: HTTP caches on the way can answer.
        case get = "GET"
        /// As a body: neither logs of URLs nor caches see it.
        case post = "POST"
    }

    public let name: String
    /// `doh:GET:https://dns.example/dns-query`.
    public let identifier: String
    public let url: HTTPSURL
    public let method: Method
    private let session: ResolverSession

    /// Makes a resolver that asks a DNS server over HTTPS.
    ///
    /// - Parameters:
    ///   - url: where queries go, without the variable `dns` of URI templates, which is added to whatever query it has.
    ///   - method: GET unless said otherwise.
    ///   - bootstrap: the server's own addresses, so that its name is never looked up. Without them the rules of
    ///     the session's `dial` say where it is, or else the system's resolver.
    ///   - configuration: how the server is trusted and reached: its own policy, clock, proxy, identity. Of the default
    ///     nothing is sent but queries. Its cookies, forms and limit of a response are not used.
    ///   - name: what people know it by; nil for the URL's host.
    /// - Throws: ``ResolverError`` with `unusable`: an `http` URL, one with a user or a password, or a session that has
    ///   resolvers of its own (``HTTPSSession/Configuration/Addresses/resolution``), which could lead back to this one.
    public init(
        _ url: HTTPSURL, method: Method = .get, bootstrap: [IPAddress] = [],
        configuration: HTTPSSession.Configuration = HTTPSSession.Configuration(), name: String? = nil
    ) throws(ResolverError) {
        let name = name ?? url.host
        guard !url.isPlainHTTP else {
            throw ResolverError(.unusable(ResolverUseSentence.noCertificate.statement), from: name)
        }
        self.name = name
        self.url = url
        self.method = method
        identifier = "doh:\(method.rawValue):\(url)"
        session = try ResolverSession(
            of: name, at: url, bootstrap: bootstrap, limit: DNSMessage.maximumBytes, configuration)
    }

    /// The addresses of one kind that a name has.
    ///
    /// Times to live are shortened by the time that the answer has been in HTTP caches (RFC 8484 §5.1).
    ///
    /// - Throws: ``ResolverError``; `untrusted` where the server is not who it should be, `unusable` for the server's
    ///   own name.
    public func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
        guard url.serverName != .dns(query.name) else {
            throw ResolverError(.unusable(ResolverUseSentence.ownAddress.statement), from: name)
        }
        let response = try await session.response(to: try request(DNSMessage.query(query)), within: query.timeout)
        guard (200...299).contains(response.status) else { throw ResolverError(.status(response.status), from: name) }
        guard Self.isMessage(response.fields) else {
            let fault = ResolverAnswerSentence.mediaType(expected: Self.mediaType)
            throw ResolverError(.malformed(fault.statement), from: name)
        }
        let age = HTTPAge.of(response.fields)
        do throws(DNSMessageError) {
            let found = try DNSMessage.answer(in: response.body, to: query)
            return ResolverAnswer(found.addresses, timeToLive: age.shortening(found.timeToLive), from: name)
        } catch {
            throw ResolverError(error.reason, from: name, timeToLive: age.shortening(error.timeToLive))
        }
    }

    private static let mediaType = "application/dns-message"

    private func request(_ message: [UInt8]) throws(ResolverError) -> HTTPSRequest {
        let accept: HTTPField = "Accept: \(Self.mediaType)"
        guard method == .get else {
            return HTTPSRequest(
                url, method: "POST", fields: [accept, "Content-Type: \(Self.mediaType)"], body: message)
        }
        let mark = url.target.contains("?") ? "&" : "?"
        do throws(HTTPSURLError) {
            let whole = try url.resolving("\(url)\(mark)dns=\(Self.base64url(message))")
            return HTTPSRequest(whole, fields: [accept])
        } catch {
            throw ResolverError(.unusable(ResolverUseSentence.noQuery(error.statement).statement), from: name)
        }
    }

    /// RFC 4648 §5, without padding (RFC 8484 §6).
    private static func base64url(_ bytes: [UInt8]) -> String {
        String(
            Base64.encode(bytes).compactMap { (character: Character) -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// RFC 9110 §8.3.1; the type has no parameters that mean anything.
    private static func isMessage(_ fields: [HTTPField]) -> Bool {
        let values = fields.filter { $0.isNamed("Content-Type") }.map(\.value)
        guard values.count == 1, let type = values.first?.prefix(while: { $0 != ";" }) else { return false }
        let words = type.split { $0 == " " || $0 == "\t" }
        return words.count == 1 && words[0].asciiLowercased() == mediaType
    }
}
