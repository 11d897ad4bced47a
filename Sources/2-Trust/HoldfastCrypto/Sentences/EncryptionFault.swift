public import HoldfastStatements
import HoldfastX509

/// Sentences about encrypted keys and files: what is not known, and what asks for too much work.
enum EncryptionFault: Sentence {
    case checkSum(String)
    case iterations(Int)
    case signedFile
    case iterationsOutside(Int, least: Int, most: Int)
    case iterationsInFile(Int, limit: Int)
    case scryptWork(limit: Int)
    case scryptMemory(limit: Int)
    case scryptParameters
    case named(String, DERError.Reason)
    case legacyProvider(String)

    static let topic = "encryptionFault"

    var words: LocalizedText {
        switch self {
        case .checkSum(let digest): LocalizedText("check sum by \(digest)", "使用 \(digest) 的校验和")
        case .iterations(let count): LocalizedText("\(count) iterations", "迭代 \(count) 次")
        case .signedFile: LocalizedText("a file signed with a key", "以密钥签名的文件")
        case .iterationsOutside(let count, let least, let most):
            LocalizedText(
                "\(count) iterations, where \(least) to \(most) are allowed", "迭代 \(count) 次，而只允许 \(least) 至 \(most) 次")
        case .iterationsInFile(let count, let limit):
            LocalizedText(
                "\(count) iterations, over the limit of \(limit) a file", "迭代 \(count) 次，超过每个文件 \(limit) 次的上限")
        case .scryptWork(let limit):
            LocalizedText("scrypt with N · r · p over \(limit)", "scrypt 的 N · r · p 超过 \(limit)")
        case .scryptMemory(let limit):
            LocalizedText("scrypt with more than \(limit) bytes of memory", "scrypt 需要超过 \(limit) 字节的内存")
        case .scryptParameters:
            LocalizedText("parameters of scrypt that are out of range", "scrypt 的参数超出范围")
        case .named(let algorithm, let reason):
            LocalizedText("\(algorithm) (\(reason.english))", "\(algorithm)（\(reason.chinese)）")
        case .legacyProvider(let algorithm):
            LocalizedText(
                "\(algorithm): OpenSSL's legacy provider is not installed", "\(algorithm)：未安装 OpenSSL 的 legacy provider"
            )
        }
    }
}

/// Sentences about operations of libcrypto that were not carried out.
enum CryptographySentence: Sentence {
    /// The operation, the reason, and what OpenSSL said.
    case failed(operation: String, Statement?, said: [String])

    static let topic = "cryptography"

    var words: LocalizedText {
        switch self {
        case .failed(let operation, let reason, let said):
            LocalizedText(
                "\(operation): " + ([reason?.english].compactMap { $0 } + said).joined(separator: "; "),
                "\(operation)：" + ([reason?.chinese].compactMap { $0 } + said).joined(separator: "；"))
        }
    }
}

/// The sentence of an operation that failed without a word.
enum SilentFailure: Sentence {
    case noReason

    static let topic = "cryptographyReason"

    var words: LocalizedText {
        switch self {
        case .noReason: LocalizedText("no reason given", "未给出原因")
        }
    }
}

extension CryptoError.Reason: Sentence {
    package static let topic = "cryptoReason"

    package var words: LocalizedText {
        switch self {
        case .library: LocalizedText("libcrypto could not do it", "libcrypto 无法完成")
        case .unsupportedKey(let type): LocalizedText("keys of the kind \(type) are not supported", "不支持 \(type) 类的密钥")
        case .openSSHForm(let type):
            LocalizedText(
                "keys of the kind OpenSSH's own form\(type.map { " (\($0))" } ?? "") are not supported",
                "不支持 OpenSSH 自有格式的密钥\(type.map { "（\($0)）" } ?? "")")
        case .notInLibrary(let name):
            LocalizedText(
                "this machine's OpenSSL does not have \(name), which OpenSSL 3.5 and newer have",
                "本机的 OpenSSL 没有 \(name)，它自 OpenSSL 3.5 起提供")
        case .keyTooLarge(let bits, let limit):
            LocalizedText(
                "an RSA key of \(bits) bits is over the limit of \(limit)", "\(bits) 位的 RSA 密钥超过上限 \(limit) 位")
        case .publicExponentOutOfRange:
            LocalizedText("the RSA public exponent is even, below 3 or over 2^32", "RSA 公开指数为偶数、小于 3 或大于 2^32")
        case .modulusOutOfRange: LocalizedText("the RSA modulus is even or too small", "RSA 模数为偶数或过小")
        case .pointNotOnCurve: LocalizedText("the public key is not a point of its curve", "公钥不是其曲线上的点")
        case .algorithmNotForKey:
            LocalizedText("the signature algorithm is not one for this key", "该签名算法不适用于此密钥")
        case .passphraseNeeded:
            LocalizedText("it is encrypted, and no passphrase was given", "它已加密，而没有提供口令")
        case .wrongPassphrase:
            LocalizedText("the passphrase is wrong, or the data are damaged", "口令有误，或数据已损坏")
        case .unsupportedEncryption(let name):
            LocalizedText("the encryption is not supported: \(name.english)", "不支持该加密方式：\(name.chinese)")
        case .tooLarge(let bytes, let limit):
            LocalizedText("\(bytes) bytes are over the limit of \(limit)", "\(bytes) 字节超过上限 \(limit) 字节")
        case .malformedKey(let what), .tooMuchWork(let what), .malformedContainer(let what): what.words
        }
    }
}

extension CryptoError: CustomStringConvertible {
    /// The operation, the reason and what OpenSSL said as a statement.
    public var statement: Statement {
        let known = reason == .library ? (stack.isEmpty ? SilentFailure.noReason.statement : nil) : reason.statement
        return CryptographySentence.failed(operation: operation, known, said: stack.map(\.description)).statement
    }

    /// The reason alone as a statement, for people who did not write the program.
    public var reasonStatement: Statement { reason.statement }

    public var description: String { statement.english }
}
