import FoundationEssentials
import HoldfastLibC

/// The list of known causes of disagreement: a text file, one line a cause and sign of it.
///
///     # CAUSE | PROFILES | PEERS | accepts or refuses | SIGN | DEVIATIONS
///     self-issued-policy | default rfc5280 | openssl | refuses | pathLength.constraint | pathLength.*
///
/// The fourth field says what we do. Where we accept, SIGN is a reason that the peer gives; where we refuse, one of our
/// requirements; several have ` / ` between them. DEVIATIONS are those of which a case must have one. Patterns of `*`
/// and `?` may stand in both. CAUSE is the row of the table in the documentation. A line `peer NAME VERSION…` states by
/// which version the list was made.
struct Explanations {
    struct LineError: Error, CustomStringConvertible {
        let description: String
    }

    struct Line: Hashable {
        let number: Int
        let cause: String
        let profiles: [String]
        let peers: [String]
        let accepts: Bool
        let signs: [String]
        let deviations: [String]
    }

    private(set) var lines: [Line] = []
    /// Beginnings of the versions by which the list was made.
    private(set) var versions: [String: String] = [:]

    /// None: every disagreement is one without an explanation.
    init() {}

    init(text: String) throws(LineError) {
        for (index, text) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = text.split(separator: " ").map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            if first == "peer", words.count > 2 {
                versions[words[1]] = words[2...].joined(separator: " ")
                continue
            }
            let fields = text.split(separator: "|", omittingEmptySubsequences: false).map { field in
                field.split(separator: " ").joined(separator: " ")
            }
            guard fields.count == 6, fields.allSatisfy({ !$0.isEmpty }), ["accepts", "refuses"].contains(fields[3])
            else {
                throw LineError(description: "line \(index + 1) does not have the six fields of an explanation")
            }
            func list(_ field: String) -> [String] { field.split(separator: " ").map(String.init) }
            lines.append(
                Line(
                    number: index + 1, cause: fields[0], profiles: list(fields[1]), peers: list(fields[2]),
                    accepts: fields[3] == "accepts", signs: fields[4].components(separatedBy: " / "),
                    deviations: list(fields[5])))
        }
    }

    /// The lines that explain one sign of a disagreement; several may.
    func lines(
        for testCase: DifferentialCase, profile: String, peer: String, accepts: Bool, sign: String
    ) -> [Line] {
        lines.filter { line in
            line.accepts == accepts && line.profiles.contains(profile) && line.peers.contains(peer)
                && line.signs.contains { Self.matches($0, sign) }
                && line.deviations.contains { pattern in testCase.names.contains { Self.matches(pattern, $0) } }
        }
    }

    private static func matches(_ pattern: String, _ text: String) -> Bool {
        if pattern == text { return true }
        guard pattern.contains(where: { "*?".contains($0) }) else { return false }
        // Brackets stand for themselves: peers print them.
        let plain = pattern.replacing("[", with: "\\[")
        return unsafe fnmatch(plain, text, 0) == 0
    }
}
