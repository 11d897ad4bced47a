import Foundation
import HoldfastCredentials

/// A program's dictionary about keychain items, read and checked: the class, the attributes, the value, what the items
/// have to match, and what is asked for.
///
/// No text form shows the value.
struct ItemRequest: Sendable {
    /// The use of a dictionary, by the function that takes it.
    enum Purpose: Sendable {
        case addition
        case search
        /// The changes that SecItemUpdate makes.
        case change
    }

    /// An object of the Security framework's as an item.
    enum Object: Sendable {
        case certificate(SecCertificate)
        case key(SecKey)
        case identity(SecIdentity)

        init?(_ value: Any) {
            switch value {
            case let certificate as SecCertificate: self = .certificate(certificate)
            case let key as SecKey: self = .key(key)
            case let identity as SecIdentity: self = .identity(identity)
            default: return nil
            }
        }

        var kind: CredentialItem.Kind {
            switch self {
            case .certificate: .certificate
            case .key: .key
            case .identity: .identity
            }
        }
    }

    /// An item of a list: an object, or a persistent reference.
    enum Listed: Sendable {
        case object(Object)
        case reference(CredentialItem.Kind, CredentialItem.ID)

        init?(_ value: Any) {
            if let object = Object(value) {
                self = .object(object)
            } else if let data = value as? Data, let reference = ItemClass.reference(data) {
                self = .reference(reference.kind, reference.id)
            } else {
                return nil
            }
        }
    }

    /// The forms in which found items are returned.
    struct Returns: OptionSet, Sendable {
        let rawValue: Int
        static let data = Self(rawValue: 1)
        static let attributes = Self(rawValue: 2)
        static let reference = Self(rawValue: 4)
        static let persistentReference = Self(rawValue: 8)
    }

    /// The most keys of a dictionary: 128, as Apple's securityd has it; there are some ninety.
    static let maximumKeyCount = 128

    let kind: CredentialItem.Kind
    private let purpose: Purpose
    /// The attributes that are given, those with a value.
    private(set) var attributes: [CredentialAttribute: CredentialAttributeValue] = [:]
    /// The attributes of what is added or changed that are given as none (``ItemAttribute/empty``).
    private(set) var absent: Set<CredentialAttribute> = []
    /// The attributes of a search that are given as none.
    private(set) var unset: [ItemAttribute] = []
    /// The attributes that are given as bytes in the place of text, or as text in the place of bytes.
    private(set) var otherForms: Set<CredentialAttribute> = []
    private(set) var createdAt: Date?
    private(set) var modifiedAt: Date?
    /// Whether items are meant that are synchronised, or are not; nil for both.
    private(set) var isSynchronizable: Bool? = false
    /// Whether the dictionary says anything about that.
    private(set) var namesSynchronizable = false
    private(set) var value: CredentialSecret?
    private(set) var object: Object?
    private(set) var persistentID: CredentialItem.ID?
    private(set) var returns: Returns = []
    /// The most items that are found; nil where nothing is said.
    private(set) var limit: Int?
    /// Whether the items come in an array.
    private(set) var isList = false
    private(set) var match = ItemMatch()
    /// The items one of which it has to be (kSecMatchItemList); nil for any.
    private(set) var list: [Listed]?
    /// Whether nothing can be found: what is looked for cannot be stored.
    private(set) var findsNothing = false
    /// Whether items are left out for which the user would have to be asked.
    private(set) var skipsQuestions = false

    /// Reads a dictionary.
    ///
    /// - Parameter kind: the class of what is changed, which the dictionary doesn't name.
    /// - Throws: `errSecParam` for a missing class, a value of another type than its key's, a key that does not belong
    ///   there; `errSecNoSuchClass` for an unknown class; `errSecNoSuchAttr` for an attribute that the class does not
    ///   have, and for any other key of a change; `errSecUnimplemented` for what has no meaning here.
    init(
        _ dictionary: CFDictionary, for purpose: Purpose, of kind: CredentialItem.Kind? = nil
    ) throws(ItemError) {
        guard dictionary.count <= Self.maximumKeyCount else { throw ItemError(errSecParam) }
        var values: [String: Any] = [:]
        for key in dictionary.allKeys {
            guard let name = key as? String, let value = dictionary.object(forKey: key) else {
                throw ItemError(errSecParam)
            }
            values[name] = value
        }
        self.kind = if let kind { kind } else { try Self.kind(values) }
        self.purpose = purpose
        let table = ItemAttribute.all(of: self.kind)
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            if let attribute = table[key] {
                try take(attribute, value)
            } else if purpose != .change {
                try take(key, value)
            } else if try isOfChange(key, value) {
                try take(key, value)
            }
        }
        try checkAccessible(values)
        if purpose == .addition { isSynchronizable = isSynchronizable ?? false }
        // A persistent reference names one item, synchronised or not.
        if persistentID != nil, !namesSynchronizable { isSynchronizable = nil }
    }

    /// The search for the object that is added.
    var searchingObject: ItemRequest {
        var request = self
        (request.attributes, request.absent, request.value, request.match) = ([:], [], nil, ItemMatch())
        return request
    }

    // MARK: The class

    private static func kind(_ values: [String: Any]) throws(ItemError) -> CredentialItem.Kind {
        var named: CredentialItem.Kind?
        if let value = values[kSecClass as String] {
            guard let text = value as? String else { throw ItemError(errSecParam) }
            guard let kind = ItemClass.kind(text) else { throw ItemError(errSecNoSuchClass) }
            named = kind
        }
        if let value = values[kSecValueRef as String] {
            guard let object = Object(value), named == nil || named == object.kind else { throw ItemError(errSecParam) }
            named = object.kind
        }
        if let value = values[kSecValuePersistentRef as String] {
            guard let data = value as? Data, let reference = ItemClass.reference(data),
                named == nil || named == reference.kind
            else { throw ItemError(errSecParam) }
            named = reference.kind
        }
        guard let named else { throw ItemError(errSecParam) }
        return named
    }

    /// Whether a key of a change that is no attribute of the class is taken; the class that the items have anyway,
    /// which the attributes that were found name, is passed over, and so is the kind of keychain.
    ///
    /// - Throws: `errSecNoSuchAttr` for another key: "Only real keychain attributes are permitted in this dictionary"
    ///   (Apple, `SecItemUpdate`).
    private func isOfChange(_ key: String, _ value: Any) throws(ItemError) -> Bool {
        switch key as CFString {
        case kSecValueData, kSecAttrSynchronizable, kSecAttrAccessControl, kSecAttrCreationDate,
            kSecAttrModificationDate, kSecAttrTokenID:
            return true
        case kSecUseDataProtectionKeychain: return false
        case kSecClass where value as? String == ItemClass.name(kind): return false
        default: throw ItemError(errSecNoSuchAttr)
        }
    }

    // MARK: Attributes

    private mutating func take(_ attribute: ItemAttribute, _ value: Any) throws(ItemError) {
        let stored = try attribute.form.stored(value)
        // Whatever is stored is permanent.
        if attribute.key == kSecAttrIsPermanent as String, stored == .flag(true) || purpose != .search { return }
        if attribute.form.isOther(value, stored) { otherForms.insert(attribute.attribute) }
        // A realm "" is another than none (RFC 9110 §11.5), and stored as such; to a search the two are one.
        if !attribute.isEmpty(stored) || (attribute.attribute == .securityDomain && purpose != .search) {
            attributes[attribute.attribute] = stored
        } else if purpose == .search {
            unset.append(attribute)
        } else {
            absent.insert(attribute.attribute)
        }
    }

    /// Whether an item has none of the attributes that a search gives as none.
    func isUnset(in attributes: [CredentialAttribute: CredentialAttributeValue]) -> Bool {
        unset.allSatisfy { attribute in attributes[attribute.attribute].map { attribute.isEmpty($0) } ?? true }
    }

    /// Whether something is in the list that is given, if one is.
    func isListing(_ found: Keychain.Found) -> Bool {
        guard let list else { return true }
        return list.contains { listed in
            switch listed {
            case .object(let object): found.holds(object)
            case .reference(let kind, let id): kind == found.kind && id == found.item.id
            }
        }
    }

    private func checkAccessible(_ values: [String: Any]) throws(ItemError) {
        // Both are among the attributes that were found; they have to say the same.
        if let accessible = values[kSecAttrAccessible as String] as? String,
            let control = values[kSecAttrAccessControl as String] as? SecAccessControl
        {
            guard control.accessible == accessible else { throw ItemError(errSecParam) }
        }
        // "never on another device" and "on every device" exclude each other.
        let isOfThisDevice = attributes[Self.accessible]?.text?.hasSuffix("u") ?? false
        guard !(isOfThisDevice && namesSynchronizable && isSynchronizable == true) else {
            throw ItemError(errSecParam)
        }
    }

    static let accessible = ItemAttribute.all(of: .genericPassword)[kSecAttrAccessible as String]?.attribute ?? .label

    // MARK: Everything else

    private mutating func take(_ key: String, _ value: Any) throws(ItemError) {
        switch key as CFString {
        case kSecClass: break
        case kSecAttrCreationDate: createdAt = try Self.date(value)
        case kSecAttrModificationDate: modifiedAt = try Self.date(value)
        case kSecAttrSynchronizable:
            let isAny = value as? String == kSecAttrSynchronizableAny as String
            // It is for searches, and changes nothing.
            guard !(isAny && purpose == .change) else { return }
            namesSynchronizable = true
            isSynchronizable = isAny ? nil : try Self.flag(value)
        case kSecAttrAccessControl:
            guard let control = value as? SecAccessControl else { throw ItemError(errSecParam) }
            if control.flags.isEmpty {
                attributes[Self.accessible] = .text(control.accessible)
            } else {
                try findNothing()
            }
        case kSecAttrTokenID:
            guard value is String else { throw ItemError(errSecParam) }
            try findNothing()
        case kSecValueData:
            guard let data = value as? Data, data.count <= CredentialItem.maximumValueByteCount else {
                throw ItemError(errSecParam)
            }
            self.value = CredentialSecret(data)
        case kSecValueRef: object = Object(value)
        case kSecValuePersistentRef, kSecAttrPersistentReference:
            guard let data = value as? Data, let reference = ItemClass.reference(data), reference.kind == kind else {
                throw ItemError(errSecParam)
            }
            persistentID = reference.id
        case kSecReturnData: try set(.data, value)
        case kSecReturnAttributes: try set(.attributes, value)
        case kSecReturnRef: try set(.reference, value)
        case kSecReturnPersistentRef: try set(.persistentReference, value)
        case kSecMatchLimit: try setLimit(value)
        case kSecMatchItemList:
            guard let values = value as? [Any] else { throw ItemError(errSecParam) }
            let items = values.compactMap { Listed($0) }
            guard items.count == values.count else { throw ItemError(errSecParam) }
            list = items
        case kSecUseAuthenticationUI:
            let values = [
                kSecUseAuthenticationUIAllow, kSecUseAuthenticationUIFail, kSecUseAuthenticationUISkip,
            ].map { $0 as String }
            guard let text = value as? String, values.contains(text) else { throw ItemError(errSecParam) }
            skipsQuestions = text == kSecUseAuthenticationUISkip as String
        default:
            if try match.take(key, value) { return }
            if try Self.isUse(key, value) { return }
            // The length by which Apple's securityd tells attributes from other keys.
            throw ItemError(ItemAttribute.isKnown(key) || key.utf8.count == 4 ? errSecNoSuchAttr : errSecParam)
        }
    }

    /// Notes that nothing can be found: no item is stored that is on a token, or needs the user's presence.
    ///
    /// - Throws: `errSecUnimplemented` for what is added or changed.
    private mutating func findNothing() throws(ItemError) {
        guard purpose == .search else { throw ItemError(errSecUnimplemented) }
        findsNothing = true
    }

    private mutating func set(_ form: Returns, _ value: Any) throws(ItemError) {
        if try Self.flag(value) { returns.insert(form) }
    }

    private mutating func setLimit(_ value: Any) throws(ItemError) {
        switch (value as? String).map({ $0 as CFString }) {
        case kSecMatchLimitOne: limit = 1
        case kSecMatchLimitAll: (limit, isList) = (.max, true)
        case nil:
            guard let number = ItemAttributeForm.number(value), number > 0 else { throw ItemError(errSecParam) }
            (limit, isList) = (Int(clamping: number), number > 1)
        default: throw ItemError(errSecParam)
        }
    }

    /// Whether a key is one of `kSecUse…`, and its value of the right type.
    private static func isUse(_ key: String, _ value: Any) throws(ItemError) -> Bool {
        switch key as CFString {
        case kSecUseDataProtectionKeychain, kSecUseNoAuthenticationUI, kSecUseUserIndependentKeychain:
            _ = try flag(value)
        case kSecUseOperationPrompt:
            guard value is String else { throw ItemError(errSecParam) }
        case kSecUseAuthenticationContext: break
        case kSecUseKeychain, kSecUseItemList, kSecAttrAccess, kSecAttrPRF, kSecAttrRounds, kSecAttrSalt:
            throw ItemError(errSecUnimplemented)
        default: return false
        }
        return true
    }

    static func flag(_ value: Any) throws(ItemError) -> Bool {
        guard let flag = ItemAttributeForm.flag(value) else { throw ItemError(errSecParam) }
        return flag
    }

    static func date(_ value: Any) throws(ItemError) -> Date {
        guard let date = value as? Date else { throw ItemError(errSecParam) }
        return date
    }
}

extension ItemRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "a request about \(kind), value hidden" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
