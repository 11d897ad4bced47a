public import Foundation

// The attributes of an item: keys of SecItem.h.
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// Who may use the item, on macOS.
@safe public nonisolated(unsafe) let kSecAttrAccess: CFString = "acls"
/// Under which conditions the item may be used.
@safe public nonisolated(unsafe) let kSecAttrAccessControl: CFString = "accc"
/// The group of programs that share the item.
@safe public nonisolated(unsafe) let kSecAttrAccessGroup: CFString = "agrp"
/// The access group of items on tokens.
@safe public nonisolated(unsafe) let kSecAttrAccessGroupToken: CFString = "com.apple.token"
/// When the item can be read; the value is one of `kSecAttrAccessible…`.
@safe public nonisolated(unsafe) let kSecAttrAccessible: CFString = "pdmn"
/// The name of the account.
@safe public nonisolated(unsafe) let kSecAttrAccount: CFString = "acct"
/// How the server authenticates; the value is one of `kSecAttrAuthenticationType…`.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationType: CFString = "atyp"
/// A comment for the user.
@safe public nonisolated(unsafe) let kSecAttrComment: CFString = "icmt"
/// When the item was made.
@safe public nonisolated(unsafe) let kSecAttrCreationDate: CFString = "cdat"
/// A code for the program that made the item.
@safe public nonisolated(unsafe) let kSecAttrCreator: CFString = "crtr"
/// What kind of item it is, for the user.
@safe public nonisolated(unsafe) let kSecAttrDescription: CFString = "desc"
/// Bytes of the program's own.
@safe public nonisolated(unsafe) let kSecAttrGeneric: CFString = "gena"
/// Whether the item is hidden from the user.
@safe public nonisolated(unsafe) let kSecAttrIsInvisible: CFString = "invi"
/// Whether there is to be no password for this.
@safe public nonisolated(unsafe) let kSecAttrIsNegative: CFString = "nega"
/// The name of the item, for the user.
@safe public nonisolated(unsafe) let kSecAttrLabel: CFString = "labl"
/// When the item was last changed.
@safe public nonisolated(unsafe) let kSecAttrModificationDate: CFString = "mdat"
/// The path on the server.
@safe public nonisolated(unsafe) let kSecAttrPath: CFString = "path"
/// A reference to the item that lasts, in the spelling that it had first.
@safe public nonisolated(unsafe) let kSecAttrPersistantReference: CFString = "persistref"
/// A reference to the item that lasts.
@safe public nonisolated(unsafe) let kSecAttrPersistentReference: CFString = "persistref"
/// The port of the server.
@safe public nonisolated(unsafe) let kSecAttrPort: CFString = "port"
/// The protocol of the server; the value is one of `kSecAttrProtocol…`.
@safe public nonisolated(unsafe) let kSecAttrProtocol: CFString = "ptcl"
/// The domain, or realm, of the server.
@safe public nonisolated(unsafe) let kSecAttrSecurityDomain: CFString = "sdmn"
/// The name of the server.
@safe public nonisolated(unsafe) let kSecAttrServer: CFString = "srvr"
/// The name of the service.
@safe public nonisolated(unsafe) let kSecAttrService: CFString = "svce"
/// Whether the item is on all devices of the user.
@safe public nonisolated(unsafe) let kSecAttrSynchronizable: CFString = "sync"
/// In a query: items on one device and on all alike.
@safe public nonisolated(unsafe) let kSecAttrSynchronizableAny: CFString = "syna"
/// Which group of synchronised items the item is of.
@safe public nonisolated(unsafe) let kSecAttrSyncViewHint: CFString = "vwht"
/// The token that the item is on.
@safe public nonisolated(unsafe) let kSecAttrTokenID: CFString = "tkid"
/// The token of the Secure Enclave.
@safe public nonisolated(unsafe) let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"
/// A code for the type of the item.
@safe public nonisolated(unsafe) let kSecAttrType: CFString = "type"
