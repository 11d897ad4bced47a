import HoldfastStatements
import HoldfastX509

/// Sentences about what a key may be used for by its certificate's key usage.
enum KeyUsageSentence: Sentence {
    case usage(KeyUsage)
    case usageWithoutAuthority(KeyUsage)
    case absent
    case noBit
    case only(KeyUsage)
    case signatureOrEncipherment
    case certificateSigningWithAuthority
    case atLeastOne
    case noAgreedExchange
    case keyExchangeAlone
    case nothingOfPurposes
    case noSignatureOfHandshake
    case noHandshake
    case authorityDoesNotSay(authority: Statement)
    case noCertificateSigning(authority: Statement)
    case certificateSigningWithoutAuthority
    case allowsNothing

    static let topic = "keyUsage"

    var words: LocalizedText {
        switch self {
        case .usage(let usage):
            LocalizedText("key usage \(usage.inSentence.english)", "密钥用法 \(usage.inSentence.chinese)")
        case .usageWithoutAuthority(let usage):
            LocalizedText(
                "key usage \(usage.inSentence.english), and no cA TRUE", "密钥用法 \(usage.inSentence.chinese)，而没有 cA TRUE")
        case .absent: LocalizedText("no key usage", "没有密钥用法")
        case .noBit: LocalizedText("a key usage without a bit", "密钥用法未置任何位")
        case .only(let usage): usage.inSentence
        case .signatureOrEncipherment:
            LocalizedText("digitalSignature or keyEncipherment", "digitalSignature 或 keyEncipherment")
        case .certificateSigningWithAuthority:
            LocalizedText("keyCertSign with cA TRUE only", "keyCertSign 只应与 cA TRUE 同时出现")
        case .atLeastOne: LocalizedText("at least one key usage", "至少一种密钥用法")
        case .noAgreedExchange:
            LocalizedText(
                "the key usage of the certificate does not allow the key exchange by RSA that was agreed on",
                "证书的密钥用法不允许所商定的 RSA 密钥交换")
        case .keyExchangeAlone:
            LocalizedText(
                "the key usage of the certificate allows key exchange by RSA alone, which TLS 1.3 does not have",
                "证书的密钥用法只允许 RSA 密钥交换，而 TLS 1.3 没有这种方式")
        case .nothingOfPurposes:
            LocalizedText(
                "the key usage of the certificate allows nothing of what its extended key usage is for",
                "证书的密钥用法与其扩展密钥用法的用途不符")
        case .noSignatureOfHandshake:
            LocalizedText(
                "the key usage of the certificate does not allow the signature that the handshake rests on",
                "证书的密钥用法不允许握手所依据的签名")
        case .noHandshake:
            LocalizedText("the key usage of the certificate does not allow a TLS handshake", "证书的密钥用法不允许用于 TLS 握手")
        case .authorityDoesNotSay(let authority):
            LocalizedText(
                "the authority \(authority.english) does not say what its key may be used for",
                "颁发机构 \(authority.chinese) 没有说明其密钥的用途")
        case .noCertificateSigning(let authority):
            LocalizedText(
                "the key usage of \(authority.english) does not allow signing certificates",
                "\(authority.chinese) 的密钥用法不允许签发证书")
        case .certificateSigningWithoutAuthority:
            LocalizedText(
                "the key usage of the certificate allows signing certificates, and it is no authority",
                "证书的密钥用法允许签发证书，但它不是颁发机构")
        case .allowsNothing:
            LocalizedText("the key usage of the certificate allows nothing", "证书的密钥用法不允许任何用途")
        }
    }
}

extension KeyUsage {
    /// The names of its bits, or that there is none.
    var inSentence: LocalizedText { isEmpty ? LocalizedText("none", "无") : .same(description) }
}

/// Advice about key usages.
enum KeyUsageAdvice: Sentence {
    case useIssuerWithCertificateSigning
    case haveSignature
    case haveEncipherment
    case giveOtherAnchor
    case reissueAuthority
    case remakeRoot
    case withoutCertificateSigning
    case withUsagesOrWithout

    static let topic = "keyUsageAdvice"

    var words: LocalizedText {
        switch self {
        case .useIssuerWithCertificateSigning:
            LocalizedText(
                "use an issuing authority whose key usage holds keyCertSign", "请使用密钥用法含 keyCertSign 的颁发机构签发")
        case .haveSignature:
            LocalizedText(
                "have the certificate issued with the key usage digitalSignature", "请在签发证书时写入密钥用法 digitalSignature")
        case .haveEncipherment:
            LocalizedText(
                "let the server agree on keys by ECDHE, or have the certificate issued with keyEncipherment too",
                "请让服务器以 ECDHE 商定密钥，或重新签发同时写入密钥用法 keyEncipherment 的证书")
        case .giveOtherAnchor:
            LocalizedText(
                "give an authority's certificate as the anchor whose key usage holds keyCertSign",
                "请以密钥用法含 keyCertSign 的颁发机构证书为信任锚")
        case .reissueAuthority:
            LocalizedText(
                "have the authority's certificate issued anew with the key usage keyCertSign",
                "请重新签发颁发机构的证书，并写入密钥用法 keyCertSign")
        case .remakeRoot:
            LocalizedText(
                "make the root anew with the key usage keyCertSign, or judge by another profile",
                "重新制作密钥用法含 keyCertSign 的根证书，或改用其他规则集判定")
        case .withoutCertificateSigning:
            LocalizedText("have the certificate issued anew without keyCertSign", "请重新签发证书，去掉 keyCertSign")
        case .withUsagesOrWithout:
            LocalizedText(
                "have the certificate issued anew with the key usages that it needs, or without the extension",
                "请重新签发证书：写入所需的密钥用法，或去掉该扩展")
        }
    }
}
