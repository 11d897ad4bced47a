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

extension ConnectionReport.TLS: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "version": version, "cipherSuite": cipherSuite, "keyExchange": keyExchange, "alpn": alpn, "sni": sni,
            "resumed": resumed,
        ])
    }
}

extension ConnectionReport.Timing: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "dns": dns.map(JSONNumber.rounded), "tcp": tcp.map(JSONNumber.rounded),
            "tls": tls.map(JSONNumber.rounded), "trust": trust.map(JSONNumber.rounded),
        ])
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
