import HoldfastStatements
import HoldfastTransport

/// Sentences about a server's request for a client's certificate.
enum ClientCertificateRequestSentence: Sentence {
    case sent
    case withheldAndEnded
    case withheld
    case ended
    case unknown
    case answeredWithout
    case expected
    case show
    case showAmong(authorities: String)

    static let topic = "clientCertificateRequest"

    var words: LocalizedText {
        switch self {
        case .sent: LocalizedText("the server asks for a client certificate, and one was sent", "服务器要求客户端证书，已发送一张")
        case .withheldAndEnded:
            LocalizedText(
                "the client certificate is not one that the server asks for and was not sent, and the server ends the "
                    + "connection without one", "客户端证书不符合服务器的要求，没有发送；没有证书服务器便终止连接")
        case .withheld:
            LocalizedText(
                "the client certificate is not one that the server asks for and was not sent; whether the server goes "
                    + "on without one shows only after the handshake",
                "客户端证书不符合服务器的要求，没有发送；没有证书时服务器是否继续，要到握手之后才知道")
        case .ended:
            LocalizedText(
                "the server asks for a client certificate, and ends the connection without one", "服务器要求客户端证书，没有证书便终止连接")
        case .unknown:
            LocalizedText(
                "the server asks for a client certificate; whether it goes on without one shows only after the "
                    + "handshake", "服务器要求客户端证书；没有证书时是否继续，要到握手之后才知道")
        case .answeredWithout:
            LocalizedText("a CertificateRequest, answered without a certificate", "CertificateRequest，未附证书作答")
        case .expected:
            LocalizedText("a certificate of the client's where the server asks for one", "服务器要求时出示客户端证书")
        case .show:
            LocalizedText(
                "what the server has for clients with a certificate is refused to others: show one, with --cert and "
                    + "--key where the command is used",
                "服务器为持有证书的客户端提供的内容不向他人开放：请出示证书，使用命令时以 --cert 与 --key")
        case .showAmong(let authorities):
            LocalizedText(
                "\(Self.show.english); \(ClientCertificateAdvice.accepts(authorities: authorities).english)",
                "\(Self.show.chinese)；\(ClientCertificateAdvice.accepts(authorities: authorities).chinese)")
        }
    }
}
