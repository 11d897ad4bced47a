import HoldfastTracing
import HoldfastWords

/// The offer of a client with the settings of a row, and so its ClientHello: versions and cipher suites.
///
/// Rows with the same offer share one handshake: `nscurl` varies keys that change nothing about it, as
/// `NSExceptionAllowsInsecureHTTPLoads`, which is about URLs without TLS, and `NSExceptionRequiresForwardSecrecy`
/// beside a minimum of TLS 1.3, whose every suite has forward secrecy. What is made of the answer is each row's own.
struct ATSOffer: Hashable {
    /// The suites of TLS 1.2 and before.
    enum Suites {
        /// ECDHE with AES.
        case forwardSecret
        /// ECDHE or key transport by RSA, with AES.
        case keyTransport
        /// Everything that Apple's systems have where App Transport Security asks for nothing.
        case compatible
    }

    let minimum: ProtocolVersion
    let suites: Suites

    init(_ row: ATSRow) {
        minimum = row.minimumTLS
        suites =
            if row.arbitraryLoads { .compatible } else if row.forwardSecrecy || row.minimumTLS >= .tls13 {
                .forwardSecret
            } else { .keyTransport }
    }

    /// The offers of all rows, each once, in the order of the rows.
    static let all: [ATSOffer] = {
        var seen: Set<ATSOffer> = []
        return ATSRow.all.map(ATSOffer.init).filter { seen.insert($0).inserted }
    }()

    // MARK: Suites

    /// A suite of TLS 1.2 and before: its registered name, and OpenSSL's.
    private typealias Suite = (name: String, openSSL: String)

    /// "Data must be exchanged using either the AES-128 or the AES-256 symmetric cipher. The link must support perfect
    /// forward secrecy (PFS) through Elliptic Curve Diffie-Hellman Ephemeral (ECDHE) key exchange" (Apple, *Preventing
    /// Insecure Network Connections*). These are the suites of which that is true, and which Apple has named: eleven in
    /// *Requirements for Connecting Using ATS* (Information Property List Key Reference), and
    /// `TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA` in `tls_ciphersuite_group_ats` (Security, `SecProtocolInternal.h`). That
    /// group also has ChaCha20-Poly1305, which the page rules out; the page holds.
    private static let forwardSecret: [Suite] = ["ECDSA", "RSA"].flatMap { kind -> [Suite] in
        [
            ("TLS_ECDHE_\(kind)_WITH_AES_256_GCM_SHA384", "ECDHE-\(kind)-AES256-GCM-SHA384"),
            ("TLS_ECDHE_\(kind)_WITH_AES_128_GCM_SHA256", "ECDHE-\(kind)-AES128-GCM-SHA256"),
            ("TLS_ECDHE_\(kind)_WITH_AES_256_CBC_SHA384", "ECDHE-\(kind)-AES256-SHA384"),
            ("TLS_ECDHE_\(kind)_WITH_AES_256_CBC_SHA", "ECDHE-\(kind)-AES256-SHA"),
            ("TLS_ECDHE_\(kind)_WITH_AES_128_CBC_SHA256", "ECDHE-\(kind)-AES128-SHA256"),
            ("TLS_ECDHE_\(kind)_WITH_AES_128_CBC_SHA", "ECDHE-\(kind)-AES128-SHA"),
        ]
    }

    /// "Setting the value to NO results in the following ciphers, which do not support FS, also being accepted"
    /// (Information Property List Key Reference, `NSExceptionRequiresForwardSecrecy`).
    private static let keyTransport: [Suite] = [
        ("TLS_RSA_WITH_AES_256_GCM_SHA384", "AES256-GCM-SHA384"),
        ("TLS_RSA_WITH_AES_128_GCM_SHA256", "AES128-GCM-SHA256"),
        ("TLS_RSA_WITH_AES_256_CBC_SHA256", "AES256-SHA256"), ("TLS_RSA_WITH_AES_256_CBC_SHA", "AES256-SHA"),
        ("TLS_RSA_WITH_AES_128_CBC_SHA256", "AES128-SHA256"), ("TLS_RSA_WITH_AES_128_CBC_SHA", "AES128-SHA"),
    ]

    /// The other suites of `tls_ciphersuite_group_default` and `tls_ciphersuite_group_compatibility` (Security,
    /// `SecProtocolInternal.h`). OpenSSL leaves out of a list what it is built without, as Debian's is without 3DES.
    private static let compatible: [Suite] =
        ["ECDSA", "RSA"].flatMap { kind -> [Suite] in
            [
                ("TLS_ECDHE_\(kind)_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-\(kind)-CHACHA20-POLY1305"),
                ("TLS_ECDHE_\(kind)_WITH_3DES_EDE_CBC_SHA", "ECDHE-\(kind)-DES-CBC3-SHA"),
            ]
        } + [("TLS_RSA_WITH_3DES_EDE_CBC_SHA", "DES-CBC3-SHA")]

    private var older: [Suite] {
        switch suites {
        case .forwardSecret: Self.forwardSecret
        case .keyTransport: Self.forwardSecret + Self.keyTransport
        case .compatible: Self.forwardSecret + Self.keyTransport + Self.compatible
        }
    }

    /// The suites of TLS 1.3, by their names: those with AES, unless nothing is asked for.
    private var newer: [String] {
        ["TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256"]
            + (suites == .compatible ? ["TLS_CHACHA20_POLY1305_SHA256"] : [])
    }

    /// Whether a suite is among those that are offered.
    func contains(_ suite: CipherSuite) -> Bool {
        guard let name = suite.registeredName else { return false }
        return newer.contains(name) || older.contains { $0.name == name }
    }

    /// Has a trace offer it, and nothing else.
    func apply(to configuration: inout TraceConfiguration) {
        configuration.minimumVersion = minimum
        configuration.maximumVersion = .tls13
        // Before TLS 1.2 the server signs over MD5 and SHA-1, which OpenSSL does at its level 0 alone.
        configuration.dangerousLegacyProtocols = minimum < .tls12
        configuration.cipherList = older.map(\.openSSL).joined(separator: ":")
        configuration.cipherSuites = newer.joined(separator: ":")
    }

    /// The offer in words, as a noun.
    var words: LocalizedText {
        let lowest = ATSRow.number(of: minimum)
        let versions = minimum >= .tls13 ? "TLS 1.3" : "TLS \(lowest)–1.3"
        guard minimum < .tls13 else { return .same(versions) }
        return switch suites {
        case .forwardSecret: LocalizedText("\(versions), ECDHE with AES alone", "\(versions)，仅限 ECDHE 与 AES")
        case .keyTransport: LocalizedText("\(versions), ECDHE or RSA with AES", "\(versions)，ECDHE 或 RSA 密钥交换与 AES")
        case .compatible:
            LocalizedText("\(versions), every suite that iOS has", "\(versions)，iOS 支持的全部密码套件")
        }
    }
}
