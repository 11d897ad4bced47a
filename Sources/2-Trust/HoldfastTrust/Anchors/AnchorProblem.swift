import HoldfastFiles
public import HoldfastStatements
public import HoldfastX509

/// A certificate of a file of anchors, or a file of a folder, that could not be used and was passed over.
public struct AnchorProblem: Hashable, Sendable, CustomStringConvertible {
    /// The error of the whole file for the same reason.
    let error: AnchorError
    /// The subject's name, as far as it could be read.
    let subject: DistinguishedName?

    init(_ error: AnchorError, subject: DistinguishedName? = nil) {
        self.error = error
        self.subject = subject
    }

    /// The file.
    public var path: String { error.path }
    /// The certificate's place in the file, counted from 1; nil where it is about the whole file.
    public var certificate: Int? { error.certificate }
    /// The line of its `BEGIN`, counted from 1; nil in a file that is DER.
    public var line: Int? { error.line }
    /// The reason that it was passed over.
    public var reason: AnchorError.Reason { error.reason }

    /// Whether it is a certificate that is missing now: a folder of anchors also holds what is none, as a README.
    public var isDefect: Bool {
        switch reason {
        case .noCertificate: false
        case .foreign(let form): form.isOfCertificates
        default: true
        }
    }

    /// The place in the file, as `certificate 2 (line 31)`; nil where it is about the whole file.
    public var place: String? {
        certificate.map { number in "certificate \(number)" + (line.map { " (line \($0))" } ?? "") }
    }

    /// The file, the place in it, and the reason as a statement.
    public var statement: Statement { error.statement }

    /// The remedy as a statement; nil where the caller knows better what it wants.
    public var adviceStatement: Statement? { error.formAdvice }

    /// The file, the place in it, and the reason in one line.
    public var description: String { statement.english }
}

/// An error for a file or folder that gives no anchors.
public struct AnchorError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The operating system's word, for example "No such file or directory".
        case unreadable(String)
        /// A device, a pipe, a socket.
        case notRegular
        /// Over the limit that a file of anchors may have.
        case tooLarge(limit: Int)
        /// No certificate is in it; the content that is there instead, in words.
        case noCertificate(Statement)
        /// No certificate is in it as it stands; the form that it has instead.
        case foreign(ForeignForm)
        /// A block in it, or its trust settings, or the file itself cannot be parsed.
        case malformed(Statement)
        /// A certificate in it cannot be parsed.
        case malformedCertificate(MalformedCertificate)
        /// The file's trust settings reject a certificate for TLS servers; the certificate's subject.
        case rejected(String)

        /// The reason as a statement: a clause.
        public var statement: Statement {
            switch self {
            case .unreadable(let text): SystemText.statement(of: text)
            case .notRegular: AnchorFileSentence.notRegular.statement
            case .tooLarge(let limit): AnchorFileSentence.tooLarge(limit: limit).statement
            case .noCertificate(let statement), .malformed(let statement): statement
            case .foreign(let form): form.statement
            case .malformedCertificate(let certificate): certificate.statement
            case .rejected(let subject): AnchorFileSentence.rejected(subject: subject).statement
            }
        }

        /// The reason as a clause in English.
        package var text: String { statement.english }
    }

    /// The path as given.
    public let path: String
    /// The reason that it gives no anchors.
    public let reason: Reason
    /// The certificate that it is about, counted from 1; nil where it is about the whole file.
    public let certificate: Int?
    /// The line of that certificate's `BEGIN`, counted from 1; nil in a file that is DER.
    public let line: Int?

    init(path: String, reason: Reason, certificate: Int? = nil, line: Int? = nil) {
        (self.path, self.reason, self.certificate, self.line) = (path, reason, certificate, line)
    }

    /// The file, the place in it, and the reason as a statement.
    public var statement: Statement {
        guard let certificate else { return AnchorFileSentence.file(path: path, reason.statement).statement }
        guard let line else {
            return AnchorFileSentence.certificateInFile(path: path, number: certificate, reason.statement).statement
        }
        return AnchorFileSentence.certificateAtLine(path: path, number: certificate, line: line, reason.statement)
            .statement
    }

    /// The remedy for what stands in the file; nil where it is another file that is wanted.
    fileprivate var formAdvice: Statement? {
        switch reason {
        case .foreign(let form): form.adviceStatement
        case .malformedCertificate(let certificate): certificate.adviceStatement
        case .unreadable, .notRegular, .tooLarge, .noCertificate, .malformed, .rejected: nil
        }
    }

    /// The remedy as a statement.
    public var adviceStatement: Statement {
        if let formAdvice { return formAdvice }
        return switch reason {
        case .unreadable: AnchorFileAdvice.seePathAndRights.statement
        case .tooLarge: AnchorFileAdvice.nameFewer.statement
        case .rejected: AnchorFileAdvice.takeOutTrustSettings.statement
        case .notRegular, .noCertificate, .foreign, .malformed, .malformedCertificate:
            AnchorFileAdvice.nameCertificates.statement
        }
    }

    /// The remedy in English: one clause, without a full stop.
    public var hint: String { adviceStatement.english }

    public var description: String { statement.english }
}
