import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Bytes that are no certificate. RFC 5280 §4.1: "the data that is to be signed is encoded using the ASN.1
    /// distinguished encoding rules (DER)".
    static let malformed: [BadServer] = [
        BadServer(
            "broken-der", "Its certificate is cut off before the end.",
            "它的证书在结尾之前被截断。", exit: 30, findings: ["malformedCertificate"],
            source: "RFC 5280 §4.1, X.690 §8.1.3"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host) { leaf, _ in
                leaf.certificateEdit = ByteEdit { Array($0.dropLast(16)) }
            }
            return try .flight(identity.chain, signingBy: identity.key, anchor: authority.root.certificate)
        },
        // RFC 8446 §4.4.2: the entry is one "DER-encoded" certificate.
        BadServer(
            "trailing-bytes", "Its certificate is whole, and has bytes after its end.",
            "它的证书是完整的，但结尾之后还有多余字节。", exit: 30,
            findings: ["malformedCertificate"], source: "RFC 5280 §4.1, RFC 8446 §4.4.2"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host) { leaf, _ in leaf.certificateEdit = .appending([0, 0]) }
            return try .flight(identity.chain, signingBy: identity.key, anchor: authority.root.certificate)
        },
        .leaf(
            "lax-der", "Its certificate is well signed, but written in a way that DER does not allow.",
            "它的证书签名正确，但写法不符合 DER。", exit: 30,
            findings: ["malformedCertificate"], source: "RFC 5280 §4.1, X.690 §11.1"
        ) { leaf, _ in leaf.tbsEdit = .laxTrue },
        // Of what cannot be read nobody can be the issuer: both are said.
        .below(
            "Holdfast Test Lax", "malformed-intermediate",
            "Its intermediate is written in a way that DER does not allow.", "它的中间证书的写法不符合 DER。", exit: 30,
            findings: ["issuerNotFound", "malformedCertificate"], source: "RFC 5280 §4.1, §6.1, X.690 §11.1"
        ) { issuer, _ in issuer.tbsEdit = .laxTrue },
    ]

    /// More than a judge looks at; see `Limits`.
    static let limits: [BadServer] = [
        // Limits.pathCertificates is 32. That the rest is not looked at says nothing about what is there.
        BadServer(
            "chain-100", "Between it and its root stand 98 intermediates, all good.",
            "它与根证书之间有 98 张中间证书，全都正确。", exit: 31, findings: ["workLimit"],
            source: "Limits.pathCertificates: 32"
        ) { (authority, host) throws(TestBedError) in
            try authority.chain(of: 100, for: host)
        },
        // SSL_CTX_set_max_cert_list is 1 MiB, as Limits.presentedBytes: libssl does not read such a list, so that there
        // is no certificate to judge.
        BadServer(
            "huge-certificate", "Its certificate has more than a MiB, most of it an extension that nobody needs.",
            "它的证书超过 1 MiB，大部分是无人需要的扩展。",
            exit: 4, source: "Limits.presentedBytes: 1 MiB"
        ) { (authority, host) throws(TestBedError) in
            let identity = try authority.server(host) { leaf, _ in
                leaf.additionalExtensions = [
                    Extension(
                        ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 2), value: [UInt8](repeating: 0, count: 1_100_000))
                ]
            }
            return Staging.tls(identity, anchor: authority.root.certificate).withoutChain
        },
    ]
}
