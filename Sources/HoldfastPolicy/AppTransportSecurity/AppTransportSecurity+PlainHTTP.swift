public import HoldfastPins
import HoldfastTrust

extension AppTransportSecurity {
    /// Whether a request without TLS may go to a host.
    ///
    /// - Parameter host: a name of A-labels or an address, as a URL has it.
    public func allowsPlainHTTP(host: String) -> Bool { refusal(host: host) == nil }

    /// The reason why no request without TLS may go to a host; nil if it may.
    ///
    /// The exception of the host itself counts first, then the smallest range that has its address or the nearest
    /// domain above it that includes what is below, then `NSAllowsArbitraryLoads`.
    public func refusal(host: String) -> PlainHTTPError? {
        var host = host.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let bare = host.hasSuffix(".") ? String(host.dropLast()) : host
        // What only looks like a name, such as 2130706433, might be dialled as an address.
        guard let name = try? ServerName(bare) else { return PlainHTTPError(host: host, reason: .noHost) }
        if let (key, exception) = exception(for: host, name) {
            return exception.allowsInsecureHTTPLoads ? nil : PlainHTTPError(host: host, reason: .exception(key))
        }
        if allowsArbitraryLoads, !ignoresArbitraryLoads { return nil }
        guard case .dns = name else {
            return allowsLocalNetworking == true ? nil : PlainHTTPError(host: host, reason: .address)
        }
        if !bare.contains(".") || bare.hasSuffix(".local") { return nil }
        return PlainHTTPError(
            host: host, reason: allowsArbitraryLoads ? .arbitraryLoadsIgnored : .noException)
    }

    private func exception(for host: String, _ name: ServerName) -> (String, Exception)? {
        if let exception = exceptionDomains[host] { return (host, exception) }
        guard case .ip(let address) = name else {
            var parent = host[...]
            while let dot = parent.firstIndex(of: ".") {
                parent = parent[parent.index(after: dot)...]
                let key = String(parent)
                if let exception = exceptionDomains[key], exception.includesSubdomains { return (key, exception) }
            }
            return nil
        }
        let ranges = exceptionDomains.compactMap { key, exception in
            AddressRange(key).flatMap { $0.contains(address) ? (length: $0.length, key: key, exception) : nil }
        }
        // Of two spellings of one range, always the same one, and the stricter.
        let narrowest = ranges.max { one, other in
            if one.length != other.length { return one.length < other.length }
            if one.2.allowsInsecureHTTPLoads != other.2.allowsInsecureHTTPLoads { return one.2.allowsInsecureHTTPLoads }
            return one.key < other.key
        }
        return narrowest.map { ($0.key, $0.2) }
    }
}

/// An error for a host to which App Transport Security lets no request without TLS go.
public struct PlainHTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// No key lets it through.
        case noException
        /// An exception is there, which does not let it through; its key.
        case exception(String)
        /// The host is an address.
        case address
        /// `NSAllowsArbitraryLoads` is true, and a finer key beside it.
        case arbitraryLoadsIgnored
        /// The host is neither a name nor an address.
        case noHost
        /// Nobody knows what the Info.plist says.
        case undecided(AppTransportSecurityError)
    }

    public let host: String
    public let reason: Reason

    package init(host: String, reason: Reason) {
        self.host = host
        self.reason = reason
    }

    /// The refusal, and the key of the Info.plist that would change it, in one sentence.
    public var description: String {
        let path = "NSAppTransportSecurity > NSExceptionDomains > "
        let start = "App Transport Security refuses http://\(host.contains(":") ? "[\(host)]" : host)"
        return switch reason {
        case .noException:
            "\(start): use https, or set \(path)\(host) > NSExceptionAllowsInsecureHTTPLoads to true in the Info.plist."
        case .exception(let key):
            "\(start): use https, or set \(path)\(key) > NSExceptionAllowsInsecureHTTPLoads to true in the Info.plist."
        case .address:
            "\(start), an address: use https, or set NSAppTransportSecurity > NSAllowsLocalNetworking, or "
                + "\(path)\(host) > NSExceptionAllowsInsecureHTTPLoads, to true in the Info.plist."
        case .arbitraryLoadsIgnored:
            "\(start), since a finer key beside it makes NSAllowsArbitraryLoads count as false: use https, or set "
                + "\(path)\(host) > NSExceptionAllowsInsecureHTTPLoads to true in the Info.plist."
        case .noHost: "\(start), which names no host."
        case .undecided(let problem): "\(start), since its rules cannot be read: \(problem)."
        }
    }
}
