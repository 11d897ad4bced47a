import HoldfastX509

/// A certificate of a file of anchors, or a file of a folder, that could not be used and was passed over.
public struct AnchorProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// The certificate's place in the file, counted from 1; nil where it is about the whole file.
    public let certificate: Int?
    /// The line of its `BEGIN`, counted from 1; nil in a file that is DER.
    public let line: Int?
    /// The reason that it was passed over.
    public let reason: AnchorError.Reason
    /// The subject's name, as far as it could be read.
    let subject: DistinguishedName?

    init(_ error: AnchorError) {
        (path, certificate, line, reason, subject) = (error.path, nil, nil, error.reason, nil)
    }

    /// Makes a problem of one certificate.
    init(path: String, certificate: Int, line: Int?, reason: AnchorError.Reason, subject: DistinguishedName?) {
        (self.path, self.certificate, self.line, self.reason) = (path, certificate, line, reason)
        self.subject = subject
    }

    /// Whether it is a certificate that is missing now: a folder of anchors also holds what is none, as a README.
    public var isDefect: Bool { if case .noCertificate = reason { false } else { true } }

    /// The place in the file, as `certificate 2 (line 31)`; nil where it is about the whole file.
    public var place: String? {
        certificate.map { number in "certificate \(number)" + (line.map { " (line \($0))" } ?? "") }
    }

    /// The file, the place in it, and the reason in one line.
    public var description: String { error.description }

    /// An error of the whole file for the same reason.
    var error: AnchorError {
        guard let place else { return AnchorError(path: path, reason: reason) }
        return AnchorError(path: path, reason: .malformed("\(place): \(reason.text)"))
    }
}

/// An error for a file or folder that gives no anchors.
public struct AnchorError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        /// The operating system's word, for example "No such file or directory".
        case unreadable(String)
        /// Over the limit that a file of anchors may have.
        case tooLarge(limit: Int)
        /// No certificate is in it; the content that is there instead, in words.
        case noCertificate(String)
        /// A certificate in it, or the file itself, cannot be parsed.
        case malformed(String)
        /// The file's trust settings reject a certificate for TLS servers; the certificate's subject.
        case rejected(String)

        /// The reason as a clause.
        package var text: String {
            switch self {
            case .unreadable(let text), .noCertificate(let text), .malformed(let text): text
            case .tooLarge(let limit): "larger than \(limit) bytes"
            case .rejected(let subject): "its trust settings reject \(subject) for servers"
            }
        }
    }

    /// The path as given.
    public let path: String
    /// The reason that it gives no anchors.
    public let reason: Reason

    public var description: String { "anchors '\(path)': \(reason.text)" }
}
