import HoldfastCrypto
package import HoldfastTLS
import HoldfastTrust
import HoldfastX509

/// Whether a server has shown that it has the key of the certificate that it sent.
package enum ServerProof: Hashable, Sendable {
    /// A signature of the handshake that verifies.
    case signed
    /// No signature: RSA key transport has none, or the handshake did not come to it.
    case none
    /// This machine's libcrypto cannot verify signatures of the scheme.
    case unverifiable(HandshakeSignatureScheme?)
    /// The signature does not verify.
    case invalid

    /// Checks a signature of a handshake by the key of a certificate.
    ///
    /// - Parameter isTLS13: whether a scheme names a curve, too (RFC 8446 §4.2.3).
    init(
        of message: [UInt8], signature: HandshakeSignature, by leaf: PresentedCertificate?, isTLS13: Bool
    ) {
        guard let scheme = signature.scheme, let algorithm = Self.algorithm(of: scheme) else {
            self = .unverifiable(signature.scheme)
            return
        }
        guard case .certificate(let certificate)? = leaf,
            let key = try? PublicKey(certificate.subjectPublicKeyInfo)
        else {
            self = .unverifiable(scheme)
            return
        }
        guard Self.fits(scheme, certificate.subjectPublicKeyInfo, isTLS13: isTLS13) else {
            self = .invalid
            return
        }
        self =
            key.isValidSignature(signature.signature[...], for: message[...], algorithm: algorithm) ? .signed : .invalid
    }

    /// The algorithm of a scheme; nil for one that is not verified here.
    static func algorithm(of scheme: HandshakeSignatureScheme) -> SignatureAlgorithm? {
        switch scheme.number {
        case 0x0201: .rsaPKCS1(.sha1)
        case 0x0203: .ecdsa(.sha1)
        case 0x0401: .rsaPKCS1(.sha256)
        case 0x0501: .rsaPKCS1(.sha384)
        case 0x0601: .rsaPKCS1(.sha512)
        case 0x0403: .ecdsa(.sha256)
        case 0x0503: .ecdsa(.sha384)
        case 0x0603: .ecdsa(.sha512)
        case 0x0804, 0x0809: .rsaPSS(RSAPSSParameters(.sha256))
        case 0x0805, 0x080A: .rsaPSS(RSAPSSParameters(.sha384))
        case 0x0806, 0x080B: .rsaPSS(RSAPSSParameters(.sha512))
        case 0x0807: .ed25519
        case 0x0808: .ed448
        // RFC 9881 §2: id-ml-dsa-44, -65, -87.
        case 0x0904...0x0906:
            SignatureAlgorithm(
                AlgorithmIdentifier(
                    algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, UInt64(scheme.number) - 0x0904 + 17)))
        default: nil
        }
    }

    /// Whether a scheme may be used with this key in the version: one of PSS is for keys of one OID, in TLS 1.3 RSA
    /// signs by PSS alone, and a scheme of ECDSA is for one curve (RFC 8446 §4.2.3).
    private static func fits(
        _ scheme: HandshakeSignatureScheme, _ key: SubjectPublicKeyInfo, isTLS13: Bool
    ) -> Bool {
        switch (scheme.number, key.key) {
        case (0x0804...0x0806, .rsaPSS), (0x0809...0x080B, .rsa): return false
        default: break
        }
        guard isTLS13 else { return true }
        switch scheme.number {
        case 0x0201, 0x0203, 0x0401, 0x0501, 0x0601: return false
        case 0x0403: return key.curveName == "P-256"
        case 0x0503: return key.curveName == "P-384"
        case 0x0603: return key.curveName == "P-521"
        default: return true
        }
    }
}
