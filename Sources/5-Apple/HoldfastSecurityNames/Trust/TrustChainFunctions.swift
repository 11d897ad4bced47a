public import Foundation
import HoldfastTrust

/// The path that was built, as an array of `SecCertificate`, the leaf first and the anchor last where it reaches one;
/// judges the certificates where that was not done yet.
///
/// What was presented and is no part of the path is not in it. Of certificates that were refused it is the path that
/// came closest, and proves nothing.
public func SecTrustCopyCertificateChain(_ trust: SecTrust) -> CFArray? {
    trust.judgement.chain as CFArray
}

/// The number of certificates that ``SecTrustCopyCertificateChain(_:)`` gives.
public func SecTrustGetCertificateCount(_ trust: SecTrust) -> CFIndex { trust.judgement.chain.count }

/// The certificate at a place of ``SecTrustCopyCertificateChain(_:)``, 0 for the leaf; nil outside. Deprecated by Apple
/// since iOS 15.
public func SecTrustGetCertificateAtIndex(_ trust: SecTrust, _ ix: CFIndex) -> SecCertificate? {
    let chain = trust.judgement.chain
    return chain.indices.contains(ix) ? chain[ix] : nil
}

/// The leaf's public key, whether it is trusted or not; nil where the key cannot be used here.
public func SecTrustCopyKey(_ trust: SecTrust) -> SecKey? {
    trust.settings.certificates.first.flatMap(SecCertificateCopyKey)
}

/// The leaf's public key, by the name that Apple has deprecated since iOS 14.
public func SecTrustCopyPublicKey(_ trust: SecTrust) -> SecKey? { SecTrustCopyKey(trust) }

/// The system's anchors, as an array of `SecCertificate`.
///
/// - Parameter anchors: where the array is put; nil is put there on failure.
/// - Returns: `errSecSuccess`; `errSecNotAvailable` where the system has none that can be read.
@discardableResult
public func SecTrustCopyAnchorCertificates(_ anchors: UnsafeMutablePointer<CFArray?>) -> OSStatus {
    let found = TrustAnchors.system.current().anchors.map { SecCertificate($0.certificate) }
    unsafe anchors.pointee = found.isEmpty ? nil : found as CFArray
    return found.isEmpty ? errSecNotAvailable : errSecSuccess
}
