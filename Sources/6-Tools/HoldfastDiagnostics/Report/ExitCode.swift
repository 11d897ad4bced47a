package import HoldfastStatements

/// The exit codes of the process, in one enumeration for every command.
///
/// Those of refusals belong to findings (`FindingCode.exitCode`). Of several the worst counts
/// (``VerdictReport/exitCode(ofAll:)``).
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
    case success = 0
    case internalError = 1
    case usage = 2
    case connection = 3
    case handshakeBeforeVerdict = 4
    case handshakeAfterVerdict = 5
    case transfer = 6
    case timedOut = 7
    case issuerNotFound = 20
    case expired = 21
    case selfSigned = 22
    case untrustedRoot = 23
    case nameDiffers = 24
    case revoked = 25
    case pinMismatch = 26
    case weak = 27
    case policyRule = 28
    case badSignature = 29
    case malformedCertificate = 30
    case workLimit = 31
    case expiresSoon = 32
    case findings = 33

    /// The code of a number; of one that has none, the code for failures of the program itself.
    package init(status: Int32) { self = ExitCode(rawValue: status) ?? .internalError }

    /// The codes of failed connections.
    package static let connections: [ExitCode] = [
        .connection, .handshakeBeforeVerdict, .handshakeAfterVerdict, .timedOut,
    ]

    /// The codes of refused chains.
    package static let refusals = allCases.filter { issuerNotFound.rawValue...workLimit.rawValue ~= $0.rawValue }

    /// The meaning of the code in a line.
    package var meaning: LocalizedText {
        switch self {
        case .success: LocalizedText("trusted", "可信")
        case .internalError: LocalizedText("internal or I/O error", "内部错误或读写错误")
        case .usage: LocalizedText("usage", "用法错误")
        case .connection: LocalizedText("name not found, or connection failed", "域名解析失败或无法连接")
        case .handshakeBeforeVerdict: LocalizedText("TLS failed before a certificate was judged", "证书判定之前 TLS 失败")
        case .handshakeAfterVerdict: LocalizedText("TLS failed after the certificate was accepted", "证书通过之后 TLS 失败")
        case .transfer: LocalizedText("HTTP or the transfer failed", "HTTP 或传输失败")
        case .timedOut: LocalizedText("timed out", "超时")
        case .issuerNotFound: LocalizedText("the issuer was not found", "找不到签发者")
        case .expired: LocalizedText("expired or not yet valid", "已过期或尚未生效")
        case .selfSigned: LocalizedText("self-signed, and not an anchor", "自签名且不是信任锚")
        case .untrustedRoot: LocalizedText("the chain ends at a root that is no anchor", "证书链的顶端不是信任锚")
        case .nameDiffers: LocalizedText("the name differs", "主机名不匹配")
        case .revoked: LocalizedText("revoked, or unknown where it must be known", "已吊销，或必须确认而无法确认")
        case .pinMismatch: LocalizedText("pin mismatch", "公钥固定不匹配")
        case .weak: LocalizedText("weak key or signature", "密钥或签名强度不足")
        case .policyRule: LocalizedText("another rule of the policy", "违反策略的其他规则")
        case .badSignature: LocalizedText("a signature does not verify", "签名验证失败")
        case .malformedCertificate: LocalizedText("malformed certificate", "证书格式错误")
        case .workLimit: LocalizedText("work limit", "超出工作量上限")
        case .expiresSoon: LocalizedText("expires within the time asked for", "在所要求的期限内过期")
        case .findings:
            LocalizedText(
                "findings, of commands that judge other things; of check --as, a client that does not get on",
                "其他检查类命令发现问题；check --as 时，有客户端无法连接")
        }
    }
}
