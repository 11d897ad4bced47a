public import Foundation

// The protocols and kinds of authentication of a password for a server (SecItem.h).
// They never change, so any thread may read them, though `NSString` is not `Sendable`.

/// Distributed password authentication.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"
/// The default kind.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
/// A form in a page.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"
/// HTTP Basic.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"
/// HTTP Digest.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"
/// Microsoft Network.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeMSN: CFString = "msna"
/// Windows NT LAN Manager.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"
/// Remote password authentication.
@safe public nonisolated(unsafe) let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"
/// Apple Filing Protocol.
@safe public nonisolated(unsafe) let kSecAttrProtocolAFP: CFString = "afp "
/// AppleTalk.
@safe public nonisolated(unsafe) let kSecAttrProtocolAppleTalk: CFString = "atlk"
/// Digital Audio Access Protocol.
@safe public nonisolated(unsafe) let kSecAttrProtocolDAAP: CFString = "daap"
/// Remote Apple events.
@safe public nonisolated(unsafe) let kSecAttrProtocolEPPC: CFString = "eppc"
/// FTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTP: CFString = "ftp "
/// The account of a client of FTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTPAccount: CFString = "ftpa"
/// A proxy for FTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTPProxy: CFString = "ftpx"
/// FTP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolFTPS: CFString = "ftps"
/// HTTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTP: CFString = "http"
/// A proxy for HTTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTPProxy: CFString = "htpx"
/// HTTPS.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTPS: CFString = "htps"
/// A proxy for HTTPS.
@safe public nonisolated(unsafe) let kSecAttrProtocolHTTPSProxy: CFString = "htsx"
/// IMAP.
@safe public nonisolated(unsafe) let kSecAttrProtocolIMAP: CFString = "imap"
/// IMAP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolIMAPS: CFString = "imps"
/// Internet Printing Protocol.
@safe public nonisolated(unsafe) let kSecAttrProtocolIPP: CFString = "ipp "
/// IRC.
@safe public nonisolated(unsafe) let kSecAttrProtocolIRC: CFString = "irc "
/// IRC over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolIRCS: CFString = "ircs"
/// LDAP.
@safe public nonisolated(unsafe) let kSecAttrProtocolLDAP: CFString = "ldap"
/// LDAP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolLDAPS: CFString = "ldps"
/// NNTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolNNTP: CFString = "nntp"
/// NNTP over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolNNTPS: CFString = "ntps"
/// POP3.
@safe public nonisolated(unsafe) let kSecAttrProtocolPOP3: CFString = "pop3"
/// POP3 over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolPOP3S: CFString = "pops"
/// RTSP.
@safe public nonisolated(unsafe) let kSecAttrProtocolRTSP: CFString = "rtsp"
/// A proxy for RTSP.
@safe public nonisolated(unsafe) let kSecAttrProtocolRTSPProxy: CFString = "rtsx"
/// SMB.
@safe public nonisolated(unsafe) let kSecAttrProtocolSMB: CFString = "smb "
/// SMTP.
@safe public nonisolated(unsafe) let kSecAttrProtocolSMTP: CFString = "smtp"
/// SOCKS.
@safe public nonisolated(unsafe) let kSecAttrProtocolSOCKS: CFString = "sox "
/// SSH.
@safe public nonisolated(unsafe) let kSecAttrProtocolSSH: CFString = "ssh "
/// Telnet.
@safe public nonisolated(unsafe) let kSecAttrProtocolTelnet: CFString = "teln"
/// Telnet over TLS.
@safe public nonisolated(unsafe) let kSecAttrProtocolTelnetS: CFString = "tels"
