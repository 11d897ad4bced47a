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
    var transparency = TransparencyChecking.off
    var exceptions: [TrustException] = []
    /// The handle that the anchors are read through.
    private(set) var anchors = TrustAnchors.system

    init(certificates: [SecCertificate]) { self.certificates = certificates }

    /// Takes anchors of one's own, and those alone, or the system's again for nil.
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
        anchors = excludesSystem ? .only(own) : own.isEmpty ? .system : .system(adding: own)
    }
}
