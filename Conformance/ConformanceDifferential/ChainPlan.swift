import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// One certificate that is to be made.
struct CertificatePlan {
    var template: CertificateTemplate
    var key: KeyPool.Slot
    /// Another key that signs in the issuer's name; nil for the issuer's own.
    var forger: KeyPool.Slot?
    /// Changes to the part to be signed, in order.
    var signedPartEdits: [@Sendable ([UInt8]) -> [UInt8]] = []

    /// The template with its changes.
    var finished: CertificateTemplate {
        guard !signedPartEdits.isEmpty else { return template }
        var template = template
        let edits = signedPartEdits
        template.tbsEdit = ByteEdit { bytes in edits.reduce(bytes) { $1($0) } }
        return template
    }
}

/// Where in a chain a certificate stands.
enum Level: String, CaseIterable, Sendable {
    case leaf, intermediate, anchor
}

/// A chain that is to be made: a good one at first, changed by deviations.
struct ChainPlan {
    /// When chains are judged, and by which word their authorities are called.
    struct Setting: Sendable {
        var moment: Instant
        var name: String
    }

    /// The setting of the chains that are made; that of `make differential`, 2026-06-01T08:00:00Z, where none is said.
    @TaskLocal static var setting = Setting(moment: Instant(secondsSince1970: 1_780_300_800), name: "Differential")

    static var moment: Instant { setting.moment }
    static let host = "www.holdfast.test"

    /// The server that is asked for: a host name, or an address.
    var host = ChainPlan.host
    var root: CertificatePlan
    /// From below the root downwards; the last one issues the leaf.
    var intermediates: [CertificatePlan]
    var leaf: CertificatePlan
    /// Changes to the finished certificates, to the list that is sent and to the anchors.
    var edits: [Edit] = []

    typealias Edit = (inout Presentation, MadeChain) throws -> Void

    /// A good chain; the number of intermediates and the kinds of key are drawn.
    init(_ random: inout SplitMix64) {
        func slot(_ number: Int) -> KeyPool.Slot {
            KeyPool.Slot(
                kind: random.pick(.p256, .p256, .p256, .p256, .rsa(bits: 2048), .rsa(bits: 2048), .p384), number: number
            )
        }
        let count = random.pick(1, 1, 1, 1, 1, 1, 2, 2, 0)
        root = CertificatePlan(template: .root(name: "\(Self.setting.name) Root", at: Self.moment), key: slot(0))
        intermediates = []
        for index in 0..<count {
            intermediates.append(Self.intermediate(index, pathLength: count - 1 - index, key: slot(index + 1)))
        }
        leaf = CertificatePlan(template: .server(names: [Self.host], at: Self.moment), key: slot(1_000))
    }

    static func intermediate(_ index: Int, pathLength: Int?, key: KeyPool.Slot) -> CertificatePlan {
        CertificatePlan(
            template: .intermediate(
                name: "\(setting.name) Intermediate \(index + 1)", at: moment, pathLength: pathLength), key: key)
    }

    /// The certificate at a level; the intermediate is the one that issues the leaf, put in where there was none.
    subscript(level: Level) -> CertificatePlan {
        mutating get {
            switch level {
            case .leaf: return leaf
            case .anchor: return root
            case .intermediate:
                needIntermediates(1)
                return intermediates[intermediates.count - 1]
            }
        }
        set {
            switch level {
            case .leaf: leaf = newValue
            case .anchor: root = newValue
            case .intermediate:
                needIntermediates(1)
                intermediates[intermediates.count - 1] = newValue
            }
        }
    }

    /// Puts intermediates in until there are as many; path length constraints are left out where they would not do.
    mutating func needIntermediates(_ count: Int) {
        guard intermediates.count < count else { return }
        for index in intermediates.indices {
            intermediates[index].template.basicConstraints?.pathLengthConstraint = nil
        }
        while intermediates.count < count {
            let index = intermediates.count
            intermediates.append(
                Self.intermediate(index, pathLength: nil, key: KeyPool.Slot(kind: .p256, number: index + 1)))
        }
    }

    /// Changes the template of the certificate at a level.
    mutating func change(_ level: Level, _ body: (inout CertificateTemplate) -> Void) { body(&self[level].template) }

    /// Adds a change to the signed part of a certificate, after those that are there.
    mutating func editSignedPart(_ level: Level, _ body: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self[level].signedPartEdits.append(body)
    }
}

/// The list that a server sends, and the certificates that end a path.
struct Presentation {
    /// Leaf first.
    var presented: [[UInt8]]
    var anchors: [[UInt8]]

    /// Sends one more certificate at a place, or last where other deviations left fewer certificates.
    mutating func send(_ certificate: [UInt8], at place: Int) {
        presented.insert(certificate, at: min(place, presented.count))
    }
}

/// The certificates of a plan, with the means to make others beside them.
struct MadeChain {
    let root: Identity
    /// From below the root downwards.
    let intermediates: [Identity]
    let leaf: Identity
    let keys: KeyPool

    init(_ plan: ChainPlan, keys: KeyPool) throws {
        self.keys = keys
        root = try Identity.selfSigned(plan.root.finished, key: try keys.key(plan.root.key))
        var issuer = (identity: root, plan: plan.root)
        var intermediates: [Identity] = []
        for next in plan.intermediates {
            let made = try Self.issue(next, by: issuer, keys)
            intermediates.append(made)
            issuer = (made, next)
        }
        self.intermediates = intermediates
        leaf = try Self.issue(plan.leaf, by: issuer, keys)
    }

    /// The identity that issued the leaf.
    var issuer: Identity { intermediates.last ?? root }

    /// The list that a server with this chain sends: without the root.
    var presentation: Presentation {
        Presentation(
            presented: [leaf.certificate] + intermediates.reversed().map(\.certificate), anchors: [root.certificate])
    }

    func key(_ kind: KeyKind, _ number: Int) throws -> PrivateKey {
        try keys.key(KeyPool.Slot(kind: kind, number: number))
    }

    private static func issue(
        _ plan: CertificatePlan, by issuer: (identity: Identity, plan: CertificatePlan), _ keys: KeyPool
    ) throws -> Identity {
        var authority = issuer.identity
        if let forger = plan.forger {
            // The same name, and the same stated key identifier, over another key.
            var template = issuer.plan.template
            let stated = issuer.identity.key.subjectPublicKeyInfo.derivedKeyIdentifier
            if template.subjectKeyIdentifier == .derived { template.subjectKeyIdentifier = .value(stated) }
            template.signatureAlgorithm = nil
            authority = try Identity.selfSigned(template, key: try keys.key(forger))
        }
        return try CertificateAuthority(authority).issue(plan.finished, key: try keys.key(plan.key))
    }
}

/// Keys made once and used by every case: which key it is does not change a verdict, its kind does.
final class KeyPool {
    /// One key: its kind, and a number that tells it from the others of that kind.
    struct Slot: Hashable, Sendable {
        var kind: KeyKind
        var number: Int
    }

    private var keys: [Slot: PrivateKey] = [:]

    /// The key of a slot, made when it is first asked for.
    func key(_ slot: Slot) throws(CryptoError) -> PrivateKey {
        if let key = keys[slot] { return key }
        let key = try PrivateKey.generate(slot.kind)
        keys[slot] = key
        return key
    }
}
