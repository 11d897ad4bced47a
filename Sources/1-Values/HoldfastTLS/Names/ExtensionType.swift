/// The type of an extension of a handshake message (RFC 8446 §4.2, and the registry).
public struct ExtensionType: CodePoint {
    public let number: UInt16
    public init(_ number: UInt16) { self.number = number }

    public static let serverName = ExtensionType(0)
    public static let maxFragmentLength = ExtensionType(1)
    public static let statusRequest = ExtensionType(5)
    public static let supportedGroups = ExtensionType(10)
    public static let ecPointFormats = ExtensionType(11)
    public static let signatureAlgorithms = ExtensionType(13)
    public static let applicationLayerProtocolNegotiation = ExtensionType(16)
    public static let signedCertificateTimestamp = ExtensionType(18)
    public static let padding = ExtensionType(21)
    public static let encryptThenMAC = ExtensionType(22)
    public static let extendedMasterSecret = ExtensionType(23)
    public static let compressCertificate = ExtensionType(27)
    public static let recordSizeLimit = ExtensionType(28)
    public static let delegatedCredential = ExtensionType(34)
    public static let sessionTicket = ExtensionType(35)
    public static let preSharedKey = ExtensionType(41)
    public static let earlyData = ExtensionType(42)
    public static let supportedVersions = ExtensionType(43)
    public static let cookie = ExtensionType(44)
    public static let pskKeyExchangeModes = ExtensionType(45)
    public static let certificateAuthorities = ExtensionType(47)
    public static let postHandshakeAuth = ExtensionType(49)
    public static let signatureAlgorithmsCert = ExtensionType(50)
    public static let keyShare = ExtensionType(51)
    /// Not in the registry: what Chromium sent before 17613.
    public static let applicationSettingsOld = ExtensionType(17513)
    public static let applicationSettings = ExtensionType(17613)
    public static let encryptedClientHello = ExtensionType(0xFE0D)
    public static let renegotiationInfo = ExtensionType(0xFF01)

    public var registeredName: String? { Self.names[number] }

    private static let names: [UInt16: String] = [
        0: "server_name", 1: "max_fragment_length", 2: "client_certificate_url", 3: "trusted_ca_keys",
        4: "truncated_hmac", 5: "status_request", 6: "user_mapping", 7: "client_authz", 8: "server_authz",
        9: "cert_type", 10: "supported_groups", 11: "ec_point_formats", 12: "srp", 13: "signature_algorithms",
        14: "use_srtp", 15: "heartbeat", 16: "application_layer_protocol_negotiation", 17: "status_request_v2",
        18: "signed_certificate_timestamp", 19: "client_certificate_type", 20: "server_certificate_type",
        21: "padding", 22: "encrypt_then_mac", 23: "extended_master_secret", 24: "token_binding", 25: "cached_info",
        26: "tls_lts", 27: "compress_certificate", 28: "record_size_limit", 29: "pwd_protect", 30: "pwd_clear",
        31: "password_salt", 32: "ticket_pinning", 33: "tls_cert_with_extern_psk", 34: "delegated_credential",
        35: "session_ticket", 36: "TLMSP", 37: "TLMSP_proxying", 38: "TLMSP_delegate", 39: "supported_ekt_ciphers",
        41: "pre_shared_key", 42: "early_data", 43: "supported_versions", 44: "cookie",
        45: "psk_key_exchange_modes", 47: "certificate_authorities", 48: "oid_filters", 49: "post_handshake_auth",
        50: "signature_algorithms_cert", 51: "key_share", 52: "transparency_info", 54: "connection_id",
        55: "external_id_hash", 56: "external_session_id", 57: "quic_transport_parameters", 58: "ticket_request",
        59: "dnssec_chain", 60: "sequence_number_encryption_algorithms", 61: "rrc", 62: "tls_flags",
        13172: "next_protocol_negotiation", 17513: "application_settings (old)", 17613: "application_settings",
        // draft-ietf-tls-trust-anchor-ids.
        0xCA34: "trust_anchors",
        0xFD00: "ech_outer_extensions", 0xFE0D: "encrypted_client_hello", 0xFF01: "renegotiation_info",
    ]
}
