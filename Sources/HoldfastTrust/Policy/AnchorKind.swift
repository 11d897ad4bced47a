/// Whose anchor a path ends at: the question by which the `default` profile chooses its strictness.
public enum AnchorKind: String, Hashable, Sendable {
    /// An anchor of the public web: its SHA-256 stands in the shipped list.
    case publicWeb
    /// The user's own: anything else that was given as an anchor.
    case own
    /// The path ends at no anchor; judged as strictly as the public web, but for a leaf that signed itself, which is judged
    /// as an anchor of one's own would be, its key aside.
    case none
}
