import HoldfastTracing

/// Targets from arguments, and from standard input where one is `-`.
///
/// Standard input has one target a line; empty lines and what follows a `#` at the beginning of a line or after a
/// space is passed over, and lines may end in CR LF. A target that stands there twice is checked twice: each line has
/// its verdict.
enum TargetList {
    /// Targets of one command; as many as arguments are taken.
    static let maximumCount = 10_000
    /// Bytes of standard input; a hundred for each target.
    static let maximumBytes = 1 << 20

    /// - Parameter startTLS: what is spoken before TLS with all of them; nil for TLS from the first byte.
    static func read(_ arguments: [String], startTLS: StartTLS? = nil) throws(CommandFailure) -> [Target] {
        guard arguments.count(where: { $0 == "-" }) <= 1 else {
            throw .usage("- is given twice", hint: "standard input can be read once")
        }
        var targets: [Target] = []
        for argument in arguments {
            if argument == "-" {
                targets += try fromStandardInput(startTLS)
            } else {
                targets.append(try Target(argument, startTLS: startTLS))
            }
        }
        guard targets.count <= maximumCount else {
            throw .usage("more than \(maximumCount) targets", hint: "check fewer at once")
        }
        return targets
    }

    private static func fromStandardInput(_ startTLS: StartTLS?) throws(CommandFailure) -> [Target] {
        let bytes = try InputFile.bytes(of: "-", limit: maximumBytes, advice: "check fewer targets at once")
        let targets = try lines(of: bytes, startTLS)
        guard !targets.isEmpty else {
            throw .usage("standard input names no target", hint: "write one URL a line")
        }
        return targets
    }

    private static func lines(of bytes: [UInt8], _ startTLS: StartTLS?) throws(CommandFailure) -> [Target] {
        // What some editors put in front of UTF-8.
        let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
        var targets: [Target] = []
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let place = "standard input, line \(index + 1)"
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let written = String(validating: content, as: UTF8.self) else {
                throw .usage("\(place): it is not UTF-8", hint: "write one URL a line, as UTF-8 text")
            }
            let word = target(of: written)
            guard !word.isEmpty else { continue }
            do throws(CommandFailure) {
                targets.append(try Target(word, startTLS: startTLS))
            } catch {
                var failure = error
                failure.message = "\(place): \(error.message)"
                throw failure
            }
            guard targets.count <= maximumCount else {
                throw .usage("\(place): more than \(maximumCount) targets", hint: "check fewer at once")
            }
        }
        return targets
    }

    /// What a line says besides its remark.
    private static func target(of line: String) -> String {
        var word = ""
        var isAfterSpace = true
        for character in line {
            if character == "#", isAfterSpace { break }
            isAfterSpace = character == " " || character == "\t"
            word.append(character)
        }
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = word.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
        return String(start[..<end])
    }
}
