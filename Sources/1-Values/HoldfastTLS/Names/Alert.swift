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

    public var registeredName: String? { Self.names[number] }

    /// The registry's name, or `alert` and the number: for sentences.
    package var phrase: String { registeredName ?? "alert \(number)" }

    private static let names: [UInt8: String] = [
        0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed",
        22: "record_overflow", 30: "decompression_failure", 40: "handshake_failure", 41: "no_certificate",
        42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
        46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied", 50: "decode_error",
        51: "decrypt_error", 52: "too_many_cids_requested", 60: "export_restriction", 70: "protocol_version",
        71: "insufficient_security", 80: "internal_error", 86: "inappropriate_fallback", 90: "user_canceled",
        100: "no_renegotiation", 109: "missing_extension", 110: "unsupported_extension",
        111: "certificate_unobtainable", 112: "unrecognized_name", 113: "bad_certificate_status_response",
        114: "bad_certificate_hash_value", 115: "unknown_psk_identity", 116: "certificate_required",
        117: "general_error", 120: "no_application_protocol", 121: "ech_required",
    ]
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
