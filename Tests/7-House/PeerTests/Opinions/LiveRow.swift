@testable import ConformanceDifferential
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509

/// One server of the table: its chain deviates from a good one as a chain of `make differential` does, or its handshake
/// does.
struct LiveRow: Sendable {
    /// The deviation's name.
    let name: String
    let story: String
    let deviation: Deviation
    /// The handshake's side of it.
    var configure: @Sendable (inout TLSServerConfiguration) -> Void = { _ in }

    /// A deviation of the chains that are made for `make differential`.
    init?(differential name: String) {
        guard let deviation = Deviation.all.first(where: { $0.name == name }) else { return nil }
        self.init(deviation)
    }

    init(_ deviation: Deviation, _ configure: @escaping @Sendable (inout TLSServerConfiguration) -> Void = { _ in }) {
        (name, story) = (deviation.name, deviation.story)
        (self.deviation, self.configure) = (deviation, configure)
    }

    /// What the server presents, what is asked for, and what is trusted.
    struct Chain {
        let host: String
        let identity: Identity
        let anchors: [[UInt8]]
    }

    /// Makes the chain: of P-256 keys that no other row has, with one intermediate, valid now.
    ///
    /// Names are the row's own too: some verifiers keep what they have seen, and one has all anchors at once.
    func chain(at moment: Instant) throws -> Chain {
        let setting = ChainPlan.Setting(moment: moment, name: name)
        return try ChainPlan.$setting.withValue(setting) {
            var random = SplitMix64(seed: 1)
            var plan = ChainPlan(&random)
            plan.root.key = KeyPool.Slot(kind: .p256, number: 0)
            plan.intermediates = [
                ChainPlan.intermediate(0, pathLength: nil, key: KeyPool.Slot(kind: .p256, number: 1))
            ]
            plan.leaf.key = KeyPool.Slot(kind: .p256, number: 1_000)
            deviation.apply(&plan, &random)
            let made = try MadeChain(plan, keys: KeyPool())
            var sent = made.presentation
            for edit in plan.edits { try edit(&sent, made) }
            let others = Array(sent.presented.dropFirst())
            // The leaf need not be readable, where it is the one that was made.
            let identity =
                sent.presented[0] == made.leaf.certificate
                ? made.leaf.presenting(others)
                : Identity(
                    key: made.leaf.key, certificate: try Certificate(der: sent.presented[0]), issuers: others)
            return Chain(host: plan.host, identity: identity, anchors: sent.anchors)
        }
    }
}

extension LiveRow {
    /// Rows of `name`, in its own table or in that of `make differential`.
    static func named(_ name: String) -> LiveRow? {
        own.first { $0.name == name } ?? LiveRow(differential: name)
    }

    /// Rows that no chain alone is enough for, or that `make differential` has not, since its numbers go by its table.
    static let own: [LiveRow] = handshakes + extensions + shapes

    private static let rsa = KeyKind.rsa(bits: 2048)

    /// A server with an RSA key of one usage.
    private static func rsa(
        _ name: String, _ story: String, _ usage: KeyUsage,
        _ configure: @escaping @Sendable (inout TLSServerConfiguration) -> Void
    ) -> LiveRow {
        let deviation = Deviation("handshake.\(name)", story) { plan in
            plan.leaf.key = KeyPool.Slot(kind: rsa, number: 1_000)
            plan.leaf.template.keyUsage = usage
        }
        return LiveRow(deviation, configure)
    }

    private static func handshake(
        _ name: String, _ story: String, _ configure: @escaping @Sendable (inout TLSServerConfiguration) -> Void
    ) -> LiveRow {
        LiveRow(Deviation("handshake.\(name)", story) { _ in }, configure)
    }

    private static func tls12(_ suite: String) -> @Sendable (inout TLSServerConfiguration) -> Void {
        {
            $0.maximumVersion = .tls12
            $0.cipherList = suite
        }
    }

    private static let handshakes: [LiveRow] = [
        handshake("plain", "has nothing that deviates") { _ in },
        handshake("tls12", "speaks TLS 1.2 alone") { $0.maximumVersion = .tls12 },
        handshake("tls10", "speaks TLS 1.0 alone") {
            ($0.minimumVersion, $0.maximumVersion) = (.tls10, .tls10)
        },
        handshake("tls11", "speaks TLS 1.1 alone") {
            ($0.minimumVersion, $0.maximumVersion) = (.tls11, .tls11)
        },
        handshake("cbc", "speaks TLS 1.2 with CBC and SHA-1 alone", tls12("ECDHE-ECDSA-AES128-SHA")),
        handshake("withoutExtendedSecret", "speaks TLS 1.2 without the extended master secret") {
            $0.maximumVersion = .tls12
            $0.omitsExtendedMasterSecret = true
        },
        rsa("rsa.encipherment", "has an RSA key for keyEncipherment alone, in TLS 1.3", .keyEncipherment) {
            $0.minimumVersion = .tls13
        },
        rsa(
            "rsa.encipherment.ecdhe", "has an RSA key for keyEncipherment alone, in TLS 1.2 with ECDHE",
            .keyEncipherment, tls12("ECDHE-RSA-AES128-GCM-SHA256")),
        rsa(
            "rsa.encipherment.exchange", "has an RSA key for keyEncipherment alone, in TLS 1.2 with RSA key exchange",
            .keyEncipherment, tls12("AES128-GCM-SHA256")),
        rsa("rsa.signature", "has an RSA key for digitalSignature alone, in TLS 1.3", .digitalSignature) {
            $0.minimumVersion = .tls13
        },
        rsa(
            "rsa.signature.exchange", "has an RSA key for digitalSignature alone, in TLS 1.2 with RSA key exchange",
            .digitalSignature, tls12("AES128-GCM-SHA256")),
        rsa(
            "rsa.both.exchange", "has an RSA key for both usages, in TLS 1.2 with RSA key exchange",
            [.digitalSignature, .keyEncipherment], tls12("AES128-GCM-SHA256")),
    ]

    /// id-ce-noRevAvail (RFC 9608 §2), whose value is NULL.
    private static let noRevAvail = ObjectIdentifier(2, 5, 29, 56)

    private static func noRevocation(
        _ name: String, _ story: String, _ level: Level = .leaf, isCritical: Bool = false, value: [UInt8] = [5, 0]
    ) -> LiveRow {
        LiveRow(
            Deviation("noRevAvail.\(name)", story) { plan in
                plan.change(level) { template in
                    template.additionalExtensions.append(
                        Extension(noRevAvail, isCritical: isCritical, value: value))
                }
            })
    }

    private static let extensions: [LiveRow] = [
        noRevocation("leaf", "says that nothing tells of its revocation"),
        noRevocation("critical.leaf", "says so in a critical extension", isCritical: true),
        noRevocation("brokenValue.leaf", "says so with a value that is not NULL", value: [4, 0]),
        noRevocation("intermediate", "is an authority that says so", .intermediate),
    ]

    /// A wildcard straight below a suffix of the Public Suffix List, of either of its parts.
    private static func wildcard(_ part: String, of suffix: String) -> LiveRow {
        LiveRow(
            Deviation("serverName.wildcardSuffix.\(part)", "has a wildcard over the \(part) suffix \(suffix)") { plan in
                plan.host = "holdfast.\(suffix)"
                plan.leaf.template.names = ["*.\(suffix)"]
            })
    }

    private static let shapes: [LiveRow] = [
        LiveRow(
            Deviation("anchor.expiredSent", "is sent with its root, an anchor that ended an hour ago") { plan in
                plan.change(.anchor) { $0.notAfter = ChainPlan.moment.advanced(bySeconds: -3_600) }
                plan.edits.append { sent, made in sent.presented.append(made.root.certificate) }
            }),
        LiveRow(
            Deviation("anchor.expiredIssuer", "stands straight below an anchor that ended an hour ago") { plan in
                plan.intermediates = []
                plan.change(.anchor) { $0.notAfter = ChainPlan.moment.advanced(bySeconds: -3_600) }
            }),
        wildcard("public", of: "co.uk"),
        wildcard("private", of: "github.io"),
        LiveRow(
            Deviation("validity.beyondIssuer.leaf", "ends after its issuer") { plan in
                plan.change(.intermediate) { $0.notAfter = ChainPlan.moment.advanced(byDays: 20) }
            }),
        LiveRow(
            Deviation("validity.days900.leaf", "is valid for 900 days") { plan in
                plan.leaf.template.lasts(days: 900, from: ChainPlan.moment)
            }),
    ]
}
