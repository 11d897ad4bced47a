import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Keys used for what their certificates do not allow.
    static let use: [BadServer] = [
        // RFC 5280 §4.2.1.12: "the certificate MUST only be used for one of the purposes indicated".
        .leaf(
            "wrong-eku", "Its certificate is one for TLS clients.",
            "它的证书用于 TLS 客户端。", exit: 28, findings: ["extendedKeyUsage"],
            source: "RFC 5280 §4.2.1.12"
        ) { leaf, _ in leaf.extendedKeyUsage = [.clientAuth] },
        // RFC 8446 §4.4.2.2: "The certificate MUST allow the key to be used for signing (i.e., the digitalSignature bit
        // MUST be set if the Key Usage extension is present)"; for ECDHE in TLS 1.2, RFC 5246 §7.4.2 the same.
        .leaf(
            "key-usage", "Its key may agree on secrets, but not sign, which every handshake asks of it.",
            "它的密钥可以协商密钥，但不可签名，而每次握手都要求签名。", exit: 28,
            findings: ["keyUsage"], source: "RFC 8446 §4.4.2.2, RFC 5246 §7.4.2"
        ) { leaf, _ in leaf.keyUsage = .keyAgreement },
        .leaf(
            "key-usage-documents", "Its key may sign documents that bind whoever signs, and no handshake.",
            "它的密钥可以签署约束签名者的文件，但不可用于握手。", exit: 28,
            findings: ["keyUsage"], source: "RFC 5280 §4.2.1.3, RFC 8446 §4.4.2.2"
        ) { leaf, _ in leaf.keyUsage = .nonRepudiation },
        // Of RSA in TLS 1.2 alone RFC 5246 §7.4.2 asks for keyEncipherment; its chain by itself says nothing of that.
        BadServer(
            "key-usage-rsa", "Secrets may be encrypted to its RSA key, which TLS 1.3 asks to sign.",
            "它的 RSA 密钥可用于加密，而 TLS 1.3 要求它签名。", exit: 28,
            findings: ["keyUsage"], source: "RFC 8446 §4.4.2.2; RFC 5246 §7.4.2"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host, key: ServerKey.rsa2048.make()) { leaf, _ in
                leaf.keyUsage = .keyEncipherment
            }
            return Staging.tls(identity, anchor: authority.root.certificate).withoutChain
        },
        // RFC 5280 §6.1.4(k): "verify that the basicConstraints extension is present and that cA is set to TRUE", and
        // (n): "If a key usage extension is present, verify that the keyCertSign bit is set."
        BadServer(
            "leaf-as-ca", "Its certificate was signed with the key of another server's certificate.",
            "它的证书由另一台服务器的证书的密钥签名。", exit: 28,
            findings: ["basicConstraints", "keyUsage"], source: "RFC 5280 §6.1.4(k), (n)"
        ) { (authority, host) throws(TestBedError) in
            // By the root: below the intermediate there would be one CA too many besides.
            let bought = try authority.server("bought.holdfast.test", issuedBy: authority.root)
            return .tls(
                try authority.server(host, issuedBy: .init(bought)), anchor: authority.root.certificate)
        },
        .below(
            "Holdfast Test No Authority", "not-a-ca",
            "Its issuer may sign certificates, but nowhere says that it is an authority.",
            "它的签发者可以签署证书，但没有任何地方说明它是颁发机构。", exit: 28, findings: ["basicConstraints"], source: "RFC 5280 §6.1.4(k)"
        ) { issuer, _ in issuer.basicConstraints = nil },
        .below(
            "Holdfast Test Lists Only", "ca-without-keycertsign",
            "Its issuer is an authority whose key may not sign certificates.", "它的签发者是颁发机构，而其密钥不可签署证书。", exit: 28,
            findings: ["keyUsage"], source: "RFC 5280 §6.1.4(n)"
        ) { issuer, _ in
            issuer.keyUsage = .cRLSign
            issuer.basicConstraints?.pathLengthConstraint = nil
        },
        // RFC 5280 §4.2.1.9: "the maximum number of non-self-issued intermediate certificates that may follow this
        // certificate in a valid certification path".
        BadServer(
            "path-length", "Its authority's authority may have no authority below itself.",
            "它的颁发机构的上级之下不可再有颁发机构。", exit: 28,
            findings: ["pathLength"], source: "RFC 5280 §4.2.1.9, §6.1.4(l)"
        ) { (authority, host) throws(TestBedError) in
            let upper = try authority.intermediate("Holdfast Test Last")
            let lower = try authority.intermediate("Holdfast Test One Too Many", issuedBy: upper)
            return .tls(try authority.server(host, issuedBy: lower), anchor: authority.root.certificate)
        },
    ]

    /// Names that the authority may not issue for. RFC 5280 §4.2.1.10: all names below it "MUST be located" within.
    static let nameConstraints: [BadServer] = [
        BadServer(
            "constraint-dns", "Its authority may issue for another domain only.",
            "它的颁发机构只能为另一个域签发。", exit: 28,
            findings: ["nameConstraints"], source: "RFC 5280 §4.2.1.10"
        ) { (authority, host) throws(TestBedError) in
            try authority.constrained(permitting: [.dnsName("elsewhere.test")], host)
        },
        BadServer(
            "constraint-excluded", "Its authority may issue for all domains but this one; its wildcard takes it in.",
            "它的颁发机构可为除此之外的所有域签发；它的通配符包含了这个域。",
            host: "excluded.constraint.holdfast.test", exit: 28, findings: ["nameConstraints"],
            source: "RFC 5280 §4.2.1.10, CVE-2025-61727"
        ) { (authority, host) throws(TestBedError) in
            try authority.constrained(excluding: [.dnsName("excluded.constraint.holdfast.test")], host) { leaf in
                leaf.names = ["*.constraint.holdfast.test"]
            }
        },
        BadServer(
            "constraint-ip", "Its certificate also has an address for which its authority may not issue.",
            "它的证书还有一个地址，其颁发机构不可为该地址签发。", exit: 28,
            findings: ["nameConstraints"], source: "RFC 5280 §4.2.1.10"
        ) { (authority, host) throws(TestBedError) in
            try authority.constrained(
                permitting: [.addresses([192, 0, 2, 0], mask: [255, 255, 255, 0])], host
            ) { leaf in leaf.names.append("198.51.100.7") }
        },
        BadServer(
            "constraint-directory", "Its subject is of another company than its authority may issue for.",
            "它的主题属于另一家公司，不是其颁发机构可为之签发的那家。", exit: 28,
            findings: ["nameConstraints"], source: "RFC 5280 §4.2.1.10"
        ) { (authority, host) throws(TestBedError) in
            try authority.constrained(permitting: [.organization("Elsewhere")], host) { leaf in
                leaf.subject = DistinguishedName([(.organizationName, "Holdfast"), (.commonName, host)])
            }
        },
    ]
}
