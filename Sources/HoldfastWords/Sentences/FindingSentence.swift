package import HoldfastStatements
import HoldfastTrust

/// Translation of the English sentences of findings and of failed connections.
///
/// Rules write English: a message, what was seen and what was expected; so do connections that fail. Each of their
/// sentences stands in a table as a pattern, beside its Chinese. `{}` stands for data, which is kept as it is, and
/// `{~}` for words that are looked up in turn; `{1}` in the Chinese is the first of them.
package enum FindingSentence {
    /// The text in both languages; the English in both where it is no sentence of ours but data.
    package static func words(_ english: String) -> LocalizedText {
        LocalizedText(english, chinese(of: english) ?? english)
    }

    /// The statement in both languages; of text that is none yet, by the table.
    package static func words(_ statement: Statement) -> LocalizedText {
        let clauses = statement.clauses
        guard clauses.count == 1 else {
            let parts = clauses.map { words($0) }
            return LocalizedText(
                parts.map(\.english).joined(separator: "; "), parts.map(\.chinese).joined(separator: "；"))
        }
        return statement.identifier == nil ? words(statement.english) : statement.words
    }

    /// The text in one language. English costs nothing: the table is not even made.
    package static func text(_ english: String, in language: PageLanguage) -> String {
        language == .english ? english : words(english).text(in: language)
    }

    /// The Chinese of a text; nil where no pattern fits.
    package static func chinese(of english: String) -> String? { chinese(of: english, depth: 0) }

    /// All patterns, the more specific ones first: by how much of them is fixed.
    private static let patterns =
        (aboutPath + aboutForm + aboutDER + aboutFailure + adviceOnServers)
        .map { SentencePattern($0.english, $0.chinese) }
        .sorted { ($0.fixedCount, $0.english) > ($1.fixedCount, $1.english) }

    /// The placeholder for an empty name, wherever a name may stand.
    private static let noSubject = "(no subject)"

    /// Words inside words inside words; nothing that we write goes deeper.
    private static let maximumDepth = 4

    private static func chinese(of english: String, depth: Int) -> String? {
        guard depth < maximumDepth, !english.isEmpty else { return nil }
        // The translation by a pattern that takes another sentence for data: it counts where nothing fits each of them.
        var doubtful: String?
        for pattern in patterns {
            guard let values = pattern.values(in: english) else { continue }
            let isDoubtful = pattern.swallowsSentence(values)
            guard !isDoubtful || doubtful == nil else { continue }
            let words = pattern.chinese(
                zip(pattern.areWords, values).map { isWords, value in
                    isWords || value == noSubject ? chinese(of: value, depth: depth + 1) ?? value : value
                })
            guard isDoubtful else { return words }
            doubtful = words
        }
        // What another finding said, behind its code.
        let halves = english.components(by: ": ")
        if halves.count > 1, FindingCode.named(halves[0]).flatMap(FindingWords.of) != nil {
            let rest = halves.dropFirst().joined(separator: ": ")
            return chinese(of: rest, depth: depth + 1).map { "\(halves[0])：\($0)" } ?? doubtful
        }
        // Several problems, one after the other.
        let parts = english.components(by: "; ")
        guard parts.count > 1 else { return doubtful }
        let translated = parts.compactMap { chinese(of: $0, depth: depth + 1) }
        return translated.count == parts.count ? translated.joined(separator: "；") : doubtful
    }
}

/// A sentence with places for what differs from case to case.
struct SentencePattern: Sendable {
    let english: String
    private let translation: String
    /// The fixed pieces before, between and behind the places.
    private let fixed: [[UInt8]]
    /// Whether a place holds words, which have a Chinese of their own.
    let areWords: [Bool]

    /// Makes a pattern from an English sentence and its translation.
    ///
    /// - Parameters:
    ///   - english: `{}` for data, `{~}` for words.
    ///   - translation: `{1}`, `{2}`, … for them.
    init(_ english: String, _ translation: String) {
        self.english = english
        self.translation = translation
        var fixed: [[UInt8]] = [[]]
        var areWords: [Bool] = []
        var rest = Array(english.utf8)[...]
        while let byte = rest.first {
            if let place = ["{}", "{~}"].first(where: { rest.starts(with: $0.utf8) }) {
                areWords.append(place == "{~}")
                fixed.append([])
                rest = rest.dropFirst(place.utf8.count)
            } else {
                fixed[fixed.count - 1].append(byte)
                rest = rest.dropFirst()
            }
        }
        self.fixed = fixed
        self.areWords = areWords
    }

    /// Octets that have to be there.
    var fixedCount: Int { fixed.reduce(0) { $0 + $1.count } }

    /// The values in the places of a text, each at least one octet and as short as possible; nil where the text does
    /// not fit the pattern.
    func values(in text: String) -> [String]? {
        let octets = Array(text.utf8)
        let (first, last) = (fixed[0], fixed[fixed.count - 1])
        guard fixed.count > 1 else { return octets == first ? [] : nil }
        guard octets.count >= fixedCount + areWords.count, octets.starts(with: first),
            octets.suffix(last.count).elementsEqual(last)
        else { return nil }
        var values: [String] = []
        var rest = octets[first.count..<(octets.count - last.count)]
        for piece in fixed.dropFirst().dropLast() {
            guard let range = rest.dropFirst().firstRange(of: piece) else { return nil }
            values.append(String(decoding: rest[..<range.lowerBound], as: UTF8.self))
            rest = rest[range.upperBound...]
        }
        guard !rest.isEmpty else { return nil }
        return values + [String(decoding: rest, as: UTF8.self)]
    }

    /// Whether data look like more than one sentence or clause: those at its beginning, and any that hold a "; ".
    func swallowsSentence(_ values: [String]) -> Bool {
        let data = zip(areWords, values).filter { !$0.0 }.map(\.1)
        if data.contains(where: { $0.contains("; ") }) { return true }
        return fixed[0].isEmpty && areWords.first == false && values.first?.contains(": ") == true
    }

    /// The translation with its places filled; a place that is written into it by a value is none.
    func chinese(_ values: [String]) -> String {
        var result = ""
        var rest = translation[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let number = Int(rest[rest.index(after: open)..<close]) ?? 0
            if values.indices.contains(number - 1) { result += values[number - 1] }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

extension String {
    /// The parts between a separator; itself where it has none.
    fileprivate func components(by separator: String) -> [String] {
        var parts: [String] = []
        var rest = Array(utf8)[...]
        while let range = rest.firstRange(of: Array(separator.utf8)) {
            parts.append(String(decoding: rest[..<range.lowerBound], as: UTF8.self))
            rest = rest[range.upperBound...]
        }
        return parts + [String(decoding: rest, as: UTF8.self)]
    }
}
