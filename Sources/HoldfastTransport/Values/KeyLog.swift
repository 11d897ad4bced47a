/// Where the secrets of connections are written, a line at a time in the format of NSS's key log.
///
/// Whoever reads the lines reads everything that is sent over the connections. A reference: it is a part of the key that
/// keeps connections apart.
package final class KeyLog: Sendable {
    private let write: @Sendable (String) -> Void

    /// - Parameter write: called on the connection's thread, which waits; without the line's end.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    func add(_ lines: String) {
        for line in lines.split(separator: "\n") { write(String(line)) }
    }
}

extension KeyLog: Hashable {
    package static func == (left: KeyLog, right: KeyLog) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
