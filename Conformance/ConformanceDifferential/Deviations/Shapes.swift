import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

extension Deviation {
    private static func shape(
        _ name: String, _ story: String, intermediates: Int = 0,
        _ edit: @escaping @Sendable (inout Presentation, MadeChain) throws -> Void
    ) -> Deviation {
        Deviation("shape.\(name)", story) { plan in
            plan.needIntermediates(intermediates)
            plan.edits.append { try edit(&$0, $1) }
        }
    }

    private static func longChain(_ count: Int) -> Deviation {
        Deviation("shape.long\(count)", "has \(count) intermediates") { plan in plan.needIntermediates(count) }
    }

    private static func unrelated(_ made: MadeChain, _ number: Int) throws -> [UInt8] {
        try Identity.selfSigned(
            .root(name: "\(ChainPlan.setting.name) Unrelated \(number)", at: ChainPlan.moment),
            key: try made.key(.p256, 500)
        ).certificate
    }

    /// Deviations of the list that is sent: its order, and what stands beside it.
    static let shapes: [Deviation] = [
        shape("noIntermediate", "is sent without its intermediate", intermediates: 1) { sent, _ in
            sent.presented.removeSubrange(1...)
        },
        shape("reversed", "is sent root side first, behind the leaf", intermediates: 2) { sent, _ in
            sent.presented = [sent.presented[0]] + sent.presented.dropFirst().reversed()
        },
        shape("whole", "is sent with its root") { sent, made in sent.presented.append(made.root.certificate) },
        shape("rootFirst", "is sent with its root behind the leaf", intermediates: 1) { sent, made in
            sent.send(made.root.certificate, at: 1)
        },
        shape("leafTwice", "is sent with the leaf twice") { sent, _ in sent.send(sent.presented[0], at: 1)
        },
        shape("intermediateTwice", "is sent with the intermediate twice", intermediates: 1) { sent, _ in
            if sent.presented.count > 1 { sent.presented.append(sent.presented[1]) }
        },
        shape("unrelated", "is sent with a certificate of somebody else") { sent, made in
            sent.presented.append(try unrelated(made, 1))
        },
        shape("unrelatedFirst", "is sent with a certificate of somebody else behind the leaf") { sent, made in
            sent.send(try unrelated(made, 1), at: 1)
        },
        shape("manyUnrelated", "is sent with twenty certificates of others") { sent, made in
            for number in 0..<20 { sent.presented.append(try unrelated(made, number)) }
        },
        shape("garbage", "is sent with something that is no certificate") { sent, _ in
            sent.presented.append([0x30, 0x03, 0x02, 0x01, 0x00])
        },
        shape(
            "crossSigned", "the intermediate's key is certified by another root too, which is no anchor",
            intermediates: 1
        ) { sent, made in
            let other = try CertificateAuthority.root(
                name: "\(ChainPlan.setting.name) Other Root", at: ChainPlan.moment, key: try made.key(.p256, 501))
            sent.send(try cross(made, by: other), at: 1)
        },
        shape(
            "crossSignedAnchored", "the intermediate's key is certified by another root too, the only anchor",
            intermediates: 1
        ) { sent, made in
            let other = try CertificateAuthority.root(
                name: "\(ChainPlan.setting.name) Other Root", at: ChainPlan.moment, key: try made.key(.p256, 501))
            sent.presented.append(try cross(made, by: other))
            sent.anchors = [other.certificate]
        },
        shape("crossExpired", "the intermediate is sent in two editions, an expired one first", intermediates: 1) {
            sent, made in
            let above = made.intermediates.dropLast().last ?? made.root
            sent.send(
                try cross(made, by: CertificateAuthority(above)) {
                    $0.notAfter = ChainPlan.moment.advanced(byDays: -1)
                }, at: 1)
        },
        shape(
            "crossUnusable", "the intermediate is sent in two editions, first one that is no authority",
            intermediates: 1
        ) { sent, made in
            let above = made.intermediates.dropLast().last ?? made.root
            sent.send(
                try cross(made, by: CertificateAuthority(above)) { $0.basicConstraints = nil }, at: 1)
        },
        shape("impostor", "an intermediate of the same name and another key is sent first", intermediates: 1) {
            sent, made in
            var template = CertificateTemplate.intermediate(name: "", at: ChainPlan.moment)
            template.subject = try name(of: made.issuer)
            let above = made.intermediates.dropLast().last ?? made.root
            let impostor = try CertificateAuthority(above).issue(template, key: try made.key(.p256, 502))
            sent.send(impostor.certificate, at: 1)
        },
        shape("loop", "two authorities certify each other, and neither is an anchor", intermediates: 2) { sent, made in
            var template = CertificateTemplate.intermediate(name: "", at: ChainPlan.moment, pathLength: nil)
            template.subject = try name(of: made.intermediates[0])
            let back = try CertificateAuthority(made.intermediates[1]).issue(
                template, for: made.intermediates[0].key.subjectPublicKeyInfo)
            sent.presented = [made.leaf.certificate] + made.intermediates.dropFirst().reversed().map(\.certificate)
            sent.presented.append(back)
        },
        shape(
            "loopAndAnchor", "two authorities certify each other, and a third certificate leads out",
            intermediates: 2
        ) { sent, made in
            var template = CertificateTemplate.intermediate(name: "", at: ChainPlan.moment, pathLength: nil)
            template.subject = try name(of: made.intermediates[0])
            let back = try CertificateAuthority(made.intermediates[1]).issue(
                template, for: made.intermediates[0].key.subjectPublicKeyInfo)
            sent.send(back, at: 2)
        },
        longChain(4), longChain(8), longChain(16), longChain(24), longChain(40),
        shape("issuerFirst", "is sent with its issuer before it", intermediates: 1) { sent, _ in
            if sent.presented.count > 1 { sent.presented.swapAt(0, 1) }
        },
    ]

    /// The subject of a certificate that was made, whether or not all of it can be read.
    private static func name(of identity: Identity) throws -> DistinguishedName {
        try Certificate(der: identity.certificate).subject
    }

    /// Another certificate for the name and key of the leaf's issuer.
    private static func cross(
        _ made: MadeChain, by authority: CertificateAuthority,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        var template = CertificateTemplate.intermediate(name: "", at: ChainPlan.moment)
        template.subject = try name(of: made.issuer)
        change(&template)
        return try authority.issue(template, for: made.issuer.key.subjectPublicKeyInfo)
    }
}
