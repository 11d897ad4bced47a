import HoldfastTransport
public import HoldfastTrust

/// An `https` URL, read by the same parser that dials it, with the name that its server has to prove.
///
/// U-labels are converted to A-labels here, at the door; `user:password@` and the fragment are dropped from what is
/// sent, and a zone identifier is refused.
public struct HTTPSURL: Hashable, Sendable, CustomStringConvertible {
    private let parts: URLParts
    /// Who the server must be.
    public let serverName: ServerName

    /// Reads an absolute URL.
    ///
    /// - Throws: ``HTTPSURLError`` for what is no URL, has another scheme than `https`, or names no possible server.
    public init(_ text: String) throws(HTTPSURLError) {
        let parts: URLParts
        do throws(URLPartsError) {
            parts = try URLParts(text)
        } catch { throw HTTPSURLError(error) }
        try self.init(checked: parts)
    }

    /// Reads a reference relative to this URL (RFC 3986 §5), as a redirect gives one.
    ///
    /// - Throws: ``HTTPSURLError`` as the initializer does.
    public func resolving(_ reference: String) throws(HTTPSURLError) -> HTTPSURL {
        let parts: URLParts
        do throws(URLPartsError) {
            parts = try self.parts.resolving(reference)
        } catch { throw HTTPSURLError(error) }
        return try HTTPSURL(checked: parts)
    }

    private init(checked parts: URLParts) throws(HTTPSURLError) {
        guard parts.scheme == "https" else { throw HTTPSURLError(otherScheme: parts.scheme) }
        do throws(ServerNameError) {
            serverName = try ServerName(parts.host)
        } catch { throw HTTPSURLError(error) }
        self.parts = parts
    }

    /// The host: A-labels, or an IP literal without brackets.
    public var host: String { parts.host }
    /// The port; 443 where none is written.
    public var port: UInt16 { parts.port }
    /// Path and query, from the slash on.
    public var target: String { parts.target }
    /// The URL as it is used, without credentials and fragment.
    public var description: String { parts.text }

    /// Whether scheme, host and port are the same (RFC 6454 §5).
    func isSameOrigin(as other: HTTPSURL) -> Bool { host == other.host && port == other.port }
}

/// Why a text is no URL that a session can use.
public struct HTTPSURLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a clause.
    public let reason: String
    /// Whether it is a URL, of another scheme.
    public let isOtherScheme: Bool

    init(_ error: URLPartsError) {
        reason = error.reason
        isOtherScheme = false
    }

    init(_ error: ServerNameError) {
        reason = error.description
        isOtherScheme = false
    }

    init(otherScheme scheme: String) {
        reason = "the scheme is \(scheme), not https"
        isOtherScheme = true
    }

    public var description: String { reason }
}
