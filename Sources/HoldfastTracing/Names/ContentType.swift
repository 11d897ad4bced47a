/// What a record carries (RFC 8446 §5.1, RFC 6520 §3).
public struct ContentType: CodePoint {
    public let number: UInt8
    public init(_ number: UInt8) { self.number = number }

    public static let changeCipherSpec = ContentType(20)
    public static let alert = ContentType(21)
    public static let handshake = ContentType(22)
    public static let applicationData = ContentType(23)
    public static let heartbeat = ContentType(24)

    public var registeredName: String? {
        switch number {
        case 20: "change_cipher_spec"
        case 21: "alert"
        case 22: "handshake"
        case 23: "application_data"
        case 24: "heartbeat"
        case 25: "tls12_cid"
        case 26: "ACK"
        default: nil
        }
    }
}

/// The type of a handshake message (RFC 8446 §4, RFC 5246 §7.4, and the registry).
public struct HandshakeType: CodePoint {
    public let number: UInt8
    public init(_ number: UInt8) { self.number = number }

    public static let helloRequest = HandshakeType(0)
    public static let clientHello = HandshakeType(1)
    public static let serverHello = HandshakeType(2)
    public static let newSessionTicket = HandshakeType(4)
    public static let endOfEarlyData = HandshakeType(5)
    public static let encryptedExtensions = HandshakeType(8)
    public static let certificate = HandshakeType(11)
    public static let serverKeyExchange = HandshakeType(12)
    public static let certificateRequest = HandshakeType(13)
    public static let serverHelloDone = HandshakeType(14)
    public static let certificateVerify = HandshakeType(15)
    public static let clientKeyExchange = HandshakeType(16)
    public static let finished = HandshakeType(20)
    public static let certificateStatus = HandshakeType(22)
    public static let keyUpdate = HandshakeType(24)
    public static let compressedCertificate = HandshakeType(25)

    public var registeredName: String? { Self.names[number] }

    private static let names: [UInt8: String] = [
        0: "hello_request", 1: "client_hello", 2: "server_hello", 3: "hello_verify_request", 4: "new_session_ticket",
        5: "end_of_early_data", 6: "hello_retry_request", 8: "encrypted_extensions", 9: "request_connection_id",
        10: "new_connection_id", 11: "certificate", 12: "server_key_exchange", 13: "certificate_request",
        14: "server_hello_done", 15: "certificate_verify", 16: "client_key_exchange", 17: "client_certificate_request",
        20: "finished", 21: "certificate_url", 22: "certificate_status", 23: "supplemental_data", 24: "key_update",
        25: "compressed_certificate", 26: "ekt_key", 254: "message_hash",
    ]
}

/// How grave an alert says it is; TLS 1.3 goes by the description alone (RFC 8446 §6).
public enum AlertLevel: Hashable, Sendable, CustomStringConvertible {
    case warning, fatal
    case other(UInt8)

    init(_ number: UInt8) {
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

/// What an alert says (RFC 8446 §6, RFC 5246 §7.2, and the registry).
public struct AlertDescription: CodePoint {
    public let number: UInt8
    public init(_ number: UInt8) { self.number = number }

    public static let closeNotify = AlertDescription(0)
    public static let userCanceled = AlertDescription(90)

    public var registeredName: String? { Self.names[number] }

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
