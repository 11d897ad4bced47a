import Foundation
import HoldfastPolicy
import PeerPrograms
import TestSupport
import Testing

/// The published schema of policy files, asked by python3-jsonschema about the recorded documents.
@Suite(
    "The policy file's schema in another validator", .ownThread,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct PolicySchemaPeerTests {
    private static let top = ProjectFolder.top

    private let cases: [[String: Any]]

    init() throws {
        let data = try Data(contentsOf: Self.top.appending(path: "Vectors/policy/cases.json"))
        cases = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }

    /// The names of the documents that the schema accepts.
    private func accepted(_ cases: [[String: Any]]) throws -> Set<String> {
        let folder = try TemporaryFolder()
        let file = try folder.write(JSONSerialization.data(withJSONObject: cases), to: "cases.json")
        let script = Self.top.appending(path: "scripts/peer-schema.py").path
        let schema = Self.top.appending(path: "Docs/policy.schema.json").path
        let result = try Peer.run("/usr/bin/python3", [script, schema, file])
        try #require(result.status == 0, "\(result.errors)")
        return Set(result.output.split(separator: "\n").map(String.init))
    }

    @Test("it accepts what the reader accepts, and refuses what is said to be beyond it or not")
    func recorded() throws {
        let accepted = try accepted(cases)
        for document in cases {
            let name = try #require(document["name"] as? String)
            let expected = ["both", "schema"].contains(document["accepts"] as? String)
            #expect(accepted.contains(name) == expected, "\(name)")
        }
    }

    @Test("it accepts what the library writes")
    func written() throws {
        let written = try cases.filter { $0["accepts"] as? String == "both" }.map { document in
            let bytes = try JSONSerialization.data(withJSONObject: try #require(document["document"]))
            let policy = try PolicyDocument(Array(bytes), publicSuffixes: nil)
            let again = try JSONSerialization.jsonObject(with: Data(policy.bytes))
            return ["name": try #require(document["name"]), "document": again]
        }
        #expect(written.count >= 10)
        #expect(try accepted(written).count == written.count)
    }
}
