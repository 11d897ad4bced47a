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

    public var registeredName: String? { TLSRegistry.extensionType.name(of: number) }
}
