/// The reason that an alert gives (RFC 8446 §6, RFC 5246 §7.2, and the registry).
public struct AlertDescription: CodePoint {
    public let number: UInt8
    public init(_ number: UInt8) { self.number = number }

    public static let closeNotify = AlertDescription(0)
    public static let handshakeFailure = AlertDescription(40)
    public static let protocolVersion = AlertDescription(70)
    public static let insufficientSecurity = AlertDescription(71)
    public static let userCanceled = AlertDescription(90)
    public static let unrecognizedName = AlertDescription(112)
    public static let certificateRequired = AlertDescription(116)
    public static let noApplicationProtocol = AlertDescription(120)

    public var registeredName: String? { TLSRegistry.alert.name(of: number) }

    /// The registry's name, or `alert` and the number: for sentences.
    package var phrase: String { registeredName ?? "alert \(number)" }
}

/// The level of an alert; TLS 1.3 goes by the description alone (RFC 8446 §6).
public enum AlertLevel: Hashable, Sendable, CustomStringConvertible {
    case warning, fatal
    case other(UInt8)

    package init(_ number: UInt8) {
        self =
            switch number {
            case 1: .warning
            case 2: .fatal
            default: .other(number)
            }
    }

    public var description: String {
        switch self {
        case .warning: "warning"
        case .fatal: "fatal"
        case .other(let number): "level \(number)"
        }
    }
}
