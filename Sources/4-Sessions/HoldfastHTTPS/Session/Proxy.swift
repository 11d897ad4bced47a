public import HoldfastCredentials
import HoldfastHTTP
import HoldfastResolving
public import HoldfastStatements
import HoldfastTransport
public import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// A proxy that requests go through; TLS with the server goes through it from end to end.
///
/// The server is judged as without a proxy, and an HTTPS proxy is judged too, by the session's policy for its own name:
/// only one of them being bad is enough for a refusal. With SOCKS and CONNECT it is the proxy that resolves the
/// server's name. Nothing is taken from the environment. Requests for `http` URLs go through a tunnel too, for which
/// some proxies let port 443 pass alone.
public struct Proxy: Hashable, Sendable, CustomStringConvertible {
    /// The protocol that is spoken with the proxy.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// HTTP/1.1 without TLS, a tunnel by CONNECT (RFC 9110 §9.3.6): the proxy and its network see the server's
        /// name.
        case http
        /// As ``http``, within TLS.
        case https
        /// SOCKS 5 (RFC 1928).
        case socks5
    }

    public let kind: Kind
    /// The name that the proxy has to prove, where it shows a certificate, and under which it is reached.
    public let serverName: ServerName
    public let port: UInt16
    /// The user and password for the proxy: for SOCKS sent at once (RFC 1929), for the others proposed when the proxy
    /// asks (407). Never sent to a server.
    public var credential: PasswordCredential?

    /// A proxy.
    public init(_ kind: Kind, _ serverName: ServerName, port: UInt16, credential: PasswordCredential? = nil) {
        self.kind = kind
        self.serverName = serverName
        self.port = port
        self.credential = credential
    }

    /// Reads a proxy as curl spells one: `http://`, `https://`, `socks5://` or `socks5h://`, a host, a port, and before
    /// them a user and a password where it asks for them.
    ///
    /// Without a port it is 443 for `https` and 1080 for the others. SOCKS resolves the server's name in either
    /// spelling.
    ///
    /// - Throws: ``ProxyError`` for anything else; its text shows no password.
    public init(_ text: String) throws(ProxyError) {
        let scheme = text.prefix { $0 != ":" }.asciiLowercased()
        let kind: Kind
        switch scheme {
        case "http": kind = .http
        case "https": kind = .https
        case "socks5", "socks5h": kind = .socks5
        default: throw ProxyError(statement: ProxyTextSentence.otherScheme.statement)
        }
        // Of these the port of `https` alone is the proxy's own, and that of `http` is another server's.
        let written = text.dropFirst(scheme.count)
        let rest = written.hasSuffix("/") ? written.dropLast() : written
        let hasPort = rest.last { $0 == ":" || $0 == "]" || $0 == "@" || $0 == "/" } == ":" && rest.last != ":"
        let parts: URLParts
        do throws(URLPartsError) { parts = try URLParts("https" + rest) } catch {
            throw ProxyError(statement: error.statement)
        }
        guard parts.target == "/", parts.fragment == nil else {
            throw ProxyError(statement: ProxyTextSentence.path.statement)
        }
        self.init(
            kind, ServerName(parts.server), port: hasPort || kind == .https ? parts.port : 1_080,
            credential: parts.userInformation.decoded.map {
                PasswordCredential(user: $0.user, password: $0.password ?? "")
            })
    }

    /// The name of A-labels, or an address without brackets.
    public var host: String { serverName.description }

    /// The proxy as a URL, without user and password.
    public var description: String { "\(kind.rawValue)://\(URLParts.literal(host)):\(port)" }
}

extension Proxy.Kind {
    var forTransport: ProxyTarget.Kind {
        switch self {
        case .http: .http
        case .https: .https
        case .socks5: .socks5
        }
    }
}

/// An error for a text that names no proxy.
public struct ProxyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason as a statement: a clause.
    public let statement: Statement

    /// A clause, without a full stop.
    public var reason: String { statement.english }

    public var description: String { reason }
}

/// Sentences about texts that name no proxy.
enum ProxyTextSentence: Sentence {
    case otherScheme
    case path

    static let topic = "proxyText"

    var words: LocalizedText {
        switch self {
        case .otherScheme:
            LocalizedText("it is no http://, https:// or socks5:// URL", "它不是 http://、https:// 或 socks5:// 的 URL")
        case .path: LocalizedText("a proxy has no path", "代理没有路径")
        }
    }
}
