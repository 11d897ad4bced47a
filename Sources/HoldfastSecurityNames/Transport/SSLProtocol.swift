/// A version of SSL, TLS or DTLS as Secure Transport numbered them (Apple, `SSLProtocol` of SecProtocolTypes.h).
///
/// Newer interfaces take `tls_protocol_version_t`. What is older than TLS 1.2 is there as a name alone: nobody speaks it
/// here.
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
