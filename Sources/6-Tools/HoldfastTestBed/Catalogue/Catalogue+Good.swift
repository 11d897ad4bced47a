import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

extension BadServer {
    /// Servers that have to be trusted, by their keys: a judge that refuses them is as wrong as one that takes the
    /// others.
    static let good: [BadServer] = [
        .leaf(
            "good", "Nothing is wrong with it: P-256 keys, an intermediate, its own root.",
            "它没有任何问题：P-256 密钥、一张中间证书、自己的根证书。", exit: 0,
            source: "RFC 5280 §6.1"),
        BadServer(
            "good-rsa", "Nothing is wrong with it: RSA keys of 2,048 bits from top to bottom.",
            "它没有任何问题：自上而下都是 2,048 位的 RSA 密钥。", exit: 0,
            source: "CA/B BR 6.1.5"
        ) { (authority, host) throws(TestBedError) in
            let rsa = try TestAuthority.rsa(at: authority.moment)
            return .tls(try rsa.server(host, key: ServerKey.rsa2048.make()), anchor: rsa.root.certificate)
        },
        .leaf(
            "good-rsa4096", "Nothing is wrong with it: its RSA key has 4,096 bits.",
            "它没有任何问题：RSA 密钥为 4,096 位。", exit: 0, source: "CA/B BR 6.1.5",
            key: .rsa4096),
        // RFC 4055 §3.1: the parameters are the digest's own, its mask generation and a salt of its length.
        BadServer(
            "good-rsa-pss", "Its certificate is signed with RSA-PSS, which is rare and right.",
            "它的证书用 RSA-PSS 签名，少见但正确。", exit: 0,
            source: "RFC 4055 §3, CA/B BR 7.1.3.2.1"
        ) { (authority, host) throws(TestBedError) in
            let rsa = try TestAuthority.rsa(at: authority.moment)
            let identity = try rsa.server(host) { leaf, _ in leaf.signatureAlgorithm = .rsaPSS(.init(.sha256)) }
            return .tls(identity, anchor: rsa.root.certificate)
        },
        BadServer(
            "good-p384", "Nothing is wrong with it: P-384 keys and SHA-384 from top to bottom.",
            "它没有任何问题：自上而下都是 P-384 密钥和 SHA-384。", exit: 0,
            source: "RFC 5480 §4, CA/B BR 6.1.5"
        ) { (authority, host) throws(TestBedError) in
            let p384 = try TestAuthority.p384(at: authority.moment)
            return .tls(try p384.server(host), anchor: p384.root.certificate)
        },
        // RFC 8446 §4.2.3 has the scheme, RFC 8410 the key. Browsers do not offer it, public authorities may not sign
        // for it; under one's own anchor it is as good a key as any.
        BadServer(
            "good-ed25519", "Its key and its authority's are Ed25519, which no public authority has.",
            "它和颁发机构的密钥都是 Ed25519，没有公共颁发机构使用。", exit: 0,
            source: "RFC 8410 §3-§4, RFC 8446 §4.2.3"
        ) { (authority, host) throws(TestBedError) in
            let edwards = try TestAuthority(name: "Holdfast Test Ed25519", at: authority.moment, keys: .ed25519)
            return .tls(try edwards.server(host), anchor: edwards.root.certificate)
        },
    ]

    /// Servers that have to be trusted, by the names in their certificates.
    static let goodNames: [BadServer] = [
        // RFC 9525 §6.3: "A wildcard in a presented identifier can only match one label in a reference identifier."
        .leaf(
            "good-wildcard", "Its certificate has a wildcard where the name has one label.",
            "它的证书在名称的一级上使用通配符。",
            host: "anything.wildcard.holdfast.test", names: ["*.wildcard.holdfast.test"], exit: 0,
            source: "RFC 9525 §6.3"),
        // RFC 9525 §6.5: an address matches an iPAddress octet for octet. The addresses are those for documentation
        // (RFC 5737, RFC 3849); nobody has them.
        .leaf(
            "good-ip", "It is asked for by its IPv4 address, and its certificate has that.",
            "它按 IPv4 地址访问，证书中有该地址。", host: "192.0.2.10",
            exit: 0, source: "RFC 9525 §6.5"),
        .leaf(
            "good-ipv6", "It is asked for by its IPv6 address, and its certificate has that.",
            "它按 IPv6 地址访问，证书中有该地址。", host: "2001:db8::10",
            exit: 0, source: "RFC 9525 §6.5"),
        // The A-label of bücher (RFC 5890 §2.3.2.1, RFC 5280 §7.2).
        .leaf(
            "good-idn", "Its name has an umlaut, and its certificate the A-label.",
            "它的名称含有变音字母，证书中是对应的 A-label。",
            host: "xn--bcher-kva.holdfast.test", exit: 0, source: "RFC 5280 §7.2, RFC 9525 §6.3"),
        // RFC 4343 §3: "comparisons ... MUST be done ... without regard to case".
        .leaf(
            "upper-case", "Its certificate shouts its name in capitals.",
            "它的证书用大写字母写名称。", names: ["UPPER-CASE.Holdfast.TEST"], exit: 0,
            source: "RFC 4343 §3, RFC 9525 §6.3"),
        // RFC 1035 §2.3.4: labels of 63 octets, names of 255 on the wire: 253 as text. A common name holds 64 (RFC 5280
        // appendix A.1), so the subject is empty.
        .leaf(
            "long-name", "Its name is as long as a name can be: 253 octets, with labels of 63.",
            "它的名称长到极限：253 字节，每级 63 字节。",
            host: [63, 63, 63, 47].map { String(repeating: "a", count: $0) }.joined(separator: ".") + ".holdfast.test",
            exit: 0, source: "RFC 1035 §2.3.4"),
        // RFC 5280 §4.1.2.6: "If the subject field contains an empty sequence, then the issuing CA MUST include a
        // subjectAltName extension that is marked as critical."
        .leaf(
            "no-subject", "Its certificate has no subject, and a critical alternative name instead.",
            "它的证书没有主题，而以关键的使用者可选名称代替。", exit: 0,
            source: "RFC 5280 §4.1.2.6, §4.2.1.6"
        ) { leaf, _ in leaf.subject = DistinguishedName([RelativeDistinguishedName]()) },
        .leaf(
            "sans-1000", "Its certificate is for 1,000 names; the last is the one that is asked for.",
            "它的证书用于 1,000 个名称；所访问的是最后一个。",
            host: "n0999.holdfast.test", names: numbered(1_000), exit: 0, source: "RFC 5280 §4.2.1.6: no limit"),
        // More than OpenSSL and BoringSSL take unless told (SSL_CTX_set_max_cert_list: 100 KiB), less than Limits
        // allow.
        .leaf(
            "sans-10000", "Its certificate is for 10,000 names, and larger than most software takes.",
            "它的证书用于 10,000 个名称，大过多数软件所接受的大小。",
            host: "n9999.holdfast.test", names: numbered(10_000), exit: 0,
            source: "RFC 5280 §4.2.1.6: no limit; Limits.presentedBytes"),
    ]

    private static func numbered(_ count: Int) -> [String] {
        (0..<count).map { number in
            let digits = String(number)
            return "n" + String(repeating: "0", count: 4 - digits.count) + digits + ".holdfast.test"
        }
    }
}
