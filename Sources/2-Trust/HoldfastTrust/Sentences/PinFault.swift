public import HoldfastStatements
import HoldfastX509

extension PinSetError: Sentence, CustomStringConvertible {
    package static let topic = "pinSet"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    /// The remedy as a statement.
    public var adviceStatement: Statement {
        switch self {
        case .empty: PinSetAdvice.giveTwo.statement
        case .tooMany: PinSetAdvice.takeOldOnesOut.statement
        case .noBackup: PinSetAdvice.addBackup.statement
        }
    }

    /// The remedy in English: one clause, without a full stop.
    public var hint: String { adviceStatement.english }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .empty: LocalizedText("a set of pins needs at least one", "一组公钥固定至少要有一个固定值")
        case .tooMany(let limit):
            LocalizedText("a set of pins has at most \(limit) of each kind", "一组公钥固定中每一类最多 \(limit) 个")
        case .noBackup(let group):
            LocalizedText(
                "there is one pin for \(group.inSentence.english) and no backup: with the pinned key lost, nothing "
                    + "could connect any more",
                "\(group.inSentence.chinese)只有一个固定值而没有备用的：所固定的密钥一旦丢失，就再也无法连接")
        }
    }

    package var plainName: String { if case .empty = self { "empty" } else { "" } }
}

extension PinError: Sentence, CustomStringConvertible {
    package static let topic = "writtenPin"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    /// The remedy as a statement.
    public var adviceStatement: Statement { PinSetAdvice.compute.statement }

    /// The remedy in English: one clause, without a full stop.
    public var hint: String { adviceStatement.english }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .noAlgorithm(let text):
            LocalizedText("'\(text)' is no pin: it is written sha256/BASE64", "“\(text)”不是固定值：写法为 sha256/BASE64")
        case .unknownAlgorithm(let name):
            LocalizedText(
                "'\(name)' is no algorithm of pins: sha256, sha384 and sha512 are",
                "“\(name)”不是固定值的算法：可用 sha256、sha384 与 sha512")
        case .badBase64(let text):
            LocalizedText(
                "'\(text)' is no pin: what follows the algorithm is no Base64",
                "“\(text)”不是固定值：算法之后的内容不是 Base64")
        case .wrongLength(let algorithm, let bytes):
            LocalizedText(
                "a pin of \(algorithm.rawValue) has \(algorithm.digestLength) bytes, not \(bytes)",
                "\(algorithm.rawValue) 的固定值为 \(algorithm.digestLength) 字节，而不是 \(bytes) 字节")
        }
    }

    package var plainName: String { "" }
}

extension HostPatternError: Sentence, CustomStringConvertible {
    package static let topic = "hostPattern"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    /// The remedy as a statement.
    public var adviceStatement: Statement {
        switch self {
        case .notAHost: PinSetAdvice.writeHost.statement
        case .moreThanAHost(_, let host): PinSetAdvice.writeThisHost(host: host).statement
        case .publicSuffix: PinSetAdvice.nameOneOwner.statement
        }
    }

    /// The remedy in English: one clause, without a full stop.
    public var hint: String { adviceStatement.english }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .notAHost(let text, let error):
            LocalizedText(
                "'\(text)' is no pattern of hosts: \(error.statement.english)",
                "“\(text)”不是主机模式：\(error.statement.chinese)")
        case .moreThanAHost(let text, let host):
            LocalizedText(
                "'\(text)' is no pattern of hosts; write \(host): a pattern has no scheme and no port",
                "“\(text)”不是主机模式；请写 \(host)：模式不含协议和端口")
        case .publicSuffix(let text):
            LocalizedText(
                "'\(text)' would stand for names of different owners: its domain is a public suffix",
                "“\(text)”会代表属于不同所有者的名称：其域是公共后缀")
        }
    }

    package var plainName: String { "" }
}

extension PinnedHostsError: Sentence, CustomStringConvertible {
    package static let topic = "pinnedHosts"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    /// The remedy as a statement.
    public var adviceStatement: Statement { PinSetAdvice.useWildcards.statement }

    /// The remedy in English: one clause, without a full stop.
    public var hint: String { adviceStatement.english }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .tooMany(let limit):
            LocalizedText("there are more than \(limit) patterns of hosts", "主机模式超过 \(limit) 个")
        }
    }

    package var plainName: String { "" }
}

/// Advice for whoever writes pins, and the hosts that they are for.
enum PinSetAdvice: Sentence {
    case giveTwo
    case takeOldOnesOut
    case addBackup
    case compute
    case writeHost
    case writeThisHost(host: String)
    case nameOneOwner
    case useWildcards

    static let topic = "pinAdvice"

    var words: LocalizedText {
        switch self {
        case .giveTwo:
            LocalizedText(
                "give the pin of the server's key and one of a key in reserve", "请给出服务器密钥的固定值和一个备用密钥的固定值")
        case .takeOldOnesOut:
            LocalizedText("take out the pins of keys that are no longer in use", "请去掉不再使用的密钥的固定值")
        case .addBackup:
            LocalizedText(
                "add the pin of a key in reserve, which is kept elsewhere, or waive it by backup: .waived",
                "请加入另处保管的备用密钥的固定值，或以 backup: .waived 放弃备用")
        case .compute:
            LocalizedText(
                "let holdfast pin compute print the pin of a certificate, a key or a server",
                "请用 holdfast pin compute 输出证书、密钥或服务器的固定值")
        case .writeHost:
            LocalizedText(
                "write the host as example.com, 192.0.2.1, *.example.com or **.example.com",
                "请把主机写作 example.com、192.0.2.1、*.example.com 或 **.example.com")
        case .writeThisHost(let host): LocalizedText("write \(host)", "请写 \(host)")
        case .nameOneOwner:
            LocalizedText(
                "name the hosts of one owner, as **.example.com", "请指定属于同一所有者的主机，如 **.example.com")
        case .useWildcards:
            LocalizedText(
                "let one pattern with *. or **. stand for the hosts of a domain", "请用一个带 *. 或 **. 的模式代表一个域的多个主机")
        }
    }
}
