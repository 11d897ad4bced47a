import HoldfastCrypto
import HoldfastX509

/// The certificates that a path can be built from, linked by name.
///
/// Node 0 is the leaf. Of the anchors only those join that some certificate names as its issuer, so that a system's
/// store costs nothing until it is asked. In which order certificates were presented, and how often, makes no
/// difference to anything here.
struct CandidatePool {
    struct Node {
        let certificate: Certificate
        let anchor: TrustAnchor?
        /// The number of the subject's name.
        let subject: Int
        /// The number of the issuer's name.
        let issuer: Int
        /// The number of the name and key: certificates that share it can stand for one another.
        let entity: Int
        /// Whether every profile has something against it as an issuer: expired, or no authority.
        let isFlawed: Bool
        /// The cost of a check with its key.
        let weight: Int
        var authorityKeyIdentifier: ArraySlice<UInt8>? { certificate.authorityKeyIdentifier?.keyIdentifier }
        var subjectKeyIdentifier: ArraySlice<UInt8>? { certificate.subjectKeyIdentifier }
    }

    /// Certificates of one issuer's name that name the same key of it, or none.
    private struct Bucket: Hashable {
        let issuer: Int
        let identifier: OctetKey?
    }

    private struct Entity: Hashable {
        let subject: Int
        let key: OctetKey
        /// Set where the key is not known from its bytes alone: DSA parameters are inherited (RFC 3279 §2.3.2).
        let certificate: Certificate?
    }

    private(set) var nodes: [Node] = []
    /// The nodes of each subject's name, the ones to prefer first.
    private(set) var named: [[Int]] = []
    /// The nodes below the anchors, by bucket.
    private(set) var members: [[Int]] = []
    /// The buckets of each issuer's name.
    private(set) var buckets: [[Int]] = []
    /// The identifiers that authorities make of a key, where its certificate states none and others of its name are
    /// asked for by theirs.
    private var derivedIdentifiers: [Int: Set<OctetKey>] = [:]
    private var bucketNumbers: [Bucket: Int] = [:]
    private var entityNumbers: [Entity: Int] = [:]
    private var nameNumbers: [NormalizedName: Int] = [:]

    /// The number of different names and keys.
    var entityCount: Int { entityNumbers.count }

    /// Whether some certificate that may stand above the leaf and below an anchor is flawed as an issuer.
    var hasFlaws: Bool { nodes.dropFirst().contains { $0.anchor == nil && $0.isFlawed } }

    init(leaf: Certificate, intermediates: [Certificate], anchors: AnchorSet, at: Instant) {
        // Dates of certificates name whole seconds, and the last one is valid to its end.
        let at = Instant(secondsSince1970: at.secondsSince1970)
        let count = intermediates.count + 2
        var seen = Set<Certificate>(minimumCapacity: count)
        entityNumbers.reserveCapacity(count)
        nameNumbers.reserveCapacity(count)
        nodes.reserveCapacity(count)
        let presented = ([leaf] + intermediates).filter { seen.insert($0).inserted }
        for certificate in presented { add(certificate, anchors.anchor(equalTo: certificate), at) }
        for certificate in presented {
            for anchor in anchors.anchors(named: certificate.issuer.comparisonForm)
            where seen.insert(anchor.certificate).inserted { add(anchor.certificate, anchor, at) }
        }
        link(at)
    }

    /// Whether the key identifiers of both certificates are there and differ: the name fits, the key does not.
    func identifiersContradict(child: Int, issuer: Int) -> Bool { keyMatch(child, issuer) == .contradicts }

    /// Whether some certificate names another key of its issuer's name than one that is here.
    var hasContradictions: Bool {
        named.indices.contains { name in
            let asked = Set(buckets[name].compactMap { bucket in members[bucket].first.flatMap { child($0) } })
            let offered = Set(named[name].compactMap { nodes[$0].subjectKeyIdentifier })
            return !asked.isEmpty && !offered.isEmpty && asked.union(offered).count > 1
        }
    }

    private func child(_ node: Int) -> ArraySlice<UInt8>? { nodes[node].authorityKeyIdentifier }

    /// The buckets below a node which name its key or none; all of its name where it does not name its key either.
    func buckets(fitting issuer: Int) -> [Int]? {
        let node = nodes[issuer]
        guard let identifier = node.subjectKeyIdentifier else { return nil }
        return [nil, OctetKey(identifier)].compactMap {
            bucketNumbers[Bucket(issuer: node.subject, identifier: $0)]
        }
    }

    // MARK: What is tried first

    enum KeyMatch: Int {
        case matches, unstated, contradicts
    }

    func keyMatch(_ child: Int, _ issuer: Int) -> KeyMatch {
        guard let authority = nodes[child].authorityKeyIdentifier else { return .unstated }
        guard let subject = nodes[issuer].subjectKeyIdentifier else {
            // An identifier may be made in any way: that it is none of these shows nothing.
            return derivedIdentifiers[issuer]?.contains(OctetKey(authority)) == true ? .matches : .unstated
        }
        return authority == subject ? .matches : .contradicts
    }

    /// The rank of an issuer among those of its name and its distance to an anchor: the key identifiers decide, then
    /// flaws, then the cost of a check. Equals keep the order of ``named`` (RFC 4158 §3.2).
    func rank(_ child: Int, _ issuer: Int) -> (Int, Int, Int) {
        (keyMatch(child, issuer).rawValue, nodes[issuer].isFlawed ? 1 : 0, nodes[issuer].weight)
    }

    // MARK: Making the pool

    private mutating func add(_ certificate: Certificate, _ anchor: TrustAnchor?, _ at: Instant) {
        let subject = number(certificate.subject)
        let info = certificate.subjectPublicKeyInfo
        let isIncomplete = info.dsaKey.map { $0.parameters == nil } ?? false
        let entity = Entity(subject: subject, key: OctetKey(info.bytes), certificate: isIncomplete ? certificate : nil)
        let number = entityNumbers[entity] ?? entityNumbers.count
        entityNumbers[entity] = number
        nodes.append(
            Node(
                certificate: certificate, anchor: anchor, subject: subject, issuer: self.number(certificate.issuer),
                entity: number, isFlawed: Self.isFlawed(certificate, at),
                weight: SignatureChecker.weight(of: info) ?? 0))
    }

    private mutating func number(_ name: DistinguishedName) -> Int {
        let form = name.comparisonForm
        if let number = nameNumbers[form] { return number }
        nameNumbers[form] = nameNumbers.count
        return nameNumbers.count - 1
    }

    private mutating func link(_ at: Instant) {
        named = Array(repeating: [], count: nameNumbers.count)
        buckets = named
        for node in nodes.indices.sorted(by: isPreferred) { named[nodes[node].subject].append(node) }
        for (index, node) in nodes.enumerated() where node.anchor == nil {
            let bucket = Bucket(issuer: node.issuer, identifier: node.authorityKeyIdentifier.map { OctetKey($0) })
            if let number = bucketNumbers[bucket] {
                members[number].append(index)
            } else {
                bucketNumbers[bucket] = members.count
                buckets[node.issuer].append(members.count)
                members.append([index])
            }
        }
        for name in named.indices where named[name].count > 1 {
            guard buckets[name].contains(where: { members[$0].first.flatMap(child) != nil }) else { continue }
            for issuer in named[name] where nodes[issuer].subjectKeyIdentifier == nil {
                derivedIdentifiers[issuer] = Self.identifiers(of: nodes[issuer].certificate.subjectPublicKeyInfo)
            }
        }
    }

    /// The identifiers that RFC 5280 §4.2.1.2 and RFC 7093 §2 make of a key: the SHA-1 hash of its bits, the last sixty
    /// bits of that behind 0100, the first 160 bits of longer hashes, the hash of the whole SubjectPublicKeyInfo.
    private static func identifiers(of info: SubjectPublicKeyInfo) -> Set<OctetKey> {
        guard info.bytes.count <= maximumKeyBytes else { return [] }
        let key = info.subjectPublicKey.bytes
        let sha1 = Digest.sha1(key)
        var short = Array(sha1.suffix(8))
        short[0] = 0x40 | short[0] & 0x0F
        let longer = [Digest.sha256(key), Digest.sha384(key), Digest.sha512(key)].map { Array($0.prefix(20)) }
        let whole = [Digest.sha1(info.bytes), Digest.sha256(info.bytes)]
        return Set(([sha1, short] + longer + whole).map { OctetKey($0[...]) })
    }

    /// Bytes of a key of which identifiers are computed: nobody can use a longer one.
    private static let maximumKeyBytes = 2_048

    /// The one that is valid for longer, then the newer one; the bytes decide where nothing else does.
    private func isPreferred(_ left: Int, _ right: Int) -> Bool {
        let (a, b) = (nodes[left].certificate, nodes[right].certificate)
        if a.validity.notAfter.instant != b.validity.notAfter.instant {
            return a.validity.notAfter.instant > b.validity.notAfter.instant
        }
        if a.validity.notBefore.instant != b.validity.notBefore.instant {
            return a.validity.notBefore.instant > b.validity.notBefore.instant
        }
        return a.bytes.lexicographicallyPrecedes(b.bytes)
    }

    private static func isFlawed(_ certificate: Certificate, _ at: Instant) -> Bool {
        !certificate.validity.contains(at) || certificate.basicConstraints?.isCA != true
            || certificate.keyUsage.map { !$0.contains(.keyCertSign) } ?? false
    }
}
