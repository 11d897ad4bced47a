import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// A server and its port, as a request names them.
struct GateTarget: Hashable, Sendable, CustomStringConvertible {
    let name: ServerName
    let port: UInt16
    /// The server as a URL, which is what a session goes by.
    let url: HTTPSURL
    /// `host:port`, with brackets around an IPv6 address.
    let description: String
    /// The value of Host as clients write it (RFC 9110 §7.2): without the port that is the scheme's.
    let host: String

    /// Reads `host:port` (RFC 9112 §3.2.3, authority-form), where the port is no guess; a user is refused.
    init(authority text: String) throws(MessageError) {
        guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]"), !text.contains("@"),
            let port = Self.port(text[text.index(after: colon)...])
        else { throw MessageError(400, .noHostAndPort) }
        try self.init(host: String(text[..<colon]), port: port)
    }

    /// Reads the value of Host or `:authority`, whose port is the scheme's where none is written.
    init(host text: String, scheme: String) throws(MessageError) {
        let usual: UInt16 = scheme == "http" ? 80 : 443
        guard !text.contains("@") else { throw MessageError(400, .user) }
        let afterBracket = text.lastIndex(of: "]").map { text[$0...] } ?? text[...]
        guard let colon = afterBracket.lastIndex(of: ":") else {
            try self.init(host: text, port: usual)
            return
        }
        guard let port = Self.port(text[text.index(after: colon)...]) else { throw MessageError(400, .noPort) }
        try self.init(host: String(text[..<colon]), port: port)
    }

    private init(host: String, port: UInt16) throws(MessageError) {
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"/?#\\".utf8.contains($0) }),
            !host.contains(":") || host.hasPrefix("[") && host.hasSuffix("]"),
            let url = try? HTTPSURL("https://\(host):\(port)/")
        else { throw MessageError(400, .noHost) }
        (name, self.port, self.url) = (url.serverName, port, url)
        description = "\(name.inURL):\(port)"
        self.host = port == 443 ? String(description.dropLast(4)) : description
    }

    /// A port without a sign, a zero in front or anything behind.
    private static func port(_ text: Substring) -> UInt16? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            text.utf8.first != 0x30
        else { return nil }
        return UInt16(text)
    }

    /// Whether another spelling means the same server and port.
    func isSame(as other: GateTarget) -> Bool { name == other.name && port == other.port }

    /// The origin of its pages (RFC 6454 §6.2).
    var origin: String { "https://" + host }
}

/// The forms of a request's target that the gate takes.
enum RequestTarget: Hashable, Sendable {
    /// CONNECT.
    case tunnel(GateTarget)
    /// A URL of plain HTTP (RFC 9112 §3.2.2, absolute-form), with path and query.
    case plain(GateTarget, path: String)
    /// A path on the server whose connection this is (§3.2.1, origin-form; §3.2.4, asterisk-form).
    case path(String)

    /// Reads the target of a request to the proxy that the gate is.
    init(toProxy head: RequestHead) throws(MessageError) {
        if head.method == "CONNECT" {
            let target = try GateTarget(authority: head.target)
            // RFC 9112 §3.2: Host "MUST" be that of the target; one that differs means two servers.
            if let host = head.fields.one("host") {
                let named = try GateTarget(host: host, scheme: "https")
                guard named.isSame(as: target) || host == "\(target.name)" else {
                    throw MessageError(400, .twoServersInConnect)
                }
            }
            self = .tunnel(target)
            return
        }
        guard head.target.asciiLowercased().hasPrefix("http://") else {
            // A page that leads a browser here, or a client that takes the gate for a server.
            throw MessageError(400, .proxyAlone)
        }
        let rest = head.target.dropFirst(7)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let target = try GateTarget(host: String(rest[..<end]), scheme: "http")
        let path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
        // RFC 9112 §3.2.2: the target's host counts, and not the field's; one that differs is an attempt at something.
        if let host = head.fields.one("host"), !(try GateTarget(host: host, scheme: "http").isSame(as: target)) {
            throw MessageError(400, .twoServers)
        }
        self = .plain(target, path: path)
    }

    /// Reads the target of a request within a tunnel.
    ///
    /// - Throws: ``MessageError`` for a target that is none of the server that the tunnel leads to.
    init(inTunnel head: RequestHead, to target: GateTarget) throws(MessageError) {
        guard head.method != "CONNECT" else { throw MessageError(400, .connectWithin) }
        if let host = head.fields.one("host"), host != target.host,
            !(try GateTarget(host: host, scheme: "https").isSame(as: target))
        {
            // RFC 9110 §15.5.20: "the request was directed at a server that is unable or unwilling to produce an
            // authoritative response for the target URI".
            throw MessageError(421, .otherServer(field: "Host"))
        }
        guard head.target.hasPrefix("/") || head.target == "*" && head.method == "OPTIONS" else {
            throw MessageError(400, .noPathTarget)
        }
        self = .path(head.target)
    }
}
