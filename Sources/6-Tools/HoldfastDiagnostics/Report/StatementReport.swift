package import HoldfastStatements
import HoldfastTrust

/// A statement as JSON has it: the identifier and the arguments that programs decide by, beside the text elsewhere.
package struct StatementReport: Hashable, Sendable, JSONReport {
    private let statement: Statement

    package init(_ statement: Statement) { self.statement = statement }

    var words: LocalizedText { statement.words }

    package var json: JSONObject {
        let arguments = statement.arguments
        return JSONObject(
            ["identifier": statement.identifier],
            unlessNone: ["arguments": arguments.isEmpty ? nil : arguments.mapValues(ArgumentReport.init)])
    }
}

/// A value within a statement: a text, a number, a list, or a statement.
struct ArgumentReport: Encodable, JSONWritable {
    let argument: Statement.Argument

    init(_ argument: Statement.Argument) { self.argument = argument }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch argument {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .statement(let statement) where statement.identifier == nil: try container.encode(statement.english)
        case .statement(let statement): try container.encode(StatementReport(statement))
        case .list(let arguments): try container.encode(arguments.map(ArgumentReport.init))
        }
    }

    func write(to output: inout JSONOutput) throws {
        switch argument {
        case .text(let text): output.write(text: text)
        case .number(let number): try output.write(number)
        case .statement(let statement) where statement.identifier == nil: output.write(text: statement.english)
        case .statement(let statement): try output.write(StatementReport(statement))
        case .list(let arguments): try output.write(arguments.map(ArgumentReport.init))
        }
    }
}

/// The statements of a finding as JSON has them.
struct StatementsReport: JSONReport {
    let message, seen, expected, advice: StatementReport

    init(_ statements: Finding.Statements) {
        message = StatementReport(statements.message)
        seen = StatementReport(statements.seen)
        expected = StatementReport(statements.expected)
        advice = StatementReport(statements.advice)
    }

    var json: JSONObject {
        JSONObject(["message": message, "seen": seen, "expected": expected, "advice": advice])
    }
}
