import Foundation
import TestSupport

/// Cases in x509-limbo's schema, made of the recorded chain: good ones, but where a test says otherwise.
enum LimboSuite {
    /// - Parameter fields: those that are other, or more, than a good case's.
    static func testCase(
        _ id: String, expected: String = "SUCCESS", name: String = "www.example.com", _ fields: [String: Any] = [:]
    ) -> [String: Any] {
        let fieldsOfAll: [String: Any] = [
            "id": id, "conflicts_with": [] as [String], "features": [] as [String], "importance": "undetermined",
            "description": "a case", "validation_kind": "SERVER", "trusted_certs": [Recorded.root],
            "untrusted_intermediates": [Recorded.intermediate], "peer_certificate": Recorded.leaf,
            "peer_certificate_key": NSNull(), "validation_time": "2027-01-01T00:00:00.5+00:00",
            "signature_algorithms": [] as [String], "key_usage": [] as [String], "extended_key_usage": [] as [String],
            "expected_result": expected, "expected_peer_name": ["kind": "DNS", "value": name],
            "expected_peer_names": [] as [String], "max_chain_depth": NSNull(), "crls": [] as [String],
        ]
        return fieldsOfAll.merging(fields) { $1 }
    }

    static func json(_ cases: [[String: Any]]) throws -> String {
        let suite: [String: Any] = ["version": 1, "testcases": cases]
        return String(decoding: try JSONSerialization.data(withJSONObject: suite), as: UTF8.self)
    }

    /// Where a published suite lies; nil, and a message, where it is not at hand.
    static func published(_ name: String) -> String? {
        let folder = ProcessInfo.processInfo.environment["VECTORS"] ?? "../shared/vectors"
        let file = URL(filePath: folder).appending(path: name).standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: file) else {
            print("skipped: no \(name) in \(folder); set VECTORS to its folder")
            return nil
        }
        return file
    }

    /// A document of the project.
    static func document(_ name: String) -> String {
        ProjectFolder.top.appending(path: "Docs/\(name)").path
    }
}
