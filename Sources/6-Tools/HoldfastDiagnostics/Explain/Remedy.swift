package import HoldfastFacts
package import HoldfastStatements
import HoldfastX509

/// A way in which another program is given what a cause lacks: a row of the table `remedies`.
package struct Remedy: Sendable {
    /// The kinds of what is lacking.
    package enum Need: String, CaseIterable, Sendable {
        /// The root of one's own authority.
        case authority
        /// A client's certificate, with its key.
        case certificate
        /// The name by which the server is asked.
        case name
        /// The authorities of clients' certificates, for a server.
        case clients
        /// The certificates above a server's own, for its clients.
        case chain
    }

    /// The program that is told, by the tables' word, or one that has no lines of its own: `git`, `pip`.
    package let program: String
    package let need: Need
    /// The words to type, or to write into the program.
    package let way: String
    /// A remark: which authorities it replaces, where it counts.
    package let words: LocalizedText
    package let source: String
    /// The programs of the table of lines whose lines it explains.
    let of: [String]
    /// Texts of which one stands in the line; empty where the program is enough.
    let marks: [ErrorLinePattern]

    /// Whether it is for the lines of a program, by the table's word.
    package func explains(_ program: String) -> Bool { of.contains(program) }

    /// The remedy with a server's name in the place of `HOST`; the same where the line names none.
    func naming(_ host: String?) -> Remedy {
        guard let host else { return self }
        func named(_ text: String) -> String { text.replacing("HOST", with: host) }
        return Remedy(
            program: program, need: need, way: named(way),
            words: LocalizedText(named(words.english), named(words.chinese)), source: source, of: of, marks: marks)
    }
}

/// The table `remedies`, in its order.
package struct RemedyTable: Sendable {
    package let rows: [Remedy]

    /// The table that is compiled in.
    ///
    /// - Throws: ``FactError`` where the file is no such table: a test reads it.
    package static func builtIn() throws(FactError) -> RemedyTable {
        let facts = try FactTable.builtIn("remedies")
        var rows: [Remedy] = []
        for fact in facts.rows { rows.append(try Remedy(fact)) }
        return RemedyTable(rows: rows)
    }

    /// The rows of which a mark stands in a line.
    func marked(in line: [UInt8]) -> Set<Int> {
        let small = line.map(ASCIIText.lowercased)
        return Set(
            rows.indices.filter { index in
                rows[index].marks.contains { mark in small.indices.contains { mark.match(small, at: $0) != nil } }
            })
    }

    /// The program that a line names itself, of those that have no words of their own: Git, npm; nil for none.
    ///
    /// - Parameters:
    ///   - program: whose words the line has, by the table of lines.
    ///   - marked: the rows of which a mark stands in the lines.
    func teller(of program: String, marked: Set<Int>) -> String? {
        let others = Set(rows.flatMap(\.of))
        let named = Set(marked.map { rows[$0] }.filter { $0.explains(program) }.map(\.program)).subtracting(others)
        return named.count == 1 ? named.first : nil
    }

    /// The ways in which a program is given what a cause lacks; empty where nothing that it could be given mends it.
    ///
    /// - Parameter marked: the rows of which a mark stands in the lines.
    func remedies(of candidate: Explanation.Candidate, in explanation: Explanation, marked: Set<Int>) -> [Remedy] {
        guard let need = Remedy.Need(candidate, in: explanation) else { return [] }
        let fitting = rows.indices.filter { rows[$0].explains(explanation.program) }
        let named = fitting.filter(marked.contains)
        // What a line names itself is told alone: pip, and not each program of Python's.
        let chosen = named.isEmpty ? fitting.filter { rows[$0].marks.isEmpty } : named
        return chosen.map { rows[$0] }.filter { $0.need == need }
    }
}

extension Remedy {
    init(_ row: FactRow) throws(FactError) {
        let fault = FactError(line: row.line, .badValue)
        guard let program = row["program"], let of = row["of"], let need = row["need"].flatMap(Need.init(rawValue:)),
            let way = row["way"], let english = row["english"], let chinese = row["chinese"]
        else { throw fault }
        self.init(
            program: program, need: need, way: way, words: LocalizedText(english, chinese), source: row.source.name,
            of: of.split(separator: " ").map(String.init),
            marks: (row["mark"]?.split(separator: " | ") ?? []).map { ErrorLinePattern(String($0)) })
        guard marks.allSatisfy({ !$0.pieces[0].isEmpty }) else { throw fault }
    }
}

extension Remedy.Need {
    /// The kind of what a cause lacks where the line stands; nil where no setting gives it.
    init?(_ candidate: Explanation.Candidate, in explanation: Explanation) {
        let reader = candidate.reader ?? explanation.reader
        let isServer = ["nginx", "apache"].contains(explanation.program) && !explanation.isProxy
        switch candidate.cause.code {
        case "issuerNotFound" where isServer && reader == .serverLog: self = .chain
        case "clientCertificateRefused" where isServer && reader != .serverLog:
            guard candidate.refused?.isMendedAtServer ?? true else { return nil }
            self = .clients
        case _ where isServer || reader == .serverLog: return nil
        case "issuerNotFound", "noAnchor", "selfSignedNotAnchor": self = .authority
        case "clientCertificateRequired", "clientCertificateRefused": self = .certificate
        case "hostMismatch", "unrecognizedName": self = .name
        default: return nil
        }
    }
}
