import FoundationNetworking
public import HoldfastSecurityNames

extension URLSessionConfiguration {
    /// The least version of TLS that is spoken, as older programs set it: ``tlsMinimumSupportedProtocolVersion`` by
    /// another type. TLS 1.2 is the least there is here, whatever is set.
    public var tlsMinimumSupportedProtocol: SSLProtocol {
        get { SSLProtocol(tlsMinimumSupportedProtocolVersion) }
        set { tlsMinimumSupportedProtocolVersion = newValue.version }
    }

    /// The last version of TLS that is spoken, as older programs set it: ``tlsMaximumSupportedProtocolVersion`` by
    /// another type.
    public var tlsMaximumSupportedProtocol: SSLProtocol {
        get { SSLProtocol(tlsMaximumSupportedProtocolVersion) }
        set { tlsMaximumSupportedProtocolVersion = newValue == .sslProtocolUnknown ? .TLSv13 : newValue.version }
    }
}

extension SSLProtocol {
    fileprivate init(_ version: tls_protocol_version_t) {
        self =
            switch version {
            case .TLSv10: .tlsProtocol1
            case .TLSv11: .tlsProtocol11
            case .TLSv12: .tlsProtocol12
            case .TLSv13: .tlsProtocol13
            case .DTLSv10: .dtlsProtocol1
            case .DTLSv12: .dtlsProtocol12
            }
    }

    /// The version of the newer type, which has nothing before TLS 1.0.
    fileprivate var version: tls_protocol_version_t {
        switch self {
        case .sslProtocolUnknown, .sslProtocol2, .sslProtocol3, .sslProtocol3Only, .sslProtocolAll, .tlsProtocol1,
            .tlsProtocol1Only:
            .TLSv10
        case .tlsProtocol11: .TLSv11
        case .tlsProtocol12: .TLSv12
        case .tlsProtocol13, .tlsProtocolMaxSupported: .TLSv13
        case .dtlsProtocol1: .DTLSv10
        case .dtlsProtocol12: .DTLSv12
        }
    }
}
