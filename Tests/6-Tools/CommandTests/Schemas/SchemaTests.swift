import Foundation
import TestSupport
import Testing

/// The published JSON schemas, their page, and the commands that print them.
@Suite("Every JSON that is printed has a schema and a section", .ownThread)
struct SchemaTests {
    /// What the sources call their outputs: `holdfast.verdict/1` and the like, in the rooms that print.
    private static func names() throws -> Set<String> {
        var names: Set<String> = []
        for room in ["HoldfastCommand", "HoldfastDiagnostics", "HoldfastGate", "HoldfastLesson"] {
            let folder = try ProjectFolder.sources(of: room)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let url = files?.nextObject() as? URL {
                guard url.pathExtension == "swift" else { continue }
                let text = try String(contentsOf: url, encoding: .utf8)
                for match in text.matches(of: /"(holdfast\.[A-Za-z-]+\/[0-9]+)"/) { names.insert(String(match.1)) }
            }
        }
        // A key of SARIF's fingerprints.
        return names.subtracting(["holdfast.finding/1"])
    }

    /// The sections of the page by their headings.
    private static func sections() throws -> [String: String] {
        let text = try String(contentsOf: PrintedJSON.top.appending(path: "Docs/json.md"), encoding: .utf8)
        var sections: [String: String] = [:]
        for part in text.components(separatedBy: "\n## ").dropFirst() {
            let lines = part.split(separator: "\n", maxSplits: 1)
            sections[String(lines[0]).replacing("`", with: "")] = lines.count > 1 ? String(lines[1]) : ""
        }
        return sections
    }

    @Test("A file for each name of the sources, and a section of the page; and none beside them")
    func complete() throws {
        let names = try Self.names()
        #expect(names.count > 15)
        let files = try PrintedJSON.schemas.get().files
        #expect(
            Set(names.compactMap { PrintedJSON.file(of: $0) }) == Set(files.keys).subtracting(["common.schema.json"]))
        let sections = try Self.sections()
        #expect(Set(sections.keys.filter { $0.hasPrefix("holdfast.") }) == names)
        for name in names {
            let file = try #require(PrintedJSON.file(of: name))
            #expect(files[file]?["title"]?.text == name)
            #expect(sections[name]?.contains("(schemas/\(file))") == true, "\(name)")
        }
    }

    @Test("A section speaks of each member of its schema")
    func members() throws {
        let sections = try Self.sections()
        for (file, schema) in try PrintedJSON.schemas.get().files where file != "common.schema.json" {
            let title = try #require(schema["title"]?.text)
            let section = try #require(sections[title], "\(title)")
            for name in Self.memberNames(schema) {
                #expect(section.contains("`\(name)`"), "\(file): \(name)")
            }
        }
    }

    private static func memberNames(_ schema: JSONDocument) -> Set<String> {
        var names = Set(schema["properties"]?.members?.keys.map { $0 } ?? [])
        for inner in schema["oneOf"]?.elements ?? [] { names.formUnion(memberNames(inner)) }
        for inner in schema["$defs"]?.members?.values.map({ $0 }) ?? [] { names.formUnion(memberNames(inner)) }
        return names
    }

    @Test("Each object is closed: a member that no schema lists fails")
    func closed() throws {
        for (file, schema) in try PrintedJSON.schemas.get().files { Self.expectClosed(schema, file) }
    }

    private static func expectClosed(_ schema: JSONDocument, _ path: String) {
        if let members = schema.members {
            if schema["type"] == .text("object") {
                #expect(schema["additionalProperties"] == .bool(false), "\(path)")
            }
            for (name, inner) in members { expectClosed(inner, "\(path)/\(name)") }
        }
        for (index, inner) in (schema.elements ?? []).enumerated() { expectClosed(inner, "\(path)/\(index)") }
    }
}

/// The validator itself: what it doesn't notice, no test of an output notices.
@Suite("The validator of JSON schemas", .ownThread) struct JSONSchemaTests {
    private func complaints(_ document: String, _ schema: String) throws -> [String] {
        try JSONSchema(["a": try JSONDocument(schema)]).complaints(of: try JSONDocument(document), against: "a")
    }

    /// JSON Schema Validation (draft 2020-12) §6, and Core §10.
    @Test(
        "Each keyword holds and fails",
        arguments: [
            (#"{"type":"integer"}"#, "1", "1.5"), (#"{"type":["string","null"]}"#, "null", "true"),
            (#"{"type":"number"}"#, "1.5", "\"1\""), (#"{"const":"a"}"#, "\"a\"", "\"b\""),
            (#"{"enum":["a",1]}"#, "1", "2"), (#"{"pattern":"^a+$"}"#, "\"aa\"", "\"ab\""),
            (#"{"minimum":0}"#, "0", "-1"), (#"{"maximum":3}"#, "3", "4"),
            (#"{"items":{"type":"string"}}"#, #"["a"]"#, #"["a",1]"#), (#"{"minItems":2}"#, "[1,2]", "[1]"),
            (#"{"maxItems":1}"#, "[1]", "[1,2]"), (#"{"required":["a"]}"#, #"{"a":1}"#, "{}"),
            (#"{"properties":{"a":{"type":"null"}}}"#, #"{"a":null,"b":1}"#, #"{"a":1}"#),
            (#"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1}"#, #"{"a":1,"b":1}"#),
            (#"{"anyOf":[{"type":"null"},{"const":1}]}"#, "1", "2"),
            (#"{"oneOf":[{"type":"integer"},{"minimum":5}]}"#, "1", "6"),
            (##"{"$ref":"#/$defs/b","$defs":{"b":{"const":1}}}"##, "1", "2"),
        ])
    func keywords(_ row: (schema: String, good: String, bad: String)) throws {
        #expect(try complaints(row.good, row.schema).isEmpty)
        #expect(try !complaints(row.bad, row.schema).isEmpty)
    }

    @Test("A keyword that is not known, and a reference that leads nowhere, are errors of the schema")
    func unknown() throws {
        #expect(throws: JSONSchema.Problem.self) { try complaints("1", #"{"multipleOf":2}"#) }
        #expect(throws: JSONSchema.Problem.self) { try complaints("1", #"{"items":{"minimun":2}}"#) }
        #expect(throws: JSONSchema.Problem.self) { try complaints("1", ##"{"$ref":"#/$defs/b"}"##) }
    }

    @Test("Another file's definitions are found, and are its own")
    func files() throws {
        let schema = try JSONSchema([
            "a": try JSONDocument(##"{"$ref":"b#/$defs/c"}"##),
            "b": try JSONDocument(##"{"$defs":{"c":{"items":{"$ref":"#/$defs/d"}},"d":{"const":1}}}"##),
        ])
        #expect(try schema.complaints(of: .array([.number(1)]), against: "a").isEmpty)
        #expect(try !schema.complaints(of: .array([.number(2)]), against: "a").isEmpty)
    }

    @Test("A verdict with a member more, a member less or a time of six decimals is none")
    func verdict() throws {
        let folder = try Folder()
        try folder.write("root.pem", Recorded.root)
        try folder.write("chain.pem", Recorded.leaf + Recorded.intermediate)
        let line = try CommandRun(
            "holdfast", ["evaluate", "--json", "--anchors-only", "root.pem", "chain.pem"], in: folder
        ).output
        #expect(try PrintedJSON.complaints(of: line).isEmpty)
        #expect(try !PrintedJSON.complaints(of: line.replacing("{\"at\":", with: "{\"new\":1,\"at\":")).isEmpty)
        #expect(try !PrintedJSON.complaints(of: line.replacing("\"host\":null,", with: "")).isEmpty)
        #expect(try !PrintedJSON.complaints(of: line.replacing("\"at\":", with: "\"dial\":0.123456,\"at\":")).isEmpty)
        #expect(try !PrintedJSON.complaints(of: line.replacing("verdict/1", with: "verdict/2")).isEmpty)
    }
}
