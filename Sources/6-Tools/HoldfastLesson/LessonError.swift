import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
package import HoldfastStatements
import HoldfastServing
import HoldfastTransport
import HoldfastX509

/// An error for a lesson that could not be run.
package enum LessonError: Error, Hashable, Sendable {
    /// There is no chapter of this number.
    case noSuchChapter(Int)
    /// A step failed before it had an outcome.
    case notCarriedOut(chapter: Int, Statement)
}

extension LessonError: Sentence, CustomStringConvertible {
    package static let topic = "lesson"

    package var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .noSuchChapter(let number):
            LocalizedText(
                "there is no chapter \(number): there are 1 to \(Lesson.chapterCount)",
                "没有第 \(number) 章：共有第 1 至 \(Lesson.chapterCount) 章")
        case .notCarriedOut(let chapter, let reason):
            LocalizedText(
                "chapter \(chapter) could not be carried out: \(reason.english)",
                "无法进行第 \(chapter) 章：\(reason.chinese)")
        }
    }

    package var plainName: String { "" }
}

/// Faults of the lesson's own servers and keys; none of them can be, unless something is broken.
enum LessonFault: Sentence, Error {
    case noRSAKey
    case otherKey

    static let topic = "lessonFault"

    var words: LocalizedText {
        switch self {
        case .noRSAKey: LocalizedText("the certificate has no RSA key", "该证书没有 RSA 密钥")
        case .otherKey: LocalizedText("the key is not on P-256", "该密钥不在 P-256 上")
        }
    }
}

extension Statement {
    /// The statement of an error that a step threw; its description where it has none.
    init(of error: any Error) {
        switch error {
        case let error as any Sentence: self.init(error)
        case let error as HTTPSError: self = error.statement
        case let error as TransportError: self = error.statement
        case let error as CryptoError: self = error.statement
        case let error as ServingError: self = error.statement
        case let error as DERError: self = error.statement
        default: self.init(verbatim: "\(error)")
        }
    }
}
