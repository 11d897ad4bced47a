import HoldfastCrypto
import HoldfastX509

/// The anchors of the public web, as a shipped and dated list.
///
/// The kind of an anchor must not depend on where it was found: a private authority added to the system's store stays
/// the user's own, and a public one given by `--anchors-only` stays public.
enum PublicAnchors {
    private static let set: Set<[UInt8]> = Set(fingerprints.compactMap { HexString.decode($0) })

    static func contains(_ certificate: Certificate) -> Bool {
        set.contains(Digest.sha256(certificate.bytes))
    }
}
