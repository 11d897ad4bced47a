import HoldfastStatements

/// Sentences about documents that describe no provider of HTTPDNS.
enum ProviderDescriptionSentence: Sentence {
    case tooLarge(limit: Int)
    case noJSON(Statement)
    case noObject(ProviderDescriptionOwner)
    case unknown(ProviderDescriptionOwner, name: String)
    case missing(name: String)
    case noText(name: String)
    case noList(name: String)
    case noTexts(name: String)
    case noNumber(name: String, least: Int64, most: Int64)
    case schema
    case name
    case character(name: String)
    case noKinds
    case otherKinds
    case signatures
    case ofItself
    case algorithm
    case noHost
    case urlBeginning
    case optional
    case notAlone(place: String)
    case format
    case notOneCharacter(String)
    case brace(String)

    static let topic = "providerDescription"

    var words: LocalizedText {
        switch self {
        case .tooLarge(let limit): LocalizedText("it has more than \(limit) bytes", "它超过 \(limit) 字节")
        case .noJSON(let fault):
            LocalizedText("it is no JSON that is read here (\(fault.english))", "它不是此处可读的 JSON（\(fault.chinese)）")
        case .noObject(let owner): LocalizedText("\(owner.english) is no object", "\(owner.chinese)不是对象")
        case .unknown(let owner, let name):
            LocalizedText(
                "\(owner.english) has a member '\(name)' that there is not", "\(owner.chinese)有不存在的成员“\(name)”")
        case .missing(let name): LocalizedText("'\(name)' is missing", "缺少“\(name)”")
        case .noText(let name): LocalizedText("'\(name)' is no text", "“\(name)”不是文本")
        case .noList(let name): LocalizedText("'\(name)' is no list", "“\(name)”不是列表")
        case .noTexts(let name): LocalizedText("'\(name)' is no list of texts", "“\(name)”不是文本的列表")
        case .noNumber(let name, let least, let most):
            LocalizedText("'\(name)' is no number from \(least) to \(most)", "“\(name)”不是 \(least) 至 \(most) 的数字")
        case .schema: LocalizedText("'schema' is not holdfast.provider/1", "“schema”不是 holdfast.provider/1")
        case .name:
            LocalizedText("'name' is not 1 to 100 visible ASCII characters", "“name”不是 1 至 100 个可见的 ASCII 字符")
        case .character(let name):
            LocalizedText("'\(name)' has a character that no query has", "“\(name)”含有查询中不会有的字符")
        case .noKinds: LocalizedText("'kinds' has none", "“kinds”中一个也没有")
        case .otherKinds:
            LocalizedText("'addresses' and 'kinds' are not of the same kinds", "“addresses”与“kinds”的种类不同")
        case .signatures:
            LocalizedText(
                "'url' and 'signature' do not both have a signature", "“url”与“signature”并非都有签名")
        case .ofItself: LocalizedText("the signature is one of itself", "签名的内容包含它自身")
        case .algorithm:
            LocalizedText(
                "'algorithm' is none of md5, sha256 and hmac-sha256", "“algorithm”不是 md5、sha256 或 hmac-sha256")
        case .noHost: LocalizedText("'url' has no {host}", "“url”中没有 {host}")
        case .urlBeginning:
            LocalizedText("'url' does not begin with https://{server}/", "“url”不以 https://{server}/ 开头")
        case .optional: LocalizedText("'url' has what 'optional' is for", "“url”中有应写在“optional”里的内容")
        case .notAlone(let place):
            LocalizedText("'\(place)' has not {\(place)} alone", "“\(place)”不是只含 {\(place)}")
        case .format: LocalizedText("'format' is neither json nor text", "“format”既不是 json 也不是 text")
        case .notOneCharacter(let text): LocalizedText("'\(text)' is not one character", "“\(text)”不是单个字符")
        case .brace(let text):
            LocalizedText(
                "'\(text)' has a brace that stands around no known place", "“\(text)”中有花括号所括的不是已知的位置")
        }
    }
}

/// The objects that a description of a provider consists of.
enum ProviderDescriptionOwner: Sentence {
    case document
    case member(String)

    static let topic = "providerDescriptionOwner"

    var words: LocalizedText {
        switch self {
        case .document: LocalizedText("the document", "该文档")
        case .member(let name): LocalizedText("'\(name)'", "“\(name)”")
        }
    }
}
