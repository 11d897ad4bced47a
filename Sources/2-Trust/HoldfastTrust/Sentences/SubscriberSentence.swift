import HoldfastStatements
import HoldfastX509

/// Sentences about what a server's certificate has to say, and must not.
enum SubscriberSentence: Sentence {
    case noUnit
    case namesUnit
    case serialNumber(SerialNumber)
    case serialOctets(least: Int)
    case foreseeableSerialNumber(octets: Int)
    case notAuthority
    case isAuthority
    case halves(isAuthority: Bool, usage: KeyUsage?)
    case bothOrNeither
    case halfAuthority
    case only(KeyUsage)
    case atMost(KeyUsage)
    case keyUsage(KeyUsage)
    case noInformationAccess
    case placeOfIssuer
    case doesNotSayWhereIssuerIs
    case noPlaceOfRevocation
    case oneOfThem
    case doesNotSayWhereRevocationIs
    case noPolicies
    case reservedPolicy
    case doesNotSayItsPolicy
    case policies([ObjectIdentifier])
    case oneReservedPolicy
    case doesNotSayItsType

    static let topic = "subscriber"

    var words: LocalizedText {
        switch self {
        case .noUnit: LocalizedText("no organizational unit", "没有组织单位")
        case .namesUnit:
            LocalizedText("the subject names an organizational unit, which says nothing", "主题含有没有意义的组织单位")
        case .serialNumber(let number): LocalizedText("serial number \(number)", "序列号 \(number)")
        case .serialOctets(let least): LocalizedText("\(least) to 20 octets", "\(least) 至 20 字节")
        case .foreseeableSerialNumber(let octets):
            LocalizedText(
                "the serial number has \(octets) octets, too few to be unforeseeable", "序列号只有 \(octets) 字节，不足以不可预测")
        case .notAuthority: .same("cA FALSE")
        case .isAuthority:
            LocalizedText("the server's certificate is that of a certificate authority", "服务器证书竟是证书颁发机构的证书")
        case .halves(let isAuthority, let usage): Self.halves(isAuthority ? "TRUE" : "FALSE", usage)
        case .bothOrNeither: LocalizedText("both of an authority, or neither", "两者应同为颁发机构所有，或都不是")
        case .halfAuthority:
            LocalizedText("the server's certificate is half that of a certificate authority", "服务器证书有一半像证书颁发机构的证书")
        case .only(let usage): .same("\(usage)")
        case .atMost(let usage): LocalizedText("at most \(usage)", "最多 \(usage)")
        case .keyUsage(let usage):
            LocalizedText(
                "the key usage of the server's certificate is \(usage.inSentence.english)",
                "服务器证书的密钥用法为 \(usage.inSentence.chinese)")
        case .noInformationAccess: LocalizedText("no authority information access", "没有颁发机构信息访问")
        case .placeOfIssuer: LocalizedText("the place of the issuer's certificate", "签发者证书的位置")
        case .doesNotSayWhereIssuerIs:
            LocalizedText(
                "the certificate does not say where its issuer's certificate is", "证书没有说明其签发者证书的位置")
        case .noPlaceOfRevocation:
            LocalizedText("neither a CRL distribution point nor an OCSP responder", "既没有 CRL 分发点，也没有 OCSP 服务")
        case .oneOfThem: LocalizedText("one of them", "其中之一")
        case .doesNotSayWhereRevocationIs:
            LocalizedText(
                "the certificate does not say where its revocation would be found", "证书没有说明在何处查询其吊销状态")
        case .noPolicies: LocalizedText("no certificate policies", "没有证书策略")
        case .reservedPolicy: LocalizedText("a reserved policy identifier", "保留的策略标识")
        case .doesNotSayItsPolicy:
            LocalizedText("the certificate does not say by which policy it was issued", "证书没有说明依据哪项策略签发")
        case .policies(let policies): .same(policies.inSentence)
        case .oneReservedPolicy:
            LocalizedText(
                "exactly one reserved policy identifier, and not anyPolicy", "恰好一个保留的策略标识，且不是 anyPolicy")
        case .doesNotSayItsType:
            LocalizedText("the policies of the certificate do not say of which type it is", "证书的策略没有说明它属于哪种类型")
        }
    }

    private static func halves(_ authority: String, _ usage: KeyUsage?) -> LocalizedText {
        let usage = usage?.inSentence ?? LocalizedText("absent", "未给出")
        return LocalizedText(
            "cA \(authority), key usage \(usage.english)", "cA \(authority)，密钥用法 \(usage.chinese)")
    }
}

/// Advice about what a server's certificate has to say, and must not.
enum SubscriberAdvice: Sentence {
    case keepAuthorityKeyAway
    case serverCertificate
    case signatureAlone
    case withInformationAccess
    case withDistributionPoint
    case withPolicyOfType
    case oneReservedPolicy
    case withoutUnit
    case randomSerialNumbers

    static let topic = "subscriberAdvice"

    var words: LocalizedText {
        switch self {
        case .keepAuthorityKeyAway:
            LocalizedText(
                "give the server a certificate of its own, and keep the authority's key away from it",
                "请为服务器单独签发证书，颁发机构的密钥不要放在服务器上")
        case .serverCertificate:
            LocalizedText(
                "give the server a certificate of its own, with cA FALSE and without keyCertSign",
                "请为服务器单独签发证书：cA FALSE，且不含 keyCertSign")
        case .signatureAlone:
            LocalizedText(
                "have the certificate issued with the key usage digitalSignature alone",
                "请在签发证书时只写密钥用法 digitalSignature")
        case .withInformationAccess:
            LocalizedText(
                "issue the certificate with an authority information access extension", "签发证书时加入颁发机构信息访问扩展")
        case .withDistributionPoint:
            LocalizedText(
                "issue the certificate with a CRL distribution point, or for at most seven days",
                "签发证书时加入 CRL 分发点，或有效期不超过七天")
        case .withPolicyOfType:
            LocalizedText(
                "issue the certificate with the policy identifier of its type, as 2.23.140.1.2.1",
                "签发证书时写入其类型的策略标识符，如 2.23.140.1.2.1")
        case .oneReservedPolicy:
            LocalizedText(
                "issue the certificate with exactly one reserved policy identifier, and not with anyPolicy",
                "签发证书时只写一个保留的策略标识符，且不写 anyPolicy")
        case .withoutUnit: LocalizedText("issue the certificate without an organizational unit", "签发证书时不写组织单位")
        case .randomSerialNumbers:
            LocalizedText(
                "issue certificates with serial numbers of 16 random octets", "签发证书时使用 16 个随机字节的序列号")
        }
    }
}
