package import HoldfastJSON
package import HoldfastStatements
package import HoldfastTrust
package import HoldfastX509

/// A policy file for its readers: the document, and where in the text each of its members stands.
package struct ReadPolicyFile: Sendable {
    /// A member as it counts, with the entry that says it and its place in the file.
    package struct Setting: Sendable {
        package let member: String
        package let pattern: HostPattern
        package let position: TextPosition
        /// The value in words.
        package let value: Statement
        /// `excluded`, `off` or `none` where it takes something back.
        package let takesBack: String?
    }

    /// A pattern of the file with what it says itself.
    package struct Entry: Sendable {
        package let pattern: HostPattern
        package let position: TextPosition
        package let settings: [Setting]
    }

    package let document: PolicyDocument
    let places: PolicyPlaces

    /// Reads a file as ``PolicyInForce`` does: by its rights, and with the files that it names.
    ///
    /// - Parameter allowsDebug: whether debug overrides may stand in it; nothing is put in force.
    package init(
        path: String, dangerouslyAllowingDebugOverrides allowsDebug: Bool, publicSuffixes suffixes: PublicSuffixes?,
        at now: Instant
    ) throws(PolicyFileError) {
        let loader = PolicyLoader(path: path, allowsDebug: allowsDebug, publicSuffixes: suffixes)
        let loaded = try loader.load(at: now, after: nil)
        (document, places) = (loaded.snapshot.document, loaded.places)
    }

    /// Reads a document as a text, whoever may write it: no server is to be judged by it. What it names is not read,
    /// and debug overrides may stand in it, since nothing is put in force.
    package init(
        text bytes: [UInt8], publicSuffixes suffixes: PublicSuffixes?, at now: Instant
    ) throws(PolicyDocumentError) {
        var reading = PolicyReading(publicSuffixes: suffixes, debugAllowedAt: now)
        document = try reading.document(of: bytes)
        places = reading.places
    }

    /// Everything that the file says of a server, in the order in which the members are written.
    package func settings(for name: ServerName) -> [Setting] {
        let said = document.members(for: name)
        return PolicyNames.Host.allCases.compactMap { member in
            said[member].map { setting(member, of: $0.host, by: $0.pattern) }
        }
    }

    /// An entry with all that counts for its servers, and the servers of it that the file names one by one.
    package struct Understood: Sendable {
        package let pattern: HostPattern
        package let position: TextPosition
        /// The members of the entry and of wider ones.
        package let settings: [Setting]
        /// The exact hosts of the file that it matches, by their names; empty for an exact host itself.
        package let hosts: [ServerName]
    }

    /// All entries as they count, in the order of the file.
    package var understood: [Understood] {
        let matched = document.hostsByPattern
        return document.hosts.keys.map { pattern in
            let said = document.members(of: pattern.patternsOverAll)
            return Understood(
                pattern: pattern, position: places.position(of: pattern),
                settings: PolicyNames.Host.allCases.compactMap { member in
                    said[member].map { setting(member, of: $0.host, by: $0.pattern) }
                },
                hosts: matched[pattern] ?? [])
        }.sorted { $0.position < $1.position }
    }

    /// All entries, in the order of the file.
    package var entries: [Entry] {
        document.hosts.map { pattern, host in
            Entry(
                pattern: pattern, position: places.position(of: pattern),
                settings: PolicyNames.Host.allCases.filter(host.says).map { setting($0, of: host, by: pattern) })
        }.sorted { $0.position < $1.position }
    }

    private func setting(_ member: PolicyNames.Host, of host: HostPolicy, by pattern: HostPattern) -> Setting {
        Setting(
            member: member.rawValue, pattern: pattern, position: places.position(of: pattern, member),
            value: PolicyValueSentence.value(of: member, in: host).statement, takesBack: host.wordTakingBack(member))
    }
}

/// The places of entries in a document, and of their members.
struct PolicyPlaces: Sendable {
    private var entries: [HostPattern: TextPosition] = [:]
    private var members: [HostPattern: [PolicyNames.Host: TextPosition]] = [:]

    mutating func add(_ pattern: HostPattern, at position: TextPosition, _ found: [PolicyNames.Host: TextPosition]) {
        entries[pattern] = position
        members[pattern] = found
    }

    func position(of pattern: HostPattern) -> TextPosition { entries[pattern] ?? TextPosition(line: 1, column: 1) }

    func position(of pattern: HostPattern, _ member: PolicyNames.Host) -> TextPosition {
        members[pattern]?[member] ?? position(of: pattern)
    }
}
