import HoldfastCrypto
import HoldfastX509

/// The forms in which authorities offer an issuer for download.
///
/// RFC 5280 §4.2.2.1 has two: "a single DER encoded certificate" and "a BER or DER encoded "certs-only" CMS message".
/// Servers give out files as they lie there, so that a line end behind the certificate and PEM are met as well. What is
/// read joins the pool of candidates alone: nothing of it is believed.
enum IssuerForms {
    /// The DER certificates of an answer, in their order; at most ``CertificateBundle/maximumCertificates``.
    ///
    /// - Throws: ``DERError`` for anything else.
    static func certificates(in bytes: [UInt8]) throws(DERError) -> [[UInt8]] {
        guard EvidenceBody.isPEM(bytes) else { return try certificates(inElement: bytes) }
        let blocks: [PEMBlock]
        do throws(PEMError) { blocks = try PEM.blocks(in: bytes[...]) } catch {
            throw AnswerSentence.text(error.statement).error
        }
        var found: [[UInt8]] = []
        for block in blocks {
            switch block.knownLabel {
            case .certificate, .x509Certificate: found.append(block.contents)
            case .pkcs7, .cms: found += try certificates(inElement: block.contents)
            default: continue
            }
            guard found.count <= CertificateBundle.maximumCertificates else {
                throw AnswerSentence.tooManyCertificates(limit: CertificateBundle.maximumCertificates).error
            }
        }
        guard !found.isEmpty else { throw AnswerSentence.noCertificate.error }
        return found
    }

    private static func certificates(inElement bytes: [UInt8]) throws(DERError) -> [[UInt8]] {
        let element = withoutLineEnd(bytes)
        do throws(DERError) { return try CertificateBundle(der: element).certificates } catch {
            // A message in BER; a certificate is DER or none (RFC 5280 §4.1).
            guard let rewritten = try? BERTranscoder.distinguished(element[...]), rewritten != element,
                let bundle = try? CertificateBundle(der: rewritten), bundle.certificates != [rewritten]
            else { throw error }
            return bundle.certificates
        }
    }

    /// The octets without the line ends behind their element. One of indefinite length ends with two octets of zero
    /// (X.690 §8.1.5), so that no line end is a part of it.
    private static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
        let least = EvidenceBody.elementLength(bytes) ?? 0
        var end = bytes.count
        while end > least, [0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
        return Array(bytes.prefix(end))
    }
}
