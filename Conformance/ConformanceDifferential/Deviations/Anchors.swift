import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

extension Deviation {
    private static func anchor(
        _ name: String, _ story: String, intermediates: Int = 0,
        _ edit: @escaping @Sendable (inout Presentation, MadeChain) throws -> Void
    ) -> Deviation {
        Deviation("anchor.\(name)", story) { plan in
            plan.needIntermediates(intermediates)
            plan.edits.append { try edit(&$0, $1) }
        }
    }

    private static func selfSigned(
        _ made: MadeChain, _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        var template = CertificateTemplate.server(names: [ChainPlan.host], at: ChainPlan.moment)
        change(&template)
        return try Identity.selfSigned(template, key: made.leaf.key).certificate
    }

    /// Deviations of the anchors that a case is judged by.
    static let anchors: [Deviation] = [
        anchor("other", "another root is the anchor") { sent, made in
            sent.anchors = [
                try CertificateAuthority.root(
                    name: "\(ChainPlan.setting.name) Other Root", at: ChainPlan.moment, key: try made.key(.p256, 501)
                ).certificate
            ]
        },
        anchor("otherSentWhole", "another root is the anchor, and the chain's own is sent") { sent, made in
            sent.presented.append(made.root.certificate)
            sent.anchors = [
                try CertificateAuthority.root(
                    name: "\(ChainPlan.setting.name) Other Root", at: ChainPlan.moment, key: try made.key(.p256, 501)
                ).certificate
            ]
        },
        anchor("sameNameOtherKey", "a root of the same name and another key is the anchor") { sent, made in
            sent.anchors = [
                try Identity.selfSigned(
                    .root(name: "\(ChainPlan.setting.name) Root", at: ChainPlan.moment), key: try made.key(.p256, 501)
                ).certificate
            ]
        },
        anchor("twoOfOneName", "a root of the same name and another key is an anchor too, and comes first") {
            sent, made in
            sent.anchors.insert(
                try Identity.selfSigned(
                    .root(name: "\(ChainPlan.setting.name) Root", at: ChainPlan.moment), key: try made.key(.p256, 501)
                ).certificate, at: 0)
        },
        anchor("renewed", "the anchor is a newer edition of the root, the old one is sent") { sent, made in
            sent.presented.append(made.root.certificate)
            sent.anchors = [
                try Identity.selfSigned(
                    .root(name: "\(ChainPlan.setting.name) Root", at: ChainPlan.moment.advanced(byDays: -2)),
                    key: made.root.key
                ).certificate
            ]
        },
        anchor("intermediate", "the intermediate is the anchor", intermediates: 1) { sent, made in
            sent.anchors = [made.issuer.certificate]
        },
        anchor("intermediateNotSent", "the intermediate is the anchor and not sent", intermediates: 1) { sent, made in
            sent.anchors = [made.issuer.certificate]
            sent.presented = [sent.presented[0]]
        },
        anchor("leaf", "the leaf is the anchor") { sent, made in sent.anchors = [made.leaf.certificate] },
        anchor("leafSentAlone", "the leaf is the anchor, and sent alone") { sent, made in
            sent.presented = [sent.presented[0]]
            sent.anchors = [sent.presented[0]]
        },
        anchor("selfSigned", "a self-signed server certificate is its own anchor") { sent, made in
            sent.presented = [try selfSigned(made)]
            sent.anchors = sent.presented
        },
        anchor("selfSignedUnknown", "a self-signed server certificate, and the anchor is another") { sent, made in
            sent.presented = [try selfSigned(made)]
        },
        anchor("selfSignedAuthority", "a self-signed server certificate that is an authority is its own anchor") {
            sent, made in
            sent.presented = [
                try selfSigned(made) {
                    $0.basicConstraints = BasicConstraints(isCA: true)
                    $0.keyUsage = nil
                    $0.extendedKeyUsage = nil
                }
            ]
            sent.anchors = sent.presented
        },
        anchor("selfSignedExpired", "an expired self-signed server certificate is its own anchor") { sent, made in
            sent.presented = [try selfSigned(made) { $0.notAfter = ChainPlan.moment.advanced(byDays: -1) }]
            sent.anchors = sent.presented
        },
        anchor("selfSignedOtherName", "a self-signed certificate for another host is its own anchor") { sent, made in
            sent.presented = [try selfSigned(made) { $0.names = ["mail.holdfast.test"] }]
            sent.anchors = sent.presented
        },
        anchor("selfSignedBroken", "a self-signed certificate with a broken signature is its own anchor") {
            sent, made in
            sent.presented = [try selfSigned(made) { $0.signatureEdit = .flippingBit(at: -1) }]
            sent.anchors = sent.presented
        },
        anchor("serverIssues", "a self-signed server certificate is the anchor, and issued the leaf") { sent, made in
            var template = CertificateTemplate.server(names: ["mail.holdfast.test"], at: ChainPlan.moment)
            template.subject = DistinguishedName([(type: .commonName, text: "Server")])
            let server = try Identity.selfSigned(template, key: try made.key(.p256, 503))
            let leaf = try CertificateAuthority(server).issue(
                .server(names: [ChainPlan.host], at: ChainPlan.moment), for: made.leaf.key.subjectPublicKeyInfo)
            sent.presented = [leaf]
            sent.anchors = [server.certificate]
        },
        anchor("many", "fifty anchors, the right one last") { sent, made in
            for number in 0..<50 {
                sent.anchors.insert(
                    try Identity.selfSigned(
                        .root(name: "\(ChainPlan.setting.name) Unrelated \(number)", at: ChainPlan.moment),
                        key: try made.key(.p256, 500)
                    ).certificate, at: 0)
            }
        },
    ]
}
