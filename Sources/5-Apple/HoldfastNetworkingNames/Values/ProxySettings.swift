public import Foundation
import HoldfastCredentials
package import HoldfastHTTPS
import HoldfastPolicy
public import HoldfastSecurityNames
package import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

// Keys of `URLSessionConfiguration.connectionProxyDictionary`, of CFNetwork's CFProxySupport.h.
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// Whether requests of plain HTTP go through a proxy; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPEnable: CFString = "HTTPEnable"
/// The host of the proxy for plain HTTP.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPProxy: CFString = "HTTPProxy"
/// The port of the proxy for plain HTTP.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPPort: CFString = "HTTPPort"
/// Whether requests of HTTPS go through a proxy, by CONNECT; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPSEnable: CFString = "HTTPSEnable"
/// The host of the proxy for HTTPS.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPSProxy: CFString = "HTTPSProxy"
/// The port of the proxy for HTTPS.
@safe public nonisolated(unsafe) let kCFNetworkProxiesHTTPSPort: CFString = "HTTPSPort"
/// Whether requests go through a SOCKS 5 proxy, where no other is for them; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesSOCKSEnable: CFString = "SOCKSEnable"
/// The host of the SOCKS 5 proxy.
@safe public nonisolated(unsafe) let kCFNetworkProxiesSOCKSProxy: CFString = "SOCKSProxy"
/// The port of the SOCKS 5 proxy.
@safe public nonisolated(unsafe) let kCFNetworkProxiesSOCKSPort: CFString = "SOCKSPort"
/// Hosts that no proxy is for; an array of texts such as `*.local` and `192.0.2.0/24`.
@safe public nonisolated(unsafe) let kCFNetworkProxiesExceptionsList: CFString = "ExceptionsList"
/// Whether no proxy is for names without a dot; a number or a Boolean.
@safe public nonisolated(unsafe) let kCFNetworkProxiesExcludeSimpleHostnames: CFString = "ExcludeSimpleHostnames"
/// Without effect: no script chooses a proxy here.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoConfigEnable: CFString = "ProxyAutoConfigEnable"
/// Without effect, likewise.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoConfigURLString: CFString = "ProxyAutoConfigURLString"
/// Without effect, likewise.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoConfigJavaScript: CFString =
    "ProxyAutoConfigJavaScript"
/// Without effect, likewise.
@safe public nonisolated(unsafe) let kCFNetworkProxiesProxyAutoDiscoveryEnable: CFString = "ProxyAutoDiscoveryEnable"
/// The user name for the proxy.
@safe public nonisolated(unsafe) let kCFProxyUsernameKey: CFString = "kCFProxyUsernameKey"
/// The user's password for the proxy.
@safe public nonisolated(unsafe) let kCFProxyPasswordKey: CFString = "kCFProxyPasswordKey"

/// The proxies of a dictionary (Apple, `URLSessionConfiguration.connectionProxyDictionary`).
///
/// Keys of automatic configuration are passed over. A proxy that is switched on and cannot be read is an error: without
/// it, requests would go out directly.
package struct ProxySettings: Hashable, Sendable {
    /// For plain HTTP.
    package var http: Proxy?
    /// For HTTPS, by CONNECT.
    package var https: Proxy?
    /// For both, where they have none of their own.
    package var socks: Proxy?
    /// Hosts that are asked directly, as written, in lower case.
    package var exceptions: [String] = []
    /// Whether names without a dot are asked directly.
    package var excludesSimpleHostnames = false

    /// Hosts that are read of the list of exceptions.
    package static let exceptionLimit = 1_000

    /// Reads a dictionary whose keys are texts, Foundation's or Swift's; nil is an empty one.
    ///
    /// - Throws: ``ProxySettingsError`` for a proxy without a host, or with a value of another type than Apple
    ///   documents.
    package init(_ dictionary: [AnyHashable: Any]?) throws(ProxySettingsError) {
        var values: [String: Any] = [:]
        for (key, value) in dictionary ?? [:] {
            if let name = Self.text(key.base) { values[name] = value }
        }
        var credential: PasswordCredential?
        if let user = values["kCFProxyUsernameKey"] {
            guard let user = Self.text(user) else { throw ProxySettingsError(key: "kCFProxyUsernameKey") }
            let password = values["kCFProxyPasswordKey"] ?? ""
            guard let password = Self.text(password) else { throw ProxySettingsError(key: "kCFProxyPasswordKey") }
            credential = PasswordCredential(user: user, password: password)
        }
        http = try Self.proxy(.http, "HTTP", 80, values, credential)
        https = try Self.proxy(.http, "HTTPS", 80, values, credential)
        socks = try Self.proxy(.socks5, "SOCKS", 1_080, values, credential)
        excludesSimpleHostnames = try Self.flag("ExcludeSimpleHostnames", values)
        guard let list = values["ExceptionsList"] else { return }
        guard let list = list as? [Any], list.count <= Self.exceptionLimit else {
            throw ProxySettingsError(key: "ExceptionsList")
        }
        for entry in list {
            guard let text = Self.text(entry) else { throw ProxySettingsError(key: "ExceptionsList") }
            exceptions.append(text.asciiLowercased())
        }
    }

    /// The proxy for a URL; nil for none.
    package func proxy(for url: URL) -> Proxy? {
        let scheme = url.scheme?.asciiLowercased()
        let chosen = (scheme == "http" || scheme == "ws" ? http : https) ?? socks
        guard let chosen, let host = url.host?.asciiLowercased(), !isExcepted(host) else { return nil }
        return chosen
    }

    /// Whether a host is asked directly.
    package func isExcepted(_ host: String) -> Bool {
        let address = IPAddress(host)
        if excludesSimpleHostnames, address == nil, !host.contains(".") { return true }
        return exceptions.contains { entry in
            if let address, let range = AddressRange(Self.padded(entry)) { return range.contains(address) }
            if entry.hasPrefix(".") { return host.hasSuffix(entry) }
            return Self.matches(Array(host.utf8), Array(entry.utf8))
        }
    }

    /// `169.254/16` as `169.254.0.0/16`.
    private static func padded(_ entry: String) -> String {
        let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let octets = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, octets.count < 4, !parts[0].contains(":") else { return entry }
        return parts[0] + String(repeating: ".0", count: 4 - octets.count) + "/" + parts[1]
    }

    /// Whether a text is of a pattern in which `*` stands for any octets. Each star is tried at the last place only, so
    /// that the work is the product of the lengths.
    private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
        var (place, next) = (0, 0)
        var retry: (place: Int, next: Int)?
        while place < text.count {
            if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
                next += 1
                retry = (place, next)
            } else if next < pattern.count, pattern[next] == text[place] {
                (place, next) = (place + 1, next + 1)
            } else if let again = retry {
                (place, next) = (again.place + 1, again.next)
                retry = (place, next)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    private static func proxy(
        _ kind: Proxy.Kind, _ name: String, _ usualPort: UInt16, _ values: [String: Any],
        _ credential: PasswordCredential?
    ) throws(ProxySettingsError) -> Proxy? {
        guard try flag(name + "Enable", values) else { return nil }
        let host = values[name + "Proxy"].flatMap { text($0) } ?? ""
        guard let server = try? ServerName(unicode: host) else { throw ProxySettingsError(key: name + "Proxy") }
        var port = usualPort
        if let written = values[name + "Port"] {
            guard let number = (written as? Int).flatMap(UInt16.init(exactly:)) ?? text(written).flatMap(UInt16.init),
                number > 0
            else { throw ProxySettingsError(key: name + "Port") }
            port = number
        }
        return Proxy(kind, server, port: port, credential: credential)
    }

    private static func flag(_ key: String, _ values: [String: Any]) throws(ProxySettingsError) -> Bool {
        guard let value = values[key] else { return false }
        guard let number = value as? NSNumber else { throw ProxySettingsError(key: key) }
        return number.boolValue
    }

    private static func text(_ value: Any) -> String? {
        (value as? String) ?? (value as? NSString).map { $0 as String }
    }
}

/// A value of a dictionary of proxies that cannot be used.
package struct ProxySettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key whose value it is.
    package let key: String

    /// The reason as a statement.
    package var statement: Statement { SettingsSentence.proxyDictionary(key: key).statement }

    package var description: String { statement.english }
}
