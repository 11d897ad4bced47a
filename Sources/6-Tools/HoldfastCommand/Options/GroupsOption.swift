import HoldfastTransport

/// The groups of `--groups`, read in one way for every command that connects.
enum GroupsOption {
    /// Reads the option.
    ///
    /// - Parameter isForDiagnosis: whether a group may have less than the 112 bits that sessions ask for.
    /// - Throws: a usage error for a word that is no group, and for a group that the linked OpenSSL lacks; it lists
    ///   those that are there.
    static func parse(_ invocation: Invocation, isForDiagnosis: Bool) throws(CommandError) -> SupportedGroups? {
        guard let text = invocation.value(.groups) else { return nil }
        let available = isForDiagnosis ? SupportedGroups.knownNames : SupportedGroups.availableNames
        let hint = DialAdvice.groups(names: available.joined(separator: ", "))
        let groups: SupportedGroups
        do throws(SupportedGroupsError) {
            groups = try SupportedGroups(text)
        } catch {
            if case .unknown(let name) = error {
                throw .usage(
                    DialSentence.noGroup(name: name), code: .badGroups, hint: hint)
            }
            throw .usage(DialSentence.groups(reason: error.statement), code: .badGroups, hint: hint)
        }
        let lacking = groups.names.filter { !available.contains($0) }
        guard lacking.isEmpty else {
            let names = lacking.joined(separator: ", ")
            throw .usage(
                lacking.allSatisfy(SupportedGroups.knownNames.contains)
                    ? DialSentence.weakGroups(names: names) : .lackingGroups(names: names), code: .badGroups, hint: hint
            )
        }
        return groups
    }
}

extension SupportedGroups {
    /// The list in the form that the diagnostic client takes. Where the library has none of the groups it stays as it
    /// is, and is refused there.
    var forTracing: String {
        let offered = names.filter(Self.knownNames.contains)
        return (offered.isEmpty ? names : offered).joined(separator: ":")
    }
}
