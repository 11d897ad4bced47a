public import HoldfastStatements
import HoldfastX509

/// The sentence about bytes that ought to be TLS, with their place.
enum WireSentence: Sentence {
    case malformed(field: String, WireError.Reason, byte: Int)

    static let topic = "wire"

    var words: LocalizedText {
        switch self {
        case .malformed(let field, let reason, let byte):
            LocalizedText(
                "\(field): \(reason.english) (at byte \(byte))", "\(field)：\(reason.chinese)（位于第 \(byte) 字节）")
        }
    }
}

extension WireError: CustomStringConvertible {
    /// The field, the reason and the byte as a statement.
    public var statement: Statement { WireSentence.malformed(field: field, reason, byte: offset).statement }

    /// One line: the field, the reason, the byte.
    public var description: String { statement.english }
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
                "a list of \(count) bytes, which is no whole number of elements", "列表长 \(count) 字节，不是元素长度的整数倍")
        case .repeatedExtension: LocalizedText("an extension stands there twice", "同一扩展出现两次")
        case .badValue(let fault): fault.words
        case .tooMany(let limit): LocalizedText("more than \(limit) elements", "超过 \(limit) 个元素")
        }
    }
}

/// Sentences about values that a field of TLS cannot have.
package enum WireFault: Sentence {
    case noRecord(type: UInt8)
    case recordVersion(major: UInt8)
    case tooLong(bytes: Int, limit: Int)
    case unexpectedRecord(type: ContentType)
    case alertLength(bytes: Int)
    case sessionIDLength(bytes: Int, limit: Int)
    case notOCSP(type: UInt8)
    case notBoolean(UInt8)
    /// A compressed Certificate message that states another size than any has, or than its certificates need.
    case uncompressedLength(bytes: Int, limit: Int)
    case tooShortForCertificates(bytes: Int, least: Int)

    package static let topic = "wireFault"

    package var words: LocalizedText {
        switch self {
        case .noRecord(let type): LocalizedText("\(type) is no type of a record", "\(type) 不是记录的类型")
        case .recordVersion(let major):
            LocalizedText("the version begins with \(major), not 3", "版本以 \(major) 而不是 3 开头")
        case .tooLong(let bytes, let limit):
            LocalizedText("\(bytes) bytes, over the limit of \(limit)", "\(bytes) 字节，超过上限 \(limit)")
        case .unexpectedRecord(let type): LocalizedText("a record of type \(type)", "类型为 \(type) 的记录")
        case .alertLength(let bytes): LocalizedText("\(bytes) bytes instead of 2", "\(bytes) 字节，而应为 2 字节")
        case .sessionIDLength(let bytes, let limit):
            LocalizedText("\(bytes) bytes, over \(limit)", "\(bytes) 字节，超过 \(limit) 字节")
        case .notOCSP(let type): LocalizedText("\(type) is not 1, ocsp", "\(type) 不是 1（ocsp）")
        case .notBoolean(let value): LocalizedText("\(value) is neither 0 nor 1", "\(value) 既非 0 也非 1")
        case .uncompressedLength(let bytes, let limit):
            LocalizedText(
                "\(bytes) bytes are no Certificate message of 4 to \(limit)",
                "\(bytes) 字节不可能是 4 至 \(limit) 字节的 Certificate 消息")
        case .tooShortForCertificates(let bytes, let least):
            LocalizedText(
                "\(bytes) bytes, and the certificates in it need \(least)", "\(bytes) 字节，而其中的证书需要 \(least) 字节")
        }
    }
}

/// The sentence about a server's Certificate message that is none, with the place.
enum CertificateMessageSentence: Sentence {
    case malformed(CertificateMessageError.Reason, byte: Int)

    static let topic = "certificateMessage"

    var words: LocalizedText {
        switch self {
        case .malformed(let reason, let byte):
            LocalizedText(
                "the Certificate message \(reason.english) (at byte \(byte))",
                "Certificate 消息\(reason.chinese)（位于第 \(byte) 字节）")
        }
    }
}

extension CertificateMessageError: CustomStringConvertible {
    /// The reason and the byte as a statement.
    package var statement: Statement { CertificateMessageSentence.malformed(reason, byte: offset).statement }

    package var description: String { statement.english }
}

extension CertificateMessageError.Reason: Sentence {
    package static let topic = "certificateMessageReason"

    /// The end of a sentence that begins with the message.
    package var words: LocalizedText {
        switch self {
        case .truncated: LocalizedText("ends too early", "过早结束")
        case .trailingBytes: LocalizedText("has bytes after its end", "结束之后还有字节")
        case .emptyCertificate: LocalizedText("has a certificate of no bytes", "含有一张长度为零的证书")
        case .requestContext:
            LocalizedText("has a request context, which a server's must not", "带有请求上下文，而服务器的消息不得带有")
        case .repeatedExtension: LocalizedText("has an extension twice", "有一个扩展出现两次")
        case .badStatus: LocalizedText("has an unreadable certificate status", "含有无法解析的证书状态")
        }
    }
}
