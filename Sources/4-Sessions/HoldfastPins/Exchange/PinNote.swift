public import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Note on a statement that went from one format of pins into another in other words, or not at all.
///
/// Nothing is left out without a note: whoever moves pins reads the notes, and decides whether the result still
/// protects.
public struct PinNote: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// The other format has no words for it.
        case cannotExpress
        /// Servers that are pinned in the one file are not pinned at all in the other.
        case unpinned
        /// Servers that the one file takes out of a wider pattern are pinned in the other.
        case stillPinned
        /// The program that reads the file ends because of it.
        case fatal
        /// A group of pins has no backup, and the policy file that is written waives it.
        case noBackup
        /// The other format says it in other words, to the same effect.
        case adapted
        /// Older versions of the program that reads the file do not know how it is said, and pin nothing by it.
        case newerReader
        /// The statement is about something else than pins.
        case notRead
    }

    public let kind: Kind
    /// The statement, and what became of it, as a sentence of its own.
    public let statement: Statement
    /// The place of the statement: a pattern of hosts, a path of keys, a line.
    public let place: String

    /// A note of one's own, with words that are shown as they are.
    public init(_ kind: Kind, _ what: String, at place: String) {
        (self.kind, statement, self.place) = (kind, Statement(verbatim: what), place)
    }

    package init(_ kind: Kind, _ sentence: PinNoteSentence, at place: String) {
        (self.kind, statement, self.place) = (kind, Statement(sentence), place)
    }

    /// The statement, and what became of it; a clause in English.
    public var what: String { statement.description }

    /// Whether the file that is written protects servers no longer, pins those that are to be left alone, or ends the
    /// program that reads it.
    ///
    /// `holdfast pin export` and `import` write no such file unless they are told to (`--lossy`).
    public var isLoss: Bool { [.unpinned, .stillPinned, .fatal].contains(kind) }

    public var description: String { "\(place): \(what)" }

    /// A pattern that the other format has no place for: its servers are unpinned there, or no longer taken out.
    static func leftOut(_ what: PinNoteSentence, _ rule: PinnedHosts.Rule?, _ place: String) -> PinNote {
        PinNote(rule?.set == nil ? .cannotExpress : .unpinned, what, at: place)
    }

    static func onlyReporting(at place: String) -> PinNote {
        PinNote(.unpinned, .onlyReporting, at: place)
    }
}

extension [PinNote] {
    /// Notes what is lost, or read otherwise, at a place of the file.
    mutating func add(_ kind: PinNote.Kind, _ sentence: PinNoteSentence, at place: String) {
        append(PinNote(kind, sentence, at: place))
    }
}

extension PinNote {
    /// Notes what is lost of an expiry in a format that has a day, from whose beginning on all servers are let through.
    ///
    /// TrustKit and Android stop enforcing then; an expiry here may also warn or refuse.
    static func expiry(_ expiry: PinExpiry, of place: String, _ notes: inout [PinNote]) {
        if !PinDate.isWholeDay(expiry.end) {
            notes.add(.cannotExpress, .timeOfDay(day: PinDate.text(expiry.end)), at: place)
        }
        switch expiry.mode {
        case .open: break
        case .warn:
            notes.add(.cannotExpress, .warningAfterEnd, at: place)
        case .closed:
            notes.add(.cannotExpress, .refusalAfterEnd, at: place)
        }
    }
}

/// Days as TrustKit and Android write the ends of pins: `yyyy-MM-dd`.
enum PinDate {
    /// The beginning of a day in UTC; nil for what is no day.
    static func instant(_ text: String) -> Instant? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.count) == [4, 2, 2] else { return nil }
        return Instant(rfc3339: text + "T00:00:00Z")
    }

    /// The day in which an end lies.
    static func text(_ end: Instant) -> String { String(end.description.prefix(10)) }

    /// Whether an end is the beginning of a day.
    static func isWholeDay(_ end: Instant) -> Bool { instant(text(end)) == end }
}
