import HoldfastJSON
import HoldfastStatements

/// Sentences about documents that describe no provider.
enum ProviderSentence: Sentence {
    case tooLarge(limit: Int)
    case noJSON(JSONValue.SyntaxError)
    case noObject(Owner)
    case missing(member: String)
    case noText(member: String)
    case noList(member: String)
    case noListOfTexts(member: String)
    case noNumber(member: String, least: Int64, most: Int64)
    case unknownMember(Owner, member: String)
    case otherSchema(String)
    case noName
    case noKinds
    case invisible(member: String)
    case signatureMissing
    case noHost
    case otherKinds
    case noServer
    case optionalInURL
    case notAlone(place: String)
    case noAlgorithm
    case signatureOfItself
    case noFormat
    case notOneCharacter(String)
    case strayBrace(String)

    static let topic = "provider"

    /// The object of the document that a sentence is about.
    enum Owner: Sentence {
        case document
        case member(String)

        static let topic = "providerObject"

        var words: LocalizedText {
            switch self {
            case .document: LocalizedText("the document", "文档")
            case .member(let name): LocalizedText("'\(name)'", "“\(name)”")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .tooLarge(let limit): LocalizedText("it has more than \(limit) bytes", "它超过 \(limit) 字节")
        case .noJSON(let error):
            LocalizedText("it is no JSON that is read here (\(error))", "它不是此处能读取的 JSON（\(error)）")
        case .noObject(let owner): LocalizedText("\(owner.english) is no object", "\(owner.chinese)不是对象")
        case .missing(let name): LocalizedText("'\(name)' is missing", "缺少“\(name)”")
        case .noText(let name): LocalizedText("'\(name)' is no text", "“\(name)”不是文本")
        case .noList(let name): LocalizedText("'\(name)' is no list", "“\(name)”不是列表")
        case .noListOfTexts(let name): LocalizedText("'\(name)' is no list of texts", "“\(name)”不是文本的列表")
        case .noNumber(let name, let least, let most):
            LocalizedText(
                "'\(name)' is no number from \(least) to \(most)", "“\(name)”不是 \(least) 到 \(most) 之间的数")
        case .unknownMember(let owner, let name):
            LocalizedText(
                "\(owner.english) has a member '\(name)' that there is not", "\(owner.chinese)含有不存在的成员“\(name)”")
        case .otherSchema(let schema): LocalizedText("'schema' is not \(schema)", "“schema”不是 \(schema)")
        case .noName:
            LocalizedText("'name' is not 1 to 100 visible ASCII characters", "“name”不是 1 至 100 个可见的 ASCII 字符")
        case .noKinds: LocalizedText("'kinds' has none", "“kinds”中没有任何一种")
        case .invisible(let name):
            LocalizedText("'\(name)' has a character that no query has", "“\(name)”含有查询中不会有的字符")
        case .signatureMissing:
            LocalizedText("'url' and 'signature' do not both have a signature", "“url”与“signature”没有同时具有签名")
        case .noHost: LocalizedText("'url' has no {host}", "“url”中没有 {host}")
        case .otherKinds:
            LocalizedText("'addresses' and 'kinds' are not of the same kinds", "“addresses”与“kinds”的种类不同")
        case .noServer:
            LocalizedText("'url' does not begin with https://{server}/", "“url”没有以 https://{server}/ 开头")
        case .optionalInURL: LocalizedText("'url' has what 'optional' is for", "“url”中有应放在“optional”中的内容")
        case .notAlone(let place):
            LocalizedText("'\(place)' has not {\(place)} alone", "“\(place)”中不只有 {\(place)}")
        case .noAlgorithm:
            LocalizedText(
                "'algorithm' is none of md5, sha256 and hmac-sha256", "“algorithm”不是 md5、sha256 或 hmac-sha256")
        case .signatureOfItself: LocalizedText("the signature is one of itself", "签名以自身为内容")
        case .noFormat: LocalizedText("'format' is neither json nor text", "“format”既不是 json，也不是 text")
        case .notOneCharacter(let text): LocalizedText("'\(text)' is not one character", "“\(text)”不是一个字符")
        case .strayBrace(let text):
            LocalizedText(
                "'\(text)' has a brace that stands around no known place", "“\(text)”中有未括住任何已知位置的花括号")
        }
    }
}
