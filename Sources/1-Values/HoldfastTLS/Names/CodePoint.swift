import HoldfastFacts

/// A number from one of IANA's TLS registries, with the name that stands there.
///
/// Any number can be carried: what a peer sends need not be registered.
public protocol CodePoint: Hashable, Sendable, CustomStringConvertible {
    associatedtype Number: FixedWidthInteger & Sendable
    /// The number as it stands on the wire.
    var number: Number { get }
    /// The registry's name; nil for a number that is not registered.
    var registeredName: String? { get }
    init(_ number: Number)
}

extension CodePoint {
    /// The registry's name, `GREASE` (RFC 8701) or the number in hexadecimal.
    public var name: String { registeredName ?? (isGREASE ? "GREASE (\(hexadecimal))" : hexadecimal) }

    public var description: String { name }

    /// The number in hexadecimal, with `0x` and all its digits.
    public var hexadecimal: String {
        let digits = String(number, radix: 16)
        return "0x" + String(repeating: "0", count: Number.bitWidth / 4 - digits.count) + digits
    }

    /// Whether it is one of the numbers that mean nothing and are sent so that peers stay able to pass over what they
    /// do not know: 0x0A0A, 0x1A1A, … 0xFAFA (RFC 8701 §2).
    public var isGREASE: Bool {
        Number.bitWidth == 16 && number & 0x0F0F == 0x0A0A && number >> 8 == number & 0xFF
    }
}

/// A version of TLS as it stands on the wire: 0x0303 for TLS 1.2.
public struct ProtocolVersion: CodePoint, Comparable {
    public let number: UInt16
    public init(_ number: UInt16) { self.number = number }

    public static let ssl30 = ProtocolVersion(0x0300)
    public static let tls10 = ProtocolVersion(0x0301)
    public static let tls11 = ProtocolVersion(0x0302)
    public static let tls12 = ProtocolVersion(0x0303)
    public static let tls13 = ProtocolVersion(0x0304)

    public var registeredName: String? {
        switch number {
        case 0x0002: "SSL 2.0"
        case 0x0300: "SSL 3.0"
        case 0x0301...0x0304: "TLS 1.\(number - 0x0301)"
        // Drafts of TLS 1.3, which servers of 2018 still speak.
        case 0x7F00...0x7FFF: "TLS 1.3 (draft \(number & 0xFF))"
        default: nil
        }
    }

    public static func < (left: ProtocolVersion, right: ProtocolVersion) -> Bool { left.number < right.number }
}

/// A registry of TLS's numbers, whose names stand in the table `tls-numbers` of `Sources/0-C/CTrustFacts/data`.
enum TLSRegistry: String, CaseIterable {
    case alert
    case cipherSuite
    case extensionType
    case handshakeType
    case namedGroup
    case signatureScheme

    /// The registered numbers, with their names.
    var names: [UInt16: String] { Self.all[self] ?? [:] }

    /// The name of a number; nil for one that is not registered.
    func name(of number: some FixedWidthInteger) -> String? { Self.all[self]?[UInt16(truncatingIfNeeded: number)] }

    private static let all: [TLSRegistry: [UInt16: String]] = {
        var all: [TLSRegistry: [UInt16: String]] = [:]
        for row in (try? FactTable.builtIn("tls-numbers"))?.rows ?? [] {
            guard let registry = row["registry"].flatMap(TLSRegistry.init),
                let number = row["number"].flatMap({ UInt16($0, radix: 16) })
            else { continue }
            all[registry, default: [:]][number] = row["name"]
        }
        return all
    }()
}
