import HoldfastConnection
import HoldfastHTTP
import HoldfastStatements
import HoldfastTrust

extension ClientExchange {
    /// The reason why a proxy must not be asked for anything; nil where it may.
    func denial(ofAsking proxy: ProxyTarget, over connection: ClientConnection) -> PreRequestCheck.Denial? {
        guard proxy.kind == .https else { return nil }
        var tunnel = request
        tunnel.isPlain = false
        (tunnel.host, tunnel.port, tunnel.tls.policyDigest) = (proxy.host, proxy.port, proxy.policyDigest)
        let live = connection.proxyTLS?.live
        return PreRequestCheck.denial(
            tunnel, by: .proxy, hasConnection: live != nil, acceptance: connection.proxyJudged?.acceptance,
            peerHasKey: { live?.peerHasKey($0) ?? false })
    }

    /// The proxy's answer to the request for the tunnel; nil where it has given none that can be read.
    var proxyAnswer: ProxyAnswer? {
        let head = if case .refused(let head) = proxyFault { head } else { connection?.proxyHead }
        return head.map { ProxyAnswer(status: $0.status, fields: $0.fields) }
    }

    /// The error for a proxy whose name was not found; nil where it is the server's name.
    func proxyError(of error: TransportError) -> TransportError? {
        guard let proxy = request.connection.proxy, error.code == .couldNotResolveHost || error.code == .lookupFailed
        else { return nil }
        return TransportError(
            .name, .couldNotResolveProxy, ProxySentence.nameNotFound(proxy: proxy.host),
            advice: ProxyAdvice.checkSpelling)
    }

    /// The reason why there is no tunnel; nil where that is not what failed.
    func proxyError(_ fault: TransferFault) -> TransportError? {
        guard let proxy = request.connection.proxy, !isAllowed else { return nil }
        if case .unconnected = fault {
            return TransportError(
                .connect, .proxyUnreachable, ProxySentence.unreachable(proxy: proxy.host, port: proxy.port),
                advice: ProxyAdvice.checkAddress)
        }
        if let judged = connection?.proxyJudged, !judged.wasAccepted || !judged.handshake.isFinished {
            return handshakeError(with: proxy, judged)
        }
        guard let proxyFault else { return nil }
        let wasTold =
            request.connection.proxyNTLM != nil || proxy.fields.contains { $0.isNamed(ProxyTarget.answerField) }
        if let error = proxy.error(proxyFault, wasTold: wasTold) { return error }
        if case .closed = proxyFault { return TransferFault.cutShort.error(for: request) }
        return TransferFault.notHTTP.error(for: request)
    }

    private func handshakeError(with proxy: ProxyTarget, _ judged: JudgedHandshake) -> TransportError {
        if let undecidable = judged.undecidable { return undecidable }
        guard case .refused(let failure) = judged.verdict else {
            return TransportError(
                .connect, .proxyHandshakeFailed, ProxySentence.handshakeFailed(proxy: proxy.host, port: proxy.port),
                advice: HandshakeAdvice.librariesSaidOnly)
        }
        var error = TransportError(
            .connect, .proxyNotTrusted,
            ProxySentence.notTrusted(proxy: proxy.host, port: proxy.port, failure.namedStatement).statement,
            adviceStatement: failure.cause.statements.advice)
        error.proxyTrustFailure = failure
        return error
    }
}
