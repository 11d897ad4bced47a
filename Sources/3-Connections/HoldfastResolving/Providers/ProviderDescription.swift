public import HoldfastStatements

/// A description of how a provider's HTTPDNS is asked and how it answers, as data: another provider is another
/// description, and no code.
///
/// A description is a JSON document:
///
/// ```json
/// {
///   "schema": "holdfast.provider/1",
///   "name": "example",
///   "url": "https://{server}/{account}/resolve?host={host}&type={kind}&t={expiry}&s={signature}",
///   "optional": {"clientAddress": "&ip={clientAddress}", "region": "&region={region}"},
///   "kinds": {"ipv4": "4", "ipv6": "6"},
///   "signature": {"algorithm": "md5", "text": "{host}-{secret}-{expiry}"},
///   "validity": 300,
///   "answer": {
///     "format": "json", "addresses": {"ipv4": "ips", "ipv6": "ipsv6"}, "timeToLive": {"ipv4": "ttl", "ipv6": "ttl"},
///     "host": "host", "error": "code", "success": ["success"]
///   },
///   "errors": {"unauthorized": ["InvalidSignature"], "noSuchName": ["NoSuchDomain"]}
/// }
/// ```
///
/// - `url`: begins with `https://{server}/`. Values are percent-encoded, all but the server and the word for the kind,
///   which may be a whole part of the URL. Places are `{server}`,
///   `{host}`, `{kind}`, `{account}`, `{secret}`, `{time}` and `{expiry}` (seconds since 1970), `{nonce}` (32 random
///   hexadecimal digits), `{signature}`, `{region}` and `{clientAddress}`.
/// - `optional`: what is added to the URL where the account has a region or a client's address.
/// - `kinds`: the word for each kind of address that can be asked for.
/// - `signature`: `md5`, `sha256` or `hmac-sha256` (keyed with the secret) of the text, in hexadecimal digits.
/// - `validity`: seconds from `{time}` to `{expiry}`.
/// - `answer` of the format `json`: places in the answer, members and numbers of elements with dots between them; an
///   element `{host}` is the name that was asked for. The member `host` repeats the name; an answer for another one is
///   refused. Where it is said that it does, an answer without addresses has none of that kind; otherwise one without
///   the member is refused. An `error` that is there and is not among `success` is a refusal.
/// - `answer` of the format `text`: with `"separator": ";"`, `"timeToLive": ","`, `"end": "|"` and `"none": ["", "0"]`
///   it is `192.0.2.1;192.0.2.2,60|198.51.100.7`, and `0` or nothing where there are none.
/// - `errors`: which of the provider's words mean what.
///
/// Everything but `optional`, `signature`, `validity` (300), `timeToLive`, `host`, `error`, `success`, `end`, `none`
/// and `errors` has to be there, and nothing else may be.
public struct ProviderDescription: Hashable, Sendable {
    enum Algorithm: String, Hashable, Sendable {
        case md5
        case sha256
        case hmacSHA256 = "hmac-sha256"
    }

    struct Signature: Hashable, Sendable {
        var algorithm: Algorithm
        var text: ProviderTemplate
    }

    struct JSONForm: Hashable, Sendable {
        var addresses: [AddressKind: [String]]
        var timeToLive: [AddressKind: [String]]
        var host: [String]?
        var error: [String]?
        var success: Set<String>
    }

    struct TextForm: Hashable, Sendable {
        var separator: String
        var timeToLive: String?
        var end: String?
        var none: Set<String>
    }

    enum Form: Hashable, Sendable {
        case json(JSONForm)
        case text(TextForm)
    }

    /// The provider's name, by which people know it.
    public internal(set) var name: String
    package var url: ProviderTemplate
    package var optional: [ProviderTemplate.Place: ProviderTemplate]
    package var kinds: [AddressKind: String]
    var signature: Signature?
    /// Seconds.
    var validity: Int64
    var form: Form
    var unauthorized: Set<String>
    var noSuchName: Set<String>

    /// The values that a request needs.
    package var needed: Set<ProviderTemplate.Place> {
        var places = url.places.union(signature?.text.places ?? [])
        if signature?.algorithm == .hmacSHA256 { places.insert(.secret) }
        return places
    }
}

/// An error for a document that describes no provider.
public struct ProviderDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault as a statement: a clause.
    public let statement: Statement

    init(_ sentence: ProviderDescriptionSentence) { statement = sentence.statement }

    /// A clause.
    public var reason: String { statement.english }

    public var description: String { reason }
}
