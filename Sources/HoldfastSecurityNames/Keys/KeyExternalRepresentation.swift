public import Foundation
import HoldfastCrypto
import HoldfastX509

/// A key in the bytes that Apple's platforms exchange keys in.
///
/// RSA: `RSAPublicKey` or `RSAPrivateKey` of PKCS #1, DER (RFC 8017 appendix A.1). Curves: the uncompressed point, `04`,
/// X and Y, and for a private key its number behind that (ANSI X9.63). Ed25519 and Ed448, which Apple's public interface
/// does not have: the bare bytes (RFC 8032), for a private key those of the private one alone.
///
/// - Parameter error: `errSecInternalComponent` where libcrypto cannot write the key.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe KeyFailure.reporting(to: error) { () throws(KeyFailure) in Data(try key.externalBytes) as CFData }
}

extension SecKey {
    /// The key in Apple's form.
    var externalBytes: [UInt8] {
        get throws(KeyFailure) {
            guard let privateKey else { return publicBytes }
            let contents = try privateKey.contents
            guard case .ec = key else { return contents }
            return publicBytes + contents
        }
    }
}
