import HoldfastTrust
import HoldfastX509

/// The hosts that want nothing but TLS, as they have said it (RFC 6797 §8.1, §8.2). It has no clock, and writes none of
/// it.
struct KnownHostTable: Sendable {
    /// A host's own word.
    struct Entry: Hashable, Sendable {
        var includesSubdomains: Bool
        var expires: Instant
    }

    /// A change that a file has to be told of.
    enum Change: Sendable {
        case kept(String, Entry)
        case removed(String)
        case emptied
    }

    private let limit: Int
    private let isWritten: Bool
    private(set) var entries: [String: Entry] = [:]
    /// Entries as a file has them, or has been told of them: hosts say the same with each answer, and a file that were
    /// written with each would be read anew by every process that shares it.
    private var written: [String: Entry] = [:]
    private var changes: [Change] = []

    /// An empty table.
    ///
    /// - Parameters:
    ///   - limit: hosts; beyond, those that end first go.
    ///   - isWritten: whether changes are gathered for a file.
    init(limit: Int, isWritten: Bool = false) {
        self.limit = max(limit, 1)
        self.isWritten = isWritten
    }

    /// Notes what a host has said; 0 seconds forget it. An address is never noted (§8.1.1).
    mutating func note(_ field: StrictTransportField, of host: ServerName, at now: Instant) {
        guard case .dns = host else { return }
        let name = host.description
        guard field.maxAge > 0 else { return remove(name) }
        let entry = Entry(
            includesSubdomains: field.includesSubdomains, expires: now.advanced(bySeconds: field.maxAge))
        entries[name] = entry
        if isWritten, !isWrittenClosely(entry, name, field.maxAge) {
            written[name] = entry
            changes.append(.kept(name, entry))
        }
        if entries.count > limit { shrink(at: now) }
    }

    /// Whether a file has nearly the same of a host: an end that is a hundredth of its time earlier, and an hour at
    /// most.
    private func isWrittenClosely(_ entry: Entry, _ name: String, _ maxAge: Int64) -> Bool {
        guard let old = written[name], old.includesSubdomains == entry.includesSubdomains else { return false }
        return (0...min(maxAge / 100, 3_600)).contains(entry.expires.seconds(since: old.expires))
    }

    mutating func remove(_ name: String) {
        written[name] = nil
        guard entries.removeValue(forKey: name) != nil else { return }
        if isWritten { changes.append(.removed(name)) }
    }

    mutating func removeAll() {
        (entries, written) = ([:], [:])
        if isWritten { changes = [.emptied] }
    }

    /// The host by which a name is known: itself, or one above it that includes it (§8.2); nil for none.
    func host(covering name: ServerName, at now: Instant) -> String? {
        guard !entries.isEmpty else { return nil }
        return Self.names(coveringOf: name).first { candidate in
            guard let entry = entries[candidate.name], entry.expires > now else { return false }
            return candidate.isItself || entry.includesSubdomains
        }?.name
    }

    /// A name and those above it, the longest first; none for an address.
    static func names(coveringOf name: ServerName) -> [(name: String, isItself: Bool)] {
        guard case .dns = name else { return [] }
        var names = [(name: name.description, isItself: true)]
        var rest = name.description[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            names.append((String(rest), false))
        }
        return names
    }

    /// Drops what has ended, and then what ends first, until a twentieth is free.
    private mutating func shrink(at now: Instant) {
        for (name, entry) in entries where entry.expires <= now { remove(name) }
        let most = limit - limit / 20
        guard entries.count > limit else { return }
        for (name, _) in entries.sorted(by: { $0.value.expires < $1.value.expires }).prefix(entries.count - most) {
            remove(name)
        }
    }

    // MARK: A file's

    mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }

    /// Takes what a file has in the place of what it had; of a host of which the file has what it was told, what is
    /// known since then stays.
    mutating func replace(with rows: [String: Entry]) {
        let (known, told) = (entries, written)
        (entries, written) = (rows, rows)
        for (name, row) in rows {
            guard let entry = known[name], let old = told[name], old.includesSubdomains == row.includesSubdomains,
                old.expires.secondsSince1970 == row.expires.secondsSince1970
            else { continue }
            entries[name] = entry
        }
    }
}
