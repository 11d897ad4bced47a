/// The C type `Boolean`, one byte, through which a function of the Security framework returns a truth value.
public struct DarwinBoolean: Sendable {
    private var value: UInt8

    public init(_ value: Bool) { self.value = value ? 1 : 0 }

    /// Whether the byte is other than 0.
    public var boolValue: Bool { value != 0 }
}

extension DarwinBoolean: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) { self.init(value) }
}

// C may write any byte other than 0 for true, so bytes are not what is compared.
extension DarwinBoolean: Hashable {
    public static func == (left: DarwinBoolean, right: DarwinBoolean) -> Bool { left.boolValue == right.boolValue }

    public func hash(into hasher: inout Hasher) { hasher.combine(boolValue) }
}

extension DarwinBoolean: CustomStringConvertible {
    public var description: String { boolValue.description }
}
