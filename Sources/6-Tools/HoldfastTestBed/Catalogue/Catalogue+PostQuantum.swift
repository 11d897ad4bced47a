import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Servers of ML-DSA that have to be trusted under an anchor of one's own, by whoever has the algorithm.
    static let goodPostQuantum: [BadServer] =
        MLDSA.allCases.map(wholeChain) + [
            // RFC 5280 §6.1.3(a)(1) asks each signature to be verified by its issuer's key, of whatever kind; the
            // handshake is signed by the server's (RFC 8446 §4.4.3).
            .leaf(
                "mldsa-leaf", "Its key is of ML-DSA-65, below an intermediate and a root on P-256.",
                "它的密钥是 ML-DSA-65，位于 P-256 的中间证书和根证书之下。", exit: 0,
                source: "RFC 9881 §4, draft-ietf-tls-mldsa", needs: [.mldsa(.mlDSA65)], key: .mldsa(.mlDSA65))
        ]

    /// An entry whose keys, root, intermediate and server, are of one parameter set.
    private static func wholeChain(of set: MLDSA) -> BadServer {
        let name = set.rawValue
        return BadServer(
            name.asciiLowercased().replacing("ml-dsa-", with: "mldsa"),
            "Its key and its authority's are of \(name), from top to bottom.", "它和颁发机构的密钥自上而下都是 \(name)。", exit: 0,
            source: "RFC 9881 §3, §4, draft-ietf-tls-mldsa", needs: [.mldsa(set)]
        ) { (authority, host) throws(TestBedError) in
            let whole = try TestAuthority.mldsa(set, at: authority.moment)
            return .tls(try whole.server(host), anchor: whole.root.certificate)
        }
    }

    /// Servers of ML-DSA that somebody has to refuse.
    static let postQuantum: [BadServer] = [
        // RFC 5280 §6.1.3(a)(1): "The signature on the certificate can be verified". FIPS 204 §6.3: the last octets are
        // the hint, which has to be encoded in one way alone.
        BadServer(
            "mldsa-bad-signature", "One bit of the ML-DSA signature on its certificate is wrong.",
            "它的证书的 ML-DSA 签名有一位是错的。", exit: 29,
            findings: ["badSignature"], source: "RFC 5280 §6.1.3(a)(1), FIPS 204 §6.3", needs: [.mldsa(.mlDSA44)]
        ) { (authority, host) throws(TestBedError) in
            let whole = try TestAuthority.mldsa(.mlDSA44, at: authority.moment)
            let identity = try whole.server(host) { leaf, _ in leaf.signatureEdit = .flippingBit(at: -1) }
            return .tls(identity, anchor: whole.root.certificate)
        },
        // RFC 9881 §5: the key usage "MUST NOT have any of following bits set: keyEncipherment; dataEncipherment;
        // keyAgreement; encipherOnly; decipherOnly". Nobody refuses it yet: `default` warns.
        .leaf(
            "mldsa-key-usage", "Secrets may be encrypted to its ML-DSA key, which can only sign.",
            "它的 ML-DSA 密钥被标为可加密，而该密钥只能签名。", exit: 28,
            findings: ["keyUsage"], source: "RFC 9881 §5", arguments: ["--profile", "rfc5280"],
            needs: [.mldsa(.mlDSA65)], key: .mldsa(.mlDSA65)
        ) { leaf, _ in leaf.keyUsage = [.digitalSignature, .keyEncipherment] },
        // CA/B BR 7.1.3.1: "No other algorithms" than RSA and ECDSA. It is no weak one.
        .leaf(
            "mldsa-webpki", "Its key is of ML-DSA-65, for which no public authority may issue.",
            "它的密钥是 ML-DSA-65，没有公共颁发机构可以为其签发。", exit: 27,
            findings: ["unsupportedAlgorithm"], source: "CA/B BR 6.1.5, 7.1.3.1", arguments: ["--profile", "webpki"],
            needs: [.mldsa(.mlDSA65)], key: .mldsa(.mlDSA65)),
    ]
}
