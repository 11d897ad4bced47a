package import HoldfastStatements

/// The sentence about bytes that ought to be TLS, with their field and place.
enum WireSentence: Sentence {
    case field(String, WireError.Reason, byte: Int)

    static let topic = "wire"

    var words: LocalizedText {
        switch self {
        case .field(let field, let reason, let byte):
            LocalizedText(
                "\(field): \(reason.english) (at byte \(byte))", "\(field)：\(reason.chinese)（位于第 \(byte) 字节）")
        }
    }
}

extension WireError.Reason: Sentence {
    package static let topic = "wireReason"

    package var words: LocalizedText {
        switch self {
        case .truncated(let needed, let available):
            LocalizedText("\(needed) bytes announced, \(available) left", "声明 \(needed) 字节，只剩 \(available) 字节")
        case .trailingBytes(let count):
            LocalizedText(count == 1 ? "1 byte too many" : "\(count) bytes too many", "多出 \(count) 字节")
        case .empty: LocalizedText("nothing where something must be", "应有内容之处为空")
        case .oddLength(let count):
            LocalizedText(
                "a list of \(count) bytes, which is no whole number of elements", "列表为 \(count) 字节，不是元素大小的整数倍")
        case .repeatedExtension: LocalizedText("an extension stands there twice", "有扩展出现了两次")
        case .badValue(let fault): fault.words
        case .tooMany(let limit): LocalizedText("more than \(limit) elements", "超过 \(limit) 个元素")
        }
    }
}

/// Sentences about values that a field of TLS cannot have.
package enum WireFault: Sentence {
    case recordType(String)
    case typeOfRecord(String)
    case statusType(Int)
    case updateRequest(Int)
    case sessionID(bytes: Int)
    case alertLength(Int)
    case overLimit(bytes: Int, limit: Int)
    case versionBegins(with: Int)
    case noMessage(bytes: Int, limit: Int)
    case tooFew(bytes: Int, needed: Int)

    package static let topic = "wireFault"

    package var words: LocalizedText {
        switch self {
        case .recordType(let type): LocalizedText("\(type) is no type of a record", "\(type) 不是记录的类型")
        case .typeOfRecord(let type): LocalizedText("a record of type \(type)", "类型为 \(type) 的记录")
        case .statusType(let type): LocalizedText("\(type) is not 1, ocsp", "\(type) 不是 1（ocsp）")
        case .updateRequest(let value): LocalizedText("\(value) is neither 0 nor 1", "\(value) 既不是 0 也不是 1")
        case .sessionID(let bytes): LocalizedText("\(bytes) bytes, over 32", "\(bytes) 字节，超过 32")
        case .alertLength(let bytes): LocalizedText("\(bytes) bytes instead of 2", "有 \(bytes) 字节，应为 2 字节")
        case .overLimit(let bytes, let limit):
            LocalizedText("\(bytes) bytes, over the limit of \(limit)", "\(bytes) 字节，超过上限 \(limit)")
        case .versionBegins(let number):
            LocalizedText("the version begins with \(number), not 3", "版本以 \(number) 开头，而不是 3")
        case .noMessage(let bytes, let limit):
            LocalizedText(
                "\(bytes) bytes are no Certificate message of 4 to \(limit)",
                "\(bytes) 字节不是 4 至 \(limit) 字节的 Certificate 消息")
        case .tooFew(let bytes, let needed):
            LocalizedText(
                "\(bytes) bytes, and the certificates in it need \(needed)", "\(bytes) 字节，而其中的证书需要 \(needed) 字节")
        }
    }
}

extension CertificateMessageError {
    /// The reason and its place as a statement.
    package var statement: Statement { CertificateMessageSentence.message(reason, byte: offset).statement }
}

/// The sentence about a Certificate message that is none, and its place.
enum CertificateMessageSentence: Sentence {
    case message(CertificateMessageError.Reason, byte: Int)

    static let topic = "certificateMessage"

    var words: LocalizedText {
        switch self {
        case .message(let reason, let byte):
            LocalizedText(
                "the Certificate message \(reason.english) (at byte \(byte))",
                "Certificate 消息\(reason.chinese)（位于第 \(byte) 字节）")
        }
    }
}

extension CertificateMessageError.Reason: Sentence {
    package static let topic = "certificateMessageReason"

    package var words: LocalizedText {
        let chinese =
            switch self {
            case .truncated: "过早结束"
            case .trailingBytes: "结尾之后还有字节"
            case .emptyCertificate: "含有 0 字节的证书"
            case .requestContext: "带有 request context，而服务器的消息不得带有"
            case .repeatedExtension: "有扩展出现了两次"
            case .badStatus: "含有无法解析的证书状态"
            }
        return LocalizedText(rawValue, chinese)
    }
}
