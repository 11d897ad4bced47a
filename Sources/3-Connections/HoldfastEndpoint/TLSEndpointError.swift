import COpenSSL
package import HoldfastCrypto
package import HoldfastStatements

/// An error of setting up a context or an endpoint, or of a demand that libssl does not carry out.
package struct TLSEndpointError: Error, Hashable, Sendable {
    /// The thing that libssl did not take.
    package enum Part: Hashable, Sendable {
        case context, options, versions
        /// A list of which OpenSSL knows nothing, with its text.
        case list(TLSSettings.List, String)
        /// An application protocol that has not 1 to 255 bytes.
        case applicationProtocolLength
        case applicationProtocols
        /// A key that does not come out of libcrypto.
        case key(CryptoError)
        /// A key or a certificate that libssl does not read.
        case material
        /// A certificate, a key and a chain that libssl does not use together.
        case identity
        case timestamps, staple, authorities
        case connection
        /// A name that is none of a server's.
        case serverName(String)
        case session
        /// A demand on the peer, after the handshake.
        case demand
    }

    package let part: Part
    /// OpenSSL's whole error queue, oldest entry first.
    package let stack: [OpenSSLError]

    /// The part as a statement; libssl's own words stand in ``stack``.
    package var statement: Statement { part.statement }

    init(_ part: Part, _ stack: [OpenSSLError] = []) {
        self.part = part
        self.stack = stack
    }

    /// The error that libssl has just left in the thread's queue, which is emptied.
    static func library(_ part: Part) -> TLSEndpointError { TLSEndpointError(part, OpenSSLError.takeAll()) }
}

extension TLSEndpointError.Part: Sentence {
    package static let topic = "tlsEndpoint"

    package var words: LocalizedText {
        switch self {
        case .context: LocalizedText("libssl makes no context", "libssl 无法建立上下文")
        case .options: LocalizedText("libssl does not take the options", "libssl 不接受这些选项")
        case .versions: LocalizedText("libssl does not take the versions of TLS", "libssl 不接受这些 TLS 版本")
        case .list(_, let text): LocalizedText("OpenSSL knows nothing of '\(text)'", "OpenSSL 不认识“\(text)”中的任何一项")
        case .applicationProtocolLength:
            LocalizedText("an application protocol has 1 to 255 bytes", "应用层协议的名称应有 1 到 255 个字节")
        case .applicationProtocols:
            LocalizedText("libssl does not take the application protocols", "libssl 不接受这些应用层协议")
        case .key(let cause): cause.statement.words
        case .material: LocalizedText("libssl does not read the key or the certificate", "libssl 读不了密钥或证书")
        case .identity:
            LocalizedText("libssl does not use this key with this certificate", "libssl 不把这个密钥与这张证书一起使用")
        case .timestamps: LocalizedText("libssl does not take the timestamps", "libssl 不接受这些时间戳")
        case .staple: LocalizedText("libssl does not take the stapled response", "libssl 不接受装订的 OCSP 应答")
        case .authorities:
            LocalizedText("libssl does not take the names of authorities", "libssl 不接受这些证书颁发机构的名称")
        case .connection: LocalizedText("libssl makes no connection", "libssl 无法建立连接")
        case .serverName(let name): LocalizedText("'\(name)' is no name of a server", "“\(name)”不是服务器的名称")
        case .session: LocalizedText("libssl does not take the session", "libssl 不接受这个会话")
        case .demand: LocalizedText("libssl does not carry out the demand", "libssl 没有执行这项要求")
        }
    }
}

/// The reasons of libssl's, among many, by which whoever reads its error queue decides.
package enum TLSLibraryReason: Hashable, Sendable {
    /// The bytes are of no record of TLS.
    case notTLS
    /// The stream has ended before its time.
    case unexpectedEnd
    /// A server without secure renegotiation (RFC 5746).
    case unsafeRenegotiation

    /// Reads an error queue.
    package static func all(in stack: [OpenSSLError]) -> Set<TLSLibraryReason> {
        Set(stack.compactMap(TLSLibraryReason.init))
    }

    private init?(_ error: OpenSSLError) {
        guard ERR_GET_LIB(error.code) == ERR_LIB_SSL else { return nil }
        switch ERR_GET_REASON(error.code) {
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_BAD_RECORD_TYPE: self = .notTLS
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: self = .unexpectedEnd
        case SSL_R_UNSAFE_LEGACY_RENEGOTIATION_DISABLED: self = .unsafeRenegotiation
        default: return nil
        }
    }
}
