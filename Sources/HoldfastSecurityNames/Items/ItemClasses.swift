public import Foundation

// What a keychain item is: the keys and values of SecItem.h for its class.
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// The class of an item; the value is one of `kSecClass…`.
@safe public nonisolated(unsafe) let kSecClass: CFString = "class"
/// A password of any kind.
@safe public nonisolated(unsafe) let kSecClassGenericPassword: CFString = "genp"
/// A password for a server.
@safe public nonisolated(unsafe) let kSecClassInternetPassword: CFString = "inet"
/// A certificate.
@safe public nonisolated(unsafe) let kSecClassCertificate: CFString = "cert"
/// A key.
@safe public nonisolated(unsafe) let kSecClassKey: CFString = "keys"
/// A certificate with its private key.
@safe public nonisolated(unsafe) let kSecClassIdentity: CFString = "idnt"
