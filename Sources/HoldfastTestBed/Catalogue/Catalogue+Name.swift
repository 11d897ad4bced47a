import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Certificates that belong to another name than the one that was asked for (RFC 9525 §6).
    static let names: [BadServer] = [
        .leaf(
            "wrong-name", "Its certificate is good, but somebody else's.", exit: 24, findings: ["hostMismatch"]
        ) { leaf, _ in leaf.names = ["elsewhere.holdfast.test"] },
        // RFC 9525 §6.3: "A wildcard in a presented identifier can only match one label in a reference identifier."
        .leaf(
            "wildcard", "Its certificate has a wildcard for one label, where the name has two.",
            host: "two.labels.holdfast.test", exit: 24, findings: ["hostMismatch"]
        ) { leaf, _ in leaf.names = ["*.holdfast.test"] },
        // RFC 9525 §2: "The Common Name RDN MUST NOT be used to identify a service". Without an alternative name there
        // is no identifier that could match; that there is none is a finding of its own.
        .leaf(
            "common-name-only", "Its certificate says the name where nobody looks any more: in the common name only.",
            exit: 24, findings: ["hostMismatch", "missingSubjectAltName"]
        ) { leaf, _ in leaf.names = [] },
    ]
}
