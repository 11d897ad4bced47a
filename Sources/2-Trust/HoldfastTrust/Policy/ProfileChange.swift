/// An error for a profile that cannot be changed as asked.
public enum ProfileError: Error, Hashable, Sendable {
    /// No rule has a requirement of this identifier: a misspelt one must not pass for a switched one.
    case unknownRequirement(String)
}

extension Profile {
    /// A profile in which a requirement weighs at least as much as given; never less than it did.
    ///
    /// - Parameters:
    ///   - id: the requirement, as in ``Requirement/id`` and `Docs/profiles.md`.
    ///   - severity: what it weighs under every anchor where it weighed less.
    /// - Throws: ``ProfileError`` where no rule has such a requirement.
    public func raising(_ id: String, to severity: Severity) throws(ProfileError) -> Profile {
        func raised(_ old: Severity?) -> Severity? { old.map { max($0, severity) } ?? severity }
        return try changed(
            id, ProfileChange(requirement: id, severity: severity, isDangerous: false), by: raised)
    }

    /// A profile in which a requirement weighs at most as much as given: what it refused is accepted.
    ///
    /// Whoever lowers a requirement answers for what the standard profile would have refused. The name of the profile
    /// says what was done, and goes into every verdict.
    ///
    /// - Parameters:
    ///   - id: the requirement, as in ``Requirement/id`` and `Docs/profiles.md`.
    ///   - severity: what it weighs under every anchor where it weighed more; nil switches it off.
    /// - Throws: ``ProfileError`` where no rule has such a requirement.
    public func dangerouslyLowering(_ id: String, to severity: Severity?) throws(ProfileError) -> Profile {
        func lowered(_ old: Severity?) -> Severity? {
            guard let old, let severity else { return nil }
            return min(old, severity)
        }
        return try changed(
            id, ProfileChange(requirement: id, severity: severity, isDangerous: true), by: lowered)
    }

    /// The profile with another weight for one requirement, in the table of servers too where that names it.
    private func changed(
        _ id: String, _ change: ProfileChange, by weigh: (Severity?) -> Severity?
    ) throws(ProfileError) -> Profile {
        guard Requirement.standard.contains(where: { $0.id == id }) else { throw .unknownRequirement(id) }
        func weighed(_ old: Grading) -> Grading {
            let new = Grading(publicWeb: weigh(old.publicWeb), own: weigh(old.own), source: "the user's choice")
            return new.publicWeb == old.publicWeb && new.own == old.own ? old : new
        }
        var (gradings, servers) = (gradings, serverGradings)
        let present = gradings[id] ?? Grading(.error, source: "not named by the profile")
        if weighed(present) != present { gradings[id] = weighed(present) }
        servers[id] = servers[id].map(weighed)
        guard gradings != self.gradings || servers != serverGradings else { return self }
        return Profile(name: baseName, gradings: gradings, serverGradings: servers, changes: changes + [change])
    }
}
