import HoldfastCrypto
import HoldfastX509
import Synchronization

/// An immutable collection of anchors, indexed by subject and by exact bytes.
///
/// It may stand on another one, whose index it then uses: the system's is made once, however many add to it.
public final class AnchorSet: Sendable {
    /// Grows with every reload of the handle that made this set; part of every policy digest.
    public let generation: UInt64
    /// Files and certificates that could not be used and were passed over: a bundle may hold a certificate that cannot
    /// be read.
    public let problems: [AnchorProblem]
    /// The candidates, each once; they hide equal ones of ``base``.
    private let own: [TrustAnchor]
    private let base: AnchorSet?
    private let bySubject: [NormalizedName: [Int]]
    private let byCertificate: [Certificate: Int]
    private let knownContentDigest = Mutex<[UInt8]?>(nil)
    private let knownDating = Mutex<Bool?>(nil)

    /// Makes a set of anchors.
    ///
    /// - Parameter base: anchors behind the candidates; one that is in both counts as the candidate.
    init(_ candidates: [TrustAnchor], above base: AnchorSet? = nil, generation: UInt64, problems: [AnchorProblem] = [])
    {
        var own: [TrustAnchor] = []
        var bySubject: [NormalizedName: [Int]] = [:]
        var byCertificate: [Certificate: Int] = [:]
        for candidate in candidates {
            // What one file says against it holds, wherever else it stands.
            guard let known = byCertificate[candidate.certificate] else {
                byCertificate[candidate.certificate] = own.count
                bySubject[candidate.certificate.subject.comparisonForm, default: []].append(own.count)
                own.append(candidate)
                own[own.count - 1].settings += base?.anchor(equalTo: candidate.certificate)?.settings ?? []
                continue
            }
            own[known].settings += candidate.settings
        }
        self.own = own
        self.base = base
        self.generation = generation
        self.problems = problems + (base?.problems ?? [])
        self.bySubject = bySubject
        self.byCertificate = byCertificate
    }

    /// The anchors for TLS servers, in the order they were given, each once.
    public var anchors: [TrustAnchor] { all.filter { $0.permits(.sslWithoutName) } }

    /// The certificates that their files reject for TLS servers, or trust for other uses alone; some of them may be
    /// anchors for another purpose (``TrustAnchor/permits(_:)``).
    public var rejected: [TrustAnchor] { all.filter { !$0.permits(.sslWithoutName) } }

    private var all: [TrustAnchor] { own + hidingOwn(base?.all) }

    /// SHA-256 over the anchors, in whatever order they were read: the same in every process.
    var contentDigest: [UInt8] {
        if let known = knownContentDigest.withLock({ $0 }) { return known }
        let each = all.map { ($0.kind == .publicWeb ? [1] : [0]) + $0.digestInput }
        let digest = Digest.sha256(Array(each.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
        knownContentDigest.withLock { $0 = digest }
        return digest
    }

    /// Whether a programme trusts one of the anchors only for what logs had taken by a day.
    var isDatedByTimestamp: Bool {
        if let known = knownDating.withLock({ $0 }) { return known }
        let isDated = all.contains { anchor in
            PublicConstraints.current.constraints(on: anchor.certificate).contains {
                $0.limits.timestampNotAfter != nil
            }
        }
        knownDating.withLock { $0 = isDated }
        return isDated
    }

    /// The anchor with exactly these bytes, or nil. Any certificate can be an anchor, self-signed or not.
    func anchor(equalTo certificate: Certificate) -> TrustAnchor? {
        byCertificate[certificate].map { own[$0] } ?? base?.anchor(equalTo: certificate)
    }

    /// The anchors whose subject matches a name (RFC 5280 §7.1).
    func anchors(named subject: NormalizedName) -> [TrustAnchor] {
        (bySubject[subject]?.map { own[$0] } ?? []) + hidingOwn(base?.anchors(named: subject))
    }

    private func hidingOwn(_ anchors: [TrustAnchor]?) -> [TrustAnchor] {
        (anchors ?? []).filter { byCertificate[$0.certificate] == nil }
    }
}
