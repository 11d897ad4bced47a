/// An alert, as it stood on the wire (RFC 8446 §6): how a client says why it refused.
package struct TLSAlert: Hashable, Sendable, CustomStringConvertible {
    /// Whether its level is fatal; TLS 1.3 goes by the description alone.
    package let isFatal: Bool
    /// The `AlertDescription`, for example 42 for bad_certificate.
    package let code: UInt8

    package init(isFatal: Bool, code: UInt8) {
        self.isFatal = isFatal
        self.code = code
    }

    /// The RFC's name, or the number.
    package var description: String { Self.names[code] ?? "alert \(code)" }

    /// RFC 8446 §6 and appendix B.2, with those that only RFC 5246 §7.2 and RFC 7301 §3.2 have.
    private static let names: [UInt8: String] = [
        0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed",
        22: "record_overflow", 30: "decompression_failure", 40: "handshake_failure", 41: "no_certificate",
        42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
        46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied",
        50: "decode_error", 51: "decrypt_error", 70: "protocol_version", 71: "insufficient_security",
        80: "internal_error", 86: "inappropriate_fallback", 90: "user_canceled", 100: "no_renegotiation",
        109: "missing_extension", 110: "unsupported_extension", 112: "unrecognized_name",
        113: "bad_certificate_status_response", 115: "unknown_psk_identity", 116: "certificate_required",
        120: "no_application_protocol",
    ]
}
