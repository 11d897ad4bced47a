import Foundation
import HoldfastCredentials
import HoldfastHTTPS

/// An attribute of keychain items: Apple's key, its name in a store, and the form of its value.
struct ItemAttribute: Sendable {
    let key: String
    let attribute: CredentialAttribute
    let form: ItemAttributeForm

    /// The attributes of a class by Apple's keys (SecItem.h, "kSecClassGenericPassword item attributes" and on); those
    /// of an identity are those of its certificate and of its key.
    static func all(of kind: CredentialItem.Kind) -> [String: ItemAttribute] {
        switch kind {
        case .genericPassword: genericPassword
        case .internetPassword: internetPassword
        case .certificate: certificate
        case .key: key
        // A certificate's and a key's attribute of one name are of one form.
        case .identity: certificate.merging(key) { certificate, _ in certificate }
        case .defaultAccount: [:]
        }
    }

    /// Whether any class has an attribute of a key.
    static func isKnown(_ key: String) -> Bool {
        [genericPassword, internetPassword, certificate, Self.key].contains { $0[key] != nil }
    }

    private static func table(_ rows: [(CFString, String, ItemAttributeForm)]) -> [String: ItemAttribute] {
        var table: [String: ItemAttribute] = [:]
        for (key, name, form) in rows + common {
            guard let attribute = CredentialAttribute(name) else { continue }
            table[key as String] = ItemAttribute(key: key as String, attribute: attribute, form: form)
        }
        return table
    }

    private static var common: [(CFString, String, ItemAttributeForm)] {
        [
            (kSecAttrAccessGroup, "accessGroup", .text), (kSecAttrAccessible, "accessible", .accessible),
            (kSecAttrLabel, "label", .text), (kSecAttrSyncViewHint, "syncViewHint", .text),
        ]
    }

    private static var password: [(CFString, String, ItemAttributeForm)] {
        [
            (kSecAttrAccount, "account", .text), (kSecAttrDescription, "description", .text),
            (kSecAttrComment, "comment", .text), (kSecAttrCreator, "creator", .number), (kSecAttrType, "type", .number),
            (kSecAttrIsInvisible, "isInvisible", .flag), (kSecAttrIsNegative, "isNegative", .flag),
        ]
    }

    private static let genericPassword = table(
        password + [(kSecAttrService, "service", .text), (kSecAttrGeneric, "generic", .bytes)])

    private static let internetPassword = table(
        password + [
            (kSecAttrSecurityDomain, "securityDomain", .text), (kSecAttrServer, "server", .text),
            (kSecAttrProtocol, "protocol", .text), (kSecAttrAuthenticationType, "authenticationType", .text),
            (kSecAttrPort, "port", .number), (kSecAttrPath, "path", .text),
        ])

    private static let certificate = table([
        (kSecAttrCertificateType, "certificateType", .number),
        (kSecAttrCertificateEncoding, "certificateEncoding", .number), (kSecAttrSubject, "subject", .bytes),
        (kSecAttrIssuer, "issuer", .bytes), (kSecAttrSerialNumber, "serialNumber", .bytes),
        (kSecAttrSubjectKeyID, "subjectKeyID", .bytes), (kSecAttrPublicKeyHash, "publicKeyHash", .bytes),
    ])

    private static let key = table([
        (kSecAttrKeyClass, "keyClass", .keyClass), (kSecAttrKeyType, "keyType", .numberAsText),
        (kSecAttrApplicationLabel, "applicationLabel", .bytes), (kSecAttrApplicationTag, "applicationTag", .bytes),
        (kSecAttrKeySizeInBits, "keySizeInBits", .number), (kSecAttrEffectiveKeySize, "effectiveKeySize", .number),
        (kSecAttrCreator, "creator", .number), (kSecAttrIsPermanent, "isPermanent", .flag),
        (kSecAttrIsSensitive, "isSensitive", .flag), (kSecAttrIsExtractable, "isExtractable", .flag),
        (kSecAttrCanEncrypt, "canEncrypt", .flag), (kSecAttrCanDecrypt, "canDecrypt", .flag),
        (kSecAttrCanDerive, "canDerive", .flag), (kSecAttrCanSign, "canSign", .flag),
        (kSecAttrCanVerify, "canVerify", .flag), (kSecAttrCanWrap, "canWrap", .flag),
        (kSecAttrCanUnwrap, "canUnwrap", .flag),
    ])
}

/// The form of an attribute's value, in a program's dictionary and in a store.
enum ItemAttributeForm: Sendable {
    case text
    /// A whole number; a program may write its digits.
    case number
    /// A whole number or a text, kept as text.
    case numberAsText
    case flag
    /// Bytes; of a text, its UTF-8.
    case bytes
    /// One of `kSecAttrAccessible…`.
    case accessible
    /// One of `kSecAttrKeyClass…`.
    case keyClass

    private static let accessibles = [
        kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, kSecAttrAccessibleAlways,
        kSecAttrAccessibleAlwaysThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
    ].map { $0 as String }

    private static let keyClasses = ["public", "private", "symmetric"]

    /// A value of a program's dictionary as it is stored.
    ///
    /// - Throws: `errSecParam` for a value of another type, or of more bytes than an attribute may have.
    func stored(_ value: Any) throws(ItemError) -> CredentialAttributeValue {
        guard let stored = read(value) else { throw ItemError(errSecParam) }
        let count = stored.text?.utf8.count ?? stored.bytes?.count ?? 0
        guard count <= CredentialAttributeValue.maximumByteCount else { throw ItemError(errSecParam) }
        return stored
    }

    private func read(_ value: Any) -> CredentialAttributeValue? {
        switch self {
        case .text: return (value as? String).map { .text($0) }
        case .number: return Self.number(value).map { .number($0) }
        case .numberAsText:
            return (value as? String).map { .text($0) } ?? Self.number(value).map { .text(String($0)) }
        case .flag: return Self.flag(value).map { .flag($0) }
        case .bytes:
            return (value as? Data).map { .bytes(Array($0)) } ?? (value as? String).map { .bytes(Array($0.utf8)) }
        case .accessible:
            return (value as? String).flatMap { Self.accessibles.contains($0) ? .text($0) : nil }
        case .keyClass:
            guard let number = Self.number(value), Self.keyClasses.indices.contains(Int(number)) else { return nil }
            return .text(Self.keyClasses[Int(number)])
        }
    }

    /// A stored value as programs are given it.
    func shown(_ value: CredentialAttributeValue) -> Any? {
        switch (self, value) {
        case (.keyClass, .text(let text)): Self.keyClasses.firstIndex(of: text).map { String($0) }
        case (_, .text(let text)): text
        case (_, .number(let number)): NSNumber(value: number)
        case (_, .bytes(let bytes)): Data(bytes)
        case (_, .flag(let flag)): NSNumber(value: flag)
        case (_, .date(let date)): date.date
        }
    }

    /// A whole number of 64 bits, or a text of one; true and false are none.
    static func number(_ value: Any) -> Int64? {
        if let text = value as? String { return Int64(text) }
        guard let number = value as? NSNumber, CFGetTypeID(number) == CFNumberGetTypeID() else { return nil }
        return Int64(exactly: number)
    }

    /// True or false, or the numbers 1 and 0.
    static func flag(_ value: Any) -> Bool? {
        guard let number = value as? NSNumber else { return nil }
        return number == 1 ? true : number == 0 ? false : nil
    }
}
