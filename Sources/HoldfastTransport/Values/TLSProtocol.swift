/// A version of TLS that connections speak (RFC 5246, RFC 8446); none before 1.2 is.
public enum TLSProtocol: Int, Hashable, Sendable, Comparable, CaseIterable {
    case tls12 = 2
    case tls13 = 3

    public static func < (left: TLSProtocol, right: TLSProtocol) -> Bool { left.rawValue < right.rawValue }
}
