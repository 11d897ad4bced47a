import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Signatures that prove nothing.
    static let signature: [BadServer] = [
        // RFC 5280 §6.1.3(a)(1): "The signature on the certificate can be verified". The last bit belongs to the number
        // s of ECDSA-Sig-Value: the signature still parses.
        .leaf(
            "bad-signature", "One bit of the signature on its certificate is wrong.", exit: 29,
            findings: ["badSignature"]
        ) { leaf, _ in leaf.signatureEdit = .flippingBit(at: -1) },
        // Apple, "Requirements for trusted certificates in iOS 13 and macOS 10.15": "SHA-1 signed certificates are no
        // longer trusted for TLS", whatever the anchor; Chrome does the same.
        .leaf(
            "sha1", "Its certificate is signed with SHA-1.", exit: 27, findings: ["weakSignature"]
        ) { leaf, _ in leaf.signatureAlgorithm = .ecdsa(.sha1) },
    ]
}
