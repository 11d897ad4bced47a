import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Certificates that belong to another name than the one that was asked for (RFC 9525 §6).
    static let names: [BadServer] = [
        .leaf(
            "wrong-name", "Its certificate is good, but somebody else's.",
            "它的证书没有问题，但属于别人。", names: ["elsewhere.holdfast.test"],
            exit: 24, findings: ["hostMismatch"], source: "RFC 9525 §6.3"),
        // RFC 9525 §2: "The Common Name RDN MUST NOT be used to identify a service". Without an alternative name there
        // is no identifier that could match; that there is none is a finding of its own.
        .leaf(
            "common-name-only", "Its certificate says the name where nobody looks any more: in the common name only.",
            "它的证书只在通用名称中写名称，如今已无人查看。",
            names: [], exit: 24, findings: ["hostMismatch", "missingSubjectAltName"],
            source: "RFC 9525 §2, Apple HT210176"),
        // Octets are compared, all of them: who reads up to the NUL sees another name (CVE-2009-2408).
        .leaf(
            "nul-byte", "Its certificate is for a name that goes on after a NUL.",
            "它的证书所用的名称在 NUL 之后还有内容。",
            names: ["nul-byte.holdfast.test\0.elsewhere.test"], exit: 24, findings: ["hostMismatch"],
            source: "RFC 9525 §6.3, CVE-2009-2408"),
        // RFC 9525 §6.5: an address is compared with iPAddress names only.
        .leaf(
            "ip-as-dns-name", "It is asked for by its address, which its certificate has as if it were a DNS name.",
            "它按地址访问，证书却把该地址写成 DNS 名称。",
            host: "192.0.2.11", names: [], exit: 24, findings: ["hostMismatch"], source: "RFC 9525 §6.5"
        ) { leaf, _ in leaf.alternativeNames = IA5String("192.0.2.11").map { [.dnsName($0)] } ?? [] },
        .leaf(
            "wrong-ip", "It is asked for by an address, and its certificate has another.",
            "它按某个地址访问，证书中却是另一个地址。", host: "192.0.2.12",
            names: ["192.0.2.13"], exit: 24, findings: ["hostMismatch"], source: "RFC 9525 §6.5"),
    ]

    /// Wildcards that stand for less than they seem to. RFC 9525 §6.3: one, "the complete left-most label", for "one
    /// label in a reference identifier".
    static let wildcards: [BadServer] = [
        wildcard(
            "wildcard", "Its certificate has a wildcard for one label, where the name has two.",
            "它的证书有一级通配符，而名称多出两级。", "*.holdfast.test",
            host: "two.labels.holdfast.test"),
        wildcard(
            "wildcard-parent", "Its certificate has a wildcard below the name that is asked for.",
            "它的证书的通配符位于所访问名称之下。",
            "*.wildcard-parent.holdfast.test"),
        wildcard(
            "wildcard-middle", "Its certificate has a wildcard between two labels.",
            "它的证书的通配符位于两级之间。", "www.*.holdfast.test",
            host: "www.middle.holdfast.test"),
        wildcard(
            "wildcard-partial", "Its certificate has a wildcard for a part of a label.",
            "它的证书的通配符只代表一级的一部分。", "wild*.holdfast.test"),
        wildcard(
            "wildcard-double", "Its certificate has a wildcard for each of two labels.",
            "它的证书对两级各用一个通配符。", "*.*.holdfast.test",
            host: "two.wildcards.holdfast.test"),
        wildcard(
            "wildcard-bare", "Its certificate is for every name there is.",
            "它的证书用于所有名称。", "*"),
        wildcard(
            "wildcard-top-level", "Its certificate is for every name right below a top-level domain.",
            "它的证书用于某个顶级域下的所有名称。", "*.test",
            host: "holdfast.test"),
        // What Chromium's X509Certificate::VerifyHostname and Apple's trust evaluation refuse alike, by the list of
        // public suffixes; CA/B BR 3.2.2.6 does not let it be issued. The name is Nominet's, set aside for examples.
        wildcard(
            "wildcard-public-suffix", "Its certificate is for every company of a country.",
            "它的证书用于一个国家的所有公司。", "*.co.uk",
            host: "example.co.uk", source: "Chromium, Apple: public suffixes; CA/B BR 3.2.2.6"),
    ]

    private static func wildcard(
        _ name: String, _ story: String, _ chinese: String, _ pattern: String, host: String? = nil,
        source: String = "RFC 9525 §6.3"
    ) -> BadServer {
        .leaf(
            name, story, chinese, host: host, names: [pattern], exit: 24, findings: ["hostMismatch"], source: source)
    }
}
