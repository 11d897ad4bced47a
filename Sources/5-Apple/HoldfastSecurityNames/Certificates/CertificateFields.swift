public import Foundation
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastX509

/// The public key of a certificate; nil for a key that cannot be used here: another kind than RSA, P-256, P-384, P-521,
/// Ed25519, Ed448 and, with OpenSSL 3.5 or newer, ML-DSA; a point off its curve, an RSA key over 8,192 bits.
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    certificate.certificate.flatMap { try? PublicKey($0.subjectPublicKeyInfo) }.map(SecKey.init(publicKey:))
}

/// The public key of a certificate, by the name that iOS 10.3 had for ``SecCertificateCopyKey(_:)``.
public func SecCertificateCopyPublicKey(_ certificate: SecCertificate) -> SecKey? {
    SecCertificateCopyKey(certificate)
}

/// The content octets of a certificate's serial number.
///
/// - Parameters:
///   - certificate: the certificate.
///   - error: where an error is put; the caller releases it.
/// - Returns: a big-endian number in two's complement, as DER has it; nil where the certificate cannot be read
///   (`errSecInvalidCertificateRef`).
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    guard let read = certificate.certificate else {
        unsafe error?.pointee = Unmanaged.passRetained(securityError(errSecInvalidCertificateRef))
        return nil
    }
    return Data(read.serialNumber.bytes) as CFData
}

/// The content octets of a certificate's serial number, by the name that iOS 10.3 had for
/// ``SecCertificateCopySerialNumberData(_:_:)``.
public func SecCertificateCopySerialNumber(_ certificate: SecCertificate) -> CFData? {
    SecCertificateCopySerialNumberData(certificate, nil)
}

/// The first moment at which a certificate is valid; nil where it cannot be read.
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.certificate.map { $0.validity.notBefore.instant.date as CFDate }
}

/// The last second at which a certificate is valid; nil where it cannot be read.
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.certificate.map { $0.validity.notAfter.instant.date as CFDate }
}
