import HoldfastTracing
import Testing

/// A connection that is traced and captured: what the server offers, what the client does, and which messages the RFCs
/// have for it.
struct TsharkCase: Sendable, CustomTestStringConvertible {
    let name: String
    /// In the words of `openssl s_server`.
    var server: [String]
    var configure: @Sendable (inout TraceConfiguration) -> Void = { _ in }
    var wantsClient = false
    var staples = false
    /// Whether the connection that counts is a second one, which resumes the first one's session.
    var resumes = false
    /// Whether the client has no anchor for the server's chain.
    var hasNoAnchor = false
    var relay: TsharkRelay.Cut?
    /// What the client sends up to its Finished.
    let client: [String]
    /// What the server sends up to its Finished, without tickets.
    let serverFlight: [String]
    /// What else the records must show.
    var records: (@Sendable ([TsharkConversation.Record]) -> Bool)?

    var testDescription: String { name }

    static let all = beforeTLS13 + resumedTLS12 + recordCuts + refusals + tls13

    private static func only(_ version: ProtocolVersion) -> @Sendable (inout TraceConfiguration) -> Void {
        { configuration in
            configuration.minimumVersion = version
            configuration.maximumVersion = version
            if version < .tls12 {
                configuration.dangerousLegacyProtocols = true
                configuration.cipherList = "AES128-SHA@SECLEVEL=0"
            }
        }
    }

    // MARK: RFC 5246 §7.3, figure 1 (RFC 2246 and RFC 4346 have the same)

    private static let keyExchange = ["client_hello", "client_key_exchange", "change_cipher_spec", "finished"]
    private static let rsa = ["server_hello", "certificate", "server_hello_done", "change_cipher_spec", "finished"]
    private static let ephemeral = [
        "server_hello", "certificate", "server_key_exchange", "server_hello_done", "change_cipher_spec", "finished",
    ]

    private static let beforeTLS13 = [
        TsharkCase(
            name: "TLS 1.0, RSA: the articles' handshake", server: ["-tls1", "-cipher", "AES128-SHA@SECLEVEL=0"],
            configure: only(.tls10), client: keyExchange, serverFlight: rsa),
        TsharkCase(
            name: "TLS 1.1, RSA", server: ["-tls1_1", "-cipher", "AES128-SHA@SECLEVEL=0"],
            configure: only(.tls11), client: keyExchange, serverFlight: rsa),
        TsharkCase(
            name: "TLS 1.2, RSA", server: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"], configure: only(.tls12),
            client: keyExchange, serverFlight: rsa),
        TsharkCase(
            name: "TLS 1.2, ECDHE, ALPN and a staple",
            server: ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256", "-alpn", "http/1.1"],
            configure: only(.tls12), staples: true, client: keyExchange,
            // RFC 6066 §8: after the certificate.
            serverFlight: [
                "server_hello", "certificate", "certificate_status", "server_key_exchange", "server_hello_done",
                "change_cipher_spec", "finished",
            ]),
        TsharkCase(
            name: "TLS 1.2, DHE", server: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"],
            configure: only(.tls12), client: keyExchange, serverFlight: ephemeral),
        TsharkCase(
            name: "TLS 1.2, client certificate", server: ["-tls1_2"], configure: only(.tls12), wantsClient: true,
            client: [
                "client_hello", "certificate", "client_key_exchange", "certificate_verify", "change_cipher_spec",
                "finished",
            ],
            serverFlight: [
                "server_hello", "certificate", "server_key_exchange", "certificate_request", "server_hello_done",
                "change_cipher_spec", "finished",
            ]),
    ]

    // RFC 5246 §7.3, figure 2; RFC 5077 §3.1, figure 3 for tickets.
    private static let resumedTLS12 = [("by a ticket", []), ("by a session identifier", ["-no_ticket"])].map {
        TsharkCase(
            name: "TLS 1.2, resumed \($0)", server: ["-tls1_2"] + $1, configure: only(.tls12), resumes: true,
            client: ["client_hello", "change_cipher_spec", "finished"],
            serverFlight: ["server_hello", "change_cipher_spec", "finished"])
    }

    // MARK: RFC 8446 §5.1: messages coalesced in records, and fragmented across them

    private static let recordCuts = [
        TsharkCase(
            name: "TLS 1.2, a flight in one record", server: ["-tls1_2"], configure: only(.tls12), relay: .coalesced,
            client: keyExchange, serverFlight: ephemeral, records: { $0.contains { $0.messages.count == 4 } }),
        TsharkCase(
            name: "TLS 1.2, records of 37 bytes, segments of 11", server: ["-tls1_2"], configure: only(.tls12),
            relay: .fragments(of: 37, segments: 11), client: keyExchange, serverFlight: ephemeral,
            records: { $0.count { $0.isFragment && $0.messages.isEmpty } > 20 }),
        TsharkCase(
            name: "TLS 1.2, records of 512 bytes", server: ["-tls1_2", "-max_send_frag", "512"],
            configure: only(.tls12), client: keyExchange, serverFlight: ephemeral,
            records: { $0.contains(where: \.isFragment) }),
        TsharkCase(
            name: "TLS 1.3, records of 512 bytes", server: ["-tls1_3", "-max_send_frag", "512"],
            configure: only(.tls13), client: ["client_hello", "change_cipher_spec", "finished"],
            serverFlight: fullTLS13, records: { $0.contains { $0.isFragment && $0.contentType != $0.outerType } }),
    ]

    // MARK: Refusals

    private static let refusals = [
        TsharkCase(
            name: "no common version", server: ["-tls1_3"], configure: only(.tls12), client: ["client_hello"],
            serverFlight: ["alert"]),
        TsharkCase(
            name: "the client breaks off over the chain",
            server: ["-tls1_2"],
            configure: {
                only(.tls12)(&$0)
                $0.stopsOnRefusal = true
            }, hasNoAnchor: true, client: ["client_hello", "alert"], serverFlight: Array(ephemeral.dropLast(2))),
    ]

    // MARK: RFC 8446 §2, figures 1 to 3; with appendix D.4's change_cipher_spec

    private static let fullTLS13 = [
        "server_hello", "change_cipher_spec", "encrypted_extensions", "certificate", "certificate_verify", "finished",
    ]

    private static let tls13 = [
        TsharkCase(
            name: "TLS 1.3, full, ALPN and a staple", server: ["-tls1_3", "-alpn", "http/1.1"],
            configure: only(.tls13), staples: true, client: ["client_hello", "change_cipher_spec", "finished"],
            serverFlight: fullTLS13),
        TsharkCase(
            name: "TLS 1.3, HelloRetryRequest", server: ["-tls1_3", "-groups", "P-521"],
            configure: {
                only(.tls13)(&$0)
                $0.groups = "X25519:P-521"
            }, client: ["client_hello", "change_cipher_spec", "client_hello", "finished"],
            serverFlight: [
                "server_hello", "change_cipher_spec", "server_hello", "encrypted_extensions", "certificate",
                "certificate_verify", "finished",
            ]),
        TsharkCase(
            name: "TLS 1.3, resumed", server: ["-tls1_3"], configure: only(.tls13), resumes: true,
            client: ["client_hello", "change_cipher_spec", "finished"],
            serverFlight: ["server_hello", "change_cipher_spec", "encrypted_extensions", "finished"]),
        TsharkCase(
            name: "TLS 1.3, client certificate", server: ["-tls1_3"], configure: only(.tls13), wantsClient: true,
            client: ["client_hello", "change_cipher_spec", "certificate", "certificate_verify", "finished"],
            serverFlight: [
                "server_hello", "change_cipher_spec", "encrypted_extensions", "certificate_request", "certificate",
                "certificate_verify", "finished",
            ]),
    ]
}
