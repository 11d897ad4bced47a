import HoldfastStatements

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
    ///   - noun: what stands there.
    ///   - make: is given what a line says, and its line and column, from 1.
    static func map<Element>(
        of noun: ListedThing, maximumCount: Int, maximumBytes: Int = Self.maximumBytes,
        _ make: (_ word: String, _ line: Int, _ column: Int) throws(CommandError) -> Element
    ) throws(CommandError) -> [Element] {
        let advice = ListAdvice.fewer(noun)
        let bytes = try InputFile.bytes(of: "-", limit: maximumBytes, advice: advice)
        // What some editors put in front of UTF-8.
        let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
        var elements: [Element] = []
        var failures: [CommandError] = []
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let content = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard let written = String(validating: content, as: UTF8.self) else {
                failures.append(
                    .usage(
                        ListSentence.at(line: index + 1, reason: ListSentence.notUTF8.statement),
                        hint: ListAdvice.oneALineInUTF8(noun)))
                continue
            }
            let word = word(of: written)
            guard !word.isEmpty else { continue }
            do throws(CommandError) {
                let column = written.prefix { $0 == " " || $0 == "\t" }.utf16.count + 1
                elements.append(try make(word, index + 1, column))
            } catch {
                var failure = error
                failure.statement = ListSentence.at(line: index + 1, reason: error.statement).statement
                failures.append(failure)
            }
            guard elements.count <= maximumCount else {
                throw .usage(
                    ListSentence.at(
                        line: index + 1, reason: ListSentence.tooMany(of: noun, limit: maximumCount).statement),
                    hint: advice)
            }
        }
        try tell(failures)
        guard !elements.isEmpty else {
            throw .usage(ListSentence.none(of: noun), hint: ListAdvice.oneALine(noun))
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
            ListSentence.moreWrong(count: rest), hint: ListAdvice.writeAnew)
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
