import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Servers on which profiles differ under an anchor of one's own: each case once for `default`, which lets most
    /// pass with a warning, and once for a profile that refuses. Servers that every profile refuses stand among the
    /// bad.
    static let tolerated: [BadServer] = [
        weakRoots, weakKeys, purposes, restrictedIssuers, authorities, lifetimes, serialNumbers,
    ].flatMap(\.self)

    // RFC 5280 §6.1: the signature on a trust anchor is no input of path validation.
    private static let weakRoots: [BadServer] = [
        BadServer(
            "sha1-root", "Its root, which is the anchor, signed itself with SHA-1.",
            "它作为信任锚的根证书用 SHA-1 为自己签名。", exit: 0,
            source: "RFC 5280 §6.1.1(d)"
        ) { (authority, host) throws(TestBedError) in
            let root = try authority.root("Holdfast Test Old Root") { root, _ in
                root.signatureAlgorithm = .ecdsa(.sha1)
            }
            let intermediate = try authority.intermediate("Holdfast Test Middle", issuedBy: root)
            return .tls(try authority.server(host, issuedBy: intermediate), anchor: root.certificate)
        }
    ]

    // CA/B BR 6.1.5: RSA keys of at least 2,048 bits, or on P-256, P-384 or P-521. Chrome takes 1,024 bits.
    private static let weakKeys: [BadServer] = [
        .leaf(
            "rsa1024", "Its RSA key has 1,024 bits, which its own anchor's owner may still use.",
            "它的 RSA 密钥为 1,024 位，自有信任锚的拥有者仍可使用。", exit: 0,
            source: "Chromium: 1,024 bits suffice",
            key: .weakRSA(bits: 1024)),
        .leaf(
            "rsa1024-apple", "Its RSA key has 1,024 bits, and Apple asks for 2,048.",
            "它的 RSA 密钥为 1,024 位，而 Apple 要求 2,048 位。", exit: 27, findings: ["weakKey"],
            source: "Apple HT210176: RSA 2048", arguments: ["--profile", "apple"],
            key: .weakRSA(bits: 1024)),
        .leaf(
            "rsa1024-webpki", "Its RSA key has 1,024 bits, and the public web asks for 2,048.",
            "它的 RSA 密钥为 1,024 位，而公共网络要求 2,048 位。", exit: 27,
            findings: ["weakKey"], source: "CA/B BR 6.1.5", arguments: ["--profile", "webpki"],
            key: .weakRSA(bits: 1024)),
    ]

    // Apple HT210176: certificates "must contain an ExtendedKeyUsage (EKU) extension containing the id-kp-serverAuth
    // OID". RFC 5280 §4.2.1.12 leaves the extension out at will, and Chrome does not ask for it under one's own anchor.
    private static let purposes: [BadServer] = [
        .leaf(
            "no-eku", "Its certificate does not say what its key is for.",
            "它的证书没有说明密钥的用途。", exit: 0, source: "RFC 5280 §4.2.1.12"
        ) { leaf, _ in leaf.extendedKeyUsage = nil },
        .leaf(
            "no-eku-apple", "Its certificate does not say what its key is for, and Apple asks for it.",
            "它的证书没有说明密钥的用途，而 Apple 要求说明。", exit: 28,
            findings: ["extendedKeyUsage"], source: "Apple HT210176: EKU", arguments: ["--profile", "apple"]
        ) { leaf, _ in leaf.extendedKeyUsage = nil },
    ]

    // RFC 5280 §4.2.1.12 speaks of the certificate's own key alone: "the certificate MUST only be used for one of the
    // purposes indicated". That an authority's purposes limit what stands below it is CA/B BR 7.1.2.10.6, Chromium's
    // and OpenSSL's under any anchor; Apple asks it below its own roots (SecPolicyCheckServerAuthEKU).
    private static let restrictedIssuers: [BadServer] = [
        restrictedIssuer(
            "intermediate-eku", exit: 28, findings: ["extendedKeyUsage"],
            source: "RFC 5280 §4.2.1.12, Chromium, OpenSSL; CA/B BR 7.1.2.10.6"),
        restrictedIssuer(
            "intermediate-eku-apple", exit: 0, source: "Apple: below preinstalled roots only",
            arguments: ["--profile", "apple"]),
    ]

    private static func restrictedIssuer(
        _ name: String, exit: Int32, findings: Set<String> = [], source: String, arguments: [String] = []
    ) -> BadServer {
        .below(
            "Holdfast Test Clients", name, "Its intermediate says that it issues for TLS clients.",
            "它的中间证书声明只为 TLS 客户端签发。", exit: exit, findings: findings, source: source, arguments: arguments
        ) { issuer, _ in issuer.extendedKeyUsage = [.clientAuth] }
    }

    // RFC 5280 §4.2.1.9 says what a CA's certificate must have, not that a server's must not be one. CA/B BR 7.1.2.7.8:
    // a subscriber's `cA` "MUST be FALSE".
    private static let authorities: [BadServer] = [
        .leaf(
            "ca-as-leaf", "Its certificate says that it is an authority's.",
            "它的证书自称属于颁发机构。", exit: 0, source: "RFC 5280 §4.2.1.9"
        ) { leaf, _ in leaf.basicConstraints = BasicConstraints(isCA: true) },
        .leaf(
            "ca-as-leaf-webpki", "Its certificate says that it is an authority's, which no public server's may.",
            "它的证书自称属于颁发机构，公共服务器的证书不可如此。",
            exit: 28, findings: ["basicConstraints"], source: "CA/B BR 7.1.2.7.8", arguments: ["--profile", "webpki"]
        ) { leaf, _ in leaf.basicConstraints = BasicConstraints(isCA: true) },
    ]

    // Apple HT210176: "TLS server certificates must have a validity period of 825 days or fewer", whatever the anchor.
    // CA/B BR 6.3.2: 398 days since September 2020, and ever fewer since March 2026. Chrome and, below 825 days, Apple
    // hold public anchors to that.
    private static let lifetimes: [BadServer] = [
        lifetime("long-lifetime", days: 3_650, exit: 0, source: "RFC 5280 §4.1.2.5: no limit"),
        lifetime(
            "long-lifetime-apple", days: 826, exit: 28, findings: ["lifetime"], source: "Apple HT210176: 825 days",
            profile: "apple"),
        lifetime(
            "long-lifetime-webpki", days: 399, exit: 28, findings: ["lifetime"], source: "CA/B BR 6.3.2",
            profile: "webpki"),
    ]

    private static func lifetime(
        _ name: String, days: Int64, exit: Int32, findings: Set<String> = [], source: String, profile: String? = nil
    ) -> BadServer {
        .leaf(
            name, "Its certificate is valid for \(days) days.", "它的证书有效期为 \(days) 天。", exit: exit, findings: findings,
            source: source,
            arguments: profile.map { ["--profile", $0] } ?? []
        ) { leaf, _ in leaf.notAfter = leaf.notBefore.advanced(byDays: days) }
    }

    // RFC 5280 §4.1.2.2: "The serial number MUST be a positive integer", of at most 20 octets; and: "Certificate users
    // SHOULD be prepared to gracefully handle such certificates."
    private static let serialNumbers: [BadServer] = [
        serialNumber(
            "serial-zero", "The serial number of its certificate is 0.",
            "它的证书的序列号为 0。", [0], exit: 0),
        serialNumber(
            "serial-zero-rfc5280", "The serial number of its certificate is 0.",
            "它的证书的序列号为 0。", [0], profile: "rfc5280"),
        serialNumber(
            "serial-negative", "The serial number of its certificate is below zero.",
            "它的证书的序列号小于零。", [0x80], profile: "rfc5280"),
        serialNumber(
            "serial-long", "The serial number of its certificate has 21 octets.",
            "它的证书的序列号有 21 字节。", [UInt8](repeating: 0x55, count: 21),
            profile: "rfc5280"),
    ]

    private static func serialNumber(
        _ name: String, _ story: String, _ chinese: String, _ octets: [UInt8], exit: Int32 = 28, profile: String? = nil
    ) -> BadServer {
        .leaf(
            name, story, chinese, exit: exit, findings: exit == 0 ? [] : ["serialNumber"], source: "RFC 5280 §4.1.2.2",
            arguments: profile.map { ["--profile", $0] } ?? []
        ) { leaf, _ in
            var writer = DERWriter()
            writer.write(.integer, content: octets)
            // Octets that are no INTEGER in DER would leave the certificate good, and its test red.
            leaf.serialNumber = try? SerialNumber(der: writer.bytes)
        }
    }
}
