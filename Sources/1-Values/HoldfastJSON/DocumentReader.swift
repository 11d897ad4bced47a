package import HoldfastStatements

/// Reads values out of a document as strictly as they are meant, and goes on after a problem, so that all of them are
/// said at once.
///
/// Each function returns nil where it has reported one.
package struct DocumentReader {
    /// Problems that are kept; the rest is counted.
    package static let maximumProblems = 100

    package private(set) var problems: [DocumentProblem] = []
    /// The number of problems that were found, those beyond ``maximumProblems`` included.
    package private(set) var count = 0
    /// The member that is a comment, where ``comments`` are taken.
    package static let commentName = "comment"
    /// Comments of objects whose names are laid down, by the path of the object.
    package private(set) var comments: [String: String] = [:]
    private let takesComments: Bool

    /// A reader that has found no problem yet.
    ///
    /// - Parameter takingComments: whether each object whose names are laid down may have a member `comment` too.
    package init(takingComments: Bool = false) { takesComments = takingComments }

    /// The root of a document; nil where its bytes are no JSON, which is one problem.
    package mutating func root(of bytes: [UInt8]) -> DocumentPlace? {
        do throws(JSONValue.SyntaxError) {
            return DocumentPlace(try JSONValue(bytes, allowingRepeatedNames: true))
        } catch {
            var advice: Statement?
            if takesComments, case .comment? = error.fault.sentence as? JSONSentence {
                advice = DocumentAdvice.writeComment(name: Self.commentName).statement
            }
            report(DocumentProblem(error.fault, at: error.position, advice: advice))
            return nil
        }
    }

    /// Reports what is wrong at a place; strangers' text in it is made fit to be shown.
    package mutating func report(
        _ fault: any Sentence, at place: DocumentPlace, advice: (any Sentence)? = nil
    ) {
        let shown = Statement(fault).replacingWords {
            LocalizedText(JSONText.excerpt($0.english, limit: 400), JSONText.excerpt($0.chinese, limit: 400))
        }
        report(DocumentProblem(shown, at: place.position, path: place.path, advice: advice.map { Statement($0) }))
    }

    /// Whether another problem is only counted: no words have to be found for it.
    private var isFull: Bool { problems.count >= Self.maximumProblems }

    private mutating func report(_ problem: DocumentProblem) {
        count += 1
        if !isFull { problems.append(problem) }
    }

    /// The members of an object whose names are laid down.
    ///
    /// - Parameter hasComment: whether it may have a comment where the reader takes any.
    package mutating func members<Name>(
        of place: DocumentPlace, named _: Name.Type, required: [Name] = [], hasComment: Bool = true
    ) -> [Name: DocumentPlace]? where Name: RawRepresentable<String> & CaseIterable & Hashable {
        let comment = takesComments && hasComment ? [Self.commentName] : []
        guard let entries = entries(of: place, others: Name.allCases.map(\.rawValue) + comment) else { return nil }
        var members: [Name: DocumentPlace] = [:]
        for entry in entries {
            if let known = Name(rawValue: entry.name) {
                members[known] = entry.place
            } else {
                comments[place.path] = text(of: entry.place)
            }
        }
        for name in required where members[name] == nil {
            report(DocumentSentence.missing(name: name.rawValue), at: place)
        }
        return members
    }

    /// Takes the comments of an object and of those in it, by the path from there: empty for its own.
    package mutating func takeComments(below place: DocumentPlace) -> [String: String] {
        var taken: [String: String] = [:]
        for (path, text) in comments where path == place.path || path.hasPrefix(place.path + ".") {
            taken[String(path.dropFirst(place.path.count + 1))] = text
            comments[path] = nil
        }
        return taken
    }

    /// A member of an object: its name, where that stands, and where what it stands for does.
    package struct Entry: Sendable {
        package let name: String
        package let label: DocumentPlace
        package let place: DocumentPlace
    }

    /// The members of an object whose names are anything.
    package mutating func entries(of place: DocumentPlace) -> [Entry]? { entries(of: place, others: nil) }

    /// Reads the members of an object, and reports names that occur twice or are not known.
    ///
    /// - Parameter names: those that there may be; nil for any.
    private mutating func entries(of place: DocumentPlace, others names: [String]?) -> [Entry]? {
        guard case .object(let members) = place.value.content else {
            expected(JSONKind.object, at: place)
            return nil
        }
        var seen: [String: TextPosition] = [:]
        var entries: [Entry] = []
        for member in members {
            if let first = seen[member.name] {
                report(DocumentSentence.nameThereAlready(place: first.description), at: place.name(of: member))
                continue
            }
            seen[member.name] = member.position
            if let names, !names.contains(member.name) {
                unknown(member.name, names, DocumentSentence.notKnown, at: place.name(of: member))
                continue
            }
            entries.append(
                Entry(name: member.name, label: place.name(of: member), place: place.member(member)))
        }
        return entries
    }

    /// The items of a list.
    package mutating func items(of place: DocumentPlace, limit: Int) -> [DocumentPlace]? {
        guard let items = place.value.array else {
            expected(JSONKind.list, at: place)
            return nil
        }
        guard items.count <= limit else {
            report(DocumentSentence.tooManyItems(count: items.count, limit: limit), at: place)
            return nil
        }
        return items.enumerated().map { place.item($0.offset, $0.element) }
    }

    package mutating func text(of place: DocumentPlace) -> String? {
        if let text = place.value.text { return text }
        expected(JSONKind.text, at: place)
        return nil
    }

    package mutating func truth(of place: DocumentPlace) -> Bool? {
        if let truth = place.value.bool { return truth }
        expected(JSONKind.truth, at: place)
        return nil
    }

    /// A whole number that is not negative.
    package mutating func number(of place: DocumentPlace) -> Int? {
        if let number = place.value.integer, number >= 0 { return number }
        expected(JSONKind.wholeNumber, at: place)
        return nil
    }

    /// One of some words.
    package mutating func word<Word>(of place: DocumentPlace, from _: Word.Type) -> Word?
    where Word: RawRepresentable<String> & CaseIterable {
        guard let text = text(of: place) else { return nil }
        if let word = Word(rawValue: text) { return word }
        unknown(text, Word.allCases.map(\.rawValue), DocumentSentence.noValue, at: place)
        return nil
    }

    /// Reports a value of another kind than it should be.
    package mutating func expected(_ kind: JSONKind, at place: DocumentPlace) {
        report(DocumentSentence.otherKind(expected: kind, found: place.value.kind), at: place)
    }

    private mutating func unknown(
        _ word: String, _ known: [String], _ sentence: (String) -> DocumentSentence, at place: DocumentPlace
    ) {
        let near = isFull ? nil : Suggestion.closest(to: word, among: known)
        report(
            sentence(JSONText.excerpt(word)), at: place,
            advice: near.map { DocumentAdvice.didYouMean($0) } ?? DocumentAdvice.thereAre(known))
    }
}
