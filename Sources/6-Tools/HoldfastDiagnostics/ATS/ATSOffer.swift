import HoldfastTracing
import HoldfastTransport
import HoldfastStatements

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
        /// ECDHE with AES-GCM.
        case system
        /// ECDHE or key transport by RSA, with AES.
        case keyTransport
        /// Everything that Apple's systems have where App Transport Security asks for nothing.
        case compatible
    }

    let minimum: ProtocolVersion
    let maximum: ProtocolVersion
    let suites: Suites

    init(_ row: ATSRow) {
        minimum = row.minimumTLS
        maximum = row.maximumTLS
        suites =
            if row.isOfSystem { .system } else if row.arbitraryLoads {
                .compatible
            } else if row.forwardSecrecy || row.minimumTLS >= .tls13 {
                .forwardSecret
            } else { .keyTransport }
    }

    /// The offers of some rows, each once, in the order of the rows.
    static func all(of rows: [ATSRow]) -> [ATSOffer] {
        var seen: Set<ATSOffer> = []
        return rows.map(ATSOffer.init).filter { seen.insert($0).inserted }
    }

    // MARK: Suites

    /// The suites that are offered, by their names in the RFCs, those of TLS 1.3 too.
    ///
    /// "Data must be exchanged using either the AES-128 or the AES-256 symmetric cipher. The link must support perfect
    /// forward secrecy (PFS) through Elliptic Curve Diffie-Hellman Ephemeral (ECDHE) key exchange" (Apple, *Preventing
    /// Insecure Network Connections*). `tls_ciphersuite_group_ats` (Security, `SecProtocolInternal.h`) also has
    /// ChaCha20-Poly1305, which the page rules out; the page holds. Without forward secrecy six suites are "also being
    /// accepted" (Information Property List Key Reference, `NSExceptionRequiresForwardSecrecy`).
    private var names: [String] {
        switch suites {
        case .forwardSecret: CipherSuiteSelection.aesWithForwardSecrecy.names
        // Any suite of TLS 1.3 will do.
        case .system: CipherSuiteSelection.aesGCMWithForwardSecrecy.names + [Self.compatible[0]]
        case .keyTransport: CipherSuiteSelection.aes.names
        case .compatible: CipherSuiteSelection.aes.names + Self.compatible
        }
    }

    /// The other suites of `tls_ciphersuite_group_default` and `tls_ciphersuite_group_compatibility` (Security,
    /// `SecProtocolInternal.h`). OpenSSL leaves out of a list what it is built without, as Debian's is without 3DES.
    private static let compatible =
        ["TLS_CHACHA20_POLY1305_SHA256", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"]
        + ["TLS_ECDHE_ECDSA", "TLS_ECDHE_RSA"].flatMap {
            ["\($0)_WITH_CHACHA20_POLY1305_SHA256", "\($0)_WITH_3DES_EDE_CBC_SHA"]
        }

    /// The name that OpenSSL has for a suite of TLS 1.2 and before: `ECDHE-RSA-AES128-SHA256` for
    /// `TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256` (ciphers(1), "CIPHER SUITE NAMES").
    private static func nameInOpenSSL(_ name: String) -> String {
        [
            ("TLS_RSA_WITH_", ""), ("TLS_", ""), ("_WITH", ""), ("AES_", "AES"), ("_CBC", ""),
            ("3DES_EDE", "DES-CBC3"), ("POLY1305_SHA256", "POLY1305"), ("_", "-"),
        ].reduce(name) { $0.replacing($1.0, with: $1.1) }
    }

    private static func isOfTLS13(_ name: String) -> Bool { !name.contains("_WITH_") }

    /// Whether a suite is among those that are offered.
    func contains(_ suite: CipherSuite) -> Bool {
        guard let name = suite.registeredName else { return false }
        return names.contains(name)
    }

    /// Has a trace offer it, and nothing else.
    func apply(to configuration: inout TraceConfiguration) {
        configuration.minimumVersion = minimum
        configuration.maximumVersion = maximum
        // Before TLS 1.2 the server signs over MD5 and SHA-1, which OpenSSL does at its level 0 alone.
        configuration.dangerousLegacyProtocols = minimum < .tls12
        configuration.cipherList = names.filter { !Self.isOfTLS13($0) }.map(Self.nameInOpenSSL)
            .joined(separator: ":")
        configuration.cipherSuites = names.filter(Self.isOfTLS13).joined(separator: ":")
    }

    /// The offer in words, as a noun.
    var words: LocalizedText {
        let lowest = ATSRow.number(of: minimum)
        let versions =
            minimum >= .tls13 ? "TLS 1.3" : maximum < .tls13 ? "TLS \(lowest)" : "TLS \(lowest)–1.3"
        guard minimum < .tls13 else { return .same(versions) }
        return switch suites {
        case .forwardSecret: LocalizedText("\(versions), ECDHE with AES alone", "\(versions)，仅限 ECDHE 与 AES")
        case .system: LocalizedText("\(versions), ECDHE with AES-GCM alone", "\(versions)，仅限 ECDHE 与 AES-GCM")
        case .keyTransport: LocalizedText("\(versions), ECDHE or RSA with AES", "\(versions)，ECDHE 或 RSA 密钥交换与 AES")
        case .compatible:
            LocalizedText("\(versions), every suite that iOS has", "\(versions)，iOS 支持的全部密码套件")
        }
    }
}
