import Foundation
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

/// The folder `Vectors/rules`: a folder for each rule, a file for each case.
enum RuleVectorFolder {
    static let project = ProjectFolder.top
    static let path = project.appending(path: "Vectors/rules")

    /// The names in a folder, sorted; none where there is no folder.
    static func names(in folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// The rules that have a paragraph in `Docs/rules.md`.
    static func documentedRules() throws -> [String] {
        try String(contentsOf: project.appending(path: "Docs/rules.md"), encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
    }

    /// One file as it lies there.
    struct Recorded: Sendable, CustomStringConvertible {
        let rule: String
        let name: String
        /// Nil where it cannot be read.
        let file: RuleVectorFile?

        var description: String { "\(rule)/\(name)" }
    }

    static let recorded: [Recorded] = names(in: path).flatMap { rule in
        names(in: path.appending(path: rule)).map { name in
            let text = try? String(contentsOf: path.appending(path: "\(rule)/\(name)"), encoding: .utf8)
            return Recorded(rule: rule, name: name, file: text.flatMap { RuleVectorFile(text: $0) })
        }
    }

    /// Records every case of the table anew, and removes what stands in it no more.
    ///
    /// A chain that this library cannot make is kept, below the header of the table.
    ///
    /// - Parameter onlyNew: Whether cases whose file has the header of the table stay as they are.
    /// - Returns: How the headers differ from those that stood there, lines with `-` or `+` before them, and with `!`
    ///   what could not be made here.
    static func record(
        _ folders: [RuleFolder] = RuleFolder.all, in path: URL = path, onlyNew: Bool = false
    ) throws -> [String] {
        var difference: [String] = []
        let files = FileManager.default
        for stale in Set(names(in: path)).subtracting(folders.map(\.rule)).sorted() {
            try files.removeItem(at: path.appending(path: stale))
            difference.append("- \(stale)")
        }
        for folder in folders {
            let place = path.appending(path: folder.rule)
            try files.createDirectory(at: place, withIntermediateDirectories: true)
            for stale in Set(names(in: place)).subtracting(folder.cases.map { "\($0.name).txt" }).sorted() {
                try files.removeItem(at: place.appending(path: stale))
                difference.append("- \(folder.rule)/\(stale)")
            }
            for vector in folder.cases {
                let file = place.appending(path: "\(vector.name).txt")
                let text = try? String(contentsOf: file, encoding: .utf8)
                let (old, new) = (text.map(header) ?? [], RuleVectorFile.header(of: vector))
                if onlyNew, text.flatMap({ RuleVectorFile(text: $0) })?.header == new { continue }
                if let set = vector.needs, !set.isInLibrary {
                    let outcome = text == nil ? "not recorded" : "its chain is kept"
                    difference.append(
                        "! \(folder.rule)/\(vector.name).txt: \(outcome), since this OpenSSL has no \(set.rawValue)")
                    guard let text else { continue }
                    let kept = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(old.count)
                    try (new + kept.map(String.init)).joined(separator: "\n").write(
                        to: file, atomically: true, encoding: .utf8)
                } else {
                    try RuleVectorFile(vector).text.write(to: file, atomically: true, encoding: .utf8)
                }
                guard old != new else { continue }
                difference.append("  \(folder.rule)/\(vector.name).txt")
                difference += old.filter { !new.contains($0) }.map { "- " + $0 }
                difference += new.filter { !old.contains($0) }.map { "+ " + $0 }
            }
        }
        return difference
    }

    private static func header(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }.map(String.init)
    }
}
