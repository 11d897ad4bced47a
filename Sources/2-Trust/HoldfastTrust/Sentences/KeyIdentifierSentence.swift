import HoldfastStatements

/// Sentences about the identifiers of keys, by which certificates name the one that signed them.
enum KeyIdentifierSentence: Sentence {
    case noAuthorityKeyIdentifier
    case withoutKeyIdentifier
    case identifierOfIssuer
    case doesNotIdentifySigner
    case noSubjectKeyIdentifier
    case identifierOfAuthority
    case authorityDoesNotIdentifyKey(authority: Statement)
    case issuerWithoutSerialNumber
    case serialNumberWithoutIssuer
    case bothOrNone
    case namesByHalf
    case issuerOrSerialNumberBeside
    case keyIdentifierAlone
    case namesCertificate
    case issuedByKey(identifier: String)
    case identifier(String, of: String)
    case namesOtherKey
    case issuedByCertificate(serialNumber: String)
    case serialNumber(String, of: String)
    case namesOtherCertificate
    case subjectKeyIdentifier
    case anchorDoesNotIdentifyKey(anchor: Statement)
    case noIdentifierOfIssuer
    case identifierSinceOtherIssued
    case anchorDoesNotIdentifySigner(anchor: Statement)
    case anotherThanItsOwn
    case issuerOrSerialNumber
    case noneOrItsOwn
    case noneOfRoot(anchor: Statement)

    static let topic = "keyIdentifier"

    var words: LocalizedText {
        switch self {
        case .noAuthorityKeyIdentifier: LocalizedText("no authority key identifier", "没有颁发机构密钥标识")
        case .withoutKeyIdentifier:
            LocalizedText("an authority key identifier without a key identifier", "颁发机构密钥标识中没有密钥标识")
        case .identifierOfIssuer:
            LocalizedText(
                "an authority key identifier with the key identifier of the issuer", "含签发者密钥标识的颁发机构密钥标识")
        case .doesNotIdentifySigner:
            LocalizedText("the certificate does not identify the key that signed it", "证书没有标识签署它的密钥")
        case .noSubjectKeyIdentifier: LocalizedText("no subject key identifier", "没有主题密钥标识")
        case .identifierOfAuthority:
            LocalizedText(
                "a subject key identifier, since the certificate is an authority's", "应有主题密钥标识，因为这是颁发机构的证书")
        case .authorityDoesNotIdentifyKey(let authority):
            LocalizedText(
                "the authority \(authority.english) does not identify its key", "颁发机构 \(authority.chinese) 没有标识自己的密钥")
        case .issuerWithoutSerialNumber: LocalizedText("an issuer without a serial number", "有签发者而没有序列号")
        case .serialNumberWithoutIssuer: LocalizedText("a serial number without an issuer", "有序列号而没有签发者")
        case .bothOrNone:
            LocalizedText("both of the issuer's certificate, or none", "签发者证书的这两项应同时出现，或都不出现")
        case .namesByHalf:
            LocalizedText(
                "the authority key identifier names the issuer's certificate by half", "颁发机构密钥标识只写出了签发者证书的一半信息")
        case .issuerOrSerialNumberBeside:
            LocalizedText(
                "an authority key identifier with an issuer or a serial number", "颁发机构密钥标识中含签发者或序列号")
        case .keyIdentifierAlone: LocalizedText("the key identifier alone", "只含密钥标识")
        case .namesCertificate:
            LocalizedText(
                "the authority key identifier names a certificate and not the key alone",
                "颁发机构密钥标识指明了某张证书，而不只是密钥")
        case .issuedByKey(let identifier): LocalizedText("issued by the key \(identifier)", "由密钥 \(identifier) 签发")
        case .identifier(let identifier, let name):
            LocalizedText("\(identifier), the key identifier of \(name)", "\(identifier)，即 \(name) 的密钥标识")
        case .namesOtherKey:
            LocalizedText(
                "the certificate names another key of its issuer than the one that signed it",
                "证书写明的签发者密钥不是签署它的那一把")
        case .issuedByCertificate(let number):
            LocalizedText(
                "issued by the certificate with the serial number \(number)", "由序列号为 \(number) 的证书签发")
        case .serialNumber(let number, let name): LocalizedText("\(number) of \(name)", "\(name) 的 \(number)")
        case .namesOtherCertificate:
            LocalizedText(
                "the certificate names another certificate of its issuer than the one in the chain",
                "证书写明的签发者证书不是链中的那一张")
        case .subjectKeyIdentifier: LocalizedText("a subject key identifier", "应有主题密钥标识")
        case .anchorDoesNotIdentifyKey(let anchor):
            LocalizedText("the anchor \(anchor.english) does not identify its key", "信任锚 \(anchor.chinese) 没有标识自己的密钥")
        case .noIdentifierOfIssuer: LocalizedText("no key identifier of its issuer", "没有其签发者的密钥标识")
        case .identifierSinceOtherIssued:
            LocalizedText(
                "an authority key identifier, since another authority issued the anchor",
                "应有颁发机构密钥标识，因为信任锚由其他机构签发")
        case .anchorDoesNotIdentifySigner(let anchor):
            LocalizedText(
                "the anchor \(anchor.english) does not identify the key that signed it",
                "信任锚 \(anchor.chinese) 没有标识签署它的密钥")
        case .anotherThanItsOwn: LocalizedText("another key identifier than its own", "不是自己的密钥标识")
        case .issuerOrSerialNumber: LocalizedText("an issuer or a serial number", "含签发者或序列号")
        case .noneOrItsOwn:
            LocalizedText(
                "no authority key identifier, or its own key identifier alone", "没有颁发机构密钥标识，或只含自己的密钥标识")
        case .noneOfRoot(let anchor):
            LocalizedText(
                "the authority key identifier of \(anchor.english) is none of a root",
                "\(anchor.chinese) 的颁发机构密钥标识不符合根证书的要求")
        }
    }
}

/// Advice about the identifiers of keys.
enum KeyIdentifierAdvice: Sentence {
    case withIdentifierOfIssuer
    case sendNamedIntermediate
    case identifierAlone
    case survivingIdentifier
    case authorityWithIdentifier
    case remakeRoot
    case giveRoot
    case rootWithoutAuthorityKeyIdentifier

    static let topic = "keyIdentifierAdvice"

    var words: LocalizedText {
        switch self {
        case .withIdentifierOfIssuer:
            LocalizedText(
                "have the certificate issued anew with the key identifier of its issuer", "请重新签发证书，写入签发者的密钥标识符")
        case .sendNamedIntermediate:
            LocalizedText(
                "let the server send the intermediate that the certificate names, or have the certificate issued anew",
                "请让服务器发送证书所指明的中间证书，或重新签发证书")
        case .identifierAlone:
            LocalizedText("have the certificate issued anew with the key identifier alone", "请重新签发证书，只写密钥标识符")
        case .survivingIdentifier:
            LocalizedText(
                "have the certificate issued anew with the key identifier alone: it survives a renewal of the issuer",
                "请重新签发证书，只写密钥标识符：签发者更新后它仍然有效")
        case .authorityWithIdentifier:
            LocalizedText(
                "have the authority's certificate issued anew with a subject key identifier",
                "请重新签发颁发机构的证书，并写入使用者密钥标识符")
        case .remakeRoot:
            LocalizedText(
                "make the root anew with a subject key identifier, or judge by another profile",
                "重新制作含使用者密钥标识符的根证书，或改用其他规则集判定")
        case .giveRoot: LocalizedText("give the root of the authority as the anchor", "请以该颁发机构的根证书为信任锚")
        case .rootWithoutAuthorityKeyIdentifier:
            LocalizedText(
                "make the root anew without an authority key identifier, or with its own key identifier alone",
                "重新制作根证书：不含颁发机构密钥标识符，或只含它自己的密钥标识符")
        }
    }
}
