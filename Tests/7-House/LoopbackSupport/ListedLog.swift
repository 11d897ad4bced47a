import Foundation
package import HoldfastAuthority
import HoldfastCrypto
package import HoldfastX509

/// A certificate transparency log of a test's own, with the words of a list about it.
package struct ListedLog: Sendable {
    package let log: TransparencyLog
    package var name: String
    package var operatorName: String
    /// The name of its state, as `usable` or `retired`.
    package var state = "usable"
    /// The moment since which it has that state.
    package var since: Instant

    package init(_ name: String, of operatorName: String, since: Instant) throws {
        log = try TransparencyLog(key: try PrivateKey.generate(.p256))
        (self.name, self.operatorName) = (name, operatorName)
        self.since = Self.wholeSecond(of: since)
    }

    /// The logs of two operators, in use for a year: enough for a certificate of some weeks by every programme.
    package static func two(at moment: Instant) throws -> [ListedLog] {
        try [("Amber 1", "Amber"), ("Beryl 1", "Beryl")].map { name, operatorName in
            try ListedLog(name, of: operatorName, since: moment.advanced(byDays: -365))
        }
    }

    /// The list of logs, as Apple and Google publish theirs (https://www.gstatic.com/ct/log_list/v3/log_list.json).
    package static func list(_ logs: [ListedLog], published: Instant) throws -> String {
        let operators = Dictionary(grouping: logs, by: \.operatorName).sorted { $0.key < $1.key }
        let root: [String: Any] = [
            "version": "1.0", "log_list_timestamp": "\(wholeSecond(of: published))",
            "operators": operators.map { name, logs -> [String: Any] in
                ["name": name, "email": [String](), "logs": logs.map(\.entry), "tiled_logs": [String]()]
            },
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: root, options: [.sortedKeys]), as: UTF8.self)
    }

    /// Times in lists have no fractions.
    private static func wholeSecond(of moment: Instant) -> Instant {
        Instant(secondsSince1970: moment.secondsSince1970)
    }

    private var entry: [String: Any] {
        [
            "description": name, "log_id": Base64.encode(log.id),
            "key": Base64.encode(log.key.subjectPublicKeyInfo.bytes), "url": "https://log.holdfast.test/",
            "mmd": 86_400, "state": [state: ["timestamp": "\(since)"]],
        ]
    }
}
