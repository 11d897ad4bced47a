/// What a live target's connection was like.
public struct ConnectionReport: Hashable, Sendable {
    /// The TLS session that was negotiated, as far as it came.
    public struct TLS: Hashable, Sendable {
        /// `1.2` or `1.3`.
        public let version: String?
        public let cipherSuite: String?
        /// The group of the key exchange, `X25519` for example.
        public let keyExchange: String?
        /// The protocol chosen by ALPN.
        public let alpn: String?
        /// The name sent as server name indication; nil where none was sent.
        public let sni: String?
        public let resumed: Bool

        public init(
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
    public struct Timing: Hashable, Sendable {
        public let dns: Double?
        public let tcp: Double?
        public let tls: Double?
        public let trust: Double?

        public init(dns: Double?, tcp: Double?, tls: Double?, trust: Double?) {
            self.dns = dns
            self.tcp = tcp
            self.tls = tls
            self.trust = trust
        }
    }

    /// The address that was dialled.
    public let address: String?
    /// nil where no TLS handshake came as far as a choice of version.
    public let tls: TLS?
    public let timing: Timing?

    public init(address: String?, tls: TLS?, timing: Timing?) {
        self.address = address
        self.tls = tls
        self.timing = timing
    }
}

extension ConnectionReport.TLS: Encodable {
    private enum CodingKeys: String, CodingKey {
        case version, cipherSuite, keyExchange, alpn, sni, resumed
    }

    public func encode(to encoder: any Encoder) throws {
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

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(dns.map(JSONNumber.rounded), forKey: .dns)
        try container.encode(tcp.map(JSONNumber.rounded), forKey: .tcp)
        try container.encode(tls.map(JSONNumber.rounded), forKey: .tls)
        try container.encode(trust.map(JSONNumber.rounded), forKey: .trust)
    }
}
