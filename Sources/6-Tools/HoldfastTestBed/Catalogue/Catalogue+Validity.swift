import HoldfastAuthority
import HoldfastX509

extension BadServer {
    /// Certificates judged outside the time for which they were issued. RFC 5280 §6.1.3(a)(2): "The certificate
    /// validity period includes the current time."
    static let validity: [BadServer] = [
        .leaf(
            "expired", "Its certificate ran out a week ago and nobody renewed it.",
            "它的证书一周前过期，无人续期。", exit: 21, findings: ["expired"],
            source: "RFC 5280 §6.1.3(a)(2)"
        ) { leaf, now in
            leaf.notBefore = now.advanced(byDays: -97)
            leaf.notAfter = now.advanced(byDays: -7)
        },
        .leaf(
            "not-yet-valid", "Its certificate begins to be valid in a week.",
            "它的证书一周后才开始生效。", exit: 21, findings: ["notYetValid"],
            source: "RFC 5280 §6.1.3(a)(2)"
        ) { leaf, now in
            leaf.notBefore = now.advanced(byDays: 7)
            leaf.notAfter = now.advanced(byDays: 47)
        },
        .leaf(
            "expired-since", "Its certificate ran out an hour ago; judged by the time of two hours ago it is good.",
            "它的证书一小时前过期；按两小时前的时间判定则有效。",
            exit: 0, source: "RFC 5280 §6.1.3(a)(2)", judgedAfter: -7_200
        ) { leaf, now in leaf.notAfter = now.advanced(bySeconds: -3_600) },
        .below(
            "Holdfast Test Expired Intermediate", "expired-intermediate",
            "Its certificate is valid, and its intermediate ran out a week ago.", "它的证书有效，而中间证书一周前过期。", exit: 21,
            findings: ["expired"], source: "RFC 5280 §6.1.3(a)(2)"
        ) { issuer, now in
            (issuer.notBefore, issuer.notAfter) = (now.advanced(byDays: -1_826), now.advanced(byDays: -7))
        },
        // RFC 5280 §6.1.1(d) leaves an anchor's dates to whoever relies on it. Apple looks at every certificate's, and
        // Chromium, OpenSSL, GnuTLS and Go refuse a private root outside its validity too.
        root(
            "expired-root", "Its root, which is the anchor, ran out a week ago; the rest is valid.",
            "它作为信任锚的根证书一周前过期；其余有效。",
            findings: ["expired"], days: (-3_652, -7)),
        root(
            "root-not-yet-valid", "Its root, which is the anchor, begins to be valid in a week; the rest is valid.",
            "它作为信任锚的根证书一周后才开始生效；其余有效。",
            findings: ["notYetValid"], days: (7, 3_652)),
    ]

    /// An entry whose root is valid from one day to another, counted from now.
    private static func root(
        _ name: String, _ story: String, _ chinese: String, findings: Set<String>, days: (Int64, Int64)
    ) -> BadServer {
        BadServer(
            name, story, chinese, exit: 21, findings: findings,
            source: "Apple's evaluation and Chromium: every certificate"
        ) { (authority, host) throws(TestBedError) in
            let root = try authority.root("Holdfast Test Dated Root") { root, now in
                (root.notBefore, root.notAfter) = (now.advanced(byDays: days.0), now.advanced(byDays: days.1))
            }
            let intermediate = try authority.intermediate("Holdfast Test Middle", issuedBy: root)
            return .tls(try authority.server(host, issuedBy: intermediate), anchor: root.certificate)
        }
    }
}
