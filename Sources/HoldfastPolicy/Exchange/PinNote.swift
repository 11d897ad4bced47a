/// Something that went from one format of pins into another in other words, or not at all.
///
/// Nothing is left out without one: whoever moves pins reads the notes, and decides whether the result still protects.
public struct PinNote: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// The other format has no words for it.
        case cannotExpress
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

    public var description: String { "\(place): \(what)" }

    static func onlyReporting(at place: String) -> PinNote {
        PinNote(.cannotExpress, "pins that only report, and must not begin to refuse: left out", at: place)
    }
}
