public import HoldfastX509

/// The name of an attribute of a stored item: letters of ASCII, digits, hyphens and full stops.
public struct CredentialAttribute: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most bytes of a name: 64, as of a DNS label, rounded.
    public static let maximumByteCount = 64

    /// The name as it is stored.
    public let name: String

    /// The attribute of a name; nil where it is empty, longer than ``maximumByteCount`` or has other characters.
    public init?(_ name: String) {
        guard (1...Self.maximumByteCount).contains(name.utf8.count), name.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.name = name
    }

    private init(known name: String) { self.name = name }

    private static func isAllowed(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || "-.".utf8.contains(octet)
    }

    public var description: String { name }
    public static func < (left: Self, right: Self) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }

    // Of passwords. The names in comments are Apple's, of SecItem.h.

    /// The user (kSecAttrAccount).
    public static let account = Self(known: "account")
    /// The service of a generic password (kSecAttrService).
    public static let service = Self(known: "service")
    /// The host of an internet password, A-labels in lower case or an address (kSecAttrServer).
    public static let server = Self(known: "server")
    /// The protocol, by Apple's four characters: `htps`, `http`, `htpx`, `htsx`, `sox ` (kSecAttrProtocol).
    public static let networkProtocol = Self(known: "protocol")
    /// The port, a number (kSecAttrPort).
    public static let port = Self(known: "port")
    /// The path of a URL (kSecAttrPath).
    public static let path = Self(known: "path")
    /// The scheme, by Apple's four characters where there are some: `http` for Basic, `httd` for Digest, `ntlm`,
    /// `form`, `dflt` (kSecAttrAuthenticationType); else Apple's name of the method.
    public static let authenticationType = Self(known: "authenticationType")
    /// The realm (kSecAttrSecurityDomain).
    public static let securityDomain = Self(known: "securityDomain")

    // Of certificates and keys.

    /// The kind of certificate, a number (kSecAttrCertificateType).
    public static let certificateType = Self(known: "certificateType")
    /// The issuer's name, DER (kSecAttrIssuer).
    public static let issuer = Self(known: "issuer")
    /// The serial number, the content of its DER (kSecAttrSerialNumber).
    public static let serialNumber = Self(known: "serialNumber")
    /// The digest of the public key, by which a key and its certificate are found (kSecAttrApplicationLabel).
    public static let applicationLabel = Self(known: "applicationLabel")
    /// The program's own mark of a key (kSecAttrApplicationTag).
    public static let applicationTag = Self(known: "applicationTag")
    /// The part of a key pair: `public`, `private` or `symmetric` (kSecAttrKeyClass).
    public static let keyClass = Self(known: "keyClass")
    /// The algorithm of a key (kSecAttrKeyType).
    public static let keyType = Self(known: "keyType")
    /// The size of a key, a number of bits (kSecAttrKeySizeInBits).
    public static let keySizeInBits = Self(known: "keySizeInBits")
    /// The number of bits of a key that count (kSecAttrEffectiveKeySize).
    public static let effectiveKeySize = Self(known: "effectiveKeySize")

    // Of all.

    /// A name for people (kSecAttrLabel).
    public static let label = Self(known: "label")
    /// The group of programs that share an item (kSecAttrAccessGroup).
    public static let accessGroup = Self(known: "accessGroup")
}

/// A value of an attribute: small, and no secret.
public enum CredentialAttributeValue: Hashable, Sendable {
    /// The most bytes of a text or of bytes: 4 KiB; a distinguished name has some hundred.
    public static let maximumByteCount = 4096

    case text(String)
    case number(Int64)
    case bytes([UInt8])
    case flag(Bool)
    case date(Instant)

    /// The text; nil for a value of another kind.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The number; nil for a value of another kind.
    public var number: Int64? { if case .number(let number) = self { number } else { nil } }
    /// The bytes; nil for a value of another kind.
    public var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    /// The flag; nil for a value of another kind.
    public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    /// The date; nil for a value of another kind.
    public var date: Instant? { if case .date(let date) = self { date } else { nil } }
}
