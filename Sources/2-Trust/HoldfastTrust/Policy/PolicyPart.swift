/// Part of a policy that a policy file says: one member, by the pattern that has the say for a server.
public struct PolicyPart: Hashable, Sendable {
    /// The member of the file: `pins`, `anchors`, `profile`, ….
    public let member: String
    /// The pattern that has the say, of those that match the server.
    public let pattern: HostPattern
    /// The word by which the member takes back what a wider pattern or the program asks, as the file has it:
    /// `excluded`, `off`; nil where it asks for something.
    public let takesBack: String?

    package init(_ member: String, by pattern: HostPattern, takesBack: String? = nil) {
        (self.member, self.pattern, self.takesBack) = (member, pattern, takesBack)
    }
}

/// A pattern that a server misses by little, so that perhaps it was meant.
public struct NearHostPattern: Hashable, Sendable {
    /// The slip that may lie between a name and a pattern.
    public enum Slip: String, Hashable, Sendable, CaseIterable {
        /// A letter or two of one label differ.
        case spelling
        /// A label is too many or missing, `www` for example.
        case label
        /// `*.` is for one label more, and the name has none or several: `**.` would be for it.
        case level
    }

    public let pattern: HostPattern
    public let slip: Slip

    package init(_ pattern: HostPattern, _ slip: Slip) { (self.pattern, self.slip) = (pattern, slip) }
}

/// The policy file that a policy follows, for words about a verdict; it makes none.
package struct PolicyFileReference: Sendable {
    /// The file, as the program named it.
    package let path: String
    /// Everything that it says of the server and that is in force.
    package private(set) var parts: [PolicyPart]
    /// Looks for the pattern that the server misses by little: asked only where somebody reads of it.
    package let nearest: @Sendable () -> NearHostPattern?

    package init(path: String, parts: [PolicyPart], nearest: @escaping @Sendable () -> NearHostPattern?) {
        (self.path, self.parts, self.nearest) = (path, parts, nearest)
    }

    /// Whether the file says a member of the server.
    package func says(_ member: String) -> Bool { parts.contains { $0.member == member } }

    /// Takes out members in whose place something else counts, or that mean nothing for what is judged.
    package mutating func drop(_ members: String...) { parts.removeAll { members.contains($0.member) } }
}
