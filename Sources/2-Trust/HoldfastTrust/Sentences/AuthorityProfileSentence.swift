import HoldfastStatements
import HoldfastX509

/// Sentences about what the certificate of an authority has to say.
enum AuthorityProfileSentence: Sentence {
    case pathLength(Int)
    case none
    case rootWithPathLength(root: Statement)
    case issuedByRoot(name: String)
    case issuedByIntermediate
    case rootSignedServer
    case signingUsages
    case keyUsage(authority: Statement, usage: KeyUsage)
    case countryOrganizationAndName
    case nameLacks(authority: Statement, attributes: [ObjectIdentifier])
    case no(Part)
    case extensionThere
    case has(authority: Statement, no: Part)

    static let topic = "authorityProfile"

    /// An extension of an authority's certificate.
    enum Part: Sentence {
        case policies
        case distributionPoint
        case informationAccess

        static let topic = "authorityExtension"

        var words: LocalizedText {
            switch self {
            case .policies: LocalizedText("certificate policies", "证书策略")
            case .distributionPoint: LocalizedText("CRL distribution point", "CRL 分发点")
            case .informationAccess: LocalizedText("authority information access", "颁发机构信息访问")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .pathLength(let length): .same("pathLenConstraint \(length)")
        case .none: LocalizedText("none", "无")
        case .rootWithPathLength(let root):
            LocalizedText("the root \(root.english) has a path length constraint", "根证书 \(root.chinese) 带有路径长度限制")
        case .issuedByRoot(let name): LocalizedText("issued by the root \(name)", "由根证书 \(name) 直接签发")
        case .issuedByIntermediate: LocalizedText("issued by an intermediate authority", "由中间颁发机构签发")
        case .rootSignedServer:
            LocalizedText(
                "the root's key, which should be offline, signed a server's certificate",
                "本应离线保管的根密钥签发了服务器证书")
        case .signingUsages:
            LocalizedText(
                "keyCertSign and cRLSign, and digitalSignature where it signs OCSP responses",
                "keyCertSign 与 cRLSign；若签署 OCSP 应答则另加 digitalSignature")
        case .keyUsage(let authority, let usage):
            LocalizedText(
                "the key usage of the authority \(authority.english) is \(usage.inSentence.english)",
                "颁发机构 \(authority.chinese) 的密钥用法为 \(usage.inSentence.chinese)")
        case .countryOrganizationAndName:
            LocalizedText(
                "countryName, organizationName and commonName", "countryName、organizationName 与 commonName")
        case .nameLacks(let authority, let attributes):
            LocalizedText(
                "the name of the authority \(authority.english) lacks \(attributes.inSentence)",
                "颁发机构 \(authority.chinese) 的名称缺少 \(attributes.inSentence)")
        case .no(let part): LocalizedText("no \(part.english)", "没有\(part.chinese)")
        case .extensionThere: LocalizedText("the extension", "应有该扩展")
        case .has(let authority, let part):
            LocalizedText(
                "the certificate of the authority \(authority.english) has no \(part.english)",
                "颁发机构 \(authority.chinese) 的证书没有\(part.chinese)")
        }
    }
}

/// Advice about what the certificate of an authority has to say.
enum AuthorityProfileAdvice: Sentence {
    case withSigningUsages
    case nameInFull
    case withPolicies
    case withDistributionPoint
    case withInformationAccess
    case withoutPathLength
    case issueByIntermediate

    static let topic = "authorityProfileAdvice"

    var words: LocalizedText {
        switch self {
        case .withSigningUsages:
            LocalizedText(
                "issue the authority's certificate with the key usages keyCertSign and cRLSign",
                "签发颁发机构的证书时加入密钥用法 keyCertSign 与 cRLSign")
        case .nameInFull:
            LocalizedText("name the authority by country, organization and common name", "颁发机构的名称应包含国家、组织与通用名称")
        case .withPolicies:
            LocalizedText("issue the authority's certificate with certificate policies", "签发颁发机构的证书时加入证书策略")
        case .withDistributionPoint:
            LocalizedText("issue the authority's certificate with a CRL distribution point", "签发颁发机构的证书时加入 CRL 分发点")
        case .withInformationAccess:
            LocalizedText(
                "issue the authority's certificate with an authority information access extension",
                "签发颁发机构的证书时加入颁发机构信息访问扩展")
        case .withoutPathLength:
            LocalizedText(
                "leave the path length out of the root, and constrain the authorities below it",
                "根证书不写路径长度，改为限制其下级颁发机构")
        case .issueByIntermediate:
            LocalizedText(
                "issue servers' certificates by an intermediate authority, and keep the root's key offline",
                "由中间颁发机构签发服务器证书，并离线保管根密钥")
        }
    }
}
