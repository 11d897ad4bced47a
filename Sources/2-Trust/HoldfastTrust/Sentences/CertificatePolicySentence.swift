import HoldfastStatements
import HoldfastX509

/// Sentences about certificate policies.
enum CertificatePolicySentence: Sentence {
    case twice(policy: ObjectIdentifier)
    case eachOnce
    case namedTwice
    case mapped(from: ObjectIdentifier, to: ObjectIdentifier)
    case noMappingOfAnyPolicy
    case mapsAnyPolicy(authority: Statement)
    case mappedNotAsserted(policy: ObjectIdentifier)
    case mappedAsserted
    case mapsUnstated(authority: Statement)
    case extensionOfAuthorities(name: String)
    case policiesAlone
    case holdsExtensionOfAuthorities(name: String)
    case validFor([ObjectIdentifier], more: Int)
    case policies([ObjectIdentifier], more: Int)
    case none
    case validForWholePath
    case oneOf([ObjectIdentifier], more: Int)
    case noneAcceptable
    case noneValid(at: Statement)
    case underAllowedPolicy
    case withoutMappingAnyPolicy
    case withEachOnce
    case withMappedAsserted
    case withoutExtensionsOfAuthorities

    static let topic = "policy"

    var words: LocalizedText {
        switch self {
        case .twice(let policy): LocalizedText("the policy \(policy) twice", "策略 \(policy) 出现两次")
        case .eachOnce: LocalizedText("each policy once", "每项策略只出现一次")
        case .namedTwice: LocalizedText("the certificate names a certificate policy twice", "证书重复写明同一项证书策略")
        case .mapped(let from, let to): LocalizedText("\(from) mapped to \(to)", "\(from) 映射到 \(to)")
        case .noMappingOfAnyPolicy:
            LocalizedText(
                "no mapping from or to anyPolicy (\(ObjectIdentifier.anyPolicy))",
                "不应有来自或指向 anyPolicy（\(ObjectIdentifier.anyPolicy)）的映射")
        case .mapsAnyPolicy(let authority):
            LocalizedText(
                "\(authority.english) maps anyPolicy, which stands for no policy of its own",
                "\(authority.chinese) 对 anyPolicy 作了映射，而它并不代表任何具体策略")
        case .mappedNotAsserted(let policy):
            LocalizedText(
                "\(policy) mapped, and not among the certificate's policies", "\(policy) 有映射，却不在证书的策略之中")
        case .mappedAsserted:
            LocalizedText("each mapped policy among the certificate's policies", "每项被映射的策略都应在证书的策略之中")
        case .mapsUnstated(let authority):
            LocalizedText(
                "\(authority.english) maps a policy that it does not state", "\(authority.chinese) 映射了自身没有写明的策略")
        case .extensionOfAuthorities(let name): .same(name)
        case .policiesAlone:
            LocalizedText("policies alone, in a certificate that is no authority's", "非颁发机构的证书只应含策略本身")
        case .holdsExtensionOfAuthorities(let name):
            LocalizedText(
                "the certificate holds \(name), which only authorities have a use for", "证书含有只对颁发机构有意义的 \(name)")
        case .validFor(let policies, let more):
            LocalizedText(
                "valid for \(Self.list(policies).english(more: more))",
                "对下列策略有效：\(Self.list(policies).chinese(more: more))")
        case .policies(let policies, let more):
            LocalizedText(
                "policies \(Self.list(policies).english(more: more))", "策略 \(Self.list(policies).chinese(more: more))")
        case .none: LocalizedText("no certificate policies", "没有证书策略")
        case .validForWholePath: LocalizedText("a policy that is valid for the whole path", "对整条路径都有效的策略")
        case .oneOf(let policies, let more):
            LocalizedText(
                "one of the policies \(Self.list(policies).english(more: more))",
                "策略 \(Self.list(policies).chinese(more: more)) 之一")
        case .noneAcceptable:
            LocalizedText(
                "the chain is valid for none of the certificate policies that are acceptable here",
                "证书链对此处可接受的证书策略均无效")
        case .noneValid(let certificate):
            LocalizedText(
                "a certificate policy is required, and no policy is valid from the anchor to \(certificate.english)",
                "要求有证书策略，但从信任锚到 \(certificate.chinese) 没有任何策略有效")
        case .underAllowedPolicy:
            LocalizedText(
                "have the certificate issued under a policy that its authorities and the relying party allow",
                "请按其颁发机构与依赖方都允许的策略签发证书")
        case .withoutMappingAnyPolicy:
            LocalizedText(
                "have the authority's certificate issued anew without a mapping from or to anyPolicy",
                "请重新签发颁发机构的证书，去掉来自或指向 anyPolicy 的映射")
        case .withEachOnce:
            LocalizedText("have the certificate issued anew with each policy once", "请重新签发证书，每项策略只出现一次")
        case .withMappedAsserted:
            LocalizedText(
                "have the authority's certificate issued anew with each mapped policy among its policies",
                "请重新签发颁发机构的证书，使每项被映射的策略都列在其策略之中")
        case .withoutExtensionsOfAuthorities:
            LocalizedText(
                "have the certificate issued anew without what only concerns authorities", "请重新签发证书，去掉只与颁发机构有关的内容")
        }
    }

    /// Numbers, since these policies are those of authorities; or that there are none.
    private static func list(_ policies: [ObjectIdentifier]) -> [Statement] {
        guard !policies.isEmpty else { return [Nothing.none.statement] }
        return policies.map { Statement(verbatim: $0 == .anyPolicy ? "anyPolicy" : $0.description) }
    }

    /// The words in the place of a list of policies that is empty.
    private enum Nothing: Sentence {
        case none

        static let topic = "policies"

        var words: LocalizedText { LocalizedText("none", "无") }
    }
}
