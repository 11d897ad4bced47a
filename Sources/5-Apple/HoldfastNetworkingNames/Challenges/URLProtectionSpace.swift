public import Foundation
public import HoldfastSecurityNames
import HoldfastX509

/// A server or proxy, a realm and a method of authentication (Apple, `URLProtectionSpace`).
///
/// Two are equal when host, port, protocol or proxy type, realm and method are: what a server presented or accepts
/// makes no difference. A host's letters are compared without their case.
open class URLProtectionSpace: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The properties by which two spaces are compared.
    struct Identity: Hashable {
        let host: String
        let port: Int
        let isProxy: Bool
        /// The protocol, or the proxy's type.
        let type: String?
        let realm: String?
        let method: String

        init(host: String, port: Int, isProxy: Bool, type: String?, realm: String?, method: String?) {
            self.host = host.asciiLowercased()
            self.port = port
            self.isProxy = isProxy
            self.type = type
            self.realm = realm
            self.method = method ?? NSURLAuthenticationMethodDefault
        }
    }

    let identity: Identity
    private let givenHost: String
    private let names: [Data]?
    private let trust: SecTrust?

    init(_ identity: Identity, host: String, names: [Data]? = nil, trust: SecTrust? = nil) {
        self.identity = identity
        givenHost = host
        self.names = names
        self.trust = trust
    }

    /// A server's.
    ///
    /// - Parameters:
    ///   - host: the server's host.
    ///   - port: its port; 0 stands for the protocol's own on Apple's platforms, and for nothing here.
    ///   - protocol: a scheme, as ``NSURLProtectionSpaceHTTPS``.
    ///   - realm: the realm as the server spells it; nil for methods without one.
    ///   - authenticationMethod: one of `NSURLAuthenticationMethod…`; nil for the default one.
    public init(host: String, port: Int, protocol: String?, realm: String?, authenticationMethod: String?) {
        identity = Identity(
            host: host, port: port, isProxy: false, type: `protocol`, realm: realm, method: authenticationMethod)
        givenHost = host
        names = nil
        trust = nil
    }

    /// A proxy's.
    ///
    /// - Parameters:
    ///   - host: the proxy's host.
    ///   - port: its port.
    ///   - type: one of `NSURLProtectionSpace…Proxy`.
    ///   - realm: the realm as the proxy spells it; nil for methods without one.
    ///   - authenticationMethod: one of `NSURLAuthenticationMethod…`; nil for the default one.
    public init(proxyHost host: String, port: Int, type: String?, realm: String?, authenticationMethod: String?) {
        identity = Identity(
            host: host, port: port, isProxy: true, type: type, realm: realm, method: authenticationMethod)
        givenHost = host
        names = nil
        trust = nil
    }

    /// The host, as it was given.
    open var host: String { givenHost }

    /// The port.
    open var port: Int { identity.port }

    /// The protocol; nil for a proxy.
    open var `protocol`: String? { identity.isProxy ? nil : identity.type }

    /// The realm; nil for methods without one. In a challenge of a server that says `Basic` and names none, its host.
    open var realm: String? { identity.realm }

    /// One of `NSURLAuthenticationMethod…`.
    open var authenticationMethod: String { identity.method }

    /// Whether a proxy asks.
    open override func isProxy() -> Bool { identity.isProxy }

    /// One of `NSURLProtectionSpace…Proxy`; nil for a server.
    open var proxyType: String? { identity.isProxy ? identity.type : nil }

    /// Whether a password cannot be read on its way: by TLS, or since the method does not send it.
    open var receivesCredentialSecurely: Bool {
        if identity.type?.asciiLowercased() == "https" { return true }
        let readable = [
            NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTMLForm,
        ]
        return !readable.contains(identity.method)
    }

    /// The names (DER) of the authorities whose certificates the server accepts of a client; nil for other methods than
    /// ``NSURLAuthenticationMethodClientCertificate``, empty where it accepts any.
    open var distinguishedNames: [Data]? { names }

    /// The server's certificates, to be judged for its host, and not judged yet; nil for other methods than
    /// ``NSURLAuthenticationMethodServerTrust``.
    open var serverTrust: SecTrust? { trust }

    // MARK: NSCopying

    open override func copy() -> Any { copy(with: nil) }

    /// Returns the object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    open class var supportsSecureCoding: Bool { true }

    private enum Key {
        static let host = "host"
        static let port = "port"
        static let isProxy = "isProxy"
        static let type = "type"
        static let realm = "realm"
        static let method = "authenticationMethod"
    }

    /// Decodes a space that ``encode(with:)`` wrote; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let host = coder.text(Key.host) else { return nil }
        givenHost = host
        identity = Identity(
            host: host, port: coder.decodeInteger(forKey: Key.port), isProxy: coder.decodeBool(forKey: Key.isProxy),
            type: coder.text(Key.type), realm: coder.text(Key.realm), method: coder.text(Key.method))
        names = nil
        trust = nil
    }

    /// Writes what two spaces are compared by: nothing of what a server presented or accepts.
    open func encode(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        coder.encode(text: givenHost, forKey: Key.host)
        coder.encode(identity.port, forKey: Key.port)
        coder.encode(identity.isProxy, forKey: Key.isProxy)
        if let type = identity.type { coder.encode(text: type, forKey: Key.type) }
        if let realm = identity.realm { coder.encode(text: realm, forKey: Key.realm) }
        coder.encode(text: identity.method, forKey: Key.method)
    }

    // MARK: Equality

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? URLProtectionSpace).map { $0.identity == identity } ?? false
    }

    open override var hash: Int { identity.hashValue }

    // MARK: Text

    /// The line that Foundation prints on Apple's platforms, as `po challenge.protectionSpace` shows it there: programs
    /// and articles read it, and some cut it up.
    open override var description: String {
        let isOwn = type(of: self) == URLProtectionSpace.self
        let address = String(UInt(bitPattern: Swift.ObjectIdentifier(self)), radix: 16)
        return "<\(isOwn ? "NSURLProtectionSpace" : "\(type(of: self))"): 0x\(address)>: Host:\(host), "
            + "Server:\(self.protocol ?? "(null)"), Auth-Scheme:\(scheme), Realm:\(realm ?? "(null)"), Port:\(port), "
            + "Proxy:\(isProxy() ? "YES" : "NO"), Proxy-Type:\(proxyType ?? "(null)")"
    }

    /// The method as Foundation prints it: one that it does not know counts as the default one
    /// (swift-corelibs-foundation, TestURLProtectionSpace.test_description).
    private var scheme: String {
        Self.printedMethods.contains(authenticationMethod) ? authenticationMethod : NSURLAuthenticationMethodDefault
    }

    private static let printedMethods: Set<String> = [
        NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
        NSURLAuthenticationMethodHTMLForm, NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodNTLM,
        NSURLAuthenticationMethodClientCertificate, NSURLAuthenticationMethodServerTrust,
    ]
}
