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
    /// Lets a handshake offer these versions alone, less those below what the machine's configuration asks for. libcurl's
    /// own setting does not count: what is installed for the handshake comes after it.
    func limit(_ context: OpaquePointer) -> Bool {
        unsafe handshake_bound_versions(context, Int32(lowerBound.rawValue), Int32(upperBound.rawValue)) == 1
    }
}
