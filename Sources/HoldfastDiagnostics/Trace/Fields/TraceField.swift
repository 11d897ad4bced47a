import HoldfastTracing
import HoldfastX509

/// A field of a message, by the name that its RFC gives it, with those inside of it.
public struct TraceField: Hashable, Sendable {
    public let name: String
    /// Names of registries, numbers, or hexadecimal digits; empty where only the fields inside say something.
    public let value: String
    public let fields: [TraceField]

    init(_ name: String, _ value: String = "", _ fields: [TraceField] = []) {
        self.name = name
        self.value = value
        self.fields = fields
    }
}

/// Values of fields as text.
enum FieldText {
    /// Bytes of a field that are shown; the message's own bytes stand in the JSON.
    static let shownBytes = 64

    /// Hexadecimal digits, the first ones where there are many.
    static func hex(_ bytes: some Collection<UInt8>, limit: Int = shownBytes) -> String {
        guard !bytes.isEmpty else { return "(empty)" }
        let digits = HexString.encode(Array(bytes.prefix(limit)))
        return bytes.count > limit ? "\(digits)… (\(bytes.count) bytes)" : digits
    }

    static func list(_ values: some Sequence<some CustomStringConvertible>) -> String {
        let text = values.map(\.description).joined(separator: ", ")
        return text.isEmpty ? "(none)" : text
    }

    /// A number of a registry: its name and itself.
    static func point(_ value: some CodePoint) -> String {
        value.registeredName.map { "\($0) (\(value.hexadecimal))" } ?? value.name
    }
}
