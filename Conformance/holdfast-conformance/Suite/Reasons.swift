/// The differences that are expected, each with its reason: a text file, one line a case.
///
///     # SUITE PROFILE CASE accepts|refuses|skips: REASON
///     limbo rfc5280 webpki::ca-as-leaf accepts: RFC 5280 §6.1 …
///
/// The report alone reads it: the engine, and the judge of a case, know nothing of it. A difference without a line is
/// an error, and so is a line about a case that agrees.
struct Reasons {
    struct LineError: Error, CustomStringConvertible {
        let description: String
    }

    private struct Line {
        let number: Int
        let verb: String
    }

    /// By suite, profile and case.
    private var lines: [[String]: Line] = [:]
    private let file: String

    init(text: String, _ file: String) throws(LineError) {
        self.file = file
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ", maxSplits: 4).map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let place = "'\(file)', line \(index + 1)"
            guard words.count == 5, let verb = Self.verbs.first(where: { "\($0):" == words[3] }) else {
                throw LineError(description: "\(place): no suite, profile, case, verb and reason")
            }
            let key = Array(words[..<3])
            if let other = lines[key] {
                throw LineError(description: "\(place): \(words[2]) has line \(other.number) already")
            }
            lines[key] = Line(number: index + 1, verb: verb)
        }
    }

    private static let verbs = ["accepts", "refuses", "skips"]

    /// The ways in which a run differs from the file, a sentence each.
    func complaints(about run: SuiteRun, suite: String) -> [String] {
        run.outcomes.compactMap { outcome in
            let line = lines[[suite, run.profile, outcome.id]]
            guard let verb = Self.verb(of: outcome.agreement) else {
                return line.map { "\(outcome.id) agrees now: take line \($0.number) out of '\(file)'" }
            }
            guard let line else {
                return "\(outcome.id) is \(Self.participle(verb)), and '\(file)' has no reason for it"
            }
            return line.verb == verb
                ? nil
                : "\(outcome.id) is \(Self.participle(verb)), and line \(line.number) of '\(file)' argues otherwise"
        }
    }

    private static func verb(of agreement: SuiteRun.Agreement) -> String? {
        switch agreement {
        case .agrees: nil
        // Other policies are more, or other, than what was to be accepted.
        case .wronglyAccepted, .otherPolicies: "accepts"
        case .wronglyRefused: "refuses"
        case .skipped: "skips"
        }
    }

    private static func participle(_ verb: String) -> String {
        switch verb {
        case "accepts": "accepted"
        case "refuses": "refused"
        default: "skipped"
        }
    }
}
