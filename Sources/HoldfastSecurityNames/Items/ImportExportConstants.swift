public import Foundation

// Keys of SecImportExport.h, for what goes into `SecPKCS12Import` and for what comes out.
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// The passphrase of the file.
@safe public nonisolated(unsafe) let kSecImportExportPassphrase: CFString = "passphrase"
/// The keychain to import into, on macOS.
@safe public nonisolated(unsafe) let kSecImportExportKeychain: CFString = "keychain"
/// Who may use what is imported, on macOS.
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
