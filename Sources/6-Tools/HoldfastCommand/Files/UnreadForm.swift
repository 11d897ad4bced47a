import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

/// The words about files whose form is not read: the same by every option and command that takes a file.
extension CommandError {
    /// The end for a file that comes near a form which is read: what it is, where, and the command that makes it one.
    init(_ form: ForeignForm, of path: String) {
        self.init(
            .usage, .command(form.isContainer ? .noCertificate : .foreignForm),
            Statement(UsageSentence.fileFault(file: path, reason: form.statement)), advice: form.adviceStatement)
    }

    /// The end for a file with a block of PEM that cannot be read.
    init(_ error: PEMError, of path: String, exitCode: ExitCode = .malformedCertificate) {
        self.init(
            exitCode, .command(.malformedPEM), Statement(UsageSentence.fileFault(file: path, reason: error.statement)),
            advice: error.adviceStatement)
    }

    /// The end for a file of keys, requests or lists in which nothing is recognised.
    init(_ error: EncodedObjectError, of path: String) {
        if case .foreign(let form) = error {
            self.init(form, of: path)
        } else {
            self.init(
                .usage, code: .malformedFile, UsageSentence.fileFault(file: path, reason: error.statement),
                hint: UsageAdvice.readForms)
        }
    }
}

extension ForeignForm {
    /// Whether it holds certificates in a form of its own, which is not read where certificates are wanted.
    fileprivate var isContainer: Bool {
        switch self {
        case .pkcs7, .pkcs12: true
        default: false
        }
    }
}
