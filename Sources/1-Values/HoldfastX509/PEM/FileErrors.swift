public import HoldfastStatements

/// A reason why nothing in a file could be recognised.
public enum EncodedObjectError: Error, Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// Neither PEM nor DER.
    case unknownForm
    /// Neither PEM nor DER, and near enough to say what it is.
    case foreign(ForeignForm)
    /// A block that cannot be read.
    case pem(PEMError)
}

/// A reason why a file gives no certificate.
public enum CertificateFileError: Error, Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// No certificate, but other objects: the labels of PEM blocks, which are the same in every language, or the kind
    /// of DER; none where it is neither.
    case noCertificate(found: [Statement])
    /// No certificate as it stands, and near enough to say what it is.
    case foreign(ForeignForm)
    /// A block that cannot be read.
    case pem(PEMError)
}

/// Sentences about files in which nothing, or nothing of the kind, was found.
enum FileFormSentence: Sentence {
    case empty
    case unknownForm
    case noCertificate(found: [Statement])

    static let topic = "file"

    var words: LocalizedText {
        switch self {
        case .empty: LocalizedText("the file is empty", "该文件是空的")
        case .unknownForm: LocalizedText("the file is neither PEM nor DER", "该文件既不是 PEM 也不是 DER")
        case .noCertificate(let found):
            LocalizedText(
                "the file holds no certificate, but \(found.map(\.english).joined(separator: ", "))",
                "该文件不含证书，而是 \(found.map(\.chinese).joined(separator: "、"))")
        }
    }
}

/// Advice for whoever copied a file.
enum FileFormAdvice: Sentence {
    case copyAgain

    static let topic = "fileAdvice"

    var words: LocalizedText {
        switch self {
        case .copyAgain:
            LocalizedText(
                "copy the file again; each block begins and ends with a line of dashes", "请重新复制该文件；每个块都以一行连字符开头和结尾")
        }
    }
}

extension PEMError {
    /// The remedy as a statement.
    public var adviceStatement: Statement? { FileFormAdvice.copyAgain.statement }
}

extension EncodedObjectError: CustomStringConvertible {
    /// The fault as a statement: the end of a sentence about the file.
    public var statement: Statement {
        switch self {
        case .empty: FileFormSentence.empty.statement
        case .unknownForm: FileFormSentence.unknownForm.statement
        case .foreign(let form): form.statement
        case .pem(let error): error.statement
        }
    }

    /// The remedy as a statement; nil where the caller knows better what it wants.
    public var adviceStatement: Statement? {
        switch self {
        case .empty, .unknownForm: nil
        case .foreign(let form): form.adviceStatement
        case .pem(let error): error.adviceStatement
        }
    }

    /// One line, as the end of a sentence about the file.
    public var description: String { statement.english }
}

extension CertificateFileError: CustomStringConvertible {
    /// The fault as a statement: the end of a sentence about the file.
    public var statement: Statement {
        switch self {
        case .empty: FileFormSentence.empty.statement
        case .noCertificate(let found) where found.isEmpty: FileFormSentence.unknownForm.statement
        case .noCertificate(let found): FileFormSentence.noCertificate(found: Self.each(of: found)).statement
        case .foreign(let form): form.statement
        case .pem(let error): error.statement
        }
    }

    /// Each of the objects once, in the order of the alphabet.
    package static func each(of found: [Statement]) -> [Statement] {
        Set(found).sorted { $0.english < $1.english }
    }

    /// The remedy as a statement; nil where the caller knows better what it wants.
    public var adviceStatement: Statement? {
        switch self {
        case .empty, .noCertificate: nil
        case .foreign(let form): form.adviceStatement
        case .pem(let error): error.adviceStatement
        }
    }

    /// One line, as the end of a sentence about the file.
    public var description: String { statement.english }
}
