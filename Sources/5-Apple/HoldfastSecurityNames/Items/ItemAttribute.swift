import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastX509

/// An attribute of keychain items: Apple's key, its name in a store, and the form of its value.
struct ItemAttribute: Sendable {
    let key: String
    let attribute: CredentialAttribute
    let form: ItemAttributeForm
    /// The value that Apple's tables (SecItemSchema.c) have of an item that was given none: the empty text, no bytes or
    /// 0 for what tells items apart; nil for attributes that an item then does not have.
    let empty: CredentialAttributeValue?

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

    /// The attribute of an item that names those which a program gave as bytes in the place of text, or as text in the
    /// place of bytes.
    static let otherForms = CredentialAttribute("otherForms") ?? .label

    /// The attribute of a key whose value is the program's bytes, and not the encoding of a key.
    static let asGiven = CredentialAttribute("isAsGiven") ?? .label

    /// Whether any class has an attribute of a key.
    static func isKnown(_ key: String) -> Bool {
        [genericPassword, internetPassword, certificate, Self.key].contains { $0[key] != nil }
    }

    /// Whether a value is that of an item which was given none.
    func isEmpty(_ value: CredentialAttributeValue) -> Bool {
        empty != nil && (value == empty || value == .text("") || value == .bytes([]))
    }

    /// The value that programs are shown for an item without one; nil for nothing.
    ///
    /// An item without a group of programs has none, while on Apple's platforms each has one.
    var shownEmpty: Any? {
        guard attribute != .accessGroup else { return nil }
        return empty.flatMap { form.shown($0) }
    }

    // MARK: The tables

    private typealias Row = (key: CFString, name: String, form: ItemAttributeForm, empty: CredentialAttributeValue?)

    private static func entry(
        _ key: CFString, _ name: String, _ form: ItemAttributeForm, empty: CredentialAttributeValue? = nil
    ) -> Row { (key, name, form, empty) }

    private static func table(_ rows: [Row]) -> [String: ItemAttribute] {
        var table: [String: ItemAttribute] = [:]
        for row in rows + common {
            guard let attribute = CredentialAttribute(row.name) else { continue }
            let key = row.key as String
            table[key] = ItemAttribute(key: key, attribute: attribute, form: row.form, empty: row.empty)
        }
        return table
    }

    private static var common: [Row] {
        [
            entry(kSecAttrAccessGroup, "accessGroup", .name, empty: .text("")),
            entry(kSecAttrAccessible, "accessible", .accessible), entry(kSecAttrLabel, "label", .text),
            entry(kSecAttrSyncViewHint, "syncViewHint", .name),
        ]
    }

    private static var password: [Row] {
        [
            entry(kSecAttrAccount, "account", .text, empty: .text("")),
            entry(kSecAttrDescription, "description", .text), entry(kSecAttrComment, "comment", .text),
            entry(kSecAttrCreator, "creator", .number), entry(kSecAttrType, "type", .number),
            entry(kSecAttrIsInvisible, "isInvisible", .flag), entry(kSecAttrIsNegative, "isNegative", .flag),
        ]
    }

    private static let genericPassword = table(
        password + [
            entry(kSecAttrService, "service", .text, empty: .text("")), entry(kSecAttrGeneric, "generic", .blob),
        ])

    private static let internetPassword = table(
        password + [
            entry(kSecAttrSecurityDomain, "securityDomain", .text, empty: .text("")),
            entry(kSecAttrServer, "server", .text, empty: .text("")),
            entry(kSecAttrProtocol, "protocol", .text, empty: .number(0)),
            entry(kSecAttrAuthenticationType, "authenticationType", .text, empty: .text("")),
            entry(kSecAttrPort, "port", .number, empty: .number(0)),
            entry(kSecAttrPath, "path", .text, empty: .text("")),
        ])

    private static let certificate = table([
        entry(kSecAttrCertificateType, "certificateType", .number),
        entry(kSecAttrCertificateEncoding, "certificateEncoding", .number),
        entry(kSecAttrSubject, "subject", .distinguishedName), entry(kSecAttrIssuer, "issuer", .distinguishedName),
        entry(kSecAttrSerialNumber, "serialNumber", .bytes),
        entry(kSecAttrSubjectKeyID, "subjectKeyID", .bytes), entry(kSecAttrPublicKeyHash, "publicKeyHash", .bytes),
    ])

    private static let key = table([
        entry(kSecAttrKeyClass, "keyClass", .keyClass), entry(kSecAttrKeyType, "keyType", .numberAsText),
        entry(kSecAttrApplicationLabel, "applicationLabel", .bytes, empty: .bytes([])),
        entry(kSecAttrApplicationTag, "applicationTag", .blob, empty: .text("")),
        entry(kSecAttrKeySizeInBits, "keySizeInBits", .number, empty: .number(0)),
        entry(kSecAttrEffectiveKeySize, "effectiveKeySize", .number, empty: .number(0)),
        entry(kSecAttrCreator, "creator", .number), entry(kSecAttrIsPermanent, "isPermanent", .flag),
        entry(kSecAttrIsSensitive, "isSensitive", .flag), entry(kSecAttrIsExtractable, "isExtractable", .flag),
        entry(kSecAttrCanEncrypt, "canEncrypt", .flag), entry(kSecAttrCanDecrypt, "canDecrypt", .flag),
        entry(kSecAttrCanDerive, "canDerive", .flag), entry(kSecAttrCanSign, "canSign", .flag),
        entry(kSecAttrCanVerify, "canVerify", .flag), entry(kSecAttrCanWrap, "canWrap", .flag),
        entry(kSecAttrCanUnwrap, "canUnwrap", .flag),
    ])
}

extension [CredentialAttribute: CredentialAttributeValue] {
    /// The attributes of an item that a program gave as bytes in the place of text, or as text in the place of bytes,
    /// and is given back so.
    var otherForms: Set<CredentialAttribute> {
        get {
            let names = self[ItemAttribute.otherForms]?.text?.split(separator: " ") ?? []
            return Set(names.compactMap { CredentialAttribute(String($0)) })
        }
        set {
            let names = newValue.map(\.name).sorted().joined(separator: " ")
            self[ItemAttribute.otherForms] = names.isEmpty ? nil : .text(names)
        }
    }
}

/// The form of an attribute's value, in a program's dictionary and in a store.
///
/// As in Apple's tables, most attributes of text may be given as bytes, and some of bytes as text: the two are one
/// value to whoever looks for it, and programs are given back what they gave.
enum ItemAttributeForm: Sendable {
    /// A text; of bytes the text that they are in UTF-8, else the bytes; or a number.
    case text
    /// A text; of bytes the text that they are in UTF-8.
    case name
    /// A whole number; a program may write its digits.
    case number
    /// A whole number or a text, kept as text.
    case numberAsText
    case flag
    /// Bytes; of a text, its UTF-8.
    case bytes
    /// Bytes; of a text, its UTF-8, which is given back as text; or a number.
    case blob
    /// A distinguished name, DER, in any spelling; kept normalised.
    case distinguishedName
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
        case .text: return Self.asText(value) ?? Self.asBytes(value) ?? Self.number(value).map { .number($0) }
        case .name: return Self.asText(value)
        case .number: return Self.number(value).map { .number($0) }
        case .numberAsText:
            return (value as? String).map { .text($0) } ?? Self.number(value).map { .text(String($0)) }
        case .flag: return Self.flag(value).map { .flag($0) }
        case .bytes: return Self.asBytes(value)
        case .blob: return Self.asBytes(value) ?? Self.number(value).map { .number($0) }
        case .distinguishedName:
            guard let bytes = Self.asBytes(value)?.bytes, bytes.count <= CredentialAttributeValue.maximumByteCount,
                let name = try? DistinguishedName(der: bytes)
            else { return Self.asBytes(value) }
            return .bytes(Array(NormalizedSequence.data(name) as Data))
        case .accessible:
            return (value as? String).flatMap { Self.accessibles.contains($0) ? .text($0) : nil }
        case .keyClass:
            guard let number = Self.number(value), Self.keyClasses.indices.contains(Int(number)) else { return nil }
            return .text(Self.keyClasses[Int(number)])
        }
    }

    private static func asText(_ value: Any) -> CredentialAttributeValue? {
        if let text = value as? String { return .text(text) }
        guard let data = value as? Data else { return nil }
        return String(validating: Array(data), as: UTF8.self).map { .text($0) }
    }

    private static func asBytes(_ value: Any) -> CredentialAttributeValue? {
        if let data = value as? Data { return .bytes(Array(data)) }
        return (value as? String).map { .bytes(Array($0.utf8)) }
    }

    /// Whether a value is bytes in the place of text, or text in the place of bytes.
    ///
    /// - Parameter stored: the value as it is stored.
    func isOther(_ value: Any, _ stored: CredentialAttributeValue) -> Bool {
        switch (self, stored) {
        case (.text, .text): (value as? String) == nil
        case (.blob, .bytes): (value as? String) != nil
        default: false
        }
    }

    /// A stored value as programs are given it.
    ///
    /// - Parameter isOther: whether it was given as bytes in the place of text, or the other way round.
    func shown(_ value: CredentialAttributeValue, isOther: Bool = false) -> Any? {
        switch (self, value) {
        case (.keyClass, .text(let text)): Self.keyClasses.firstIndex(of: text).map { String($0) }
        case (.text, .text(let text)) where isOther: Data(text.utf8)
        case (.blob, .bytes(let bytes)) where isOther: String(decoding: bytes, as: UTF8.self)
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
