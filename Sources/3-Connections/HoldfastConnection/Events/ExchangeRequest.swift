package import HoldfastHTTP

/// A request as its client says it over one connection: control data, fields and the length of the content (RFC 9110
/// §6), which the version of HTTP gives its form.
///
/// Nothing of it is looked at: what is to reach a server is checked before.
package struct ExchangeRequest: Hashable, Sendable {
    /// Case-sensitive (RFC 9110 §9.1).
    package var method: String
    /// `http` or `https`; said in HTTP/2 alone (RFC 9113 §8.3.1).
    package var scheme: String
    /// Host and port as they go out, in the field `Host` and as `:authority`; of CONNECT the target.
    package var authority: String
    /// The request target as it goes out: path and query, or `*`. CONNECT has none.
    package var path: String
    /// All other fields, in the order in which they go out: none that says where the content ends, and no `Host`.
    package var fields: [HTTPField]
    package var content: ContentLength
    /// Whether the content waits until the server wants it (RFC 9110 §10.1.1): the field is added, and whoever sends
    /// the content waits for the 100.
    package var expectsContinue: Bool
    /// The protocol that the server is asked to go over to, in lower case; nil for none. In HTTP/1.1 the fields are
    /// added, and an answer with 101 makes a tunnel of its connection (RFC 9110 §7.8); in HTTP/2 it is asked for by
    /// CONNECT, and a 2xx makes one of its stream (RFC 8441 §4).
    package var upgrade: String?

    /// The length of a request's content.
    package enum ContentLength: Hashable, Sendable {
        /// No content, and no field that speaks of one.
        case none
        /// So many octets, which may be none.
        case octets(Int)
        /// As many as come.
        case unknown
    }

    package init(
        method: String, scheme: String = "https", authority: String, path: String, fields: [HTTPField] = [],
        content: ContentLength = .none, expectsContinue: Bool = false, upgrade: String? = nil
    ) {
        (self.method, self.scheme, self.authority, self.path) = (method, scheme, authority, path)
        (self.fields, self.content, self.expectsContinue) = (fields, content, expectsContinue)
        self.upgrade = upgrade
    }

    /// Whether the answer makes a tunnel of its connection or stream (RFC 9110 §9.3.6).
    package var asksForTunnel: Bool { method == "CONNECT" }
}
