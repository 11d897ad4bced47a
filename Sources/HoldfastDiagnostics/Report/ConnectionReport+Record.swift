public import HoldfastTransport

extension ConnectionReport {
    /// The report of a connection that a session made or tried to make.
    public init(_ record: ConnectionRecord) {
        self.init(
            address: record.remoteAddress,
            tls: record.tlsVersion.map { version in
                TLS(
                    version: version, cipherSuite: record.cipherSuite, keyExchange: record.keyExchange,
                    alpn: record.applicationProtocol, sni: record.serverNameIndication, resumed: record.isResumed)
            },
            timing: Timing(
                dns: record.timing.dns, tcp: record.timing.tcp, tls: record.timing.tls, trust: record.timing.trust))
    }
}
