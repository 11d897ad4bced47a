import HoldfastTransport
import HoldfastTrust
import HoldfastWeb

extension ServedAnswer {
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
