package import HoldfastFacts
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// Finds out what lines, numbers and codes mean: by the table of other programs' lines, and by our own tables.
///
/// What it is given comes from anywhere: it is octets, of which no more than ``mostOctets`` are looked at in a line.
package struct Explainer: Sendable {
    /// Octets of one line that are looked at.
    static let mostOctets = 4_096
    /// Different explanations of one text; what comes after them is counted.
    static let mostExplanations = 200

    package let table: ErrorLineTable
    package let remedies: RemedyTable
    /// The meanings of a command's exit codes, in the reader's language.
    private let exitCodes: [Int32: String]

    /// Reads the tables.
    ///
    /// - Parameter exitCodes: the meanings of a command's exit codes.
    /// - Throws: ``FactError`` where a compiled-in table cannot be read: a test reads it.
    package init(exitCodes: [Int32: String] = [:]) throws(FactError) {
        table = try .builtIn()
        remedies = try .builtIn()
        self.exitCodes = exitCodes
    }

    /// The meanings of an argument, a code, a number or a line; empty where nobody knows it.
    package func explanations(of argument: String) -> [Explanation] {
        let text = String(argument.prefix(Self.mostOctets)).trimmed
        let word = Self.exitCode(text) ?? text
        let isWord = !word.isEmpty && word.utf8.count <= 128 && !word.utf8.contains { $0 <= 0x20 }
        if isWord {
            let known = own(word) + foreign(word)
            if !known.isEmpty { return known }
        }
        return explanations(ofText: Array(argument.utf8)).map { found in
            var found = found
            found.line = nil
            return found
        }
    }

    /// The number of `exit code 24`, `exit 24` and `rc=24`; nil for any other text.
    private static func exitCode(_ text: String) -> String? {
        let small = text.lowercased()
        let beginnings = ["exit code", "exit status", "exitcode", "exit", "rc", "code", "退出码"]
        guard let beginning = beginnings.first(where: small.hasPrefix) else { return nil }
        let rest = small.dropFirst(beginning.count).drop { [" ", ":", "=", "："].contains($0) }
        guard rest.count < small.count - beginning.count || beginning == "退出码", (1...3).contains(rest.utf8.count),
            rest.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return String(rest)
    }

    /// The meanings of a text's known lines, among others: lines that belong together are one explanation.
    package func explanations(ofText text: [UInt8]) -> [Explanation] {
        var found: [Explanation] = []
        var open: ErrorIncident?
        func close() {
            guard let explanation = open?.explanation(table, remedies) else { return }
            open = nil
            if let index = found.firstIndex(where: { $0.isSame(as: explanation) }) {
                found[index].times += 1
            } else if found.count < Self.mostExplanations {
                found.append(explanation)
            }
        }
        for (index, slice) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            let line = Array(slice.prefix(Self.mostOctets))
            let hits = table.hits(in: line)
            let continues = open?.isContinued(by: line) == true
            if !continues { close() }
            guard !hits.isEmpty else { continue }
            if open == nil { open = ErrorIncident(first: line, number: index + 1) }
            open?.add(line, hits, marked: remedies.marked(in: line))
        }
        close()
        return found
    }

    /// Our own exit codes, finding codes, requirements and codes of errors.
    private func own(_ word: String) -> [Explanation] {
        let holdfast = Explanation.Teller(program: "holdfast", name: Int(word) == nil ? word : nil, number: Int(word))
        func explanation(_ candidates: [Explanation.Candidate], _ teller: Explanation.Teller) -> [Explanation] {
            candidates.isEmpty
                ? [] : [Explanation(asked: word, program: "holdfast", tellers: [teller], candidates: candidates)]
        }
        if let number = Int32(word) {
            var teller = holdfast
            teller.name = exitCodes[number]
            let candidates = ErrorCause.all(endingWith: number).map { Explanation.Candidate($0) }
            guard teller.name != nil || !candidates.isEmpty else { return status(number, word) }
            return [Explanation(asked: word, program: "holdfast", tellers: [teller], candidates: candidates)]
                + status(number, word)
        }
        let small = word.lowercasedASCII
        if let code = FindingCode.all.first(where: { $0.rawValue.lowercasedASCII == small }) {
            return explanation([.init(.finding(code))], holdfast)
        }
        if let code = TransportError.Code.all.first(where: { $0.rawValue.lowercasedASCII == small }) {
            return explanation([.init(.failure(code, exitCode: FailureWords.exitCode(of: code)))], holdfast)
        }
        if let requirement = Requirement.standard.first(where: { $0.id.lowercasedASCII == small }) {
            var teller = holdfast
            (teller.name, teller.source) = (requirement.id, requirement.source)
            return explanation([.init(requirement)], teller)
        }
        if let number = StatusName.number(of: word) { return status(number, word) }
        return []
    }

    /// SecTrust's numbers, by the codes that have them.
    private func status(_ number: Int32, _ word: String) -> [Explanation] {
        let codes = FindingCode.all.filter { $0.osStatus == number && number != 0 }
        // What the table knows of Apple's stands there.
        guard !codes.isEmpty, !table.rows(asked: "\(number)").contains(where: { $0.program == "apple" }) else {
            return []
        }
        let teller = Explanation.Teller(
            program: "apple", name: StatusName.of(number), number: Int(number), source: "SecBase.h")
        return [
            Explanation(
                asked: word, program: "apple", tellers: [teller], candidates: codes.map { .init(.finding($0)) }
            ).withRemedies(remedies)
        ]
    }

    /// Numbers and names of other programs, an explanation a program.
    private func foreign(_ word: String) -> [Explanation] {
        table.rows(asked: word).filter { !$0.causes.isEmpty }.map { row in
            var candidates = row.causes.map {
                Explanation.Candidate($0, reader: row.program == "tls" ? .client : nil).withInspection(saidBy: [row])
            }
            candidates += (row.causesInLog ?? []).map { Explanation.Candidate($0, reader: .serverLog) }
            return Explanation(
                asked: word, program: row.program, tellers: [Explanation.Teller(row)], candidates: candidates
            ).withRemedies(remedies)
        }
    }
}

extension Explanation {
    /// Whether another line says the same of the same server.
    func isSame(as other: Explanation) -> Bool {
        tellers == other.tellers && host == other.host && reader == other.reader && program == other.program
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }

    fileprivate var lowercasedASCII: [UInt8] { utf8.map(ASCIIText.lowercased) }
}
