import HoldfastCrypto
public import HoldfastX509

/// An item of a credential store: a secret, the attributes by which it is found, and its dates.
///
/// Two items of one kind with the same identifying attributes (``Kind/identifyingAttributes``), both synchronised or
/// both not, are one item: a store holds the one or the other. Attributes are shown and searched for; only ``value`` is
/// kept out of every text.
public struct CredentialItem: Hashable, Sendable {
    /// The most bytes of a value: 64 KiB; an identity with a chain of six certificates has some 10,000.
    public static let maximumValueByteCount = 1 << 16
    /// The most attributes.
    public static let maximumAttributeCount = 64

    /// The number by which an item is found again whatever its attributes become (kSecValuePersistentRef): 16 random
    /// bytes.
    public struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
        public static let byteCount = 16
        public let bytes: [UInt8]

        /// The identifier of these bytes; nil where there are not ``byteCount``.
        public init?(_ bytes: some Collection<UInt8>) {
            guard bytes.count == Self.byteCount else { return nil }
            self.bytes = Array(bytes)
        }

        /// A new identifier.
        ///
        /// - Throws: `CryptoError` where the system has no random numbers.
        public static func random() throws(CredentialStoreError) -> ID {
            ID(made: try CredentialStoreError.ofLibrary { () throws(CryptoError) in try SystemRandom.bytes(byteCount) })
        }

        private init(made bytes: [UInt8]) { self.bytes = bytes }

        public var description: String { CredentialText.hexadecimal(bytes) }
        public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
    }

    /// The class of an item (kSecClass).
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// A password for a service of the program's own (kSecClassGenericPassword).
        case genericPassword = 1
        /// A password for a server (kSecClassInternetPassword).
        case internetPassword = 2
        /// A certificate, DER (kSecClassCertificate).
        case certificate = 3
        /// A key (kSecClassKey).
        case key = 4
        /// A private key with its certificates (kSecClassIdentity).
        case identity = 5
        /// The user who is proposed first for a protection space; the value is empty. Not one of Apple's classes.
        case defaultAccount = 6

        /// The attributes that tell two items of the kind apart.
        public var identifyingAttributes: [CredentialAttribute] {
            switch self {
            case .genericPassword: [.accessGroup, .account, .service]
            case .internetPassword:
                [
                    .accessGroup, .account, .securityDomain, .server, .networkProtocol, .authenticationType, .port,
                    .path,
                ]
            case .certificate: [.accessGroup, .certificateType, .issuer, .serialNumber]
            case .key, .identity:
                [
                    .accessGroup, .keyClass, .applicationLabel, .applicationTag, .keyType, .keySizeInBits,
                    .effectiveKeySize,
                ]
            case .defaultAccount:
                [.accessGroup, .securityDomain, .server, .networkProtocol, .authenticationType, .port, .path]
            }
        }
    }

    /// An item's kind with its identifying attributes, and whether it is synchronised (Apple, `errSecDuplicateItem`:
    /// kSecAttrSynchronizable is one of the primary keys of every class).
    public struct Identity: Hashable, Sendable {
        public let kind: Kind
        public let attributes: [CredentialAttribute: CredentialAttributeValue]
        public let isSynchronizable: Bool
    }

    /// The number by which it is found again.
    public internal(set) var id: ID
    /// The class.
    public let kind: Kind
    /// The attributes; one that is absent is another than an empty one.
    public var attributes: [CredentialAttribute: CredentialAttributeValue]
    /// The secret.
    public var value: CredentialSecret
    /// The time at which it was made.
    public var createdAt: Instant
    /// The time at which it was changed last.
    public var modifiedAt: Instant
    /// The time from which on it counts as removed; nil for none.
    public var expiresAt: Instant?
    /// Whether it belongs into a store that is synchronised with other devices (kSecAttrSynchronizable).
    public var isSynchronizable: Bool

    /// An item that was not stored yet.
    ///
    /// - Parameters:
    ///   - id: nil for a new one.
    ///   - now: the time at which it is made.
    ///   - expiresAt: the time from which on it counts as removed.
    /// - Throws: ``CredentialStoreError`` where more is given than may be stored, or the system has no random numbers.
    public init(
        _ kind: Kind, id: ID? = nil, attributes: [CredentialAttribute: CredentialAttributeValue],
        value: CredentialSecret, at now: Instant, expiresAt: Instant? = nil, isSynchronizable: Bool = false
    ) throws(CredentialStoreError) {
        if let id { self.id = id } else { self.id = try ID.random() }
        self.kind = kind
        self.attributes = attributes
        self.value = value
        (createdAt, modifiedAt, self.expiresAt) = (now, now, expiresAt)
        self.isSynchronizable = isSynchronizable
        try check()
    }

    /// Checks that the item can be stored.
    ///
    /// - Throws: ``CredentialStoreError`` with the reason `tooLarge`.
    public func check() throws(CredentialStoreError) {
        guard value.count <= Self.maximumValueByteCount else {
            throw .tooLarge(.value(bytes: value.count), limit: Self.maximumValueByteCount)
        }
        guard attributes.count <= Self.maximumAttributeCount else {
            throw .tooLarge(.itemAttributes(count: attributes.count), limit: Self.maximumAttributeCount)
        }
        let limit = CredentialAttributeValue.maximumByteCount
        for (attribute, value) in attributes {
            let count =
                switch value {
                case .text(let text): text.utf8.count
                case .bytes(let bytes): bytes.count
                case .number, .flag, .date: 0
                }
            guard count <= limit else {
                throw .tooLarge(.attribute("\(attribute)", bytes: count), limit: limit)
            }
        }
    }

    /// The kind with the identifying attributes, and whether it is synchronised.
    public var identity: Identity {
        let names = Set(kind.identifyingAttributes)
        return Identity(
            kind: kind, attributes: attributes.filter { names.contains($0.key) }, isSynchronizable: isSynchronizable)
    }

    /// Whether it counts as removed at a time.
    public func isExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

extension CredentialItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(kind) \(id), value hidden" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Text forms that several files of the stores share.
package enum CredentialText {
    /// Two digits of lower case for each byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The bytes of digits, two of lower case each; nil for anything else.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
