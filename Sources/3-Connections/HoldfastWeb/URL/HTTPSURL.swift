import HoldfastHTTP
public import HoldfastStatements
public import HoldfastTrust
public import HoldfastX509

/// An `https` URL, read by the same parser that dials it, with the name that its server has to prove.
///
/// U-labels are converted to A-labels here, at the door; the fragment is dropped, and a zone identifier is refused.
///
/// There is one reading: what readers of URLs take for different servers' (two `@`, backslashes, slashes too few or too
/// many, percent-encoded ASCII in the host, empty labels, numbers that are no dotted IPv4 address, characters that
/// become others on the way to A-labels) is refused. One final dot of a name is dropped, since every name is fully
/// qualified here.
///
/// `user:password@` is kept apart: it is what a session proposes when the URL's own server asks for a password, and is
/// never sent unasked. Nothing else shows that it is there: URLs that differ in it are equal, and no text form, error
/// or log has it.
///
/// An `http` URL is one only where ``init(dangerouslyAllowingPlainHTTP:)`` has read it, or a reference was resolved
/// against one that it has read.
public struct HTTPSURL: Hashable, Sendable, CustomStringConvertible {
    /// The URL as it was read: URLs are handed along with every request, and are one word there.
    private final class Contents: Sendable {
        /// Without a fragment.
        let parts: URLParts
        let userInformation: URLUserInformation
        /// Whether this URL, or one that is resolved against it, may be an `http` URL. No part of what the URL names.
        let allowsPlainHTTP: Bool

        init(_ parts: URLParts, _ userInformation: URLUserInformation, allowsPlainHTTP: Bool) {
            self.parts = parts
            self.userInformation = userInformation
            self.allowsPlainHTTP = allowsPlainHTTP
        }
    }

    private let contents: Contents

    private var parts: URLParts { _read { yield contents.parts } }
    private var userInformation: URLUserInformation { _read { yield contents.userInformation } }
    private var allowsPlainHTTP: Bool { contents.allowsPlainHTTP }

    /// Reads an absolute URL.
    ///
    /// - Throws: ``HTTPSURLError`` for what is no URL, has another scheme than `https`, names no possible server, or
    ///   has more than one reading.
    public init(_ text: String) throws(HTTPSURLError) {
        let parts: URLParts
        do throws(URLPartsError) {
            parts = try URLParts(text)
        } catch { throw HTTPSURLError(error) }
        try self.init(checked: parts, allowsPlainHTTP: false)
    }

    /// Reads an absolute URL that may be an `http` one: whoever stands on its way reads and changes all that is sent
    /// and received, cookies and passwords too, and nobody proves who the server is.
    ///
    /// The permission goes with the URL: redirects and other references from it may lead to `http` URLs too, those from
    /// an `https` URL that this has read included. Cookies marked `Secure` and what other origins have taken stay away
    /// from them; `http` and `https` are two origins. It has no certificates, so that
    /// ``HTTPSSession/verify(_:timeout:)`` refuses it. HTTP/1.1 only; through proxies it goes by a tunnel.
    ///
    /// - Throws: ``HTTPSURLError`` as ``init(_:)`` does, for other schemes than the two.
    public init(dangerouslyAllowingPlainHTTP text: String) throws(HTTPSURLError) {
        let parts: URLParts
        do throws(URLPartsError) {
            parts = try URLParts(text)
        } catch { throw HTTPSURLError(error) }
        try self.init(checked: parts, allowsPlainHTTP: true)
    }

    /// Reads a reference relative to this URL (RFC 3986 §5), as a redirect gives one.
    ///
    /// A user and a password of the reference are dropped: whoever redirects does not choose who somebody is. This
    /// URL's own stay on the same origin.
    ///
    /// - Throws: ``HTTPSURLError`` as the initializer does.
    public func resolving(_ reference: String) throws(HTTPSURLError) -> HTTPSURL {
        let parts: URLParts
        do throws(URLPartsError) {
            parts = try self.parts.resolving(reference)
        } catch { throw HTTPSURLError(error) }
        let url = try HTTPSURL(checked: parts, allowsPlainHTTP: allowsPlainHTTP)
        return HTTPSURL(url, naming: url.isSameOrigin(as: self) ? userInformation : .none)
    }

    private init(checked parts: URLParts, allowsPlainHTTP: Bool) throws(HTTPSURLError) {
        guard parts.scheme == "https" || allowsPlainHTTP && parts.scheme == "http" else {
            throw HTTPSURLError(otherScheme: parts.scheme, allowsHTTP: allowsPlainHTTP)
        }
        contents = Contents(parts.withoutFragment, parts.userInformation, allowsPlainHTTP: allowsPlainHTTP)
    }

    /// This `http` URL with TLS (RFC 6797 §8.3): port 80 becomes 443, another port stays. Nil for what is none.
    var upgraded: HTTPSURL? {
        guard isPlainHTTP else { return nil }
        guard let parts = try? URLParts("https://\(URLParts.literal(host)):\(port == 80 ? 443 : port)\(target)"),
            let url = try? HTTPSURL(checked: parts, allowsPlainHTTP: allowsPlainHTTP)
        else { return nil }
        return HTTPSURL(url, naming: userInformation)
    }

    /// A reference to a URL without TLS, which is only to be upgraded, and never asked; nil for any other.
    ///
    /// What may be read as `http` from there on is what may be from here.
    package func plainReference(_ reference: String) -> HTTPSURL? {
        guard let parts = try? parts.resolving(reference), parts.scheme == "http" else { return nil }
        return HTTPSURL(unchecked: parts.withoutFragment, allowsPlainHTTP: allowsPlainHTTP)
    }

    private init(unchecked parts: URLParts, allowsPlainHTTP: Bool) {
        contents = Contents(parts, .none, allowsPlainHTTP: allowsPlainHTTP)
    }

    private init(_ url: HTTPSURL, naming userInformation: URLUserInformation) {
        contents = Contents(url.parts, userInformation, allowsPlainHTTP: url.allowsPlainHTTP)
    }

    /// This URL with a name in the place of its host.
    package func at(_ name: DNSName) throws(HTTPSURLError) -> HTTPSURL {
        let parts: URLParts
        do throws(URLPartsError) {
            parts = try URLParts("\(scheme)://\(name.text):\(port)\(target)")
        } catch { throw HTTPSURLError(error) }
        return HTTPSURL(try HTTPSURL(checked: parts, allowsPlainHTTP: allowsPlainHTTP), naming: userInformation)
    }

    /// This URL as texts about it show it: without its query, in which programs put keys, and without a user.
    package var withoutQuery: HTTPSURL {
        let path = target.prefix { $0 != "?" }
        guard userInformation.isThere || path.endIndex != target.endIndex,
            let parts = try? URLParts(origin + path)
        else { return self }
        return HTTPSURL(unchecked: parts, allowsPlainHTTP: allowsPlainHTTP)
    }

    /// The user and the password that the URL names; nil for no user, and for ones that are no percent-encoded UTF-8.
    package var namedCredential: (user: String, password: String?)? { userInformation.decoded }

    /// The user that the URL names; nil for none, and for one that is no text.
    package var userName: String? { namedCredential?.user }

    /// Whether the URL has a password, be it an empty one.
    package var hasPassword: Bool { namedCredential?.password != nil }

    /// Whether the URL names a user or a password.
    package var hasCredential: Bool { userInformation.isThere }

    /// The name that the server has to prove; where nothing is encrypted, nobody proves it.
    public var serverName: ServerName { ServerName(parts.server) }
    /// `https`, or `http` where that was allowed.
    public var scheme: String { parts.scheme }
    /// Whether nothing that is sent there is encrypted, and nobody proves who the server is.
    public var isPlainHTTP: Bool { parts.scheme == "http" }
    /// The host: A-labels, or an IP literal without brackets.
    public var host: String { parts.host }
    /// The port; 443 where none is written, 80 for `http`.
    public var port: UInt16 { parts.port }
    /// Path and query, from the slash on.
    public var target: String { parts.target }
    /// The URL as it is used, without credentials and fragment.
    public var description: String { parts.text }

    /// Whether scheme, host and port are the same (RFC 6454 §5).
    package func isSameOrigin(as other: HTTPSURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// The origin as it is written (RFC 6454 §6.2).
    package var origin: String { parts.origin }

    public static func == (one: HTTPSURL, other: HTTPSURL) -> Bool {
        one.contents === other.contents || one.parts == other.parts
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// An error for a text that is no URL that a session can use.
public struct HTTPSURLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason as a statement: a clause.
    public let statement: Statement
    /// Whether it is a URL, of another scheme.
    public let isOtherScheme: Bool

    init(_ error: URLPartsError) { (statement, isOtherScheme) = (error.statement, false) }

    /// Makes the error for a URL whose host has two readings.
    ///
    /// - Parameter host: the host that another reader of the same URL has found; nil for none.
    package init(otherHost host: String?, than url: HTTPSURL) {
        statement = URLSentence.twoReadings(host: url.host, other: host).statement
        isOtherScheme = false
    }

    init(otherScheme scheme: String, allowsHTTP: Bool) {
        statement = URLSentence.otherScheme(scheme, allowsHTTP: allowsHTTP).statement
        isOtherScheme = true
    }

    /// The reason, as a clause.
    public var reason: String { statement.english }

    public var description: String { reason }
}

extension ServerName {
    /// A server name as people write it: U-labels become A-labels, as they do in the host of a URL.
    ///
    /// - Throws: ``ServerNameError`` for what is neither a DNS name nor an address.
    public init(unicode text: String) throws(ServerNameError) {
        do throws(ServerNameError) {
            try self.init(text)
        } catch {
            // What else a URL may have beside its host would be lost without a word.
            // Octets: a mark that combines with one of these would hide it from a search among characters.
            guard error.reason == .notASCII, !text.utf8.contains(where: { "/?#@:\\".utf8.contains($0) }),
                let url = try? HTTPSURL("https://" + text + "/")
            else { throw error }
            self = url.serverName
        }
    }
}
