import HoldfastTLS
package import HoldfastTracing

package import HoldfastStatements

/// The reason why a client would not get on with a server, or why nobody knows.
package enum ClientReason: Sentence {
    /// The certificate that it is shown is refused, by this finding.
    case refused(code: String)
    /// A certificate of the chain is signed by an algorithm that the client does not offer to verify.
    case notVerified(algorithm: String, depth: Int)
    /// The server chose this for `check`, and the client has it not; nil where only the kind is known.
    case noVersion(String?)
    case noGroup(String)
    case noSuite(String)
    case noScheme(key: String)
    /// The server ended the handshake with an alert, and nothing tells why.
    case alert(String)
    case closed
    /// A version of TLS that no client should go on with (RFC 8996).
    case oldVersion(String)
    case violation(HelloAnswer.Violation)
    case badProof
    /// Nobody can tell: this machine's OpenSSL lacks what the server chose.
    case lacksGroup(String)
    case lacksSuite(String)
    case lacksScheme(String)
    /// The server proves its key only by the end of the handshake, which nobody here comes to (RSA key transport).
    case notProven
    case connection(Statement)
    /// The client is known by its vendor's pages alone.
    case notRecorded

    package static let topic = "client"

    /// Whether the client fails by it; otherwise nobody knows.
    package var isFailure: Bool {
        switch self {
        case .lacksGroup, .lacksSuite, .lacksScheme, .notProven, .connection, .notRecorded: false
        default: true
        }
    }

    /// The reason in words, without a full stop.
    package var words: LocalizedText {
        switch self {
        case .refused(let code):
            LocalizedText("the certificate that it is shown is refused: \(code)", "返回给它的证书被拒绝：\(code)")
        case .notVerified(let algorithm, let depth):
            LocalizedText(
                "certificate \(depth) of the chain is signed with \(algorithm), which it does not offer to verify",
                "证书链中的第 \(depth) 张证书以 \(algorithm) 签名，而它未表示能够验证")
        case .noVersion(let version?):
            LocalizedText(
                "it does not offer TLS \(version), which the server chose here", "它不提供服务器在此选用的 TLS \(version)")
        case .noVersion(nil):
            LocalizedText("the server takes none of the versions that it offers", "服务器不接受它提供的任何 TLS 版本")
        case .noGroup(let group):
            LocalizedText(
                "it does not offer the group \(group), which the server chose here", "它不提供服务器在此选用的密钥交换组 \(group)")
        case .noSuite(let suite):
            LocalizedText(
                "it does not offer the suite \(suite), which the server chose here", "它不提供服务器在此选用的密码套件 \(suite)")
        case .noScheme(let key):
            LocalizedText(
                "it offers no signature scheme for the server's key, \(key)", "它不提供适用于服务器密钥（\(key)）的签名方案")
        case .alert(let alert):
            LocalizedText("the server ends the handshake with the alert \(alert)", "服务器以警报 \(alert) 结束握手")
        case .closed: LocalizedText("the server closes the connection without an alert", "服务器不发警报即关闭连接")
        case .oldVersion(let version):
            LocalizedText(
                "the server chooses \(version), which is broken (RFC 8996)", "服务器选用 \(version)，该版本已不安全（RFC 8996）")
        case .violation(let violation): violation.words
        case .badProof:
            LocalizedText(
                "the server's signature of the handshake does not verify by the certificate", "服务器对握手的签名无法用其证书验证")
        case .lacksGroup(let group):
            LocalizedText(
                "the server chooses \(group), which this machine's OpenSSL has not", "服务器选用 \(group)，本机的 OpenSSL 不支持")
        case .lacksSuite(let suite):
            LocalizedText("the server chooses \(suite), which is not followed here", "服务器选用 \(suite)，此处无法继续")
        case .lacksScheme(let scheme):
            LocalizedText(
                "the server signs with \(scheme), which this machine's OpenSSL cannot verify",
                "服务器以 \(scheme) 签名，本机的 OpenSSL 无法验证")
        case .notProven:
            LocalizedText(
                "the server signs nothing (RSA key transport): that it has the certificate's key does not show",
                "服务器不作签名（RSA 密钥传输）：无法看出它是否持有证书的私钥")
        case .connection(let statement): statement.words
        case .notRecorded:
            LocalizedText(
                "its vendor's pages do not state a whole hello", "厂商的页面没有给出完整的 ClientHello")
        }
    }
}

extension HelloAnswer.Violation: Sentence {
    package static let topic = "violation"

    package var words: LocalizedText {
        switch self {
        case .versionNotOffered: LocalizedText("the server chooses a version that it does not offer", "服务器选用了它未提供的版本")
        case .suiteNotOffered: LocalizedText("the server chooses a suite that it does not offer", "服务器选用了它未提供的密码套件")
        case .groupNotOffered: LocalizedText("the server chooses a group that it does not offer", "服务器选用了它未提供的密钥交换组")
        case .schemeNotOffered:
            LocalizedText("the server signs with a scheme that it does not offer", "服务器使用了它未提供的签名方案")
        case .downgrade:
            LocalizedText(
                "the server's random says that it speaks a newer version than it chose (RFC 8446 §4.1.3)",
                "服务器的随机数表明它支持比所选更新的版本（RFC 8446 §4.1.3）")
        case .malformed: LocalizedText("the server's messages are not those of a handshake", "服务器的消息不符合握手协议")
        }
    }
}
