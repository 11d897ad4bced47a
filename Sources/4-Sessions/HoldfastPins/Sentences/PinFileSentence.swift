import HoldfastJSON
public import HoldfastStatements
import HoldfastTrust

/// Sentences about files that give no pins.
enum PinFileSentence: Sentence {
    case at(place: String, Statement)
    case infoPlist(file: String?, place: String, AppTransportSecurityError.Reason)
    case tooLarge(limit: Int)
    case empty
    case noFormat(known: [String])
    case noDictionary
    case noBoolean
    case noString
    case noArray
    case noObject
    case noList
    case noText
    case noName
    case noDay(String)
    case noTime
    case noTruth(String)
    case noWord
    case notUTF8
    case missingKey(String)
    case neither(String, String)
    case schema(expected: String)
    case root(String)
    case twice(String)
    case twiceOtherPins(String)
    case secondSet
    case noDomain
    case notInBase
    case noCurl
    case noCurlText
    case notOneKey
    case noPublicKey(Statement)
    case noPins
    case excluded(by: String)
    case noPin
    case noHash
    case noKeyHash
    case noSet(String)
    case noAfterExpiry
    case noneLeft(PinSet.Group)
    case noPinButPerhaps(String, Statement, meant: Pin?)
    case onlyReport
    case ofAuthorities
    case whichServer
    case sourceCode
    /// Foundation's words for what kept it from being written.
    case notWritten(String)

    static let topic = "pinFile"

    var words: LocalizedText {
        switch self {
        case .at(let place, let fault): LocalizedText("\(place): \(fault.english)", "\(place)：\(fault.chinese)")
        case .infoPlist(let file, let place, let reason):
            LocalizedText(
                (file.map { "Info.plist '\($0)': " } ?? "Info.plist: ") + (place.isEmpty ? "" : place + ": ")
                    + reason.english,
                (file.map { "Info.plist“\($0)”：" } ?? "Info.plist：") + (place.isEmpty ? "" : place + "：")
                    + reason.chinese)
        case .tooLarge(let limit): LocalizedText("it is larger than \(limit) bytes", "它超过 \(limit) 字节")
        case .empty: LocalizedText("it is empty", "它是空的")
        case .noFormat(let known):
            LocalizedText(
                "it holds no pins in a known format: \(known.joined(separator: ", "))",
                "其中没有已知格式的固定值：\(known.joined(separator: "、"))")
        case .noDictionary: LocalizedText("it is no dictionary", "它不是字典")
        case .noBoolean: LocalizedText("it is no Boolean", "它不是布尔值")
        case .noString: LocalizedText("it is no string", "它不是字符串")
        case .noArray: LocalizedText("it is no array", "它不是数组")
        case .noObject: LocalizedText("it is no object", "它不是对象")
        case .noList: LocalizedText("it is no list", "它不是列表")
        case .noText: LocalizedText("it is no text", "它不是文本")
        case .noName: LocalizedText("it is no name", "它不是名称")
        case .noDay(let text): LocalizedText("'\(text)' is no day: yyyy-MM-dd", "“\(text)”不是日期：yyyy-MM-dd")
        case .noTime: LocalizedText("it is no time (RFC 3339)", "它不是时间（RFC 3339）")
        case .noTruth(let name): LocalizedText("\(name) is neither true nor false", "\(name) 既不是 true 也不是 false")
        case .noWord: LocalizedText("it is none of the words that may stand there", "它不是此处允许的词")
        case .notUTF8: LocalizedText("it is no UTF-8", "它不是 UTF-8")
        case .missingKey(let key): LocalizedText("the key \(key) is missing", "缺少键 \(key)")
        case .neither(let one, let other):
            LocalizedText("it has neither \(one) nor \(other)", "其中既没有 \(one) 也没有 \(other)")
        case .schema(let expected): LocalizedText("its schema is not \(expected)", "其 schema 不是 \(expected)")
        case .root(let name):
            LocalizedText(
                "the root element is '\(name)', not 'network-security-config'",
                "根元素是“\(name)”，而不是“network-security-config”")
        case .twice(let name): LocalizedText("'\(name)' stands there twice", "“\(name)”出现了两次")
        case .twiceOtherPins(let pattern):
            LocalizedText("'\(pattern)' stands there twice, with other pins", "“\(pattern)”出现了两次，且固定值不同")
        case .secondSet: LocalizedText("a second pin-set", "有第二个 pin-set")
        case .noDomain: LocalizedText("it has no domain", "其中没有 domain")
        case .notInBase: LocalizedText("it does not belong into base-config", "它不应出现在 base-config 中")
        case .noCurl:
            LocalizedText(
                "it is neither a public key nor the text of --pinnedpubkey", "它既不是公钥，也不是 --pinnedpubkey 的文本")
        case .noCurlText:
            LocalizedText(
                "it is neither sha256//BASE64 nor a public key; name the file with the key itself",
                "它既不是 sha256//BASE64 也不是公钥；请指定密钥文件本身")
        case .notOneKey:
            LocalizedText(
                "it holds something else than one public key, and curl reads nothing else",
                "其中不是单独一个公钥，而 curl 只读取公钥")
        case .noPublicKey(let fault):
            LocalizedText("it is no public key: \(fault.english)", "它不是公钥：\(fault.chinese)")
        case .noPins: LocalizedText("it has no pins", "其中没有固定值")
        case .excluded(let pattern):
            LocalizedText("\(pattern) excludes it from pins", "\(pattern) 将其排除在固定值之外")
        case .noPin: LocalizedText("there is no pin in it", "其中没有固定值")
        case .noHash: LocalizedText("there is no hash in it", "其中没有散列")
        case .noKeyHash: LocalizedText("it has no SHA-256 of a key", "其中没有密钥的 SHA-256")
        case .noSet(let word):
            LocalizedText("it is neither an object nor \"\(word)\"", "它既不是对象也不是 \"\(word)\"")
        case .noAfterExpiry: LocalizedText("pins that end need afterExpiry", "有终止时间的固定值须有 afterExpiry")
        case .noneLeft(let group):
            LocalizedText("no pin for \(group.inSentence.english) is left", "\(group.inSentence.chinese)没有剩下任何固定值")
        case .noPinButPerhaps(let text, let fault, let meant):
            LocalizedText(
                "'\(text)' is no pin: \(fault.english)" + (meant.map { "; meant is perhaps \($0)" } ?? ""),
                "“\(text)”不是固定值：\(fault.chinese)" + (meant.map { "；也许是指 \($0)" } ?? ""))
        case .onlyReport: LocalizedText("its pins only report, and curl's refuse", "其固定值只作报告，而 curl 的会拒绝")
        case .ofAuthorities:
            LocalizedText(
                "its pins are those of authorities, and curl compares the server's own alone",
                "其固定值属于颁发机构，而 curl 只比对服务器自己的密钥")
        case .whichServer:
            LocalizedText(
                "curl has one set of pins for a call: say for which server", "curl 每次调用只有一组固定值：请写明用于哪个服务器")
        case .sourceCode:
            LocalizedText("it is source code, and lists alone are read here", "它是源代码，而此处只读取列表")
        case .notWritten(let said): LocalizedText("it cannot be written: \(said)", "无法写出：\(said)")
        }
    }
}

extension PinFileSentence: PlacedSentence {
    var placed: (place: String, fault: Statement)? {
        if case .at(let place, let fault) = self, place.beginsWithLine { (place, fault) } else { nil }
    }
}

extension AppTransportSecurityError.Reason: Sentence {
    package static let topic = "appTransportSecuritySettings"

    package var words: LocalizedText {
        switch self {
        case .unreadable(let fault): fault.words
        case .wrongType(let expected): LocalizedText("it is no \(expected)", "它不是 \(expected)")
        case .unknownValue(let text):
            LocalizedText("'\(JSONText.excerpt(text))' is no value of it", "“\(JSONText.excerpt(text))”不是它的取值")
        case .tooMany(let limit): LocalizedText("it has more than \(limit) entries", "其条目超过 \(limit) 个")
        }
    }
}

extension WrittenPinError: Sentence, CustomStringConvertible {
    package static let topic = "writtenPinFault"

    /// The fault as a statement: a clause.
    public var statement: Statement { Statement(self) }

    /// A clause.
    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .notBase64: LocalizedText("it is no Base64", "它不是 Base64")
        case .hexadecimal:
            LocalizedText("it is in hexadecimal digits, and pins are in Base64", "它是十六进制，而固定值使用 Base64")
        case .otherBase64:
            LocalizedText(
                "it is in Base64 for URLs or without padding, and pins are in the usual one (RFC 4648 §4)",
                "它是用于 URL 或没有填充的 Base64，而固定值使用通常的 Base64（RFC 4648 §4）")
        case .sha1:
            LocalizedText("it is a SHA-1, of which two of the same can be made", "它是 SHA-1，可以造出两个相同的")
        case .wrongLength(let algorithm, let bytes):
            LocalizedText(
                "it has \(bytes) bytes, and a \(algorithm.rawValue) has \(algorithm.digestLength)",
                "它有 \(bytes) 字节，而 \(algorithm.rawValue) 为 \(algorithm.digestLength) 字节")
        case .doubleSlash:
            LocalizedText("two slashes are curl's spelling; one belongs there", "两个斜线是 curl 的写法；此处应为一个")
        case .singleSlash: LocalizedText("curl wants two slashes: sha256//BASE64", "curl 要求两个斜线：sha256//BASE64")
        case .prefix:
            LocalizedText(
                "only the hash belongs there, without the name of its algorithm", "此处只应有散列，不带算法名称")
        case .noAlgorithm:
            LocalizedText("it does not say which hash it is: sha256/BASE64", "没有写明是哪种散列：sha256/BASE64")
        case .unknownAlgorithm(let name):
            LocalizedText("'\(name)' is no algorithm of pins", "“\(name)”不是固定值的算法")
        case .blank:
            LocalizedText(
                "curl takes a blank for a part of the hash, which then matches no key",
                "curl 会把空格当作散列的一部分，于是不与任何密钥匹配")
        case .separator:
            LocalizedText(
                "curl takes a semicolon for a part of the hash unless sha256// follows, and the hash then matches no "
                    + "key",
                "除非其后是 sha256//，curl 会把分号当作散列的一部分，于是不与任何密钥匹配")
        }
    }

    package var plainName: String {
        switch self {
        case .notBase64: "notBase64"
        case .sha1: "sha1"
        case .singleSlash: "singleSlash"
        case .prefix: "prefix"
        case .noAlgorithm: "noAlgorithm"
        case .hexadecimal, .otherBase64, .wrongLength, .doubleSlash, .unknownAlgorithm, .blank, .separator: ""
        }
    }
}
