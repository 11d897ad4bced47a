package import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// A private key together with its certificate.
///
/// Its descriptions show the certificate, and nothing of the key. Two are equal when key and certificate are.
public final class SecIdentity: Sendable {
    let certificate: SecCertificate
    let privateKey: SecKey

    init(certificate: SecCertificate, privateKey: SecKey) {
        self.certificate = certificate
        self.privateKey = privateKey
    }
}

extension SecIdentity: Hashable {
    public static func == (left: SecIdentity, right: SecIdentity) -> Bool {
        left.certificate == right.certificate && left.privateKey == right.privateKey
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(certificate) }
}

extension SecIdentity: CFObject {
    static let typeID: CFTypeID = 0x5EC_0005

    var coreFoundationDescription: String { "<SecIdentity \(certificate.coreFoundationDescription)>" }
}

/// The type of ``SecIdentity`` among Core Foundation's.
public func SecIdentityGetTypeID() -> CFTypeID { SecIdentity.typeID }

/// Puts a certificate and its private key together; nil where the key is public, or another certificate's.
///
/// - Parameters:
///   - allocator: not used.
///   - certificate: the certificate.
///   - privateKey: the key whose public half is in it.
public func SecIdentityCreate(
    _ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey
) -> SecIdentity? {
    guard let key = privateKey.privateKey,
        certificate.certificate?.subjectPublicKeyInfo == key.subjectPublicKeyInfo
    else { return nil }
    return SecIdentity(certificate: certificate, privateKey: privateKey)
}

/// An identity's certificate.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    unsafe certificateRef.pointee = identityRef.certificate
    return errSecSuccess
}

/// An identity's private key.
///
/// - Returns: `errSecSuccess`.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    unsafe privateKeyRef.pointee = identityRef.privateKey
    return errSecSuccess
}

extension SecIdentity {
    /// Nil for a key whose public half signatures are not checked with.
    package convenience init?(_ identity: Identity) {
        guard let key = try? SecKey(privateKey: identity.key) else { return nil }
        self.init(certificate: SecCertificate(PresentedCertificate(der: identity.certificate)), privateKey: key)
    }

    /// The key and the certificates as a TLS client sends them.
    ///
    /// - Parameter certificates: what is sent after the identity's own certificate, which is left out where it stands
    ///   there too.
    /// - Returns: nil where the certificate cannot be read.
    package func sending(_ certificates: [SecCertificate]) -> Identity? {
        guard let key = privateKey.privateKey, let leaf = certificate.certificate else { return nil }
        let issuers = certificates.filter { $0 != certificate }.map { Array($0.presented.bytes) }
        return Identity(key: key, certificate: leaf, issuers: issuers)
    }
}
