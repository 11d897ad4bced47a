package import HoldfastStatements
import HoldfastTrust
import HoldfastWords

/// The meaning of a line or number of another program, or of a code of ours: ready to be shown, as text, as JSON of the
/// schema `holdfast.explain/1`.
package struct Explanation: Sendable {
    /// The place of a line that means something else to each side.
    package enum Reader: String, Hashable, Sendable {
        case client, serverLog
    }

    /// Somebody's word for what happened: a row of the table, or one of our own.
    package struct Teller: Hashable, Sendable {
        /// The program by the table's word; `holdfast` for ours.
        package let program: String
        package var name: String?
        package var number: Int?
        package var versions: String?
        package var source: String?
    }

    /// A cause that the line may have.
    package struct Candidate: Sendable {
        package let cause: ErrorCause
        package var reader: Reader?
        package let headline: LocalizedText
        package private(set) var meaning: LocalizedText?
        package let advice: LocalizedText?
        /// The reason in a server's log for which a client's certificate was refused.
        var refused: RefusedClient?
        /// The ways in which the line's program is given what is lacking; empty where none mends the cause.
        package var remedies: [Remedy] = []
    }

    /// The question, or the first line of what is explained.
    package let asked: String
    /// The line of standard input, from 1 on; nil for an argument.
    package var line: Int?
    /// The number of times that the same was found.
    package var times = 1
    /// The program whose line it is.
    package private(set) var program: String
    package let tellers: [Teller]
    /// The side on which the line stands, where it says so.
    package var reader: Reader?
    /// The server that the line names; nil where it names none.
    package var host: String?
    /// The address of the server behind the one whose log it is; nil where the line has none.
    var backend: BackendAddress?
    /// Whether the log is of a server that is the client here: nginx to its upstream.
    package var isProxy = false
    /// The likeliest first; empty where the table knows the program alone.
    package private(set) var candidates: [Candidate]

    /// Whether the line alone leaves a choice.
    package var isAmbiguous: Bool { Set(candidates.map(\.cause)).count > 1 }

    /// Adds the remedies of each cause in the line's program.
    ///
    /// - Parameter marked: the rows of the table of which a mark stands in the lines.
    func withRemedies(_ table: RemedyTable, marked: Set<Int> = []) -> Explanation {
        var found = self
        for index in candidates.indices {
            found.candidates[index].remedies = table.remedies(of: candidates[index], in: self, marked: marked)
                .map { $0.naming(host) }
        }
        found.program = table.teller(of: program, marked: marked) ?? program
        return found
    }
}

extension Explanation.Candidate {
    init(_ cause: ErrorCause, reader: Explanation.Reader? = nil) {
        let code = LocalizedText.same(cause.code)
        self.init(
            cause: cause, reader: reader, headline: cause.headline ?? code, meaning: cause.meaning,
            advice: cause.advice)
    }

    /// The cause with what OpenSSL's error 19 often comes of: a root in the chain that nobody gave the client.
    func withInspection(saidBy rows: [ErrorLine]) -> Explanation.Candidate {
        guard cause == .finding(.noAnchor), let meaning,
            rows.contains(where: { $0.program == "openssl" && $0.number == 19 })
        else { return self }
        var told = self
        told.meaning = LocalizedText(
            """
            \(meaning.english) Often it is that of a proxy that inspects TLS, of a company or a virus scanner: whoever \
            runs it has the root.
            """,
            "\(meaning.chinese)常见的情形是公司或杀毒软件的代理在检查 TLS 流量：根证书可向其管理者索取。")
        return told
    }

    /// The cause that one requirement of a rule is.
    init(_ requirement: Requirement) {
        let words = FindingWords.of(requirement.code, requirement: requirement.id)
        self.init(
            cause: .finding(requirement.code), headline: words?.headline ?? .same(requirement.code.rawValue),
            meaning: words?.meaning, advice: words?.advice)
    }
}

extension Explanation.Teller {
    init(_ row: ErrorLine) {
        self.init(
            program: row.program, name: row.name ?? row.text.map(Self.shown), number: row.number,
            versions: row.versions, source: row.source)
    }

    /// A text of the table without the marks of its places.
    private static func shown(_ text: String) -> String {
        var rest = text.replacing("{host}", with: "…")[...]
        if rest.hasPrefix("^") { rest.removeFirst() }
        if rest.hasSuffix("$") { rest.removeLast() }
        return String(rest)
    }
}
