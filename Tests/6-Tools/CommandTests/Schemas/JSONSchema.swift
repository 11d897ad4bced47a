import Foundation
import TestSupport

/// A validator for the part of JSON Schema, draft 2020-12, that the files of Docs/schemas use.
///
/// A keyword that it doesn't know is an error of the schema and not passed over, as the draft has it: what is not
/// looked at would be promised and not held.
struct JSONSchema: Sendable {
    enum Problem: Error, CustomStringConvertible {
        case unknownKeyword(String, file: String)
        case unknownReference(String)
        case malformed(String, file: String)
        case noFile(String)

        var description: String {
            switch self {
            case .unknownKeyword(let name, let file): "\(file): the keyword '\(name)' is not known to the validator"
            case .unknownReference(let text): "'\(text)' leads nowhere"
            case .malformed(let text, let file): "\(file): \(text)"
            case .noFile(let path): "no schema \(path)"
            }
        }
    }

    /// The files of Docs/schemas, by their names.
    let files: [String: JSONDocument]

    /// Reads the schemas of a folder.
    init(folder: URL) throws {
        var files: [String: JSONDocument] = [:]
        for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where url.lastPathComponent.hasSuffix(".schema.json") {
            files[url.lastPathComponent] = try JSONDocument(String(contentsOf: url, encoding: .utf8))
        }
        try self.init(files)
    }

    init(_ files: [String: JSONDocument]) throws {
        self.files = files
        for (file, schema) in files { try check(schema, file) }
    }

    // MARK: The schema itself

    private static let words: Set = ["$schema", "title", "description"]
    private static let values: Set = [
        "const", "enum", "type", "required", "pattern", "minimum", "maximum", "minItems", "maxItems",
    ]

    /// Every keyword is known, and every reference leads somewhere.
    private func check(_ schema: JSONDocument, _ file: String) throws {
        if case .bool = schema { return }
        guard let members = schema.members else { throw Problem.malformed("a schema is an object", file: file) }
        for (name, value) in members {
            switch name {
            case let name where Self.words.contains(name) || Self.values.contains(name): break
            case "$ref":
                guard let text = value.text else { throw Problem.malformed("$ref is text", file: file) }
                _ = try target(of: text, file)
            case "properties", "$defs":
                guard let inner = value.members else { throw Problem.malformed("\(name) is an object", file: file) }
                for schema in inner.values { try check(schema, file) }
            case "anyOf", "oneOf":
                guard let inner = value.elements else { throw Problem.malformed("\(name) is an array", file: file) }
                for schema in inner { try check(schema, file) }
            case "items", "additionalProperties": try check(value, file)
            default: throw Problem.unknownKeyword(name, file: file)
            }
        }
    }

    /// What `#/$defs/name`, `file` or `file#/$defs/name` names, and the file that it is in.
    private func target(of reference: String, _ file: String) throws -> (JSONDocument, String) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0].isEmpty ? file : parts[0]
        guard var schema = files[name] else { throw Problem.unknownReference(reference) }
        for step in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
            guard let inner = schema[String(step)] else { throw Problem.unknownReference(reference) }
            schema = inner
        }
        return (schema, name)
    }

    // MARK: Documents

    /// Everything that a document has against the schema of a file; empty for a valid one.
    func complaints(of document: JSONDocument, against file: String) throws -> [String] {
        guard let schema = files[file] else { throw Problem.noFile(file) }
        return try complaints(document, schema, file, "$")
    }

    private func complaints(
        _ value: JSONDocument, _ schema: JSONDocument, _ file: String, _ path: String
    ) throws -> [String] {
        if case .bool(let allows) = schema { return allows ? [] : ["\(path): not allowed"] }
        var found: [String] = []
        if let reference = schema["$ref"]?.text {
            let (target, name) = try target(of: reference, file)
            found += try complaints(value, target, name, path)
        }
        if let constant = schema["const"], constant != value { found.append("\(path): not \(constant)") }
        if let values = schema["enum"]?.elements, !values.contains(value) { found.append("\(path): no word of enum") }
        if let type = schema["type"] {
            let names = type.text.map { [$0] } ?? type.elements?.compactMap(\.text) ?? []
            if !names.contains(where: { Self.is(value, $0) }) { found.append("\(path): no \(names)") }
        }
        switch value {
        case .text(let text):
            if let pattern = schema["pattern"]?.text, try Regex(pattern).firstMatch(in: text) == nil {
                found.append("\(path): '\(text)' does not match \(pattern)")
            }
        case .number(let number):
            if let minimum = schema["minimum"]?.number, number < minimum { found.append("\(path): \(number) is small") }
            if let maximum = schema["maximum"]?.number, number > maximum { found.append("\(path): \(number) is large") }
        case .array(let elements):
            let count = Double(elements.count)
            if let minimum = schema["minItems"]?.number, count < minimum { found.append("\(path): few items") }
            if let maximum = schema["maxItems"]?.number, count > maximum { found.append("\(path): many items") }
            if let items = schema["items"] {
                for (index, element) in elements.enumerated() {
                    found += try complaints(element, items, file, "\(path)[\(index)]")
                }
            }
        case .object(let members): found += try complaints(of: members, schema, file, path)
        case .null, .bool: break
        }
        return found + (try alternatives(value, schema, file, path))
    }

    private func complaints(
        of members: [String: JSONDocument], _ schema: JSONDocument, _ file: String, _ path: String
    ) throws -> [String] {
        var found: [String] = []
        for name in schema["required"]?.elements?.compactMap(\.text) ?? [] where members[name] == nil {
            found.append("\(path): no member '\(name)'")
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if let inner = schema["properties"]?[name] {
                found += try complaints(value, inner, file, "\(path).\(name)")
            } else if let inner = schema["additionalProperties"] {
                found += try complaints(value, inner, file, "\(path).\(name)")
            }
        }
        return found
    }

    private func alternatives(
        _ value: JSONDocument, _ schema: JSONDocument, _ file: String, _ path: String
    ) throws -> [String] {
        var found: [String] = []
        for (name, isOne) in [("anyOf", false), ("oneOf", true)] {
            guard let schemas = schema[name]?.elements else { continue }
            let each = try schemas.map { try complaints(value, $0, file, path) }
            let count = each.count(where: \.isEmpty)
            guard count == 0 || (isOne && count > 1) else { continue }
            let nearest = each.min { $0.count < $1.count } ?? []
            found.append("\(path): \(count) of \(name) hold; the nearest: \(nearest.joined(separator: "; "))")
        }
        return found
    }

    private static func `is`(_ value: JSONDocument, _ type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.text, "string"), (.array, "array"), (.object, "object"),
            (.number, "number"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }
}
