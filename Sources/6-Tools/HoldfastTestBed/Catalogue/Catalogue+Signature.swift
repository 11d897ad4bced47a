import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509

extension BadServer {
    /// Signatures that prove nothing, and keys that anybody can find.
    static let signature: [BadServer] = [
        // RFC 5280 §6.1.3(a)(1): "The signature on the certificate can be verified". The last bit belongs to the number
        // s of ECDSA-Sig-Value: the signature still parses.
        .leaf(
            "bad-signature", "One bit of the signature on its certificate is wrong.",
            "它的证书的签名有一位是错的。", exit: 29,
            findings: ["badSignature"], source: "RFC 5280 §6.1.3(a)(1)"
        ) { leaf, _ in leaf.signatureEdit = .flippingBit(at: -1) },
        BadServer(
            "impostor", "Somebody with the name of the intermediate, but not its key, signed its certificate.",
            "它的证书由与中间证书同名、密钥不同的人签名。",
            exit: 29, findings: ["badSignature"], source: "RFC 5280 §6.1.3(a)(1)"
        ) { (authority, host) throws(TestBedError) in
            let name = "Holdfast Test Impersonated"
            let real = try authority.intermediate(name)
            let impostor = try authority.root(name)
            let identity = try authority.server(host, issuedBy: impostor) { leaf, _ in
                // It claims the real one's key.
                leaf.authorityKeyIdentifier = .value(real.identity.key.subjectPublicKeyInfo.derivedKeyIdentifier)
            }
            return .tls(identity.presenting([real.certificate]), anchor: authority.root.certificate)
        },
        // Apple HT210176: "SHA-1 signed certificates are no longer trusted for TLS", whatever the anchor; Chrome does
        // the same. RFC 6151 for MD5.
        .leaf(
            "sha1", "Its certificate is signed with SHA-1.",
            "它的证书用 SHA-1 签名。", exit: 27, findings: ["weakSignature"],
            source: "RFC 9155 §2, Apple HT210176"
        ) { leaf, _ in leaf.signatureAlgorithm = .ecdsa(.sha1) },
        .below(
            "Holdfast Test SHA-1", "sha1-intermediate", "Its intermediate is signed with SHA-1.", "它的中间证书用 SHA-1 签名。",
            exit: 27, findings: ["weakSignature"], source: "RFC 9155 §2, Apple HT210176"
        ) { issuer, _ in issuer.signatureAlgorithm = .ecdsa(.sha1) },
        BadServer(
            "md5", "Its certificate is signed with MD5.",
            "它的证书用 MD5 签名。", exit: 27, findings: ["weakSignature"],
            source: "RFC 9155 §2, RFC 6151 §2"
        ) { (authority, host) throws(TestBedError) in
            let rsa = try TestAuthority.rsa(at: authority.moment)
            let identity = try rsa.server(host) { leaf, _ in leaf.signatureAlgorithm = .rsaPKCS1(.md5) }
            return .tls(identity, anchor: rsa.root.certificate)
        },
        // RFC 5280 §4.1.1.2: "This field MUST contain the same algorithm identifier as the signature field in the
        // sequence tbsCertificate".
        .leaf(
            "algorithm-mismatch", "Its certificate says one signature algorithm inside and another one outside.",
            "它的证书内外所写的签名算法不同。",
            exit: 28, findings: ["algorithmMismatch"], source: "RFC 5280 §4.1.1.2"
        ) { leaf, _ in leaf.innerAlgorithm = .ecdsa(.sha384) },
        // A weekend and a hundred dollars: RSA-512 was factored for the public in 1999 (RSA-155). TLS 1.3 has no
        // signature that such a key could make: RSA-PSS with SHA-256 takes 66 octets (RFC 8017 §9.1.1).
        BadServer(
            "rsa512", "Its RSA key has 512 bits: anybody can find the private one.",
            "它的 RSA 密钥为 512 位：任何人都能求出私钥。", exit: 27, findings: ["weakKey"],
            source: "NIST SP 800-131A §3; Chromium: 1,024 bits"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host, key: ServerKey.weakRSA(bits: 512).make())
            return .tls(identity, anchor: authority.root.certificate) { $0.maximumVersion = .tls12 }
        },
        // CA/B BR 6.1.5 and 7.1.3.1 list RSA and three NIST curves.
        .leaf(
            "ed25519-webpki", "Its key is Ed25519, for which no public authority may issue.",
            "它的密钥是 Ed25519，没有公共颁发机构可以为其签发。", exit: 27,
            findings: ["unsupportedAlgorithm"], source: "CA/B BR 6.1.5, 7.1.3.1", arguments: ["--profile", "webpki"],
            key: .ed25519),
    ]
}
