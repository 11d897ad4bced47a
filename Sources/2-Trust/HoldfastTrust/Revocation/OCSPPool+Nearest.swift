import HoldfastCrypto
import HoldfastX509

extension OCSPPool {
    /// Answers that are compared, the newest first: 64. A flood of them about others takes no more work.
    private static let maximumCompared = 64

    /// The answer that comes nearest to being about a certificate; nil where none is about its issuer or serial number,
    /// and where the budget does not allow to look.
    func nearest(
        to certificate: Certificate, issuedBy issuer: Certificate, _ meter: inout WorkMeter
    ) -> OCSPNearAnswer? {
        let answers = Array(
            responses.lazy.flatMap { response in
                response.tbsResponseData.responses.lazy.map { (response.tbsResponseData.responderID, $0.certID) }
            }.prefix(Self.maximumCompared))
        let (name, key) = (certificate.issuer.bytes, issuer.subjectPublicKeyInfo.subjectPublicKey.bytes)
        let weight = CertID.profiledDigests.count * (1 + (name.count + key.count) / 256)
        // What it costs is left out where it would pass the limit: words change no verdict.
        var spent = meter
        guard !answers.isEmpty, spent.spend(nameComparisons: answers.count + weight) else { return nil }
        meter = spent
        var hashes: [DigestAlgorithm: (name: [UInt8], key: [UInt8])] = [:]
        for digest in CertID.profiledDigests {
            guard let name = try? Digest.hash(digest, name), let key = try? Digest.hash(digest, key) else { continue }
            hashes[digest] = (name, key)
        }
        var nearest: OCSPNearAnswer?
        for (responder, identifier) in answers {
            guard let difference = Self.difference(identifier, hashes, certificate.serialNumber),
                nearest.map({ difference.rank < $0.difference.rank }) ?? true
            else { continue }
            nearest = OCSPNearAnswer(responder: responder, difference: difference)
        }
        return nearest
    }

    private static func difference(
        _ identifier: CertID, _ hashes: [DigestAlgorithm: (name: [UInt8], key: [UInt8])], _ serialNumber: SerialNumber
    ) -> OCSPNearAnswer.Difference? {
        guard let digest = identifier.digest else { return .digest("\(identifier.hashAlgorithm.algorithm)") }
        guard let wanted = hashes[digest] else { return nil }
        let (isNamed, isKeyed) = (
            identifier.issuerNameHash.elementsEqual(wanted.name), identifier.issuerKeyHash.elementsEqual(wanted.key)
        )
        if identifier.serialNumber == serialNumber {
            return isKeyed ? .nameHash : isNamed ? .keyHash : nil
        }
        return isNamed && isKeyed
            ? .serialNumber("\(identifier.serialNumber)", wanted: "\(serialNumber)") : nil
    }
}
