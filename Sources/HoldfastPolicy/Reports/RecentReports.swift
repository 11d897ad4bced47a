import HoldfastX509

/// Which failures were spooled lately, schema `holdfast.pin-report-index/1`: against sending the same again and again.
struct RecentReports: Hashable {
    static let schema = "holdfast.pin-report-index/1"
    /// Entries that are kept; 1,000.
    static let maximumEntries = 1_000

    struct Entry: Hashable {
        let digest: [UInt8]
        let at: Instant
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// Nil where the bytes are no such file.
    init?(_ bytes: [UInt8]) {
        guard let members = try? JSONValue(bytes).object, members["schema"]?.text == Self.schema,
            let list = members["reports"]?.array, list.count <= Self.maximumEntries
        else { return nil }
        for item in list {
            guard let digest = item.object?["failure"]?.text.flatMap({ HexString.decode($0) }), digest.count == 32,
                let at = item.object?["at"]?.text.flatMap(Instant.init(rfc3339:))
            else { return nil }
            entries.append(Entry(digest: digest, at: at))
        }
    }

    var bytes: [UInt8] {
        let list = entries.map { entry in
            JSONDraft.members([
                ("failure", .text(HexString.encode(entry.digest))), ("at", .text(entry.at.description)),
            ])
        }
        let draft = JSONDraft.members([("schema", .text(Self.schema)), ("reports", .list(list))])
        return Array((draft.pretty + "\n").utf8)
    }

    /// Whether a failure was spooled less than so many seconds ago, or as much ahead where the clock was set back.
    func has(_ digest: [UInt8], within seconds: Int64, of now: Instant) -> Bool {
        entries.contains { $0.digest == digest && $0.isWithin(seconds, of: now) }
    }

    func count(within seconds: Int64, of now: Instant) -> Int {
        entries.count { $0.isWithin(seconds, of: now) }
    }

    /// Takes a failure up, and forgets what was longer ago.
    mutating func add(_ digest: [UInt8], at now: Instant, keeping seconds: Int64) {
        entries.removeAll { !$0.isWithin(seconds, of: now) }
        entries.append(Entry(digest: digest, at: now))
        entries.removeFirst(max(0, entries.count - Self.maximumEntries))
    }
}

extension RecentReports.Entry {
    fileprivate func isWithin(_ seconds: Int64, of now: Instant) -> Bool {
        let age = now.seconds(since: at)
        return age < seconds && age > -seconds
    }
}
