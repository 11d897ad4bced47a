import Foundation

/// A page of the documentation, with its blocks of `console`: commands after `$ `, and what they print.
struct Transcript {
    /// The lines of a block between its fences.
    struct Block {
        let lines: Range<Int>
        /// Each line that begins with `$ `, without that.
        let commands: [String]
    }

    let url: URL
    let lines: [String]
    let blocks: [Block]

    init(_ url: URL) throws {
        self.url = url
        lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
        var blocks: [Block] = []
        var start: Int?
        for (index, line) in lines.enumerated() {
            if line == "```console" {
                start = index + 1
            } else if line == "```", let first = start {
                let commands = lines[first..<index].filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
                blocks.append(Block(lines: first..<index, commands: commands))
                start = nil
            }
        }
        self.blocks = blocks
    }

    /// README.md and every page below Docs that has a block.
    static func all() throws -> [Transcript] {
        var urls = [PrintedJSON.top.appending(path: "README.md")]
        let pages = FileManager.default.enumerator(
            at: PrintedJSON.top.appending(path: "Docs"), includingPropertiesForKeys: nil)
        while let url = pages?.nextObject() as? URL {
            if url.pathExtension == "md" { urls.append(url) }
        }
        return try urls.map(Transcript.init).filter { !$0.blocks.isEmpty }
    }

    /// The page with other blocks.
    func text(with produced: [[String]]) -> String {
        var lines = lines
        for (block, new) in zip(blocks, produced).reversed() { lines.replaceSubrange(block.lines, with: new) }
        return lines.joined(separator: "\n")
    }

    /// What differs, as `diff` shows it.
    static func difference(_ shown: some Collection<String>, _ produced: [String]) -> String {
        let changes = produced.difference(from: Array(shown))
        return changes.map { change in
            switch change {
            case .insert(let offset, let line, _): "\(offset + 1) + \(line)"
            case .remove(let offset, let line, _): "\(offset + 1) - \(line)"
            }
        }.joined(separator: "\n")
    }
}
