import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Servers that have to be trusted, whatever is odd about the list they send and the way to the anchor.
    static let goodPaths: [BadServer] = [
        // RFC 5280 §6.1.1(d): a trust anchor is what the user says it is; it need not be a CA.
        BadServer(
            "self-signed-anchor", "Its self-signed certificate has itself been given as the anchor.",
            "它的自签名证书本身被指定为信任锚。", exit: 0,
            source: "RFC 5280 §6.1.1(d)"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.selfSignedServer(host)
            return .tls(identity, anchor: identity.certificate)
        },
        BadServer(
            "leaf-anchor", "Its certificate, which an authority issued, has itself been given as the anchor.",
            "它的证书由颁发机构签发，本身被指定为信任锚。", exit: 0,
            source: "RFC 5280 §6.1.1(d)"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            return .tls(identity, anchor: identity.certificate)
        },
        BadServer(
            "intermediate-anchor", "Its intermediate has been given as the anchor; the root is nowhere.",
            "它的中间证书被指定为信任锚；根证书无处可寻。", exit: 0,
            source: "RFC 5280 §6.1.1(d)"
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.server(host), anchor: authority.intermediate.certificate)
        },
        // RFC 8446 §4.4.2: "implementations SHOULD be prepared to handle potentially extraneous certificates and
        // arbitrary orderings from any TLS version".
        BadServer(
            "reversed-chain", "It sends its intermediates in the wrong order.",
            "它以错误的顺序发送中间证书。", exit: 0, source: "RFC 8446 §4.4.2"
        ) { (authority, host) throws(TestBedError) in
            let upper = try authority.intermediate("Holdfast Test Upper") { upper, _ in
                upper.basicConstraints?.pathLengthConstraint = 1
            }
            let lower = try authority.intermediate("Holdfast Test Lower", issuedBy: upper)
            let identity = try authority.server(host, issuedBy: lower)
            return .tls(identity.presenting(identity.issuers.reversed()), anchor: authority.root.certificate)
        },
        BadServer(
            "superfluous", "It sends its chain, and with it a stranger's, its root, and one certificate twice.",
            "它发送证书链，还附带一张无关的证书、根证书，以及重复的一张。",
            exit: 0, source: "RFC 8446 §4.4.2"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            let stranger = try TestAuthority(name: "Stranger's", at: authority.moment)
            let others = [stranger.intermediate.certificate, stranger.root.certificate]
            return .tls(
                identity.presenting(others + identity.issuers + [authority.root.certificate] + identity.issuers),
                anchor: authority.root.certificate)
        },
        // The finding about it is a warning: it is no part of the path.
        BadServer(
            "malformed-extra", "It sends its chain, and with it a certificate that DER does not allow.",
            "它发送证书链，还附带一张不符合 DER 的证书。", exit: 0,
            source: "RFC 8446 §4.4.2"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host)
            let broken = try authority.intermediate("Nobody's") { broken, _ in broken.tbsEdit = .laxTrue }
            return .tls(
                identity.presenting(identity.issuers + [broken.certificate]), anchor: authority.root.certificate)
        },
        // RFC 5280 §3.2: cross-certificates. Only the older of two roots is an anchor.
        BadServer(
            "cross-signed", "Its root is new; the old one, which is the anchor, vouches for it.",
            "它的根证书是新的；作为信任锚的旧根证书为其担保。", exit: 0,
            source: "RFC 5280 §3.2, RFC 4158 §1.5"
        ) { (authority, host) throws(TestBedError) in
            let newer = try TestAuthority(name: "Holdfast Test Newer", at: authority.moment)
            let identity = try newer.server(host)
            let cross = try authority.crossCertificate(of: newer.root, by: authority.root)
            return .tls(identity.presenting(identity.issuers + [cross]), anchor: authority.root.certificate)
        },
        // As when DST Root CA X3 ran out in September 2021: OpenSSL 1.0 saw one path only, and refused.
        BadServer(
            "expired-cross-sign", "The old root's word for its new one has run out; the new one is an anchor itself.",
            "旧根证书对新根证书的担保已过期；新根证书本身就是信任锚。",
            exit: 0, source: "RFC 4158 §2.4, RFC 5280 §6.1"
        ) { (authority, host) throws(TestBedError) in
            let newer = try TestAuthority(name: "Holdfast Test Newer", at: authority.moment)
            let identity = try newer.server(host)
            let cross = try authority.crossCertificate(of: newer.root, by: authority.root) { cross, now in
                (cross.notBefore, cross.notAfter) = (now.advanced(byDays: -400), now.advanced(byDays: -7))
            }
            return .tls(
                identity.presenting(identity.issuers + [cross]),
                anchors: [authority.root.certificate, newer.root.certificate])
        },
        // RFC 4210 §4.4: NewWithOld. It is self-issued, and does not count against a path length (RFC 5280 §4.2.1.9).
        BadServer(
            "key-rollover", "Its root has a new key, for which the old one, the anchor, vouches.",
            "它的根证书换了新密钥，由作为信任锚的旧密钥担保。", exit: 0,
            source: "RFC 4210 §4.4, RFC 5280 §3.2, §4.2.1.9"
        ) { (authority, host) throws(TestBedError) in
            let name = "Holdfast Test Root, Rolled Over"
            let old = try authority.root(name) { root, _ in root.basicConstraints?.pathLengthConstraint = 1 }
            let new = try authority.root(name)
            let intermediate = try authority.intermediate("Holdfast Test New", issuedBy: new)
            let newWithOld = try authority.crossCertificate(of: new, by: old)
            let identity = try authority.server(host, issuedBy: intermediate)
            return .tls(identity.presenting(identity.issuers + [newWithOld]), anchor: old.certificate)
        },
        // RFC 5280 §7.1: case and inner white space do not count in a name.
        BadServer(
            "other-spelling", "Its certificate names its issuer in other letters and with more spaces.",
            "它的证书用不同的大小写和更多空格写签发者名称。", exit: 0,
            source: "RFC 5280 §7.1, RFC 4518 §2"
        ) { (authority, host) throws(TestBedError) in
            let issuer = try authority.intermediate("Holdfast Test Speller")
            let identity = try authority.server(host, issuedBy: issuer) { leaf, _ in
                leaf.issuer = DistinguishedName([(.commonName, "HOLDFAST  test   SPELLER")])
            }
            return .tls(identity, anchor: authority.root.certificate)
        },
        // Limits.pathCertificates: 32, the anchor included.
        BadServer(
            "long-chain", "Between it and its root stand 30 intermediates: as many as are looked at.",
            "它与根证书之间有 30 张中间证书：正好是所查看的上限。", exit: 0,
            source: "RFC 5280 §6.1; Limits.pathCertificates"
        ) { (authority, host) throws(TestBedError) in
            try authority.chain(of: 32, for: host)
        },
        // RFC 5280 §4.2.1.10: names within what is permitted, of each kind that is constrained.
        BadServer(
            "constrained", "Its authority may issue for few names, addresses and companies; it is among them.",
            "它的颁发机构只能为少数名称、地址和公司签发；它在其中。",
            exit: 0, source: "RFC 5280 §4.2.1.10"
        ) { (authority, host) throws(TestBedError) in
            try authority.constrained(
                permitting: [
                    .dnsName("holdfast.test"), .addresses([192, 0, 2, 0], mask: [255, 255, 255, 0]),
                    .organization("Holdfast"),
                ], host
            ) { leaf in
                leaf.names.append("192.0.2.7")
                leaf.subject = DistinguishedName([(.organizationName, "Holdfast"), (.commonName, host)])
            }
        },
    ]
}
