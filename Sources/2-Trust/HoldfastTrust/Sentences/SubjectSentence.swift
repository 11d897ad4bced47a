import HoldfastStatements

/// Sentences about certificates whose subject or issuer is empty.
enum SubjectSentence: Sentence {
    case emptyIssuer
    case name
    case namesNoIssuer
    case emptySubject
    case nameOfAuthority
    case authorityWithoutName
    case emptySubjectWithoutAlternativeName
    case criticalAlternativeName
    case namesNobody
    case emptySubjectWithPlainAlternativeName
    case alternativeNameMayBePassedOver
    case reissueAuthority
    case remakeRoot
    case useNamedAuthority
    case haveAlternativeName
    case haveSubjectOrCriticalName

    static let topic = "subject"

    var words: LocalizedText {
        switch self {
        case .emptyIssuer: LocalizedText("an empty issuer", "签发者为空")
        case .name: LocalizedText("a name", "名称")
        case .namesNoIssuer: LocalizedText("the certificate does not name its issuer", "证书没有写明签发者")
        case .emptySubject: LocalizedText("an empty subject", "主题为空")
        case .nameOfAuthority:
            LocalizedText("a name, since the certificate is an authority's", "应有名称，因为这是颁发机构的证书")
        case .authorityWithoutName: LocalizedText("an authority of the chain has no name", "链中有颁发机构没有名称")
        case .emptySubjectWithoutAlternativeName:
            LocalizedText("an empty subject and no subject alternative name", "主题为空，也没有使用者可选名称")
        case .criticalAlternativeName:
            LocalizedText(
                "a critical subject alternative name, since there is no subject", "主题为空时，应有关键的使用者可选名称")
        case .namesNobody: LocalizedText("the certificate names nobody", "证书没有写明属于谁")
        case .emptySubjectWithPlainAlternativeName:
            LocalizedText(
                "an empty subject, and a subject alternative name that is not critical",
                "主题为空，而使用者可选名称不是关键扩展")
        case .alternativeNameMayBePassedOver:
            LocalizedText(
                "the certificate has no subject, and its alternative name may be passed over",
                "证书没有主题，而其使用者可选名称可能被忽略")
        case .reissueAuthority:
            LocalizedText("have the authority's certificate issued anew with a subject", "请重新签发颁发机构的证书，并写入主题")
        case .remakeRoot:
            LocalizedText(
                "make the root anew with a subject, as `-subj /CN=…` of openssl",
                "重新制作含主题的根证书，如 openssl 的 `-subj /CN=…`")
        case .useNamedAuthority:
            LocalizedText("have the certificate issued by an authority that has a name", "请由有名称的颁发机构签发证书")
        case .haveAlternativeName:
            LocalizedText("have the certificate issued with a subject alternative name", "请在签发证书时写入使用者可选名称")
        case .haveSubjectOrCriticalName:
            LocalizedText(
                "have the certificate issued with a subject, or with its alternative name marked as critical",
                "请在签发证书时写入主题，或将使用者可选名称标记为关键")
        }
    }
}
