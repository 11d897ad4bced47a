/// A sentence about one place of a text, before which the name of its file can stand as compilers write it, so that
/// editors and terminals lead there.
package protocol PlacedSentence: Sentence {
    /// The place, `LINE` or `LINE:COLUMN` and more behind a colon where there is more to it, and the fault without it;
    /// nil where it is about no line.
    ///
    /// The words of the sentence itself have the place in the language's own way: they are for text without a name,
    /// such as one that a program holds. With a file's name both languages have the form of compilers.
    var placed: (place: String, fault: Statement)? { get }
}

extension Statement {
    /// `FILE:LINE:COLUMN: FAULT`; nil where the sentence is about no line of a text.
    ///
    /// - Parameter file: the name of the file as it is shown.
    package func words(in file: String) -> LocalizedText? {
        guard let (place, fault) = (sentence as? any PlacedSentence)?.placed else { return nil }
        return LocalizedText("\(file):\(place): \(fault.english)", "\(file):\(place)：\(fault.chinese)")
    }
}

extension String {
    /// Whether a place begins with a line, as `12`, `12:5` and `12:5: name` do, and is no path of keys and no pattern
    /// of hosts, such as `192.0.2.1` and `2001:db8::7`.
    package var beginsWithLine: Bool {
        let numbers = split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            .prefix { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard let first = numbers.first, numbers.count <= 2, first != "0" else { return false }
        let rest = self[(numbers.last ?? first).endIndex...]
        return rest.isEmpty || rest.hasPrefix(": ")
    }
}
