import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// An answer that is nearly about a certificate: what of its CertID (RFC 6960 §4.1.1) is another one.
struct OCSPNearAnswer: Hashable, Sendable {
    let responder: ResponderID
    let difference: Difference

    /// The part of a CertID that does not fit, as the end of a sentence that begins with the response.
    enum Difference: Sentence {
        case serialNumber(String, wanted: String)
        case nameHash
        case keyHash
        case digest(String)

        static let topic = "responseSubject"

        var words: LocalizedText {
            switch self {
            case .serialNumber(let number, let wanted):
                LocalizedText(
                    "speaks of another certificate of that authority: of serial number \(number), and this one has "
                        + "\(wanted)",
                    "说明的是该机构的另一张证书：序列号为 \(number)，而这张证书的是 \(wanted)")
            case .nameHash:
                LocalizedText(
                    "has the right serial number and key, and the hash of another spelling of the issuer's name, or of "
                        + "another name",
                    "的序列号与密钥正确，但其中的散列出自签发者名称的另一种写法，或另一个名称")
            case .keyHash:
                LocalizedText(
                    "has the right serial number and issuer's name, and names another key of that name",
                    "的序列号与签发者名称正确，但指明的是同名的另一个密钥")
            case .digest(let identifier):
                LocalizedText(
                    "names certificates by a hash that is not known here: \(identifier)",
                    "以此处无法识别的散列算法指称证书：\(identifier)")
            }
        }

        /// The place among several: what fits best is told.
        fileprivate var rank: Int {
            switch self {
            case .nameHash: 0
            case .keyHash: 1
            case .serialNumber: 2
            case .digest: 3
            }
        }
    }
}

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
        let weight = Self.digests.count * (1 + (name.count + key.count) / 256)
        // What it costs is left out where it would pass the limit: words change no verdict.
        var spent = meter
        guard !answers.isEmpty, spent.spend(nameComparisons: answers.count + weight) else { return nil }
        meter = spent
        var hashes: [DigestAlgorithm: (name: [UInt8], key: [UInt8])] = [:]
        for digest in Self.digests {
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
