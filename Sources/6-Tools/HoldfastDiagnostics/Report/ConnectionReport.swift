public import HoldfastTransport

/// The connection to a live target: address, TLS parameters and times.
public struct ConnectionReport: Hashable, Sendable {
    /// The TLS session that was negotiated, as far as it came.
    package struct TLS: Hashable, Sendable {
        /// `1.2` or `1.3`.
        package let version: String?
        package let cipherSuite: String?
        /// The group of the key exchange, `X25519` for example.
        package let keyExchange: String?
        /// The protocol chosen by ALPN.
        package let alpn: String?
        /// The name sent as server name indication; nil where none was sent.
        package let sni: String?
        package let resumed: Bool

        package init(
            version: String?, cipherSuite: String?, keyExchange: String?, alpn: String?, sni: String?, resumed: Bool
        ) {
            self.version = version
            self.cipherSuite = cipherSuite
            self.keyExchange = keyExchange
            self.alpn = alpn
            self.sni = sni
            self.resumed = resumed
        }
    }

    /// Milliseconds that each step took; nil where it did not happen.
    package struct Timing: Hashable, Sendable {
        package let dns: Double?
        package let tcp: Double?
        package let tls: Double?
        package let trust: Double?

        package init(dns: Double?, tcp: Double?, tls: Double?, trust: Double?) {
            self.dns = dns
            self.tcp = tcp
            self.tls = tls
            self.trust = trust
        }
    }

    /// The address that was dialled.
    package let address: String?
    /// nil where no TLS handshake came as far as a choice of version.
    package let tls: TLS?
    package let timing: Timing?

    package init(address: String?, tls: TLS?, timing: Timing?) {
        self.address = address
        self.tls = tls
        self.timing = timing
    }
}

extension ConnectionReport.TLS: Encodable {
    private enum CodingKeys: String, CodingKey {
        case version, cipherSuite, keyExchange, alpn, sni, resumed
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(cipherSuite, forKey: .cipherSuite)
        try container.encode(keyExchange, forKey: .keyExchange)
        try container.encode(alpn, forKey: .alpn)
        try container.encode(sni, forKey: .sni)
        try container.encode(resumed, forKey: .resumed)
    }
}

extension ConnectionReport.Timing: Encodable {
    private enum CodingKeys: String, CodingKey {
        case dns, tcp, tls, trust
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(dns.map(JSONNumber.rounded), forKey: .dns)
        try container.encode(tcp.map(JSONNumber.rounded), forKey: .tcp)
        try container.encode(tls.map(JSONNumber.rounded), forKey: .tls)
        try container.encode(trust.map(JSONNumber.rounded), forKey: .trust)
    }
}

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
