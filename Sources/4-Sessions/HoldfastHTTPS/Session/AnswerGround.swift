import HoldfastCrypto
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The ground of an answer beside what is sent: the policies of the server and the proxy, the way to them, what of TLS
/// is spoken, and whether a handler has a say about the server.
///
/// Gathered for every request that may be answered by a kept response, and hashed for those alone of which one is there
/// or comes to be kept.
struct AnswerGround: AnswerBasis {
    private let server: ConnectionDigests?
    private let proxyServer: ConnectionDigests?
    private let proxy: ProxyTarget?
    /// The user of the proxy.
    private let account: String?
    /// The places that a rule of the session or the request leads to; nil where none does.
    private let rule: DialPlan?
    private let tlsVersions: ClosedRange<TLSProtocol>
    private let cipherSuites: CipherSuiteSelection
    private let supportedGroups: SupportedGroups?
    private let isAttended: Bool

    /// Gathers the ground of one exchange.
    ///
    /// - Parameters:
    ///   - policy: the server's; nil without TLS.
    ///   - proxyPolicy: the proxy's; nil for one without TLS, or none.
    ///   - account: the user of the proxy.
    ///   - rule: the places that a rule leads to; nil where none does, since a name's own addresses belong to the name.
    ///   - isAttended: whether a handler has a say about the server.
    init(
        of exchange: TransportRequest, _ policy: ExchangePolicy?, _ proxyPolicy: ExchangePolicy?, account: String?,
        by rule: DialPlan?, isAttended: Bool
    ) {
        (server, proxyServer) = (policy?.digests, proxyPolicy?.digests)
        (proxy, self.account, self.rule) = (exchange.connection.proxy, account, rule)
        (tlsVersions, cipherSuites) = (exchange.tls.versions, exchange.tls.cipherSuites)
        supportedGroups = exchange.tls.supportedGroups
        self.isAttended = isAttended
    }

    /// SHA-256 over all of it: the same in every process, since answers that rest on it outlive one.
    var digest: [UInt8] {
        var hashed = PrefixedBytes()
        for groups in [supportedGroups, proxy?.supportedGroups] { hashed.append((groups?.description ?? "").utf8) }
        for policy in [server, proxyServer] { hashed.append(policy?.lasting ?? []) }
        let way = proxy.map { "\($0.kind) \($0.host) \($0.port)" } ?? "none"
        let texts = [
            way, account ?? "", tlsVersions.lowerBound.name, tlsVersions.upperBound.name, "\(cipherSuites)",
            isAttended ? "asked" : "not asked", rule?.text ?? "",
        ]
        for text in texts { hashed.append(text.utf8) }
        return Digest.sha256(hashed.bytes[...])
    }
}

extension DialPlan {
    /// The places, the first one first.
    fileprivate var text: String {
        endpoints?.map(\.description).joined(separator: " ") ?? "\(host):\(port)"
    }
}
