import HoldfastCrypto
public import HoldfastStatements

/// Sentences about updates of pins: what became of one, and why nothing did.
enum PinUpdateEventSentence: Sentence {
    case restored(counter: UInt64)
    case accepted(counter: UInt64)
    case unchanged(counter: UInt64)
    case ended(Statement)
    case storeProblem(Statement)
    case refused(Statement)
    case notFetched(Statement)
    case status(Int, url: String)
    case notKept(Statement)

    static let topic = "pinUpdateEvent"

    var words: LocalizedText {
        switch self {
        case .restored(let counter):
            LocalizedText("pin update \(counter) holds, as it was kept", "固定值更新 \(counter) 有效，沿用已保存的内容")
        case .accepted(let counter): LocalizedText("pin update \(counter) is accepted", "已采纳固定值更新 \(counter)")
        case .unchanged(let counter): LocalizedText("pin update \(counter) is the latest", "固定值更新 \(counter) 已是最新")
        case .ended(let fault):
            LocalizedText("the pins are the program's own again: \(fault.english)", "恢复为程序自带的固定值：\(fault.chinese)")
        case .storeProblem(let fault): LocalizedText("pin updates: \(fault.english)", "固定值更新：\(fault.chinese)")
        case .refused(let fault):
            LocalizedText("the pin update is refused: \(fault.english)", "拒绝该固定值更新：\(fault.chinese)")
        case .notFetched(let fault):
            LocalizedText("the pin update could not be fetched: \(fault.english)", "无法取得固定值更新：\(fault.chinese)")
        case .status(let status, let url):
            LocalizedText(
                "the pin update could not be fetched: \(url) answers with \(status)", "无法取得固定值更新：\(url) 应答 \(status)")
        case .notKept(let fault):
            LocalizedText("the pin update could not be kept: \(fault.english)", "无法保存固定值更新：\(fault.chinese)")
        }
    }
}

extension PinUpdateSigner.SigningError {
    /// The fault as a statement.
    public var statement: Statement {
        switch self {
        case .refused(let refusal): refusal.statement
        case .crypto(let error): error.statement
        }
    }

    /// The remedy as a statement; nil where there is none.
    public var adviceStatement: Statement? {
        if case .refused(let refusal) = self { refusal.adviceStatement } else { nil }
    }

    public var description: String { statement.english }
}

extension PinUpdateKeyError: Sentence, CustomStringConvertible {
    package static let topic = "pinUpdateKey"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .notTwo(let count):
            LocalizedText(
                "updates need two keys, one in use and one kept elsewhere, and there are \(count)",
                "更新需要两个密钥，一个在用，一个另存别处，而这里有 \(count) 个")
        case .notAKey(let text):
            LocalizedText(
                "'\(text.prefix(80))' is no public key: it is the Base64 of a SubjectPublicKeyInfo",
                "“\(text.prefix(80))”不是公钥：应为 SubjectPublicKeyInfo 的 Base64")
        case .sameTwice(let name):
            LocalizedText(
                "the update key \(name) stands there twice: with it lost, nothing could be signed",
                "更新密钥 \(name) 出现了两次：它一旦丢失，就无法签名")
        case .notEd25519(let name):
            LocalizedText("the update key \(name) is no Ed25519 key", "更新密钥 \(name) 不是 Ed25519 密钥")
        case .weak(let name):
            LocalizedText(
                "the update key \(name) is a point of small order: anybody could sign for it",
                "更新密钥 \(name) 是低阶点：任何人都能以它签名")
        case .invalid(let name):
            LocalizedText(
                "the update key \(name) is no point of its curve: nothing could be signed for it",
                "更新密钥 \(name) 不是其曲线上的点：无法以它签名")
        }
    }

    package var plainName: String { "" }
}
