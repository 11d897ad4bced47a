import Foundation
import HoldfastTrust
import HoldfastX509

/// The settings of a trust object: everything that its verdict depends on, but for the clock and the system's anchors.
struct TrustSettings: Sendable {
    /// The certificates that are to be judged, the leaf first.
    let certificates: [SecCertificate]
    var policies: [SecPolicy] = [SecPolicyCreateBasicX509()] {
        didSet { adoptNetworkFlags() }
    }
    /// One's own anchors; nil where the system's are meant.
    private(set) var customAnchors: [SecCertificate]?
    private(set) var excludesSystem = false
    /// The moment to judge for; nil for the time of the evaluation.
    var verifyDate: Date?
    /// Whether the network may be asked; nil where nobody has said so.
    var networkFetch: Bool?
    /// Fetches for the evaluation; nil for the process's fetcher.
    var evidenceSource: (any EvidenceSource)?
    /// The longest that fetching delays an evaluation; nil for the usual time.
    var fetchLimit: Duration?
    var ocspResponses: [Data] = []
    var timestamps: [Data] = []
    /// The use of the server's key in the handshake; nil where it is not known.
    var keyUse: ServerKeyUse?
    /// Whether certificate transparency is asked for.
    var transparency: TransparencyChecking
    var exceptions: [TrustException] = []
    /// The anchors in the place of the system's: of a challenge those of its session's policy.
    private let given: TrustAnchors
    /// The constraints on what may be below those; they hold while those count.
    private let givenConstraints: [AnchorConstraints]
    /// The handle that the anchors are read through.
    private(set) var anchors: TrustAnchors

    /// Makes the settings of an object that nobody has told anything yet.
    ///
    /// - Parameters:
    ///   - certificates: the leaf first.
    ///   - policy: a session's, whose anchors and transparency count; nil for the system's anchors.
    init(certificates: [SecCertificate], by policy: TrustPolicy? = nil) {
        self.certificates = certificates
        given = policy?.anchors ?? .system
        givenConstraints = policy?.anchorConstraints ?? []
        anchors = given
        transparency = policy?.transparency ?? .off
    }

    /// The constraints on what may be below the anchors.
    var anchorConstraints: [AnchorConstraints] { excludesSystem ? [] : givenConstraints }

    /// Takes anchors of one's own, and those alone, or the given ones again for nil.
    mutating func setAnchors(_ certificates: [SecCertificate]?) {
        customAnchors = certificates
        excludesSystem = certificates != nil
        updateAnchors()
    }

    mutating func setExcludesSystem(_ excludes: Bool) {
        excludesSystem = excludes
        updateAnchors()
    }

    /// A policy about revocation says whether the network may be asked, as on Apple's platforms.
    private mutating func adoptNetworkFlags() {
        for case .revocation(let flags) in policies.map(\.kind) {
            networkFetch = flags & kSecRevocationNetworkAccessDisabled == 0
        }
    }

    private mutating func updateAnchors() {
        let own = (customAnchors ?? []).compactMap(\.certificate)
        anchors = excludesSystem ? .only(own) : own.isEmpty ? given : given.adding(own)
    }
}
