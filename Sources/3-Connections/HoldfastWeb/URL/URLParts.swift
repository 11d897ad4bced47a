import CCurl
package import HoldfastHTTP
import HoldfastLibC
package import HoldfastStatements
package import HoldfastTrust
import HoldfastX509

/// A URL in its parts, read by libcurl's own parser: what was checked is what is dialled.
///
/// There is one reading of a URL. What WHATWG's URL Standard, Foundation or RFC 3986 would take for another server's
/// than libcurl does is refused (``URLReference``, ``URLAuthority``), and what libcurl has read is held against what is
/// written.
package struct URLParts: Hashable, Sendable {
    /// Lower case.
    package let scheme: String
    /// The server that is dialled, and that has to prove its identity.
    package let serverName: ServerName
    /// The scheme's own where none is written.
    package let port: UInt16
    /// Path and query, from the slash on, with dot segments removed and what must be encoded encoded.
    package let target: String
    /// Without the `#`; nil for none.
    package private(set) var fragment: String?
    /// The user and the password that the URL names, apart from everything else of it.
    package let userInformation: URLUserInformation

    /// Whether the URL names a user or a password.
    package var hasCredentials: Bool { userInformation.isThere }

    /// Reads an absolute URL; U-labels are converted (RFC 5891).
    ///
    /// - Throws: ``URLPartsError`` for what is no URL, for a host that no server can have, for a zone identifier, and
    ///   for what readers take for the URLs of different servers.
    package init(_ text: String) throws(URLPartsError) {
        let reference = try URLReference(text)
        guard reference.scheme != nil, let authority = reference.authority else {
            throw URLPartsError(.noScheme)
        }
        let handle = try URLHandle()
        try handle.set(reference.text)
        try self.init(handle, authority)
    }

    /// Reads a reference relative to this URL (RFC 3986 §5).
    ///
    /// - Throws: ``URLPartsError`` as ``init(_:)`` does.
    package func resolving(_ reference: String) throws(URLPartsError) -> URLParts {
        let reference = try URLReference(reference)
        guard !reference.isSameDocument else { return withoutFragment }
        let handle = try URLHandle()
        try handle.set(text)
        try handle.set(reference.text)
        return try URLParts(handle, reference.authority ?? URLAuthority(serverName, port: port))
    }

    /// A-labels in lower case without a final dot, or an IP literal without brackets.
    package var host: String { serverName.description }

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

    private var defaultPort: UInt16? {
        switch scheme {
        case "https": 443
        case "http": 80
        default: nil
        }
    }

    private init(_ handle: borrowing URLHandle, _ authority: URLAuthority) throws(URLPartsError) {
        guard let scheme = try handle.get(CURLUPART_SCHEME), let host = try handle.get(CURLUPART_HOST),
            try handle.get(CURLUPART_ZONEID) == nil
        else { throw URLPartsError(.noSchemeOrHost) }
        self.scheme = scheme.asciiLowercased()
        serverName = try authority.server(readAs: host)
        guard let port = UInt16(try handle.get(CURLUPART_PORT) ?? ""), port != 0, port == authority.port ?? port else {
            throw URLPartsError(.noPort)
        }
        self.port = port
        let query = try handle.get(CURLUPART_QUERY).map { "?" + $0 } ?? ""
        target = (try handle.get(CURLUPART_PATH) ?? "/") + query
        fragment = try handle.get(CURLUPART_FRAGMENT)
        userInformation = URLUserInformation(
            user: try handle.get(CURLUPART_USER), password: try handle.get(CURLUPART_PASSWORD))
    }
}

/// An error for a text that is no URL.
package struct URLPartsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault as a statement: a clause.
    package let statement: Statement

    init(_ sentence: URLSentence) { statement = sentence.statement }
    init(_ error: ServerNameError) { statement = error.statement }
    init(_ code: CURLUcode) { statement = Statement(verbatim: code.text) }

    /// A clause in English, without a full stop.
    package var reason: String { statement.english }
    package var description: String { reason }
}

/// The one owner of a URL object of libcurl's.
@safe private struct URLHandle: ~Copyable {
    private let pointer: OpaquePointer

    init() throws(URLPartsError) {
        guard let pointer = unsafe curl_url() else { throw URLPartsError(.noMemory) }
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe curl_url_cleanup(pointer) }

    /// Reads the text of a ``URLReference``: an absolute URL or, where there is one already, one relative to it.
    borrowing func set(_ text: String) throws(URLPartsError) {
        let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE | CURLU_NON_SUPPORT_SCHEME)
        let code = unsafe text.withCString { unsafe curl_url_set(pointer, CURLUPART_URL, $0, flags) }
        guard code == CURLUE_OK else { throw URLPartsError(code) }
    }

    /// A part; nil where the URL has none.
    borrowing func get(_ part: CURLUPart) throws(URLPartsError) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let code = UTF8Locale.during {
            unsafe curl_url_get(pointer, part, &text, UInt32(CURLU_DEFAULT_PORT | CURLU_PUNYCODE))
        }
        defer { unsafe curl_free(text) }
        switch code {
        case CURLUE_OK: return unsafe text.map { unsafe String(cString: $0) }
        case CURLUE_NO_SCHEME, CURLUE_NO_USER, CURLUE_NO_PASSWORD, CURLUE_NO_HOST, CURLUE_NO_PORT, CURLUE_NO_QUERY,
            CURLUE_NO_FRAGMENT, CURLUE_NO_ZONEID:
            return nil
        // What the conversion to A-labels fails with.
        case CURLUE_OUT_OF_MEMORY where part == CURLUPART_HOST:
            throw URLPartsError(.notConvertible)
        default: throw URLPartsError(code)
        }
    }
}

/// Lets libidn2, which libcurl asks for A-labels, read text as UTF-8.
///
/// It goes by the locale, which is "C" and so ASCII in a process that never chose one. Only the calling thread's is
/// changed, and only for the length of a call.
@safe enum UTF8Locale {
    private nonisolated(unsafe) static let locale = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

    static func during<Result>(_ body: () -> Result) -> Result {
        guard let locale = unsafe locale else { return body() }
        let before = unsafe uselocale(locale)
        defer { _ = unsafe uselocale(before) }
        return body()
    }
}

extension CURLUcode {
    /// libcurl's own words for the code.
    fileprivate var text: String {
        guard let text = unsafe curl_url_strerror(self) else { return "error \(rawValue)" }
        return unsafe String(cString: text)
    }
}
