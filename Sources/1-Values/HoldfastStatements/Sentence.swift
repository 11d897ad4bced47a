/// A set of sentences about one topic: an enumeration whose cases carry what differs from time to time.
///
/// A case is written once, with both of its languages beside each other in ``words``; one that lacks a language does
/// not compile. Values of a case have labels, under which ``Statement`` gives them to programs.
package protocol Sentence: Hashable, Sendable {
    /// The topic's name in identifiers, `validity` for example.
    static var topic: String { get }

    /// The sentence in each language; no full stop.
    var words: LocalizedText { get }

    /// The name of a case without values; asked for nothing else.
    ///
    /// Swift tells it of an enumeration that does not describe itself. One that does (CustomStringConvertible) says
    /// it here: the compiler asks for it.
    var plainName: String { get }
}

extension Sentence {
    package var plainName: String { "\(self)" }
}

extension Sentence where Self: CustomStringConvertible {
    @available(*, unavailable, message: "a sentence that describes itself names its plain cases in plainName")
    package var plainName: String { "" }
}

extension Sentence {
    package func isEqual(to other: any Sentence) -> Bool { self == other as? Self }

    /// The sentence in English, for sentences around it.
    package var english: String { words.english }
    /// The sentence in Chinese, for sentences around it.
    package var chinese: String { words.chinese }

    /// The sentence as a value that others can hold.
    package var statement: Statement { Statement(self) }
}

/// Text that is the same in every language: names, numbers, what another program said.
package struct Verbatim: Sentence {
    package static let topic = "verbatim"
    package let text: String

    package init(_ text: String) { self.text = text }

    package var words: LocalizedText { .same(text) }
}

/// A sentence whose words were cut, since a value in it was too long to be kept for each certificate and path.
struct CutSentence: Sentence {
    static let topic = "cut"
    /// The identifier of the whole sentence.
    let identifier: String?
    let words: LocalizedText
}
