import HoldfastX509

/// The key of a partition: requests share a pool, a name cache and a thread only where all of it is equal.
///
/// A partition's pool knows who was judged and by which policy (``ConnectionPool``), but nothing of what was offered,
/// or where a name was said to lead.
struct PartitionKey: Hashable, Sendable {
    /// Nil for requests that share no connection with any other.
    let sharing: [UInt8]?
    /// Without TLS: what is encrypted and what is not never come near each other.
    let isPlain: Bool
    /// The place that requests are led to which may share connections or resume sessions. Of the others it is no part:
    /// thousands of servers that are led somewhere each, as a list has them, have one partition.
    let dial: DialTargets?
    let dialView: [Endpoint]
    let isDialled: Bool
    let addressFamily: TransportRequest.AddressFamily
    let versions: TransportRequest.HTTPVersions
    let tlsVersions: ClosedRange<TLSProtocol>
    let cipherSuites: CipherSuiteSelection
    let supportedGroups: SupportedGroups?
    let sendsServerName: Bool
    /// Whether its handshakes ask for timestamps and OCSP responses: on a connection that was opened without, none
    /// came.
    let asksForEvidence: Bool
    /// Whether each of its connections serves one request and ends.
    let closesConnections: Bool
    let proxy: ProxyTarget.Key?
    /// The writer that the secrets go to: a connection that was opened without has none to tell.
    let dangerousKeyLog: KeyLogWriter?
    /// The owners of the connections: at the server, by NTLM at the server, and at the proxy.
    private let owner, ownerByNTLM, ownerAtProxy: ConnectionOwner?

    init(_ request: TransportRequest) {
        sharing = if case .shared(let key) = request.connection.sharing { key } else { nil }
        let isAlone = request.kind != .request || sharing == nil
        dial = isAlone ? nil : request.connection.dial
        dialView = isAlone ? [] : request.connection.dialView
        isDialled = request.connection.dialler != nil
        isPlain = request.isPlain
        addressFamily = request.connection.addressFamily
        versions = request.connection.versions
        tlsVersions = request.tls.versions
        cipherSuites = request.tls.cipherSuites
        sendsServerName = request.tls.sendsServerName
        asksForEvidence = request.tls.asksForEvidence
        closesConnections = request.connection.isClosed
        proxy = request.connection.proxy?.key(with: request.connection.proxyNTLM)
        dangerousKeyLog = request.tls.dangerousKeyLog
        owner = request.connection.owner
        ownerByNTLM = request.connection.ntlm?.owner
        ownerAtProxy = request.connection.proxyNTLM?.owner ?? request.connection.proxy?.account?.owner
        supportedGroups = request.tls.supportedGroups
    }

    /// Whether its connections are somebody's.
    func belongs(to somebody: ConnectionOwner) -> Bool {
        owner == somebody || ownerByNTLM == somebody || ownerAtProxy == somebody
    }

    /// Hashes the fields that tell most partitions apart; the rest is compared.
    func hash(into hasher: inout Hasher) {
        hasher.combine(sharing)
        hasher.combine(isPlain)
    }
}
