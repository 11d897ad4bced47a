import Foundation
import HoldfastJSON
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastPolicy

/// The documents of `Vectors/policy/cases.json`, and what is said about them there.
struct PolicyCase: CustomTestStringConvertible {
    let name: String
    /// Whether the reader takes it.
    let isRead: Bool
    /// The path of the first problem that is not about a member above it; nil where it is read.
    let path: String?
    let bytes: [UInt8]

    var testDescription: String { name }

    static let folder = ProjectFolder.top

    static let all: [PolicyCase] = {
        guard let data = try? Data(contentsOf: folder.appending(path: "Vectors/policy/cases.json")),
            let list = try? JSONValue(Array(data)).array
        else { return [] }
        return list.compactMap(\.object).map { members in
            PolicyCase(
                name: members["name"]?.text ?? "", isRead: members["accepts"]?.text == "both",
                path: members["path"]?.text, bytes: members["document"].map { Array(text(of: $0).utf8) } ?? [])
        }
    }()

    /// Public suffixes as the cases need them.
    static let suffixes = PublicSuffixes(identity: "test") { $0 == "com" || $0 == "co.uk" ? .icann : nil }

    static func read(_ bytes: [UInt8]) throws(PolicyDocumentError) -> PolicyDocument {
        try PolicyDocument(bytes, publicSuffixes: suffixes)
    }

    private static func text(of value: JSONValue) -> String {
        switch value.content {
        case .string(let text): JSONText.string(text)
        case .number(let text): text
        case .bool(let bool): "\(bool)"
        case .null: "null"
        case .array(let items): "[" + items.map(text).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { JSONText.string($0.name) + ": " + text(of: $0.value) }.joined(separator: ", ") + "}"
        }
    }
}
