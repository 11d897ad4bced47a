import HoldfastTrust

/// Something that went from one format of pins into another in other words, or not at all.
///
/// Nothing is left out without one: whoever moves pins reads the notes, and decides whether the result still protects.
public struct PinNote: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// The other format has no words for it.
        case cannotExpress
        /// Servers that are pinned in the one file are not pinned at all in the other.
        case unpinned
        /// The program that reads the file ends because of it.
        case fatal
        /// It is said in other words, to the same effect.
        case adapted
        /// It stands there and is nothing that pins are about.
        case notRead
    }

    public let kind: Kind
    /// What it is, and what became of it; a clause.
    public let what: String
    /// Where it stands: a pattern of hosts, a path of keys, a line.
    public let place: String

    public init(_ kind: Kind, _ what: String, at place: String) {
        (self.kind, self.what, self.place) = (kind, what, place)
    }

    /// Whether the file that is written protects servers no longer, or ends the program that reads it.
    ///
    /// `holdfast pin export` and `import` write no such file unless they are told to (`--lossy`).
    public var isLoss: Bool { kind == .unpinned || kind == .fatal }

    public var description: String { "\(place): \(what)" }

    /// A pattern that the other format has no place for: its servers are unpinned there, or no longer taken out.
    static func leftOut(_ what: String, _ rule: PinnedHosts.Rule?, _ place: String) -> PinNote {
        PinNote(rule?.set == nil ? .cannotExpress : .unpinned, "\(what): left out", at: place)
    }

    static func onlyReporting(at place: String) -> PinNote {
        PinNote(.unpinned, "pins that only report, and must not begin to refuse: left out", at: place)
    }
}
