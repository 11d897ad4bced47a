public import Foundation
public import FoundationNetworking
import HoldfastHTTPS
import HoldfastTransport
import HoldfastX509

/// One exchange of a task's (Apple, `URLSessionTaskTransactionMetrics`).
///
/// Moments of what did not take place are nil: those of a connection on one that was open already, for example.
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
    public let request: URLRequest
    /// Nil where none came, and for what a program was not told of: a refusal that was answered.
    public let response: URLResponse?
    public let resourceFetchType: URLSessionTaskMetrics.ResourceFetchType
    private let exchange: TransactionMetrics?
    private let local: DateInterval?

    /// An exchange with a server, or a kept response that answered.
    init(_ exchange: TransactionMetrics, _ request: URLRequest, _ response: URLResponse?) {
        self.request = request
        self.response = response
        self.exchange = exchange
        local = exchange.served.map { DateInterval(start: $0.date, duration: 0) }
        resourceFetchType = exchange.cacheUse == nil ? .networkLoad : .localCache
    }

    /// The figures of a response that came from the cache, or from no network.
    init(local request: URLRequest, _ response: URLResponse?, from start: Date, to end: Date) {
        self.request = request
        self.response = response
        exchange = nil
        local = DateInterval(start: start, end: end)
        resourceFetchType = response == nil ? .unknown : .localCache
    }

    private var transfer: TransferMetrics? { exchange?.transfer }

    private func date(_ moment: Duration?) -> Date? {
        guard let moment, let transfer else { return nil }
        return transfer.start.date.addingTimeInterval(moment.inSeconds)
    }

    public var fetchStartDate: Date? { transfer?.start.date ?? local?.start }
    public var domainLookupStartDate: Date? { date(transfer?.domainLookup?.lowerBound) }
    public var domainLookupEndDate: Date? { date(transfer?.domainLookup?.upperBound) }
    public var connectStartDate: Date? { date(transfer?.connect?.lowerBound) }
    public var connectEndDate: Date? { date(transfer?.connect?.upperBound) }
    public var secureConnectionStartDate: Date? { date(transfer?.secureConnection?.lowerBound) }
    public var secureConnectionEndDate: Date? { date(transfer?.secureConnection?.upperBound) }
    public var requestStartDate: Date? { date(transfer?.request?.lowerBound) ?? local?.start }
    public var requestEndDate: Date? { date(transfer?.request?.upperBound) ?? local?.start }
    public var responseStartDate: Date? {
        date(transfer?.response?.lowerBound) ?? (response == nil ? nil : local?.start)
    }
    public var responseEndDate: Date? { date(transfer?.response?.upperBound) ?? (response == nil ? nil : local?.end) }

    /// `http/1.1` or `h2`.
    public var networkProtocolName: String? { exchange?.httpVersion.map { $0 == "2" ? "h2" : "http/\($0)" } }
    public var isProxyConnection: Bool { transfer?.isProxyConnection ?? false }
    public var isReusedConnection: Bool { transfer?.isReusedConnection ?? false }
    /// Always unknown: the system resolves names.
    public var domainResolutionProtocol: URLSessionTaskMetrics.DomainResolutionProtocol { .unknown }
    public var countOfRequestHeaderBytesSent: Int64 { Int64(transfer?.requestHeaderBytes ?? 0) }
    public var countOfRequestBodyBytesSent: Int64 { Int64(transfer?.requestBodyBytes ?? 0) }
    public var countOfRequestBodyBytesBeforeEncoding: Int64 { countOfRequestBodyBytesSent }
    public var countOfResponseHeaderBytesReceived: Int64 { Int64(transfer?.responseHeaderBytes ?? 0) }
    public var countOfResponseBodyBytesReceived: Int64 { Int64(transfer?.responseBodyBytes ?? 0) }
    public var countOfResponseBodyBytesAfterDecoding: Int64 { Int64(transfer?.decodedBodyBytes ?? 0) }
    public var localAddress: String? { transfer?.localAddress }
    public var localPort: Int? { transfer?.localPort.map { Int($0) } }
    public var remoteAddress: String? { transfer?.remoteAddress }
    public var remotePort: Int? { transfer?.remotePort.map { Int($0) } }
    public var negotiatedTLSProtocolVersion: tls_protocol_version_t? {
        switch exchange?.connection?.tlsVersion {
        case "1.2": .TLSv12
        case "1.3": .TLSv13
        default: nil
        }
    }
    public var negotiatedTLSCipherSuite: tls_ciphersuite_t? {
        exchange?.connection?.cipherSuite.flatMap { tls_ciphersuite_t(named: $0) }
    }
    /// Nobody knows here: false.
    public var isCellular: Bool { false }
    /// Nobody knows here: false.
    public var isExpensive: Bool { false }
    /// Nobody knows here: false.
    public var isConstrained: Bool { false }
    public var isMultipath: Bool { false }
}

extension tls_ciphersuite_t {
    /// The suites that a session agrees to, by their names in the registry of TLS.
    fileprivate init?(named name: String) {
        switch name {
        case "TLS_AES_128_GCM_SHA256": self = .AES_128_GCM_SHA256
        case "TLS_AES_256_GCM_SHA384": self = .AES_256_GCM_SHA384
        case "TLS_CHACHA20_POLY1305_SHA256": self = .CHACHA20_POLY1305_SHA256
        case "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256": self = .ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
        case "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384": self = .ECDHE_ECDSA_WITH_AES_256_GCM_SHA384
        case "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256": self = .ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256
        case "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256": self = .ECDHE_RSA_WITH_AES_128_GCM_SHA256
        case "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384": self = .ECDHE_RSA_WITH_AES_256_GCM_SHA384
        case "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256": self = .ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256
        case "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256": self = .ECDHE_ECDSA_WITH_AES_128_CBC_SHA256
        case "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384": self = .ECDHE_ECDSA_WITH_AES_256_CBC_SHA384
        case "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256": self = .ECDHE_RSA_WITH_AES_128_CBC_SHA256
        case "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384": self = .ECDHE_RSA_WITH_AES_256_CBC_SHA384
        case "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA": self = .ECDHE_RSA_WITH_AES_128_CBC_SHA
        case "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA": self = .ECDHE_RSA_WITH_AES_256_CBC_SHA
        default: return nil
        }
    }
}
