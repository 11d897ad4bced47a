// Apple's values. FoundationNetworking has the names of the protocols and proxies too, with other values, and marks the
// two methods of TLS as unavailable.

/// The protocol HTTP.
public let NSURLProtectionSpaceHTTP = "http"
/// The protocol HTTPS.
public let NSURLProtectionSpaceHTTPS = "https"
/// The protocol FTP, which no session here speaks.
public let NSURLProtectionSpaceFTP = "ftp"

/// A proxy that is spoken with in HTTP.
public let NSURLProtectionSpaceHTTPProxy = "http"
/// A proxy that is spoken with in HTTPS.
public let NSURLProtectionSpaceHTTPSProxy = "https"
/// A proxy for FTP, which no session here uses.
public let NSURLProtectionSpaceFTPProxy = "ftp"
/// A SOCKS proxy.
public let NSURLProtectionSpaceSOCKSProxy = "SOCKS"

/// The protocol's default method: for HTTP, a user and a password.
public let NSURLAuthenticationMethodDefault = "NSURLAuthenticationMethodDefault"
/// HTTP's Basic: a user and a password (RFC 7617).
public let NSURLAuthenticationMethodHTTPBasic = "NSURLAuthenticationMethodHTTPBasic"
/// HTTP's Digest: a user and a password (RFC 7616).
public let NSURLAuthenticationMethodHTTPDigest = "NSURLAuthenticationMethodHTTPDigest"
/// A form of a page: a user and a password.
public let NSURLAuthenticationMethodHTMLForm = "NSURLAuthenticationMethodHTMLForm"
/// Negotiate: Kerberos (RFC 4559).
public let NSURLAuthenticationMethodNegotiate = "NSURLAuthenticationMethodNegotiate"
/// NTLM: a user and a password.
public let NSURLAuthenticationMethodNTLM = "NSURLAuthenticationMethodNTLM"
/// The client's certificate, in TLS: an identity.
public let NSURLAuthenticationMethodClientCertificate = "NSURLAuthenticationMethodClientCertificate"
/// The server's certificate, in TLS: whether it is trusted.
public let NSURLAuthenticationMethodServerTrust = "NSURLAuthenticationMethodServerTrust"
