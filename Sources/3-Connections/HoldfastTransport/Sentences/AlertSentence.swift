package import HoldfastStatements
package import HoldfastTLS

/// Sentences about alerts with which a server ended TLS (RFC 8446 §6.2, RFC 5246 §7.2.2): the meaning of each as a
/// server says it to a client.
package enum AlertSentence: Sentence, CaseIterable {
    case unexpectedMessage
    case badRecordMAC
    case recordOverflow
    case handshakeFailure
    case badCertificate
    case unsupportedCertificate
    case certificateRevoked
    case certificateExpired
    case certificateUnknown
    case illegalParameter
    case unknownCA
    case accessDenied
    case decodeError
    case decryptError
    case protocolVersion
    case insufficientSecurity
    case internalError
    case inappropriateFallback
    case userCanceled
    case noRenegotiation
    case missingExtension
    case unsupportedExtension
    case unrecognizedName
    case unknownPSKIdentity
    case certificateRequired
    case noApplicationProtocol

    package static let topic = "alert"

    /// The number of the alert in the registry.
    package var number: UInt8 {
        switch self {
        case .unexpectedMessage: 10
        case .badRecordMAC: 20
        case .recordOverflow: 22
        case .handshakeFailure: 40
        case .badCertificate: 42
        case .unsupportedCertificate: 43
        case .certificateRevoked: 44
        case .certificateExpired: 45
        case .certificateUnknown: 46
        case .illegalParameter: 47
        case .unknownCA: 48
        case .accessDenied: 49
        case .decodeError: 50
        case .decryptError: 51
        case .protocolVersion: 70
        case .insufficientSecurity: 71
        case .internalError: 80
        case .inappropriateFallback: 86
        case .userCanceled: 90
        case .noRenegotiation: 100
        case .missingExtension: 109
        case .unsupportedExtension: 110
        case .unrecognizedName: 112
        case .unknownPSKIdentity: 115
        case .certificateRequired: 116
        case .noApplicationProtocol: 120
        }
    }

    package init?(_ alert: AlertDescription) {
        guard let found = Self.allCases.first(where: { $0.number == alert.number }) else { return nil }
        self = found
    }

    package var words: LocalizedText {
        switch self {
        case .unexpectedMessage:
            LocalizedText("the server got a message that it did not expect there", "服务器在该处收到了意料之外的消息")
        case .badRecordMAC:
            LocalizedText(
                "the server could not verify a record: its bytes were changed on the way", "服务器无法验证一条记录：其字节在途中被改变")
        case .recordOverflow: LocalizedText("the server got a record that is too long", "服务器收到了过长的记录")
        case .handshakeFailure:
            LocalizedText(
                "the server found nothing in common: cipher suites, groups or signatures", "服务器找不到双方共同支持的密码套件、群或签名算法")
        case .badCertificate:
            LocalizedText("the server found the certificate corrupt, or its signature wrong", "服务器认为该证书已损坏，或其签名有误")
        case .unsupportedCertificate:
            LocalizedText("the server does not take certificates of that kind", "服务器不接受该类型的证书")
        case .certificateRevoked: LocalizedText("the server takes the certificate for revoked", "服务器认为该证书已被吊销")
        case .certificateExpired:
            LocalizedText("the server takes the certificate for expired, or not yet valid", "服务器认为该证书已过期或尚未生效")
        case .certificateUnknown:
            LocalizedText("the server refused the certificate for a reason that it does not name", "服务器拒绝了该证书，但未说明原因")
        case .illegalParameter:
            LocalizedText(
                "the server got a value that is out of range, or contradicts others", "服务器收到了超出范围或与其他值矛盾的值")
        case .unknownCA:
            LocalizedText(
                "the server knows no authority that the certificate leads up to", "服务器不认识该证书链所通往的颁发机构")
        case .accessDenied:
            LocalizedText(
                "the server took the certificate for valid, and does not let its holder in", "服务器认可该证书有效，但不允许其持有者访问")
        case .decodeError: LocalizedText("the server could not decode a message", "服务器无法解码一条消息")
        case .decryptError:
            LocalizedText("the server could not verify a signature, or a Finished message", "服务器无法验证签名或 Finished 消息")
        case .protocolVersion: LocalizedText("the server speaks none of the versions offered", "服务器不支持所提议的任何版本")
        case .insufficientSecurity:
            LocalizedText("the server asks for stronger parameters than were offered", "服务器要求比所提议的更强的参数")
        case .internalError:
            LocalizedText(
                "the server has a trouble of its own, such as no memory or a certificate that it cannot load",
                "服务器自身出了问题，例如内存不足或无法加载证书")
        case .inappropriateFallback:
            LocalizedText(
                "the server speaks a newer version than the repeated attempt offered", "服务器支持比重试所提议的更新的版本")
        case .userCanceled: LocalizedText("the server gave up for a reason outside TLS", "服务器因 TLS 之外的原因放弃")
        case .noRenegotiation: LocalizedText("the server does not renegotiate", "服务器不进行重新协商")
        case .missingExtension:
            LocalizedText("the server misses an extension that has to be there", "服务器缺少一个必须有的扩展")
        case .unsupportedExtension:
            LocalizedText("the server got an extension where it must not be", "服务器在不允许之处收到了扩展")
        case .unrecognizedName: LocalizedText("the server does not serve that name", "服务器不提供该名称的服务")
        case .unknownPSKIdentity:
            LocalizedText("the server knows no key by the name that was offered (PSK)", "服务器不认识所提议的预共享密钥名称（PSK）")
        case .certificateRequired: LocalizedText("the server asks for a client certificate", "服务器要求客户端证书")
        case .noApplicationProtocol:
            LocalizedText(
                "the server speaks neither HTTP/2 nor HTTP/1.1 on this port", "服务器在该端口既不支持 HTTP/2 也不支持 HTTP/1.1")
        }
    }
}

/// Advice about alerts with which a server ended TLS.
package enum AlertAdvice: Sentence {
    case checkName(host: String)
    case seeServersLog
    /// For messages that are in order when they leave: something between changes them, or the server's library errs.
    case lookBetween
    /// For an alert about a certificate where the client sent none.
    case askAboutClients
    case mendServer
    case renewClientCertificate
    case haveNewClientCertificate
    case giveUsualKind
    case completeClientChain
    case askForAccess
    case checkClientKey
    case compareAlgorithms
    case updateServer
    case giveCertificate

    package static let topic = "alertAdvice"

    package var words: LocalizedText {
        switch self {
        case .checkName(let host):
            LocalizedText(
                "the server does not serve \(host): check the name and the address", "服务器不提供 \(host) 的服务：请检查名称与地址")
        case .seeServersLog:
            LocalizedText("look into the server's log: it names the reason", "请查看服务器日志，其中写明原因")
        case .lookBetween:
            LocalizedText(
                "look for a device between that changes what goes by, and have the server's TLS library updated",
                "请检查途中是否有设备改动数据，并更新服务器的 TLS 库")
        case .askAboutClients:
            LocalizedText(
                "it is about a client certificate, and none was sent: ask the server's owner whether it wants one",
                "该警报涉及客户端证书，而此处没有发送：请询问服务器管理者是否要求客户端证书")
        case .mendServer:
            LocalizedText(
                "tell the server's owner: its log has the reason, and nothing on this side mends it",
                "请告知服务器管理者：原因在其日志中，本端无法修正")
        case .renewClientCertificate:
            LocalizedText(
                "renew the client certificate, or check the clocks of both sides", "请更新客户端证书，或检查双方的时钟")
        case .haveNewClientCertificate:
            LocalizedText("have a new client certificate issued", "请申请新的客户端证书")
        case .giveUsualKind:
            LocalizedText(
                "give a certificate with a key of RSA or P-256 and the extended key usage clientAuth",
                "请提供密钥为 RSA 或 P-256、扩展密钥用法含 clientAuth 的证书")
        case .completeClientChain:
            LocalizedText(
                "put the intermediates into the client certificate's file, or have the server's owner add its "
                    + "authority",
                "请把中间证书放入客户端证书文件，或请服务器管理者添加其颁发机构")
        case .askForAccess:
            LocalizedText(
                "ask the server's owner to let the holder of this certificate in", "请服务器管理者允许该证书的持有者访问")
        case .checkClientKey:
            LocalizedText(
                "check that the key is the certificate's, and look into the server's log", "请确认密钥与证书匹配，并查看服务器日志")
        case .compareAlgorithms:
            LocalizedText(
                "compare what the server allows with what this side offers: holdfast trace shows both",
                "请对照服务器所允许的与本端所提议的：holdfast trace 会显示二者")
        case .updateServer:
            LocalizedText("have the server's TLS library updated", "请更新服务器的 TLS 库")
        case .giveCertificate: LocalizedText("give one that it accepts", "请提供它所接受的证书")
        }
    }
}

extension AlertSentence {
    /// The meaning of an alert with the advice for a client that sent no certificate.
    package static func advice(of alert: AlertDescription) -> Statement {
        guard let meaning = AlertSentence(alert) else { return AlertAdvice.seeServersLog.statement }
        return Statement(Clauses([meaning.statement, meaning.advice.statement]))
    }

    /// The meaning of an alert with the advice for a client whose certificate was sent; nil where the
    /// alert is about none.
    package static func adviceAboutCertificate(of alert: AlertDescription) -> Statement? {
        AlertSentence(alert).flatMap { meaning in
            meaning.certificateAdvice.map { Statement(Clauses([meaning.statement, $0.statement])) }
        }
    }

    /// The advice where no certificate was sent.
    private var advice: AlertAdvice {
        switch self {
        case .unexpectedMessage, .badRecordMAC, .recordOverflow, .illegalParameter, .decodeError, .decryptError,
            .missingExtension, .unsupportedExtension:
            .lookBetween
        case .badCertificate, .unsupportedCertificate, .certificateRevoked, .certificateExpired, .certificateUnknown,
            .unknownCA, .accessDenied:
            .askAboutClients
        case .handshakeFailure, .protocolVersion, .insufficientSecurity, .noApplicationProtocol: .compareAlgorithms
        case .internalError, .userCanceled, .unrecognizedName: .mendServer
        case .inappropriateFallback, .noRenegotiation, .unknownPSKIdentity: .updateServer
        case .certificateRequired: .giveCertificate
        }
    }

    /// The advice about the certificate that was sent; nil where the alert is about none.
    private var certificateAdvice: AlertAdvice? {
        switch self {
        case .badCertificate, .certificateUnknown: .seeServersLog
        case .unsupportedCertificate: .giveUsualKind
        case .certificateRevoked: .haveNewClientCertificate
        case .certificateExpired: .renewClientCertificate
        case .unknownCA: .completeClientChain
        case .accessDenied: .askForAccess
        case .decryptError: .checkClientKey
        default: nil
        }
    }
}
