import HoldfastHTTP
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// A kept response as the answer to a request.
struct ServedAnswer {
    private let status: Int
    private let httpVersion: String
    private let fields: [HTTPField]
    let body: [UInt8]
    private let use: CacheUse

    /// The answer that is cut out of a kept response.
    ///
    /// - Returns: nil where a part is asked for that the body has not.
    init?(
        _ head: CachedHead, _ body: [UInt8], _ selection: CacheSelection, as kind: CacheUse.Kind,
        from place: CacheUse.Place?, at now: Instant
    ) {
        let age = head.age(at: now)
        use = CacheUse(kind, place, age: age)
        httpVersion = head.httpVersion
        // RFC 9111 §4: "a cache MUST generate an Age header field (Section 5.1), replacing any present in the
        // response".
        let aged = use.isLocal ? head.fields.setting("Age", "\(use.age)") : head.fields
        switch selection {
        case .whole: (status, fields, self.body) = (head.status, aged, body)
        case .head: (status, fields, self.body) = (head.status, aged, [])
        case .part(let range):
            let start = range.bytes.lowerBound - (head.range?.bytes.lowerBound ?? 0)
            guard start >= 0, start + range.bytes.count <= body.count else { return nil }
            status = 206
            fields = CacheRules.cut(aged, to: range)
            self.body = Array(body[start..<(start + range.bytes.count)])
        }
    }

    private init() {
        (status, httpVersion, fields, body) = (504, "1.1", [], [])
        use = CacheUse(.absent, nil, age: 0)
    }

    /// The answer where nothing is kept and nobody is to be asked (RFC 9111 §5.2.1.7).
    static let absent = ServedAnswer()

    /// The answer as sessions know it.
    ///
    /// - Parameter asked: what its server has said about it; nil where nobody was asked.
    func response(
        to message: HopMessage, over asked: HTTPSResponse?, after redirects: [HTTPSResponse.Redirect]
    ) -> HTTPSResponse {
        let url = message.request.url
        return HTTPSResponse(
            url: url, status: status, httpVersion: httpVersion, fields: fields, trailers: [],
            body: message.delivery == .whole ? body : [],
            connection: asked?.connection ?? .none(to: url.host, port: url.port, isPlain: url.isPlainHTTP),
            isReusedConnection: asked?.isReusedConnection ?? false, redirects: redirects, cacheUse: use,
            sent: asked?.sent)
    }
}

extension HTTPSResponse {
    /// Whether the answer may be kept: its server was accepted by an anchor, under the very policy that the request was
    /// made by. What rests on an exception, on accepting anything, or on a handler's own proof is for this request
    /// alone.
    var restsOnPolicy: Bool {
        guard !connection.isPlain else { return true }
        return connection.restsOnAnchor && connection.evaluation?.policyDigest == sent?.policyDigest
    }
}

extension ConnectionRecord {
    /// Whether its server was accepted by an anchor: by no exception, and not since anything was.
    var restsOnAnchor: Bool { if case .anchor? = evaluation?.basis { true } else { false } }
}

extension TransportError {
    /// Whether its server could not be reached, or has not answered (RFC 5861 §4): not what was refused, nor what this
    /// side has ended.
    var isOutage: Bool {
        guard trustFailure == nil, proxyTrustFailure == nil, !isCancelled, code != .responseTooLarge,
            code != .headersTooLarge
        else { return false }
        return isTimeout || [.name, .connect, .transfer].contains(phase) || code == .connectionClosed
    }

    /// Whether its server, or the proxy in front of it, was refused, or could prove nothing: no outage, and nothing
    /// that this side has ended.
    var isRefusal: Bool {
        if trustFailure != nil || proxyTrustFailure != nil { return true }
        return phase == .tls && !isOutage && !isCancelled && !isOfOutdatedPolicy
    }

    static let notCached = TransportError(
        .request, .notCached, SessionSentence.notCached, advice: SessionAdvice.askServer)
}
