import Foundation
import HoldfastTransport
import TestSupport
import Testing

@Suite("The documented table of error codes")
struct ErrorCodeTableTests {
    private static let root = ProjectFolder.top

    /// The sources of the rooms that make such errors, without the table itself.
    private static func sources() throws -> String {
        var text = ""
        for room in ["HoldfastTransport", "HoldfastHTTPS"] {
            let folder = try ProjectFolder.sources(of: room)
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            for case let file as URL in files
            where file.pathExtension == "swift" && file.lastPathComponent != "TransportError+Code.swift" {
                text += try String(contentsOf: file, encoding: .utf8)
            }
        }
        return text
    }

    @Test("all has each code that is declared, under the name that is its word, once")
    func declared() throws {
        let file = Self.root.appending(path: "Sources/3-Connections/HoldfastTransport/Values/TransportError+Code.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let declared = text.matches(of: /static let (\w+) = Code\("(\w+)"\)/)
        for match in declared { #expect(match.1 == match.2) }
        #expect(declared.map { String($0.1) } == TransportError.Code.all.map(\.rawValue))
        #expect(text.split(separator: "static let ").count == declared.count + 2, "one that is declared in another way")
        #expect(Set(TransportError.Code.all).count == TransportError.Code.all.count)
        #expect(TransportError.Code.all.count > 80)
    }

    @Test("something gives each code, and none is made up where it is given")
    func used() throws {
        let text = try Self.sources()
        let direct = /(?:TransportError|HTTPSError)\(\s*(?:\.\w+|phase|progress\.phase),\s*\.(\w+),/
        let local = /(?:failure|problem|error)\(\s*\.(\w+),/
        let chosen = /\? \.(\w+) : \.(\w+),/
        let listed = /(?:\n\s*|: )\(\s*\.(\w+),\s*(?:["v]|nameless|\.joined|AlertSentence)/
        var used: Set<Substring> = []
        for match in text.matches(of: direct) { used.insert(match.1) }
        for match in text.matches(of: local) { used.insert(match.1) }
        for match in text.matches(of: chosen) { used.formUnion([match.1, match.2]) }
        for match in text.matches(of: listed) { used.insert(match.1) }
        #expect(TransportError.Code.all.filter { !used.contains($0.rawValue[...]) } == [], "codes that nothing gives")
        #expect(text.matches(of: /\bCode\(\s*rawValue/).isEmpty)
        #expect(text.matches(of: /\.code [=!]= "/).isEmpty)
    }

    @Test("Docs/errors.md says what the code says")
    func documentation() throws {
        let text = try String(contentsOf: Self.root.appending(path: "Docs/errors.md"), encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }
        #expect(rows.map(\.first) == TransportError.Code.all.map(\.rawValue))
        for row in rows {
            #expect(row.count == 3, "\(row)")
            let phases = row[1].components(separatedBy: ", ")
            #expect(phases.allSatisfy { TransportError.Phase(rawValue: $0) != nil }, "\(row)")
        }
    }
}
