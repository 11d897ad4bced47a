/// A version of SSL, TLS or DTLS as Secure Transport numbered them (Apple, `SSLProtocol` of SecProtocolTypes.h).
///
/// Newer interfaces take `tls_protocol_version_t`. What is older than TLS 1.2 is there as a name alone: nobody speaks
/// it here.
public enum SSLProtocol: Int32, Sendable {
    case sslProtocolUnknown = 0
    case sslProtocol2 = 1
    case sslProtocol3 = 2
    case sslProtocol3Only = 3
    case tlsProtocol1 = 4
    case tlsProtocol1Only = 5
    case sslProtocolAll = 6
    case tlsProtocol11 = 7
    case tlsProtocol12 = 8
    case dtlsProtocol1 = 9
    case tlsProtocol13 = 10
    case dtlsProtocol12 = 11
    /// The last that there is.
    case tlsProtocolMaxSupported = 999
}

// Result codes for TLS, of SecBase.h and SecureTransport.h.

/// The TLS protocol was broken.
public let errSSLProtocol: OSStatus = -9800
/// The two sides have no cipher suite in common.
public let errSSLNegotiation: OSStatus = -9801
/// A fatal alert ended the connection.
public let errSSLFatalAlert: OSStatus = -9802
/// Nothing can be read or written yet.
public let errSSLWouldBlock: OSStatus = -9803
/// The session to resume is unknown.
public let errSSLSessionNotFound: OSStatus = -9804
/// The connection was closed in good order.
public let errSSLClosedGraceful: OSStatus = -9805
/// The connection was closed by an error.
public let errSSLClosedAbort: OSStatus = -9806
/// The certificate chain is not valid.
public let errSSLXCertChainInvalid: OSStatus = -9807
/// The certificate is malformed.
public let errSSLBadCert: OSStatus = -9808
/// A cryptographic operation failed.
public let errSSLCrypto: OSStatus = -9809
/// TLS failed inside.
public let errSSLInternal: OSStatus = -9810
/// A module for TLS could not be attached.
public let errSSLModuleAttach: OSStatus = -9811
/// The certificate chain is sound, but its root is not trusted.
public let errSSLUnknownRootCert: OSStatus = -9812
/// The certificate chain leads to no root.
public let errSSLNoRootCert: OSStatus = -9813
/// A certificate of the chain has expired.
public let errSSLCertExpired: OSStatus = -9814
/// A certificate of the chain is not valid yet.
public let errSSLCertNotYetValid: OSStatus = -9815
/// The peer closed the connection without saying so.
public let errSSLClosedNoNotify: OSStatus = -9816
/// The buffer is too small.
public let errSSLBufferOverflow: OSStatus = -9817
/// The cipher suite is wrong.
public let errSSLBadCipherSuite: OSStatus = -9818
/// The peer calls a message unexpected.
public let errSSLPeerUnexpectedMsg: OSStatus = -9819
/// The peer found a record with a wrong MAC.
public let errSSLPeerBadRecordMac: OSStatus = -9820
/// The peer could not decrypt.
public let errSSLPeerDecryptionFail: OSStatus = -9821
/// The peer found a record too long.
public let errSSLPeerRecordOverflow: OSStatus = -9822
/// The peer could not decompress.
public let errSSLPeerDecompressFail: OSStatus = -9823
/// The peer broke the handshake off.
public let errSSLPeerHandshakeFail: OSStatus = -9824
/// The peer calls the certificate bad.
public let errSSLPeerBadCert: OSStatus = -9825
/// The peer does not support the kind of the certificate.
public let errSSLPeerUnsupportedCert: OSStatus = -9826
/// The peer calls the certificate revoked.
public let errSSLPeerCertRevoked: OSStatus = -9827
/// The peer calls the certificate expired.
public let errSSLPeerCertExpired: OSStatus = -9828
/// The peer found something else wrong with the certificate.
public let errSSLPeerCertUnknown: OSStatus = -9829
/// A parameter of the handshake is illegal.
public let errSSLIllegalParam: OSStatus = -9830
/// The peer does not know the authority of the certificate.
public let errSSLPeerUnknownCA: OSStatus = -9831
/// The peer denies access.
public let errSSLPeerAccessDenied: OSStatus = -9832
/// The peer could not decode a message.
public let errSSLPeerDecodeError: OSStatus = -9833
/// The peer could not decrypt or verify a part of the handshake.
public let errSSLPeerDecryptError: OSStatus = -9834
/// The peer names an export restriction.
public let errSSLPeerExportRestriction: OSStatus = -9835
/// The peer does not support the protocol version.
public let errSSLPeerProtocolVersion: OSStatus = -9836
/// The peer asks for stronger cipher suites.
public let errSSLPeerInsufficientSecurity: OSStatus = -9837
/// The peer has an internal error.
public let errSSLPeerInternalError: OSStatus = -9838
/// The peer's user called the handshake off.
public let errSSLPeerUserCancelled: OSStatus = -9839
/// The peer does not renegotiate.
public let errSSLPeerNoRenegotiation: OSStatus = -9840
/// The peer's certificates are here, and the handshake waits for the verdict on them.
public let errSSLPeerAuthCompleted: OSStatus = -9841
/// The server asks for a client certificate.
public let errSSLClientCertRequested: OSStatus = -9842
/// The certificate is not for the name of the host.
public let errSSLHostNameMismatch: OSStatus = -9843
/// The peer dropped the connection before it answered.
public let errSSLConnectionRefused: OSStatus = -9844
/// A record could not be decrypted.
public let errSSLDecryptionFail: OSStatus = -9845
/// The MAC of a record is wrong.
public let errSSLBadRecordMac: OSStatus = -9846
/// A record is too long.
public let errSSLRecordOverflow: OSStatus = -9847
/// The configuration is wrong.
public let errSSLBadConfiguration: OSStatus = -9848
/// A record came that was not expected.
public let errSSLUnexpectedRecord: OSStatus = -9849
/// The peer's ephemeral Diffie-Hellman key is too weak.
public let errSSLWeakPeerEphemeralDHKey: OSStatus = -9850
/// The client's hello has come.
public let errSSLClientHelloReceived: OSStatus = -9851
/// The connection below TLS was reset.
public let errSSLTransportReset: OSStatus = -9852
/// The network did not answer in time.
public let errSSLNetworkTimeout: OSStatus = -9853
/// TLS could not be configured.
public let errSSLConfigurationFailed: OSStatus = -9854
/// An extension is not supported.
public let errSSLUnsupportedExtension: OSStatus = -9855
/// A message came out of turn.
public let errSSLUnexpectedMessage: OSStatus = -9856
/// A record could not be decompressed.
public let errSSLDecompressFail: OSStatus = -9857
/// The handshake failed.
public let errSSLHandshakeFail: OSStatus = -9858
/// A message could not be decoded.
public let errSSLDecodeError: OSStatus = -9859
/// The peer was offered a lower version than it could have had.
public let errSSLInappropriateFallback: OSStatus = -9860
/// An extension is missing.
public let errSSLMissingExtension: OSStatus = -9861
/// The stapled OCSP response is bad.
public let errSSLBadCertificateStatusResponse: OSStatus = -9862
/// A client certificate is required.
public let errSSLCertificateRequired: OSStatus = -9863
/// The identity of the pre-shared key is unknown.
public let errSSLUnknownPSKIdentity: OSStatus = -9864
/// The peer does not know the name of the server.
public let errSSLUnrecognizedName: OSStatus = -9865
/// The connection does not meet App Transport Security.
public let errSSLATSViolation: OSStatus = -9880
/// The protocol version is too low for App Transport Security.
public let errSSLATSMinimumVersionViolation: OSStatus = -9881
/// The cipher suite is not one for App Transport Security.
public let errSSLATSCiphersuiteViolation: OSStatus = -9882
/// The peer's key is too short for App Transport Security.
public let errSSLATSMinimumKeySizeViolation: OSStatus = -9883
/// The peer's certificate is signed by a digest that App Transport Security does not allow.
public let errSSLATSLeafCertificateHashAlgorithmViolation: OSStatus = -9884
/// A certificate of the chain is signed by a digest that App Transport Security does not allow.
public let errSSLATSCertificateHashAlgorithmViolation: OSStatus = -9885
/// The peer's certificate is from no issuer that App Transport Security trusts.
public let errSSLATSCertificateTrustViolation: OSStatus = -9886
/// The peer did not take the early data.
public let errSSLEarlyDataRejected: OSStatus = -9890
