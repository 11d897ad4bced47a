/// A server that a scan asks, as its line in the list says.
package struct ScanTarget: Hashable, Sendable {
    /// One option of a line, as `starttls=smtp`.
    package struct Option: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// The place among all targets of the list, from 0, before any of them is left to another machine.
    package let index: Int
    /// The canonical name, by which a history knows the target again: `host:port`, and every option that changes what
    /// is asked.
    package let key: String
    /// The name as it was written, without a user and a password.
    package let text: String
    /// The options of the line, in the order in which they were written.
    package let options: [Option]
    /// The text behind ` # `; nil where there is none.
    package let owner: String?
    /// The line of the list, from 1; 0 for a target that stands in none.
    package let line: Int

    package init(
        index: Int, key: String, text: String, options: [Option] = [], owner: String? = nil, line: Int = 0
    ) {
        self.index = index
        self.key = key
        self.text = text
        self.options = options
        self.owner = owner
        self.line = line
    }

    /// Makes the canonical name of a target.
    ///
    /// - Parameters:
    ///   - server: `host:port`, in lower case and with the port, an address of IPv6 in brackets.
    ///   - options: in any order; they stand in the key in that of their names.
    package static func key(of server: String, options: [Option]) -> String {
        options.sorted { $0.name < $1.name }.reduce(server) { "\($0) \($1.name)=\($1.value)" }
    }
}

/// A part of a list that is one machine's: the targets of which a digest falls on it.
///
/// Parts are made of the targets' keys and not of their places: a line that is added moves no other target to another
/// machine.
package struct ScanShard: Hashable, Sendable {
    /// The number of this part, from 1.
    package let number: Int
    /// The number of all parts.
    package let count: Int

    /// Makes a part; nil where the number is none of the count's.
    package init?(_ number: Int, of count: Int) {
        guard count >= 1, (1...count).contains(number) else { return nil }
        (self.number, self.count) = (number, count)
    }

    /// Whether a target belongs to this part.
    package func contains(_ target: ScanTarget) -> Bool {
        Self.digest(of: target.key) % UInt64(count) == UInt64(number - 1)
    }

    /// The digest of a key: FNV-1a with 64 bits over its UTF-8, which is the same on every machine.
    static func digest(of key: String) -> UInt64 {
        key.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
