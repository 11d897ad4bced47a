public import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

// Keys of SecImportExport.h, for what goes into `SecPKCS12Import` and for what comes out.
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// The passphrase of the file.
@safe public nonisolated(unsafe) let kSecImportExportPassphrase: CFString = "passphrase"
/// The keychain to import into, on macOS.
@safe public nonisolated(unsafe) let kSecImportExportKeychain: CFString = "keychain"
/// The programs that may use the imported items, on macOS.
@safe public nonisolated(unsafe) let kSecImportExportAccess: CFString = "access"
/// Whether nothing is put into a keychain.
@safe public nonisolated(unsafe) let kSecImportToMemoryOnly: CFString = "memory"
/// The name of the identity.
@safe public nonisolated(unsafe) let kSecImportItemLabel: CFString = "label"
/// The identifier of the key.
@safe public nonisolated(unsafe) let kSecImportItemKeyID: CFString = "keyid"
/// A trust object with the certificates of the identity.
@safe public nonisolated(unsafe) let kSecImportItemTrust: CFString = "trust"
/// The certificates of the identity, its own first.
@safe public nonisolated(unsafe) let kSecImportItemCertChain: CFString = "chain"
/// The certificate with its private key.
@safe public nonisolated(unsafe) let kSecImportItemIdentity: CFString = "identity"

/// Reads the identities of a PKCS #12 file. Nothing is stored: they live as long as somebody holds them.
///
/// - Parameters:
///   - pkcs12_data: the file (RFC 7292), at most one MiB.
///   - options: `kSecImportExportPassphrase`, a `CFString`. Other options are for a keychain, which there is none of.
///   - items: where an array is put, one dictionary an identity: `kSecImportItemIdentity`, `kSecImportItemCertChain`
///     (the leaf first), `kSecImportItemTrust` (by ``SecPolicyCreateBasicX509()``, not judged yet),
///     `kSecImportItemKeyID`, `kSecImportItemLabel`.
/// - Returns: `errSecSuccess`, for a file without an identity too; `errSecAuthFailed` where the passphrase is missing
///   or wrong, or the file was damaged (the two cannot be told apart); `errSecDecode` for what is no such file;
///   `errSecUnknownFormat` for one whose encryption is not supported; `errSecParam` for a passphrase that is no string.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe items.pointee = nil
    var passphrase: Passphrase?
    if let given = (options as? [String: Any])?[kSecImportExportPassphrase as String] {
        guard let text = given as? String else { return errSecParam }
        passphrase = Passphrase(text)
    }
    do throws(CryptoError) {
        let identities = try ImportedIdentity.all(inPKCS12: pkcs12_data as Data, passphrase: passphrase)
        unsafe items.pointee = try identities.map(importItem) as CFArray
        return errSecSuccess
    } catch {
        return status(of: error.reason)
    }
}

private func importItem(_ imported: ImportedIdentity) throws(CryptoError) -> [String: Any] {
    let chain = imported.chain.map { SecCertificate(PresentedCertificate(der: $0)) }
    let key = try SecKey(privateKey: imported.identity.key)
    let leaf = SecCertificate(PresentedCertificate(der: imported.identity.certificate))
    let label = imported.label ?? SecCertificateCopySubjectSummary(leaf).map { $0 as String } ?? ""
    return [
        kSecImportItemIdentity as String: SecIdentity(certificate: leaf, privateKey: key),
        kSecImportItemCertChain as String: chain,
        kSecImportItemTrust as String: SecTrust(TrustSettings(certificates: chain)),
        kSecImportItemKeyID as String: imported.localKeyID.map { Data($0) } ?? Data(Digest.sha1(imported.keyBytes)),
        kSecImportItemLabel as String: label,
    ]
}

private func status(of reason: CryptoError.Reason) -> OSStatus {
    switch reason {
    case .passphraseNeeded, .wrongPassphrase: errSecAuthFailed
    case .unsupportedEncryption, .unsupportedKey, .openSSHForm: errSecUnknownFormat
    default: errSecDecode
    }
}

extension ImportedIdentity {
    /// The bytes whose digest is the key's identifier (RFC 5280 §4.2.1.2, method 1).
    fileprivate var keyBytes: ArraySlice<UInt8> { identity.key.subjectPublicKeyInfo.subjectPublicKey.bytes }
}
