package import HoldfastStatements
package import HoldfastTrust

/// The part of a policy file in a verdict, as text, page and JSON tell it.
package struct PolicyFileReport: Sendable, JSONReport {
    /// A member that counts for the server, and the pattern that says it.
    package struct Part: Sendable, Encodable {
        package let member: String
        package let pattern: String
        /// `excluded`, `off` or `none` where the member takes something back.
        package let takesBack: String?
    }

    /// A pattern that the server misses by little.
    package struct Nearest: Sendable, Encodable {
        package let pattern: String
        /// `spelling`, `label` or `level`.
        package let slip: String
    }

    package let file: String
    package let parts: [Part]
    package let nearest: Nearest?
    package let statement: Statement
    /// The language of the message in JSON, where a page reads it.
    package var language = PageLanguage.english

    /// The report of a policy; nil where it follows no file, or names no server.
    package init?(_ policy: TrustPolicy) {
        guard let reference = policy.policyFile, let host = policy.purpose.serverName else { return nil }
        let near = reference.nearest()
        file = reference.path
        parts = reference.parts.map { part in
            Part(member: part.member, pattern: "\(part.pattern)", takesBack: part.takesBack)
        }
        nearest = near.map { Nearest(pattern: "\($0.pattern)", slip: $0.slip.rawValue) }
        statement = Self.sentence(reference, near, "\(host)").statement
    }

    private static func sentence(
        _ reference: PolicyFileReference, _ near: NearHostPattern?, _ host: String
    ) -> PolicyPartSentence {
        let file = reference.path
        guard !reference.parts.isEmpty else {
            guard let near else { return .nothing(file: file, host: host) }
            return .nothingButNear(file: file, host: host, pattern: "\(near.pattern)", slip: near.slip)
        }
        let parts = reference.parts.map { part in
            let pattern = "\(part.pattern)"
            guard let word = part.takesBack else {
                return PolicyPartSentence.part(member: part.member, pattern: pattern).statement
            }
            return PolicyPartSentence.partTakingBack(member: part.member, word: word, pattern: pattern).statement
        }
        let said = PolicyPartSentence.says(file: file, parts: PolicyPartSentence.list(parts).statement)
        guard let near else { return said }
        return .nearest(said.statement, pattern: "\(near.pattern)", slip: near.slip)
    }

    /// Whether it tells what a target without a verdict is told of: something in force, or a name that is near.
    package var isTelling: Bool { !parts.isEmpty || nearest != nil }

    package var json: JSONObject {
        JSONObject([
            "file": file, "parts": parts, "nearest": nearest, "message": statement.text(in: language),
            "statement": StatementReport(statement),
        ])
    }
}
