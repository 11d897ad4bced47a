/// The entries that standard input lists, one a line.
///
/// Empty lines and what follows a `#` at the beginning of a line or after a space is passed over, and lines may end in
/// CR LF.
enum StandardInputLines {
    /// Bytes of standard input; a hundred for each of ten thousand things.
    static let maximumBytes = 1 << 20
    /// Bad lines that are told one by one.
    private static let maximumTold = 20

    /// Makes something of each line; at least one. All lines of which nothing can be made are told at once.
    ///
    /// - Parameters:
    ///   - noun: what stands there, `target` or `name`.
    ///   - kind: what a line holds, as a hint says it; nil for the noun.
    ///   - make: is given what a line says, and its line and column, from 1.
    static func map<Element>(
        of noun: String, as kind: String? = nil, maximumCount: Int,
        _ make: (_ word: String, _ line: Int, _ column: Int) throws(CommandError) -> Element
    ) throws(CommandError) -> [Element] {
        let advice = "give fewer \(noun)s at once"
        let kind = kind ?? noun
        let bytes = try InputFile.bytes(of: "-", limit: maximumBytes, advice: advice)
        // What some editors put in front of UTF-8.
        let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
        var elements: [Element] = []
        var failures: [CommandError] = []
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let place = "standard input, line \(index + 1)"
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let written = String(validating: content, as: UTF8.self) else {
                failures.append(.usage("\(place): it is not UTF-8", hint: "write one \(kind) a line, as UTF-8 text"))
                continue
            }
            let word = word(of: written)
            guard !word.isEmpty else { continue }
            do throws(CommandError) {
                let column = written.prefix { $0 == " " || $0 == "\t" }.utf16.count + 1
                elements.append(try make(word, index + 1, column))
            } catch {
                var failure = error
                failure.message = "\(place): \(error.message)"
                failures.append(failure)
            }
            guard elements.count <= maximumCount else {
                throw .usage("\(place): more than \(maximumCount) \(noun)s", hint: advice)
            }
        }
        try tell(failures)
        guard !elements.isEmpty else {
            throw .usage("standard input names no \(noun)", hint: "write one \(kind) a line")
        }
        return elements
    }

    /// Throws the last of several failures, and complains about those before it.
    private static func tell(_ failures: [CommandError]) throws(CommandError) {
        guard let last = failures.last else { return }
        let told = failures.count > maximumTold ? failures.prefix(maximumTold) : failures.dropLast()
        for failure in told { Console.complain(failure) }
        guard failures.count > maximumTold else { throw last }
        let rest = failures.count - maximumTold
        throw .usage(
            "standard input: \(rest) more \(rest == 1 ? "line is" : "lines are") wrong", hint: "write them anew")
    }

    /// The text of a line without its remark.
    private static func word(of line: String) -> String {
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
