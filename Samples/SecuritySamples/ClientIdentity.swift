import Foundation
import HoldfastSecurity

/// The identity in a PKCS #12 file, for a server that asks who the client is; nil for a wrong passphrase.
func clientIdentity(
    in file: Data, passphrase: String
) -> (identity: SecIdentity, certificates: [SecCertificate])? {
    var items: CFArray?
    let options = [kSecImportExportPassphrase as String: passphrase] as CFDictionary
    guard SecPKCS12Import(file as CFData, options, &items) == errSecSuccess,
        let first = (items as? [[String: Any]])?.first,
        let identity = first[kSecImportItemIdentity as String] as? SecIdentity
    else { return nil }
    return (identity, first[kSecImportItemCertChain as String] as? [SecCertificate] ?? [])
}
