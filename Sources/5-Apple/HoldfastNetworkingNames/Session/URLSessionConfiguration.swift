public import Foundation
public import FoundationNetworking
public import HoldfastHTTPS
public import HoldfastPins
public import HoldfastPolicy
public import HoldfastResolving
public import HoldfastTrust
public import HoldfastWeb

/// The settings of a session: how it connects, waits and keeps (Apple, `URLSessionConfiguration`).
///
/// A session takes a copy: what is changed afterwards changes no session. Like Apple's, an object of it is not to be
/// changed by several threads at once.
open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
    /// A network that carries one connection over several ways (Apple, `URLSessionConfiguration.MultipathServiceType`).
    public enum MultipathServiceType: Int, Sendable {
        case none, handover, interactive, aggregate
    }

    /// The process's cookies, credentials and cache.
    open class var `default`: URLSessionConfiguration { URLSessionConfiguration() }

    /// Cookies, credentials, known hosts and a cache of its own, in memory, gone with the session.
    open class var ephemeral: URLSessionConfiguration {
        let configuration = URLSessionConfiguration()
        configuration.httpCookieStorage = HTTPCookieStorage()
        configuration.knownHosts = nil
        configuration.urlCredentialStorage = URLCredentialStorage()
        configuration.urlCache = URLCache(memoryCapacity: 512_000, diskCapacity: 0, diskPath: nil)
        return configuration
    }

    /// The settings of ``default``, with an identifier: transfers end with the process here.
    open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration()
        configuration.identifier = identifier
        return configuration
    }

    /// The identifier of a background session; nil for others.
    open internal(set) var identifier: String?
    /// The cached responses that may stand for a server's, where the request does not say.
    open var requestCachePolicy: URLRequest.CachePolicy = .useProtocolCachePolicy
    /// Seconds in which nothing comes or goes before a request fails, where the request does not say; 60, which is also
    /// what a request says that was told nothing. What waits for a delegate does not count.
    open var timeoutIntervalForRequest: TimeInterval = 60
    /// Seconds for a whole task; 604,800, which is seven days.
    open var timeoutIntervalForResource: TimeInterval = 604_800
    /// Without effect.
    open var networkServiceType: URLRequest.NetworkServiceType = .default
    /// Without effect.
    open var allowsCellularAccess = true
    /// Without effect.
    open var allowsExpensiveNetworkAccess = true
    /// Without effect.
    open var allowsConstrainedNetworkAccess = true
    /// Without effect: without a network a request fails at once.
    open var waitsForConnectivity = false
    /// Without effect.
    open var isDiscretionary = false
    /// Without effect.
    open var sharedContainerIdentifier: String?
    /// Without effect.
    open var sessionSendsLaunchEvents = true
    /// The proxy, with the keys of Core Foundation's `kCFNetworkProxies…`; nil for none. Neither the system's settings
    /// nor the environment are asked.
    open var connectionProxyDictionary: [AnyHashable: Any]?
    /// The least version of TLS that is spoken. TLS 1.2 is the least there is here, whatever is set.
    open var tlsMinimumSupportedProtocolVersion: tls_protocol_version_t = .TLSv12
    /// The last version of TLS that is spoken.
    open var tlsMaximumSupportedProtocolVersion: tls_protocol_version_t = .TLSv13
    /// Without effect.
    open var httpShouldUsePipelining = false
    /// Whether requests carry the storage's cookies.
    open var httpShouldSetCookies = true
    /// The cookies that the storage keeps.
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy = .onlyFromMainDocumentDomain
    /// Header fields of every request that has none of the same name.
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    /// Connections to one host at a time; 6. Further requests wait for one.
    open var httpMaximumConnectionsPerHost = 6
    /// The storage of cookies; nil for none.
    open var httpCookieStorage: HTTPCookieStorage? = .shared
    /// The storage in which credentials are looked up, and kept; nil for none.
    open var urlCredentialStorage: URLCredentialStorage? = .shared
    /// The cache of responses; nil for none.
    open var urlCache: URLCache? = .shared
    /// Without effect.
    open var shouldUseExtendedBackgroundIdleMode = false
    /// Subclasses of ``URLProtocol`` that are asked for each request, in this order, before the session's own way. At
    /// first those that ``URLProtocol/registerClass(_:)`` knows.
    open var protocolClasses: [AnyClass]? = URLProtocol.registeredClasses
    /// Without effect.
    open var multipathServiceType = MultipathServiceType.none
    /// Without effect: names are resolved by the system.
    open var requiresDNSSECValidation = false
    /// Without effect.
    open var enablesEarlyData = false

    /// The policy that the session judges a server by before a delegate is asked; nil for the system's anchors and the
    /// rules of the profile `default`. Apple has no such property.
    ///
    /// The policy has to be one for the name that is given, as for `HTTPSSession.Configuration.trust.policy`.
    open var serverTrustPolicy: (@Sendable (ServerName) -> TrustPolicy)?
    /// The anchors of every server, in the place of the system's; nil for those. Apple has no such property.
    ///
    /// Not beside ``serverTrustPolicy``, which says all of a policy: with both, no server is trusted, since one of them
    /// would be lost without a word (`HTTPSSession.Configuration.trust.anchors`).
    open var anchors: TrustAnchors?
    /// The pins of every server, which refuse whatever a delegate says; nil for none. Not beside ``serverTrustPolicy``.
    /// Apple has no such property.
    open var pins: TrustPins?
    /// `HOST:PORT:ADDRESS:PORT` each, as curl's `--connect-to`: where to connect instead. Server name, `Host` and the
    /// identity to be proven stay. Where one cannot be read, every request fails with `badURL`. Apple has no such
    /// property.
    open var connectTo: [String] = []
    /// Rules about where servers are dialled whatever resolvers say; they go before ``connectTo``. Apple has no such
    /// property.
    open var dial: [DialRule] = []
    /// The source of addresses; nil for the system's resolver. Apple has no such property.
    open var resolution: NameResolution?
    /// Whether a request whose URL has an address and whose field `Host` has a name is one for that name at that
    /// address, as `HTTPSSession.Configuration.addresses.takesNameFromHostField`. Apple has no such property.
    open var takesNameFromHostField = false
    /// Whether handshakes name the server. Apple has no such property.
    open var sendsServerName = true
    /// A policy file that the session judges and connects by, above what ``serverTrustPolicy`` says; nil for none. Its
    /// pins refuse whatever a delegate says. Apple has no such property.
    open var policyInForce: PolicyInForce?
    /// Settings of App Transport Security that the session keeps to, beside those of the process's Info.plist; nil for
    /// none. They only ever ask for more. Apple has no such property.
    open var appTransportSecurity: AppTransportSecurity?
    /// The hosts that want nothing but TLS (RFC 6797); nil for a store of the session's own, in memory. At first the
    /// program's, which outlasts it. Apple has no such property.
    open var knownHosts: KnownHostStore? = ProcessStateFiles.current.knownHosts
    /// The observer of the session's work and its warnings; nil for none. Apple has no such property.
    open var observer: (any SessionObserver)?
    /// The reporter of failures of pins; nil for none. Apple has no such property.
    open var pinReporter: PinReporter?

    public override init() {}

    open override func copy() -> Any { copy(with: nil) }

    open func copy(with zone: NSZone?) -> Any {
        let copy = URLSessionConfiguration()
        copy.identifier = identifier
        copy.requestCachePolicy = requestCachePolicy
        copy.timeoutIntervalForRequest = timeoutIntervalForRequest
        copy.timeoutIntervalForResource = timeoutIntervalForResource
        copy.networkServiceType = networkServiceType
        copy.allowsCellularAccess = allowsCellularAccess
        copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
        copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
        copy.waitsForConnectivity = waitsForConnectivity
        copy.isDiscretionary = isDiscretionary
        copy.sharedContainerIdentifier = sharedContainerIdentifier
        copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
        copy.connectionProxyDictionary = connectionProxyDictionary
        copy.tlsMinimumSupportedProtocolVersion = tlsMinimumSupportedProtocolVersion
        copy.tlsMaximumSupportedProtocolVersion = tlsMaximumSupportedProtocolVersion
        copy.httpShouldUsePipelining = httpShouldUsePipelining
        copy.httpShouldSetCookies = httpShouldSetCookies
        copy.httpCookieAcceptPolicy = httpCookieAcceptPolicy
        copy.httpAdditionalHeaders = httpAdditionalHeaders
        copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
        copy.httpCookieStorage = httpCookieStorage
        copy.urlCredentialStorage = urlCredentialStorage
        copy.urlCache = urlCache
        copy.shouldUseExtendedBackgroundIdleMode = shouldUseExtendedBackgroundIdleMode
        copy.protocolClasses = protocolClasses
        copy.multipathServiceType = multipathServiceType
        copy.requiresDNSSECValidation = requiresDNSSECValidation
        copy.enablesEarlyData = enablesEarlyData
        copy.serverTrustPolicy = serverTrustPolicy
        (copy.anchors, copy.pins) = (anchors, pins)
        copy.connectTo = connectTo
        copy.dial = dial
        copy.resolution = resolution
        copy.takesNameFromHostField = takesNameFromHostField
        copy.sendsServerName = sendsServerName
        copy.policyInForce = policyInForce
        copy.appTransportSecurity = appTransportSecurity
        copy.knownHosts = knownHosts
        copy.observer = observer
        copy.pinReporter = pinReporter
        return copy
    }
}
