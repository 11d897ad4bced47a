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
    func limit(_ context: OpaquePointer) -> Bool {
        unsafe handshake_bound_versions(context, Int32(lowerBound.rawValue), Int32(upperBound.rawValue)) == 1
    }
}

/// The cipher suites that a server is offered, of those that the machine lists; each case is a part of the one before.
public enum CipherSuiteSelection: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// All of them.
    case usual
    /// AES with 128 or 256 bits, and the key exchanges ECDHE and RSA. Whoever gets hold of a server's RSA key reads
    /// what was recorded by the latter.
    case aes
    /// AES with forward secrecy: ECDHE alone, as every suite of TLS 1.3 has it.
    case aesWithForwardSecrecy
    /// AES-GCM with forward secrecy, and in TLS 1.2 the extended master secret (RFC 7627).
    case aesGCMWithForwardSecrecy

    public static func < (left: CipherSuiteSelection, right: CipherSuiteSelection) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The suites in words, for errors.
    package var suites: HandshakeSentence.Suites {
        switch self {
        case .usual: .any
        case .aes: .aes
        case .aesWithForwardSecrecy: .aesWithForwardSecrecy
        case .aesGCMWithForwardSecrecy: .aesGCMWithForwardSecrecy
        }
    }

    /// Lets a handshake offer these suites alone; false where the machine leaves none of them.
    func limit(_ context: OpaquePointer) -> Bool {
        unsafe handshake_bound_suites(context, handshake_suites(UInt32(rawValue))) == 1
    }

    /// Whether a suite is one of these, by its name in the RFCs: the second opinion about what was negotiated, which
    /// asks libssl for nothing but the name.
    ///
    /// - Parameter name: nil for none, which is in no selection but ``usual``.
    package func contains(_ name: String?) -> Bool {
        guard self != .usual else { return true }
        guard let name else { return false }
        return names.contains(name)
    }

    /// The suites by their names in the RFCs, the better ones first; empty for ``usual``, which the machine lists.
    package var names: [String] {
        guard self != .usual else { return [] }
        func suites(_ exchange: String, _ digest: String) -> [String] {
            let gcm = ["AES_256_GCM_SHA384", "AES_128_GCM_SHA256"]
            let cbc = ["AES_256_CBC_\(digest)", "AES_256_CBC_SHA", "AES_128_CBC_SHA256", "AES_128_CBC_SHA"]
            return (self == .aesGCMWithForwardSecrecy ? gcm : gcm + cbc).map { "\(exchange)_WITH_\($0)" }
        }
        return ["TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256"]
            + suites("TLS_ECDHE_ECDSA", "SHA384") + suites("TLS_ECDHE_RSA", "SHA384")
            + (self == .aes ? suites("TLS_RSA", "SHA256") : [])
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
