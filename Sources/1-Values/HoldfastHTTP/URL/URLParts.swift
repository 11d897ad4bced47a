package import HoldfastStatements
package import HoldfastX509

/// A URL in its parts (RFC 3986): what was checked is what is dialled.
///
/// There is one reading of a URL. What WHATWG's URL Standard, Foundation or libcurl would take for another server's is
/// refused (``URLReference``, ``URLAuthority``).
package struct URLParts: Hashable, Sendable {
    /// Lower case.
    package let scheme: String
    /// The server that is dialled, and that has to prove its identity.
    package let server: Host
    /// The scheme's own where none is written.
    package let port: UInt16
    /// Path and query, from the slash on, with dot segments removed and what must be encoded encoded.
    package private(set) var target: String
    /// Without the `#`; nil for none.
    package private(set) var fragment: String?
    /// The user and the password that the URL names, apart from everything else of it.
    package private(set) var userInformation: URLUserInformation

    /// Whether the URL names a user or a password.
    package var hasCredentials: Bool { userInformation.isThere }

    /// Reads an absolute URL; U-labels are converted (RFC 5891).
    ///
    /// - Throws: ``URLPartsError`` for what is no URL, for a host that no server can have, for a zone identifier, and
    ///   for what readers take for the URLs of different servers.
    package init(_ text: String) throws(URLPartsError) {
        let reference = try URLReference(text)
        guard let scheme = reference.scheme, let authority = reference.authority else {
            throw URLPartsError(.noScheme)
        }
        try self.init(reference, of: scheme, authority, path: reference.path)
    }

    /// Reads a reference relative to this URL (RFC 3986 §5).
    ///
    /// - Throws: ``URLPartsError`` as ``init(_:)`` does.
    package func resolving(_ reference: String) throws(URLPartsError) -> URLParts {
        let reference = try URLReference(reference)
        guard !reference.isSameDocument else { return withoutFragment }
        if let authority = reference.authority {
            return try URLParts(reference, of: reference.scheme ?? scheme, authority, path: reference.path)
        }
        var parts = self
        parts.userInformation = .none
        parts.fragment = reference.fragment
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
        let path =
            reference.path.isEmpty
            ? Array(target.utf8[..<mark]) : URLPath.merged(reference.path, with: target.utf8[..<mark])
        parts.target = String(decoding: URLPath.withoutDots(path), as: UTF8.self) + reference.query
        return parts
    }

    /// A-labels in lower case without a final dot, or an IP literal without brackets.
    package var host: String { server.description }

    /// The URL as it is requested (RFC 3986 §3.5): without the fragment.
    package var withoutFragment: URLParts {
        var parts = self
        parts.fragment = nil
        return parts
    }

    /// The URL that these parts make up, without credentials and fragment.
    package var text: String { origin + target }

    /// Scheme, host, and the port where it is not the scheme's own (RFC 6454 §6.2).
    package var origin: String {
        "\(scheme)://\(Self.literal(host))\(port == defaultPort ? "" : ":\(port)")"
    }

    /// A host as URLs write it: an IPv6 address in brackets (RFC 3986 §3.2.2).
    package static func literal(_ host: String) -> String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }

    private var defaultPort: UInt16? { Self.defaultPorts[scheme] }

    /// The ports that are registered for schemes.
    private static let defaultPorts: [String: UInt16] = [
        "https": 443, "http": 80, "wss": 443, "ws": 80, "dict": 2628, "ftp": 21, "ftps": 990, "gopher": 70,
        "imap": 143, "imaps": 993, "ldap": 389, "ldaps": 636, "mqtt": 1883, "pop3": 110, "pop3s": 995, "rtsp": 554,
        "scp": 22, "sftp": 22, "smb": 445, "smtp": 25, "smtps": 465, "telnet": 23, "tftp": 69,
    ]

    private init(
        _ reference: URLReference, of scheme: String, _ authority: URLAuthority, path: [UInt8]
    ) throws(URLPartsError) {
        guard let port = authority.port ?? Self.defaultPorts[scheme] else { throw URLPartsError(.noPort) }
        self.scheme = scheme
        self.port = port
        server = authority.host
        let path = path.isEmpty ? [UInt8(ascii: "/")] : URLPath.withoutDots(path)
        target = String(decoding: path, as: UTF8.self) + reference.query
        fragment = reference.fragment
        userInformation = authority.userInformation
    }
}

/// Paths of URLs as octets.
private enum URLPath {
    private static let slash = UInt8(ascii: "/")

    /// A path of a reference in the place of the last segment of another one (RFC 3986 §5.2.3), unless it begins anew.
    static func merged(_ path: [UInt8], with base: Substring.UTF8View) -> [UInt8] {
        guard path.first != slash, let end = base.lastIndex(of: slash) else { return path }
        return base[...end] + path
    }

    /// An absolute path without dot segments (RFC 3986 §5.2.4).
    static func withoutDots(_ path: [UInt8]) -> [UInt8] {
        guard path.contains(UInt8(ascii: ".")) else { return path }
        let segments = path.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        for segment in segments {
            if segment.elementsEqual("..".utf8) {
                _ = kept.popLast()
            } else if !segment.elementsEqual(".".utf8) {
                kept.append(segment)
            }
        }
        // A dot segment at the end leaves the slash before it.
        if let last = segments.last, last.elementsEqual(".".utf8) || last.elementsEqual("..".utf8) { kept.append([]) }
        return kept.flatMap { [slash] + $0 }
    }
}

/// An error for a text that is no URL.
package struct URLPartsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault as a statement: a clause.
    package let statement: Statement

    init(_ sentence: URLSentence) { statement = sentence.statement }
    init(_ error: ServerNameError) { statement = error.statement }

    /// A clause in English, without a full stop.
    package var reason: String { statement.english }
    package var description: String { reason }
}
