import HoldfastStatements
import HoldfastX509

/// Sentences about extensions that are not known, that are repeated, or that are critical where they should not be.
enum ExtensionSentence: Sentence {
    case critical(ObjectIdentifier)
    case processedOnly
    case unknownCritical(ObjectIdentifier)
    case policyQualifier(ObjectIdentifier)
    case knownQualifiers
    case unknownQualifier
    case moreThanOnce(ObjectIdentifier)
    case once
    case twice(ObjectIdentifier)
    case markedCritical(ObjectIdentifier)
    case markedNotCritical(ObjectIdentifier)
    case toBeCritical
    case toBeNotCritical
    case isNotCritical(ObjectIdentifier)
    case isCritical(ObjectIdentifier)
    case issueWithoutIt
    case issueWithPlainPolicies
    case issueWithEachOnce
    case issueWithItCritical
    case issueWithItNotCritical
    case remakeRoot

    static let topic = "extension"

    var words: LocalizedText {
        switch self {
        case .critical(let type):
            LocalizedText("critical extension \(type.nameAndNumber)", "关键扩展 \(type.nameAndNumber)")
        case .processedOnly:
            LocalizedText("only critical extensions that are processed", "只含能够处理的关键扩展")
        case .unknownCritical(let type):
            LocalizedText(
                "the certificate has the critical extension \(type.nameAndNumber), which is not known here",
                "证书含有此处无法识别的关键扩展 \(type.nameAndNumber)")
        case .policyQualifier(let type):
            LocalizedText(
                "the policy qualifier \(type) in critical certificate policies", "关键的证书策略中含有策略限定符 \(type)")
        case .knownQualifiers:
            LocalizedText(
                "a practice statement or a user notice, where the policies are critical",
                "策略为关键时，只应是实践声明或用户须知")
        case .unknownQualifier:
            LocalizedText(
                "the certificate's critical policies have a qualifier that is not known here",
                "证书的关键策略含有此处无法识别的限定符")
        case .moreThanOnce(let type):
            LocalizedText("\([type].inSentence) more than once", "\([type].inSentence) 出现多次")
        case .once: LocalizedText("each extension once", "每个扩展只出现一次")
        case .twice(let type):
            LocalizedText(
                "the certificate holds the extension \([type].inSentence) twice", "证书中扩展 \([type].inSentence) 重复出现")
        case .markedCritical(let type): LocalizedText("\([type].inSentence), critical", "\([type].inSentence)，关键")
        case .markedNotCritical(let type):
            LocalizedText("\([type].inSentence), not critical", "\([type].inSentence)，非关键")
        case .toBeCritical: LocalizedText("marked as critical", "标记为关键")
        case .toBeNotCritical: LocalizedText("marked as not critical", "标记为非关键")
        case .isNotCritical(let type):
            LocalizedText(
                "the extension \([type].inSentence) is not marked as critical", "扩展 \([type].inSentence) 未标记为关键")
        case .isCritical(let type):
            LocalizedText(
                "the extension \([type].inSentence) is marked as critical", "扩展 \([type].inSentence) 被标记为关键")
        case .issueWithoutIt:
            LocalizedText(
                "have the certificate issued without that extension, or with it marked as not critical",
                "请签发不含该扩展的证书，或将其标记为非关键")
        case .issueWithPlainPolicies:
            LocalizedText(
                "have the certificate issued with certificate policies that are not critical, or without qualifiers",
                "请重新签发证书：证书策略不标记为关键，或不带限定符")
        case .issueWithEachOnce:
            LocalizedText("have the certificate issued anew with each extension once", "请重新签发证书，每个扩展只出现一次")
        case .issueWithItCritical:
            LocalizedText(
                "have the certificate issued anew with that extension marked as critical", "请重新签发证书，将该扩展标记为关键")
        case .issueWithItNotCritical:
            LocalizedText(
                "have the certificate issued anew with that extension marked as not critical", "请重新签发证书，将该扩展标记为非关键")
        case .remakeRoot:
            LocalizedText(
                "make the root anew with that extension as RFC 5280 prescribes it, or judge by another profile",
                "按 RFC 5280 的规定重新制作含该扩展的根证书，或改用其他规则集判定")
        }
    }
}

extension ObjectIdentifier {
    /// The name with the number behind it; the number alone of one without a name.
    var nameAndNumber: String { name.map { "\($0) (\(self))" } ?? description }
}
