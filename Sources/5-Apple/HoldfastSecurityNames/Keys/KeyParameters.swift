import Foundation

/// A dictionary of attributes that a program made, read as Security reads it.
struct KeyParameters {
    private let dictionary: CFDictionary

    init(_ dictionary: CFDictionary) { self.dictionary = dictionary }

    /// The value of an attribute; `nil` where it is absent.
    func value(_ key: String) -> Any? { dictionary.object(forKey: key as CFString) }

    /// The value under a key that Swift has put into the dictionary as it is, in a box.
    func value<Key: Hashable>(boxed key: Key) -> Any? {
        dictionary.allKeys.first { ($0 as? Key) == key }.flatMap { dictionary.object(forKey: $0) }
    }

    /// A number, or a text that is one in decimal digits, which Security takes alike.
    func number(_ key: String) -> Int? {
        switch value(key) {
        case let text as String: Int(text)
        case let number as NSNumber: number.intValue
        default: nil
        }
    }

    /// The type of key that is meant; nil where none is named, or none that is known.
    var keyType: KeyType? { number(kSecAttrKeyType as String).flatMap(KeyType.init) }

    /// Refuses a key of a token.
    ///
    /// - Throws: where a key of a token is meant: there are none on this system.
    func refuseTokens() throws(KeyError) {
        guard value(kSecAttrTokenID as String) == nil else {
            throw KeyError(errSecUnimplemented, "there are no tokens that hold keys on this system")
        }
    }

    /// The dictionary inside the dictionary.
    func inner(_ key: String) -> KeyParameters? {
        switch value(key) {
        case let dictionary as CFDictionary: KeyParameters(dictionary)
        case let dictionary as [String: Any]: KeyParameters(dictionary as CFDictionary)
        default: nil
        }
    }
}

/// The types of keys by Apple's numbers, which the attributes hold as text.
enum KeyType {
    case rsa
    case ellipticCurve

    init?(_ number: Int) {
        switch number {
        case 42: self = .rsa
        // 43 is ECDSA, which older programs ask for.
        case 43, 73: self = .ellipticCurve
        default: return nil
        }
    }
}
