import HoldfastAuthority
import HoldfastServing

extension BadServer {
    /// Servers of which no certificate can be judged, since the handshake never gets so far.
    static let protocols: [BadServer] = [
        // RFC 8996 §4, §5: "TLS 1.0 MUST NOT be used." "TLS 1.1 MUST NOT be used."
        .speaking(
            .tls10, "tls10", "It speaks no newer TLS than 1.0.", "它最高只支持 TLS 1.0。", exit: 4, source: "RFC 8996 §4",
            hasChain: false),
        .speaking(
            .tls11, "tls11", "It speaks no newer TLS than 1.1.", "它最高只支持 TLS 1.1。", exit: 4, source: "RFC 8996 §5",
            hasChain: false),
        // RFC 9325 §4.1: "Implementations MUST NOT negotiate the cipher suites with NULL encryption." RFC 5246 §A.5:
        // those without a certificate "MUST NOT be used by TLS 1.2 implementations unless the application layer has
        // specifically requested to allow anonymous key exchange". No client offers either.
        .speaking(
            .tls12, "null-cipher", "It speaks TLS that encrypts nothing.", "它使用什么都不加密的 TLS。", exit: 4,
            source: "RFC 9325 §4.1", hasChain: false
        ) { $0.cipherList = "ECDHE-ECDSA-NULL-SHA" },
        .speaking(
            .tls12, "anonymous", "It speaks TLS in which nobody shows a certificate.", "它使用无人出示证书的 TLS。", exit: 4,
            source: "RFC 5246 §A.5", hasChain: false
        ) { $0.cipherList = "AECDH-AES128-SHA" },
        // RFC 7301 §3.2: without a protocol in common the server "SHALL respond with a fatal "no_application_protocol"
        // alert". To whoever offers none it shows a certificate that there is nothing to object to.
        BadServer(
            "no-protocol", "It speaks TLS, but neither HTTP/1.1 nor HTTP/2 behind it.",
            "它支持 TLS，但其上既无 HTTP/1.1，也无 HTTP/2。", exit: 0, source: "RFC 7301 §3.2"
        ) { (authority, host) throws(TestBedError) in
            Staging.tls(try authority.server(host), anchor: authority.root.certificate) {
                $0.applicationProtocols = ["holdfast/none"]
            }
        },
        // RFC 5246 §7.4.2: "The server MUST send a Certificate message whenever the agreed-upon key exchange method
        // uses certificates for authentication".
        BadServer(
            "empty-chain", "It sends a list of certificates with nothing in it.",
            "它发送一份空的证书列表。", exit: 4, source: "RFC 5246 §7.4.2"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            return try .flight([], signingBy: identity.key, anchor: authority.root.certificate)
        },
        // The path is good without the last one, but a TLS library reads all of the list or none of it.
        BadServer(
            "broken-extra", "It sends its chain, and with it a certificate that is cut off.",
            "它发送证书链，还附带一张被截断的证书。", exit: 4,
            source: "RFC 5246 §7.4.2, §7.2.2: decode_error"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            let broken = Array(authority.root.certificate.dropLast(16))
            return try Staging.flight(
                identity.chain + [broken], signingBy: identity.key, anchor: authority.root.certificate
            ).withoutChain
        },
        BadServer(
            "closes-mid-handshake", "It says hello, and closes before it has sent a certificate.",
            "它发出 hello，在发送证书之前就关闭连接。", exit: 4,
            source: "RFC 5246 §7.2.1"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            return try Staging.flight(
                identity.chain, signingBy: identity.key, ending: .closesAfterServerHello,
                anchor: authority.root.certificate
            ).withoutChain
        },
        BadServer(
            "plain-http", "It speaks HTTP without TLS on the port of HTTPS.",
            "它在 HTTPS 的端口上使用不带 TLS 的 HTTP。", exit: 4, source: "RFC 8446 §5.1"
        ) { (authority, _) throws(TestBedError) in
            .raw(RawBehaviour.plainHTTP, anchor: authority.root.certificate)
        },
        BadServer(
            "closes-at-once", "It takes connections and closes them without a byte.",
            "它接受连接，一个字节都不发就关闭。", exit: 4, source: "RFC 8446 §6.1"
        ) { (authority, _) throws(TestBedError) in
            .raw(RawBehaviour.closesAtOnce, anchor: authority.root.certificate)
        },
        BadServer(
            "never-answers", "It takes connections and never says a word.",
            "它接受连接，却从不应答。", exit: 7, source: "the option --timeout",
            arguments: ["--timeout", "1"]
        ) { (authority, _) throws(TestBedError) in
            .raw(RawBehaviour.neverAnswers, anchor: authority.root.certificate)
        },
    ]

    /// Servers whose certificate is accepted, and TLS fails all the same: nothing may be sent to them.
    static let brokenAfterwards: [BadServer] = [
        // RFC 5246 §7.4.3: the signature of the key exchange is what proves that the server has the certificate's key.
        BadServer(
            "stolen-certificate", "It presents somebody's good certificate and does not have the key.",
            "它出示别人的正确证书，却没有对应的密钥。", exit: 5,
            source: "RFC 5246 §7.4.3"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            let own = try authority.server("thief.holdfast.test")
            return try Staging.flight(
                identity.chain, signingBy: own.key, anchor: authority.root.certificate
            ).withoutChain
        },
        BadServer(
            "alert-afterwards", "It presents a good certificate, and then gives up with an alert.",
            "它出示正确的证书，随后以警报中止。", exit: 5,
            source: "RFC 5246 §7.2.2"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            return try Staging.flight(
                identity.chain, signingBy: identity.key, anchor: authority.root.certificate
            ).withoutChain
        },
        // RFC 5246 §7.4.9: "Recipients of Finished messages MUST verify that the contents are correct."
        BadServer(
            "garbage-finished", "It presents a good certificate, and ends the handshake with noise.",
            "它出示正确的证书，却以杂乱数据结束握手。", exit: 5,
            source: "RFC 5246 §7.4.9"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            return try Staging.flight(
                identity.chain, signingBy: identity.key, ending: .garbageFinished, anchor: authority.root.certificate
            ).withoutChain
        },
        // RFC 5246 §7.4.6: without a certificate from the client the server may answer with handshake_failure, before
        // the handshake is complete. The server's own certificate has been accepted by then, and its key proven
        // (§7.4.3).
        .speaking(
            .tls12, "client-certificate-tls12",
            "It asks for a client's certificate, which there is none of, in TLS 1.2.", "它在 TLS 1.2 中要求客户端证书，而客户端没有。",
            source: "RFC 5246 §7.4.6", hasChain: false
        ) { $0.requiresClientCertificate = true },
    ]
}
