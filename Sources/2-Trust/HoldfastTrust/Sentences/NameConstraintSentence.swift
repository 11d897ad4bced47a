import HoldfastStatements

/// Sentences about name constraints, and about names that they do not permit.
enum NameConstraintSentence: Sentence {
    case constraintsWithoutAuthority
    case inAuthoritiesOnly
    case authorityOnly
    case noSubtrees
    case emptyList
    case atLeastOne
    case nameNothing(authority: Statement)
    case subtree(String)
    case applicableSubtree
    case cannotBeApplied(authority: Statement)
    case beginsWithDot(authority: Statement)
    case endsWithDot(authority: Statement)
    case readableNames
    case outside(subtree: String)
    case within(subtrees: [String])
    case mayNotIssue(authority: Statement, name: String)
    case useOther
    case withoutMalformedName
    case reissueInDefinedForm
    case reissueWithOrWithout
    case reissueWithoutConstraints
    case reissueWithDomain

    static let topic = "nameConstraint"

    var words: LocalizedText {
        switch self {
        case .constraintsWithoutAuthority: LocalizedText("name constraints, and no cA TRUE", "有名称约束，而没有 cA TRUE")
        case .inAuthoritiesOnly:
            LocalizedText("name constraints in certificates of authorities only", "名称约束只应出现在颁发机构的证书中")
        case .authorityOnly:
            LocalizedText("the certificate has name constraints, and is no authority", "证书带有名称约束，但它不是颁发机构")
        case .noSubtrees: LocalizedText("neither permitted nor excluded subtrees", "既没有允许的子树，也没有排除的子树")
        case .emptyList: LocalizedText("a list of no subtrees", "子树列表为空")
        case .atLeastOne: LocalizedText("at least one subtree", "至少一个子树")
        case .nameNothing(let authority):
            LocalizedText(
                "the name constraints of \(authority.english) name nothing", "\(authority.chinese) 的名称约束没有任何内容")
        case .subtree(let subtree): LocalizedText("the subtree \(subtree)", "子树 \(subtree)")
        case .applicableSubtree:
            LocalizedText(
                "a base of the type's form, minimum 0 and no maximum", "符合该类型格式的基准，minimum 为 0 且没有 maximum")
        case .cannotBeApplied(let authority):
            LocalizedText(
                "a name constraint of \(authority.english) cannot be applied", "\(authority.chinese) 的一项名称约束无法适用")
        case .beginsWithDot(let authority):
            LocalizedText(
                "a name constraint of \(authority.english) begins with a dot, which names of DNS do not have there",
                "\(authority.chinese) 的一项名称约束以点开头，而 DNS 名称不会这样写")
        case .endsWithDot(let authority):
            LocalizedText(
                "a name constraint of \(authority.english) ends with a dot, which names of DNS do not have there",
                "\(authority.chinese) 的一项名称约束以点结尾，而 DNS 名称不会这样写")
        case .readableNames:
            LocalizedText("names that can be read, where they are constrained", "受约束的名称应当可以解析")
        case .outside(let subtree): LocalizedText("outside \(subtree)", "在 \(subtree) 之外")
        case .within(let subtrees):
            LocalizedText("within \(subtrees.joined(separator: ", "))", "在 \(subtrees.joined(separator: ", ")) 之内")
        case .mayNotIssue(let authority, let name):
            LocalizedText("\(authority.english) may not issue for \(name)", "\(authority.chinese) 无权为 \(name) 签发证书")
        case .useOther:
            LocalizedText(
                "use a name that the authority may issue for, or another authority",
                "请使用该颁发机构有权签发的名称，或换用其他颁发机构")
        case .withoutMalformedName:
            LocalizedText("have the certificate issued without the malformed name", "请签发不含该畸形名称的证书")
        case .reissueInDefinedForm:
            LocalizedText(
                "have the authority's certificate issued anew with constraints of a form that RFC 5280 defines",
                "请重新签发颁发机构的证书，名称约束须采用 RFC 5280 定义的形式")
        case .reissueWithOrWithout:
            LocalizedText(
                "have the authority's certificate issued anew with constraints, or without the extension",
                "请重新签发颁发机构的证书：写入名称约束，或去掉该扩展")
        case .reissueWithoutConstraints:
            LocalizedText(
                "have the certificate issued anew without name constraints, which only authorities have a use for",
                "请重新签发证书，去掉只对颁发机构有意义的名称约束")
        case .reissueWithDomain:
            LocalizedText(
                "have the authority's certificate issued anew with the domain's name alone",
                "请重新签发颁发机构的证书，约束中只写域名本身")
        }
    }
}
