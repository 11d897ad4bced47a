import HoldfastStore
package import HoldfastX509

/// A target about which somebody has asked for silence.
package struct ScanMute: Hashable, Sendable {
    package let key: String
    /// The target as it was written in the list.
    package let text: String
    /// The moment from which on it counts again.
    package let until: Instant
}

extension ScanHistory {
    /// Asks for silence about a target: its findings are told, and count for no exit code.
    ///
    /// - Parameters:
    ///   - key: the canonical name of a target that was scanned before.
    ///   - end: the moment from which on it counts again; nil for at once.
    package func mute(_ key: String, until end: Instant?) throws(ScanHistoryError) -> ScanMute? {
        let text = try using { () throws(SQLiteError) -> String? in
            var text: String?
            try database.transaction { () throws(SQLiteError) in
                let known = try statement("SELECT target FROM targets WHERE key = ?1")
                try known.bind(1, key)
                defer { known.reset() }
                guard try known.step() else { return }
                text = known.text(0, limit: Self.textLimit) ?? key
                let change = try statement("UPDATE targets SET muted_until = ?2 WHERE key = ?1")
                try change.bind(1, key)
                try change.bind(2, end?.secondsSince1970)
                try change.run()
            }
            return text
        }
        guard let text else { throw .noTarget(path: path, name: key) }
        return end.map { ScanMute(key: key, text: text, until: $0) }
    }

    /// Whether somebody has asked for silence about a target that still lasts.
    package func isMuted(_ key: String, at now: Instant) throws(ScanHistoryError) -> Bool {
        try using { () throws(SQLiteError) in
            let question = try statement("SELECT 1 FROM targets WHERE key = ?1 AND muted_until > ?2")
            try question.bind(1, key)
            try question.bind(2, now.secondsSince1970)
            defer { question.reset() }
            return try question.step()
        }
    }

    /// The targets about which somebody has asked for silence that still lasts, in the order of their names.
    package func mutes(at now: Instant) throws(ScanHistoryError) -> [ScanMute] {
        try using { () throws(SQLiteError) in
            let question = try statement(
                "SELECT key, target, muted_until FROM targets WHERE muted_until > ?1 ORDER BY key")
            try question.bind(1, now.secondsSince1970)
            var mutes: [ScanMute] = []
            while try question.step() {
                guard let key = question.text(0, limit: Self.textLimit),
                    let text = question.text(1, limit: Self.textLimit), let end = question.integer(2)
                else { throw Self.badRow }
                mutes.append(ScanMute(key: key, text: text, until: Instant(secondsSince1970: end)))
            }
            return mutes
        }
    }
}
