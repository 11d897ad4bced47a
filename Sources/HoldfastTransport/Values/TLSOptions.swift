import CHandshake
import COpenSSL

/// A version of TLS that connections speak (RFC 5246, RFC 8446); none before 1.2 is.
public enum TLSProtocol: Int, Hashable, Sendable, Comparable, CaseIterable {
    case tls12 = 0x0303
    case tls13 = 0x0304

    /// As people call it.
    package var name: String { self == .tls12 ? "TLS 1.2" : "TLS 1.3" }

    public static func < (left: TLSProtocol, right: TLSProtocol) -> Bool { left.rawValue < right.rawValue }
}

extension ClosedRange<TLSProtocol> {
    /// Lets a handshake offer these versions alone, less those below what the machine's configuration asks for.
    /// libcurl's own setting does not count: what is installed for the handshake comes after it.
    func limit(_ context: OpaquePointer) -> Bool {
        unsafe handshake_bound_versions(context, Int32(lowerBound.rawValue), Int32(upperBound.rawValue)) == 1
    }
}

/// A writer that takes the secrets of connections, a line at a time in the format of NSS's key log.
///
/// Whoever reads the lines reads everything that is sent over the connections. A reference: it is a part of the key
/// that keeps connections apart.
package final class KeyLogWriter: Sendable {
    private let write: @Sendable (String) -> Void

    /// Makes a writer that calls a closure with each line.
    ///
    /// - Parameter write: called on the connection's thread, which waits; without the line's end.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    func add(_ lines: String) {
        for line in lines.split(separator: "\n") { write(String(line)) }
    }
}

extension KeyLogWriter: Hashable {
    package static func == (left: KeyLogWriter, right: KeyLogWriter) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
