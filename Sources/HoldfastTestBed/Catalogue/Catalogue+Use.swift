import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Keys used for what their certificates do not allow.
    static let use: [BadServer] = [
        // RFC 5280 §4.2.1.12: "the certificate MUST only be used for one of the purposes indicated".
        .leaf(
            "wrong-eku", "Its certificate is one for TLS clients.", exit: 28, findings: ["extendedKeyUsage"]
        ) { leaf, _ in leaf.extendedKeyUsage = [.clientAuth] },
        // RFC 5280 §6.1.4(k): "verify that the basicConstraints extension is present and that cA is set to TRUE", and
        // (n): "If a key usage extension is present, verify that the keyCertSign bit is set."
        BadServer(
            "leaf-as-ca", "Its certificate was signed with the key of another server's certificate.", exit: 28,
            findings: ["basicConstraints", "keyUsage"]
        ) { (authority, host) throws(TestBedError) in
            // By the root: below the intermediate there would be one CA too many besides.
            let bought = try authority.server("bought.holdfast.test", issuedBy: authority.root)
            return .tls(
                try authority.server(host, issuedBy: .init(bought)), anchor: authority.root.certificate)
        },
    ]
}
