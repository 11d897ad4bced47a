public import Foundation

// Queries: what they match, what they return, and the items themselves (SecItem.h).
// They never change, so any thread may read them, though `NSString` is not `Sendable`.
// A constant whose value is its own name has another one on Apple's platforms.

/// Whether case is ignored.
@safe public nonisolated(unsafe) let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
/// Whether accents are ignored.
@safe public nonisolated(unsafe) let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"
/// The e-mail address that a certificate names, if it names any.
@safe public nonisolated(unsafe) let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
/// The host that the server of an item is, or is below.
@safe public nonisolated(unsafe) let kSecMatchHostOrSubdomainOfHost: CFString = "kSecMatchHostOrSubdomainOfHost"
/// The issuers one of which is in the chain of the certificate, as DER.
@safe public nonisolated(unsafe) let kSecMatchIssuers: CFString = "m_Issuers"
/// The items to look among.
@safe public nonisolated(unsafe) let kSecMatchItemList: CFString = "m_ItemList"
/// The number of items to return, or one of `kSecMatchLimit…`.
@safe public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"
/// All that match.
@safe public nonisolated(unsafe) let kSecMatchLimitAll: CFString = "m_LimitAll"
/// The first that matches.
@safe public nonisolated(unsafe) let kSecMatchLimitOne: CFString = "m_LimitOne"
/// The policy that a certificate must meet.
@safe public nonisolated(unsafe) let kSecMatchPolicy: CFString = "m_Policy"
/// The keychains to look in.
@safe public nonisolated(unsafe) let kSecMatchSearchList: CFString = "m_SearchList"
/// A part of the subject of a certificate.
@safe public nonisolated(unsafe) let kSecMatchSubjectContains: CFString = "m_SubjectContains"
/// The end of the subject of a certificate.
@safe public nonisolated(unsafe) let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
/// The beginning of the subject of a certificate.
@safe public nonisolated(unsafe) let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
/// The whole subject of a certificate.
@safe public nonisolated(unsafe) let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
/// Whether only certificates are returned that lead to a trusted anchor.
@safe public nonisolated(unsafe) let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
/// The date on which a certificate must be valid.
@safe public nonisolated(unsafe) let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
/// Whether full and half width are the same.
@safe public nonisolated(unsafe) let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
/// Whether to return the attributes.
@safe public nonisolated(unsafe) let kSecReturnAttributes: CFString = "r_Attributes"
/// Whether to return the data.
@safe public nonisolated(unsafe) let kSecReturnData: CFString = "r_Data"
/// Whether to return a reference that lasts.
@safe public nonisolated(unsafe) let kSecReturnPersistentRef: CFString = "r_PersistentRef"
/// Whether to return the object: a certificate, a key, an identity.
@safe public nonisolated(unsafe) let kSecReturnRef: CFString = "r_Ref"
/// The context in which the user was authenticated.
@safe public nonisolated(unsafe) let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
/// Whether the user may be asked; the value is one of `kSecUseAuthenticationUI…`.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// The user may be asked.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
/// An item for which the user would have to be asked is an error.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// An item for which the user would have to be asked is left out.
@safe public nonisolated(unsafe) let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// Whether macOS uses the keychain that iOS has.
@safe public nonisolated(unsafe) let kSecUseDataProtectionKeychain: CFString = "nleg"
/// The items to use.
@safe public nonisolated(unsafe) let kSecUseItemList: CFString = "u_ItemList"
/// The keychain to use, on macOS.
@safe public nonisolated(unsafe) let kSecUseKeychain: CFString = "u_Keychain"
/// Whether the user may not be asked; deprecated on Apple's platforms.
@safe public nonisolated(unsafe) let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
/// The prompt for the user who is asked; deprecated on Apple's platforms.
@safe public nonisolated(unsafe) let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// Whether the item is every user's, on tvOS.
@safe public nonisolated(unsafe) let kSecUseUserIndependentKeychain: CFString = "kSecUseUserIndependentKeychain"
/// The data of the item.
@safe public nonisolated(unsafe) let kSecValueData: CFString = "v_Data"
/// A reference to the item that lasts.
@safe public nonisolated(unsafe) let kSecValuePersistentRef: CFString = "v_PersistentRef"
/// The object: a certificate, a key, an identity.
@safe public nonisolated(unsafe) let kSecValueRef: CFString = "v_Ref"
/// A password that a website shares with a program (SecSharedCredential.h).
@safe public nonisolated(unsafe) let kSecSharedPassword: CFString = "spwd"
