/// Where a Digest credential may be sent before the server asks for it (RFC 7616 §3.3, `domain`).
///
/// Narrower than the RFC allows in two ways: another origin is never part of it, even where `domain` lists one, and a
/// listed path ends at a `/`, a `?` or its own end, so that `/private` does not cover `/privateer`.
package struct DigestAuthenticationSpace: Hashable, Sendable {
    /// How many URIs of `domain` are read; those after it are not covered.
    static let limit = 64

    private let origin: HTTPSURL
    /// Nil for everything on the origin.
    private let prefixes: [String]?

    /// The space that a challenge of `origin` describes. Only host and port of the URL matter.
    init(domain: String?, at origin: HTTPSURL) {
        self.origin = origin
        let uris = (domain ?? "").split { $0 == " " || $0 == "\t" }
        // No list, or an empty one, stands for everything (RFC 7616 §3.3); one of which nothing is left, for nothing.
        prefixes = uris.isEmpty ? nil : uris.prefix(Self.limit).compactMap { Self.prefix(String($0), at: origin) }
    }

    /// The target that a URI of the list begins with; nil where it is no path from the root, no URL, or elsewhere.
    private static func prefix(_ uri: String, at origin: HTTPSURL) -> String? {
        guard uri.hasPrefix("/") || uri.contains("://"), let url = try? origin.resolving(uri),
            url.isSameOrigin(as: origin)
        else { return nil }
        return url.target
    }

    /// Whether a request for `url` may carry the credential unasked.
    package func covers(_ url: HTTPSURL) -> Bool {
        guard url.isSameOrigin(as: origin) else { return false }
        guard let prefixes else { return true }
        return prefixes.contains { prefix in
            guard url.target.hasPrefix(prefix) else { return false }
            let rest = url.target.dropFirst(prefix.count)
            return prefix.hasSuffix("/") || rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?")
        }
    }
}
