/// A version of TLS, by the number that it has on the wire.
package enum TLSVersion: UInt16, Hashable, Sendable, Comparable, CaseIterable, CustomStringConvertible {
    case tls10 = 0x0301
    case tls11 = 0x0302
    case tls12 = 0x0303
    case tls13 = 0x0304

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }

    /// `1.0` to `1.3`.
    package var description: String { "1.\(rawValue - 0x0301)" }
}
