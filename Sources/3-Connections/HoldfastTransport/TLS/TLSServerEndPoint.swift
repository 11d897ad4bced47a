import HoldfastCrypto
import HoldfastTrust
package import HoldfastX509

/// The channel binding `tls-server-end-point`, which ties an authentication to the server's certificate (RFC 5929 §4).
package enum TLSServerEndPoint {
    /// The application's data of a channel binding; nil where the certificate cannot be read, or where the RFC defines
    /// none: for a signature without one hash function, as Ed25519 and ML-DSA.
    package static func binding(of connection: ConnectionRecord) -> [UInt8]? {
        guard let certificate = connection.presented?.presented.first?.certificate,
            let digest = digest(for: certificate.signatureAlgorithm)
        else { return nil }
        do throws(CryptoError) {
            return Array("tls-server-end-point:".utf8) + (try Digest.hash(digest, certificate.bytes))
        } catch {
            return nil
        }
    }

    /// §4.1: the signature's own, and SHA-256 in the place of MD5 and SHA-1.
    package static func digest(for algorithm: SignatureAlgorithm) -> DigestAlgorithm? {
        let digest: DigestAlgorithm
        switch algorithm {
        case .rsaPKCS1(let its), .ecdsa(let its): digest = its
        case .rsaPSS(let parameters):
            guard parameters.digest == parameters.maskGenerationDigest else { return nil }
            digest = parameters.digest
        case .ed25519, .ed448, .mldsa, .unknown: return nil
        }
        return digest == .md5 || digest == .sha1 ? .sha256 : digest
    }
}
