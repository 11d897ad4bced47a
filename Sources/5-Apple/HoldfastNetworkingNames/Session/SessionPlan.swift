import Foundation
import FoundationNetworking
import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastPins
import HoldfastPolicy
import HoldfastResolving
import HoldfastTransport
import HoldfastWeb

/// A session's configuration as it is used, worked out once.
struct SessionPlan: Sendable {
    /// Header fields for requests that have none of the name: the session puts them in.
    let additionalFields: [HTTPField]
    /// The session's header fields that belong to the connection.
    private let connectionFields: [HTTPField]
    /// The name of one of them that cannot be sent; nothing is then.
    private let unsendable: String?
    let protocolClasses: [URLProtocol.Type]
    /// Nothing is sent where the proxies cannot be read.
    let proxies: Result<ProxySettings, ProxySettingsError>
    /// The rules about where servers are dialled; nothing is sent where `connectTo` cannot be read.
    private let dial: Result<[DialRule], DialRuleError>
    private let configuration: URLSessionConfiguration

    init(_ configuration: URLSessionConfiguration) {
        self.configuration = configuration
        let dictionary = configuration.connectionProxyDictionary
        proxies = Result { () throws(ProxySettingsError) in try ProxySettings(dictionary) }
        dial = Result { () throws(DialRuleError) in
            configuration.dial + (try [DialRule](connectTo: configuration.connectTo))
        }
        protocolClasses = (configuration.protocolClasses ?? []).compactMap { $0 as? URLProtocol.Type }
        var own: [HTTPField] = []
        var unsendable: String?
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            let name = (name.base as? String) ?? "\(name.base)"
            if let field = HTTPField(name: name, value: (value as? String) ?? "\(value)") {
                own.append(field)
            } else {
                unsendable = name
            }
        }
        self.unsendable = unsendable
        connectionFields = own.filter { ConnectionFields.contains($0.name) }
        own.removeAll { ConnectionFields.contains($0.name) }
        let usual = [HTTPField(name: "User-Agent", value: Self.userAgent), HTTPField(name: "Accept", value: "*/*")]
        additionalFields =
            own.sorted { $0.name < $1.name }
            + usual.compactMap(\.self).filter { own.first(named: $0.name) == nil }
    }

    /// As other sessions name themselves: the program first.
    private static let userAgent: String = {
        let name = ProcessInfo.processInfo.processName.utf8.filter(FieldGrammar.isTokenOctet)
        return "\(name.isEmpty ? "program" : String(decoding: name, as: UTF8.self)) Holdfast"
    }()

    /// A time limit as sessions take one: a millisecond at least, a week at most.
    static func limit(_ seconds: TimeInterval) -> Duration {
        seconds >= 604_800
            ? .seconds(604_800) : .milliseconds(max(Int((seconds.isNaN ? 0 : max(seconds, 0)) * 1_000), 1))
    }

    /// Sets the fields of a request, without those that belong to the connection.
    ///
    /// - Throws: `URLError.badURL` for a field, of the session's too, that cannot be sent: with a line end, or a name
    ///   that is none.
    func setFields(of https: inout HTTPSRequest, from request: URLRequest) throws {
        if let unsendable { throw Self.unsendable(unsendable, request.url) }
        if case .failure(let error) = dial {
            throw URLError(.badURL, "the session's connectTo: \(error)", for: request.url)
        }
        var fields: [HTTPField] = []
        for (name, value) in request.allHTTPHeaderFields ?? [:] where name != RequestProperties.field {
            guard let field = HTTPField(name: name, value: value) else { throw Self.unsendable(name, request.url) }
            fields.append(field)
        }
        https.setFields(fields, orOfConnection: connectionFields)
    }

    private static func unsendable(_ name: String, _ url: URL?) -> URLError {
        URLError(
            .badURL, "the header field \(name.debugDescription) cannot be sent: no line of a header can hold it",
            for: url)
    }

    /// TLS 1.2 is the least that is spoken; a range without a version in it leaves the last there is.
    private var tlsVersions: ClosedRange<TLSProtocol> {
        let least: TLSProtocol = configuration.tlsMinimumSupportedProtocolVersion == .TLSv13 ? .tls13 : .tls12
        let last: TLSProtocol = configuration.tlsMaximumSupportedProtocolVersion == .TLSv13 ? .tls13 : .tls12
        return least...max(least, last)
    }

    var https: HTTPSSession.Configuration {
        var https = HTTPSSession.Configuration()
        https.timeouts.request = Self.limit(configuration.timeoutIntervalForResource)
        https.timeouts.transfer = https.timeouts.request
        https.timeouts.idle = Self.limit(configuration.timeoutIntervalForRequest)
        https.limits.redirects = 20
        https.additionalFields = additionalFields
        https.limits.connectionsPerHost = max(configuration.httpMaximumConnectionsPerHost, 1)
        https.cookies.areSent = configuration.httpShouldSetCookies
        let accepts = configuration.httpCookieAcceptPolicy
        https.cookies.handling =
            configuration.httpCookieStorage.map { .shared(SessionCookies($0) { accepts }) } ?? .none
        https.strictTransport = configuration.knownHosts.map { .shared($0) } ?? .ofSession
        https.credentials.store = configuration.urlCredentialStorage.map { StoredCredentials($0) }
        if case .success(let proxies) = proxies, configuration.connectionProxyDictionary?.isEmpty == false {
            https.proxySelection = { url in URL(string: url.description).flatMap { proxies.proxy(for: $0) } }
        }
        // A delegate may take as long as the request has.
        https.timeouts.challenge = https.timeouts.request
        https.limits.responseBytes = .max
        https.trust.tlsVersions = tlsVersions
        if let policy = configuration.serverTrustPolicy { https.trust.policy = policy }
        (https.trust.anchors, https.trust.pins) = (configuration.anchors, configuration.pins)
        https.addresses.dial = (try? dial.get()) ?? []
        https.addresses.resolution = configuration.resolution
        https.addresses.takesNameFromHostField = configuration.takesNameFromHostField
        https.addresses.sendsServerName = configuration.sendsServerName
        https.observer = configuration.observer
        configuration.policyInForce?.apply(to: &https)
        ProcessTransportSecurity.current.apply(to: &https)
        configuration.appTransportSecurity?.apply(to: &https)
        configuration.pinReporter?.observe(&https)
        return https
    }
}
