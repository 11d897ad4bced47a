public import HoldfastHTTP

/// A store that keeps cookies between requests (Apple, `HTTPCookieStorage`).
///
/// Sessions may share a store, and ask it from any task. A store that asks somebody else may take its time.
public protocol CookieStore: Sendable {
    /// The cookies that a request for a URL carries, in the order in which it names them: longer paths first, then the
    /// older ones (draft-ietf-httpbis-rfc6265bis §5.8.3).
    func cookies(for url: HTTPSURL) async -> [Cookie]

    /// Keeps what the fields of a response set, and drops what they end; fields of other names are ignored.
    ///
    /// - Parameter url: whose response it was, redirects and refusals included.
    func keep(_ fields: [HTTPField], from url: HTTPSURL) async

    /// Whether the store has a list of public suffixes, without which it keeps no cookie for a domain; true unless it
    /// says otherwise. Sessions warn of it (``SessionEvent/warned(task:_:)``).
    var knowsPublicSuffixes: Bool { get }
}

extension CookieStore {
    public var knowsPublicSuffixes: Bool { true }
}
