public import Foundation

// Names and properties of policies (SecPolicy.h).
// They never change, so any thread may read them, though `NSString` is not `Sendable`.
// A constant whose value is its own name has another one on Apple's platforms.

/// Any certificate, for any use (Apple's object identifiers).
@safe public nonisolated(unsafe) let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
/// Certificates for TLS.
@safe public nonisolated(unsafe) let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
/// Certificates for S/MIME.
@safe public nonisolated(unsafe) let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8"
/// Certificates for EAP.
@safe public nonisolated(unsafe) let kSecPolicyAppleEAP: CFString = "1.2.840.113635.100.1.9"
/// Certificates for IPsec.
@safe public nonisolated(unsafe) let kSecPolicyAppleIPsec: CFString = "1.2.840.113635.100.1.11"
/// Certificates for iChat, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyAppleiChat: CFString = "1.2.840.113635.100.1.12"
/// Certificates of Kerberos clients, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyApplePKINITClient: CFString = "1.2.840.113635.100.1.14"
/// Certificates of Kerberos servers, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyApplePKINITServer: CFString = "1.2.840.113635.100.1.15"
/// Certificates for signing code.
@safe public nonisolated(unsafe) let kSecPolicyAppleCodeSigning: CFString = "1.2.840.113635.100.1.16"
/// Certificates for Apple IDs.
@safe public nonisolated(unsafe) let kSecPolicyAppleIDValidation: CFString = "1.2.840.113635.100.1.18"
/// Certificates for receipts of the Mac App Store.
@safe public nonisolated(unsafe) let kSecPolicyMacAppStoreReceipt: CFString = "1.2.840.113635.100.1.19"
/// Certificates for timestamps.
@safe public nonisolated(unsafe) let kSecPolicyAppleTimeStamping: CFString = "1.2.840.113635.100.1.20"
/// Whether certificates are revoked.
@safe public nonisolated(unsafe) let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21"
/// Certificates for signing passes.
@safe public nonisolated(unsafe) let kSecPolicyApplePassbookSigning: CFString = "1.2.840.113635.100.1.22"
/// Certificates for encrypting to Apple Pay's issuers.
@safe public nonisolated(unsafe) let kSecPolicyApplePayIssuerEncryption: CFString = "1.2.840.113635.100.1.39"
/// Certificates of TLS servers.
@safe public nonisolated(unsafe) let kSecPolicyAppleSSLServer: CFString = "kSecPolicyAppleSSLServer"
/// Certificates of TLS clients.
@safe public nonisolated(unsafe) let kSecPolicyAppleSSLClient: CFString = "kSecPolicyAppleSSLClient"
/// Certificates of EAP servers.
@safe public nonisolated(unsafe) let kSecPolicyAppleEAPServer: CFString = "kSecPolicyAppleEAPServer"
/// Certificates of EAP clients.
@safe public nonisolated(unsafe) let kSecPolicyAppleEAPClient: CFString = "kSecPolicyAppleEAPClient"
/// Certificates of IPsec servers.
@safe public nonisolated(unsafe) let kSecPolicyAppleIPSecServer: CFString = "kSecPolicyAppleIPSecServer"
/// Certificates of IPsec clients.
@safe public nonisolated(unsafe) let kSecPolicyAppleIPSecClient: CFString = "kSecPolicyAppleIPSecClient"
/// The identifier of the policy; the value is one of `kSecPolicyApple…`.
@safe public nonisolated(unsafe) let kSecPolicyOid: CFString = "SecPolicyOid"
/// The name that the certificate must be for: of a host, or an e-mail address.
@safe public nonisolated(unsafe) let kSecPolicyName: CFString = "SecPolicyName"
/// Whether the certificate is a client's.
@safe public nonisolated(unsafe) let kSecPolicyClient: CFString = "SecPolicyClient"
/// The methods of the revocation check: the sum of `kSecRevocation…`.
@safe public nonisolated(unsafe) let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags"
/// The identifier of the team that signed a pass.
@safe public nonisolated(unsafe) let kSecPolicyTeamIdentifier: CFString = "SecPolicyTeamIdentifier"
/// The key usage digitalSignature (RFC 5280 §4.2.1.3), on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_DigitalSignature: CFString = "CE_KU_DigitalSignature"
/// The key usage nonRepudiation, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_NonRepudiation: CFString = "CE_KU_NonRepudiation"
/// The key usage keyEncipherment, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_KeyEncipherment: CFString = "CE_KU_KeyEncipherment"
/// The key usage dataEncipherment, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_DataEncipherment: CFString = "CE_KU_DataEncipherment"
/// The key usage keyAgreement, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_KeyAgreement: CFString = "CE_KU_KeyAgreement"
/// The key usage keyCertSign, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_KeyCertSign: CFString = "CE_KU_KeyCertSign"
/// The key usage cRLSign, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_CRLSign: CFString = "CE_KU_CRLSign"
/// The key usage encipherOnly, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_EncipherOnly: CFString = "CE_KU_EncipherOnly"
/// The key usage decipherOnly, on macOS.
@safe public nonisolated(unsafe) let kSecPolicyKU_DecipherOnly: CFString = "CE_KU_DecipherOnly"

/// OCSP (RFC 6960).
public let kSecRevocationOCSPMethod: CFOptionFlags = 1
/// CRLs (RFC 5280 §5).
public let kSecRevocationCRLMethod: CFOptionFlags = 2
/// CRLs before OCSP, where both are to be had.
public let kSecRevocationPreferCRL: CFOptionFlags = 4
/// No answer, or one that cannot be trusted, counts as a refusal.
public let kSecRevocationRequirePositiveResponse: CFOptionFlags = 8
/// Only answers that are here already.
public let kSecRevocationNetworkAccessDisabled: CFOptionFlags = 16
/// OCSP and CRLs, whichever is to be had.
public let kSecRevocationUseAnyAvailableMethod: CFOptionFlags = 3
