package import HoldfastStatements
package import HoldfastTransport
package import HoldfastTrust
import HoldfastWords

/// A cause that a line of another program may name: a kind of finding, or an error without a verdict.
package enum ErrorCause: Hashable, Sendable {
    case finding(FindingCode)
    /// The code of an error, and the exit code where the command comes upon it.
    case failure(TransportError.Code, exitCode: Int32)

    /// Reads a cause as the table writes it: a code, then a colon and the exit code where it is another than the code's
    /// own; nil for what is none.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let word = parts.first, parts.count <= 2 else { return nil }
        if let code = FindingCode.all.first(where: { $0.rawValue == word }) {
            guard parts.count == 1 else { return nil }
            self = .finding(code)
            return
        }
        guard let code = TransportError.Code.all.first(where: { $0.rawValue == word }) else { return nil }
        guard parts.count == 2 else {
            self = .failure(code, exitCode: FailureWords.exitCode(of: code))
            return
        }
        guard let exitCode = Int32(parts[1]), (1...7).contains(exitCode) else { return nil }
        self = .failure(code, exitCode: exitCode)
    }

    /// The causes that one of our exit codes stands for.
    static func all(endingWith exitCode: Int32) -> [ErrorCause] {
        // Notes have a code's number too, and never end a command.
        let findings = FindingCode.all.filter {
            $0.exitCode == exitCode && ($0.osStatus != 0 || $0 == .expiresSoon)
        }
        // With an accepted certificate the handshake fails by the codes of 4.
        let failures = TransportError.Code.all.filter {
            FailureWords.exitCode(of: $0) == (exitCode == 5 ? 4 : exitCode)
        }
        return findings.map(ErrorCause.finding) + failures.map { .failure($0, exitCode: exitCode) }
    }

    /// The stable word: `issuerNotFound`, `protocolVersion`.
    package var code: String {
        switch self {
        case .finding(let code): code.rawValue
        case .failure(let code, _): code.rawValue
        }
    }

    package var exitCode: Int32 {
        switch self {
        case .finding(let code): code.exitCode
        case .failure(_, let exitCode): exitCode
        }
    }

    /// The defect in a few words.
    package var headline: LocalizedText? {
        switch self {
        case .finding(let code): FindingWords.of(code)?.headline
        case .failure(let code, _): FailureWords.of(code)?.happened
        }
    }

    /// The consequence; nil where the headline says all.
    package var meaning: LocalizedText? {
        switch self {
        case .finding(let code): FindingWords.of(code)?.meaning
        case .failure: nil
        }
    }

    package var advice: LocalizedText? {
        switch self {
        case .finding(.issuerNotFound): Self.sendOrGiveRoot
        case .finding(let code): FindingWords.of(code)?.advice
        case .failure(let code, _): FailureWords.of(code)?.advice
        }
    }
}

extension ErrorCause {
    /// Both remedies, as a verdict has them: a page for an app's users names no options.
    private static let sendOrGiveRoot = LocalizedText(
        """
        Let the server send the intermediate certificate after its own; or, of an authority of your own, give its \
        root: --anchors root.pem.
        """,
        """
        请在服务器上配置完整的证书链，在自身证书之后附上中间证书；若是您自建的机构，请给出其根证书：\
        --anchors root.pem。
        """)
}
