import HoldfastStatements

/// Advice where OCSP responses do not say whether a certificate was revoked.
enum ResponseAdvice: Sentence {
    case askAboutThis
    case askForSerialNumber(String)
    case askByNameAsWritten
    case askByKeyOfIssuer
    case askBySHA1
    case askLater
    case askNamedResponder
    case askRightly
    case askSigned
    case askWhetherIssued
    case mend
    case supplyNewest
    case sayNextUpdate
    case setItsClock
    case sendCertificate
    case getAnew
    case designate
    case designateForSigning
    case letSign
    case askAnother
    case renew
    case nameSignerStatus

    static let topic = "responseAdvice"

    var words: LocalizedText {
        switch self {
        case .askAboutThis:
            LocalizedText(
                "supply a response about this very certificate, asked for by its issuer and serial number",
                "请提供针对该证书本身的应答：以其签发者与序列号查询")
        case .askForSerialNumber(let number):
            LocalizedText(
                "ask for the serial number \(number), and supply that response", "请以序列号 \(number) 查询，并提供相应的应答")
        case .askByNameAsWritten:
            LocalizedText(
                """
                ask with the hash of the issuer's name as this certificate writes it, byte for byte (RFC 6960 §4.1.1); \
                if that was done, the responder has to answer by it
                """,
                "请以该证书所写签发者名称的逐字节散列查询（RFC 6960 §4.1.1）；若已如此，则应答服务器须照此答复")
        case .askByKeyOfIssuer:
            LocalizedText(
                "ask with the certificate of the authority whose key signed this one; that authority has another key",
                "请以签发该证书的那个密钥的颁发机构证书查询；该机构另有一个密钥")
        case .askBySHA1:
            LocalizedText(
                "ask with the certificate named by SHA-1 or SHA-256 (RFC 5019 §2.1.1)",
                "请以 SHA-1 或 SHA-256 指称证书来查询（RFC 5019 §2.1.1）")
        case .askLater: LocalizedText("ask the responder again later", "请稍后再向应答服务器查询")
        case .askNamedResponder:
            LocalizedText(
                "ask the responder that the certificate names, which speaks for its issuer", "请向证书所指明的应答服务器查询，它代表其签发者")
        case .askRightly:
            LocalizedText(
                "ask with a request as RFC 6960 §4.1.1 has it; the responder does not take the one that it got",
                "请以符合 RFC 6960 §4.1.1 的请求查询；应答服务器没有接受所收到的请求")
        case .askSigned: LocalizedText("sign the request: the responder asks for that", "请签署请求：应答服务器有此要求")
        case .askWhetherIssued:
            LocalizedText(
                "ask the certificate's authority whether it issued it, and the responder's owner why it does not know",
                "请向颁发机构询问是否签发过该证书，并向应答服务器的管理者询问为何不知道它")
        case .mend:
            LocalizedText(
                "the response itself is at fault: the responder's owner has to mend it; a revocation list does in its "
                    + "place",
                "应答本身有误：须由应答服务器的管理者修正；也可改用吊销列表")
        case .supplyNewest:
            LocalizedText(
                "ask the responder anew; where it gives out nothing newer, it is late, or the clock of this machine is "
                    + "ahead",
                "请重新向应答服务器查询；若没有更新的应答，则是其逾期，或本机的时钟偏快")
        case .sayNextUpdate:
            LocalizedText(
                "let the responder say in its responses when the next one comes, with nextUpdate",
                "请让应答服务器在应答中以 nextUpdate 写明下次更新的时间")
        case .setItsClock:
            LocalizedText(
                "the responder's clocks disagree: its owner has to set them", "应答服务器的时钟彼此不一致：须由其管理者校准")
        case .sendCertificate:
            LocalizedText(
                "let the responder put its own certificate into its responses (certs, RFC 6960 §4.2.2.3), or supply it",
                "请让应答服务器在应答中附上自己的证书（certs，RFC 6960 §4.2.2.3），或提供该证书")
        case .getAnew:
            LocalizedText(
                "ask the responder anew: the response was changed or damaged on its way, or another key signed it",
                "请重新向应答服务器查询：该应答在途中被改动或损坏，或由另一密钥签署")
        case .designate:
            LocalizedText(
                "have the responder's certificate issued by the certificate's own issuer (RFC 6960 §4.2.2.2)",
                "应答服务器的证书须由该证书自己的签发者签发（RFC 6960 §4.2.2.2）")
        case .designateForSigning:
            LocalizedText(
                "have the responder's certificate issued with the extended key usage OCSPSigning (RFC 6960 §4.2.2.2)",
                "请在签发应答服务器的证书时写入扩展密钥用法 OCSPSigning（RFC 6960 §4.2.2.2）")
        case .letSign:
            LocalizedText(
                "have the responder's certificate issued with the key usage digitalSignature",
                "请在签发应答服务器的证书时写入密钥用法 digitalSignature")
        case .askAnother:
            LocalizedText(
                "supply the status of the responder's certificate from somebody else: its issuer's list, for example",
                "请由他人提供该应答服务器证书的状态，例如其签发者的吊销列表")
        case .renew:
            LocalizedText(
                "the responder's owner has to renew its certificate, and sign with the new one",
                "须由应答服务器的管理者更新其证书，并以新证书签署")
        case .nameSignerStatus:
            LocalizedText(
                "have the responder's certificate issued with id-pkix-ocsp-nocheck, or with the place of its status",
                "请在签发应答服务器的证书时加入 id-pkix-ocsp-nocheck，或写明查询其状态之处")
        }
    }
}
