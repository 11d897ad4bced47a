import Foundation
import TestSupport
import Testing

/// What commands print with `--json`, held against the schemas of Docs/schemas.
enum PrintedJSON {
    static let top = ProjectFolder.top

    /// The published schemas; read once.
    static let schemas = Result { try JSONSchema(folder: top.appending(path: "Docs/schemas")) }

    /// `holdfast.verdict/1` is told by `verdict.schema.json`.
    static func file(of schema: String) -> String? {
        guard schema.hasPrefix("holdfast."), schema.hasSuffix("/1") else { return nil }
        return schema.dropFirst("holdfast.".count).dropLast("/1".count) + ".schema.json"
    }

    /// Everything that is wrong with the lines of an output; each says by its member `schema` what it is.
    static func complaints(of output: String) throws -> [String] {
        try output.split(separator: "\n").flatMap { line throws -> [String] in
            // The one line without: what follows the last server that listens.
            guard !line.hasSuffix(#""ready":true}"#) else { return [] }
            let document: JSONDocument
            do { document = try JSONDocument(line) } catch { return ["no JSON: \(line)"] }
            guard let schema = document["schema"]?.text, let file = file(of: schema) else {
                return ["no schema is named: \(line)"]
            }
            return try schemas.get().complaints(of: document, against: file) + longNumbers(in: line)
        }
    }

    /// Fails the test where an output is not what the schemas promise.
    static func check(_ output: String, of command: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        do {
            let found = try complaints(of: output)
            #expect(
                found.isEmpty, "\(command.joined(separator: " "))\n\(found.joined(separator: "\n"))",
                sourceLocation: sourceLocation)
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }

    /// Numbers with more than three decimals: times are milliseconds, and nothing is known more exactly.
    private static func longNumbers(in line: Substring) -> [String] {
        var isText = false
        var isEscaped = false
        var bare = ""
        for character in line {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else {
                    isText = character != "\""
                }
            } else if character == "\"" {
                isText = true
            } else {
                bare.append(character)
            }
        }
        return bare.matches(of: /-?[0-9]+(?:\.[0-9]{4,}|\.?[0-9]*[eE][-+]?[0-9]+)/).map { "the number \($0.output)" }
    }
}
