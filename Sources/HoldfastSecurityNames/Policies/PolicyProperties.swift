public import Foundation

/// What a policy says, by Apple's keys: `kSecPolicyOid`, and `kSecPolicyName`, `kSecPolicyClient` and
/// `kSecPolicyRevocationFlags` where they say something.
public func SecPolicyCopyProperties(_ policyRef: SecPolicy) -> CFDictionary? {
    var properties: [String: Any] = [:]
    switch policyRef.kind {
    case .basicX509: properties[kSecPolicyOid as String] = kSecPolicyAppleX509Basic
    case .ssl(let isServer, let name):
        properties[kSecPolicyOid as String] = kSecPolicyAppleSSL
        if let name { properties[kSecPolicyName as String] = name }
        if !isServer { properties[kSecPolicyClient as String] = true }
    case .revocation(let flags):
        properties[kSecPolicyOid as String] = kSecPolicyAppleRevocation
        properties[kSecPolicyRevocationFlags as String] = flags
    }
    return properties as CFDictionary
}

/// A policy by its identifier, and its settings.
///
/// - Parameters:
///   - policyIdentifier: `kSecPolicyAppleX509Basic`, `kSecPolicyAppleSSL` or `kSecPolicyAppleRevocation`.
///   - properties: `kSecPolicyName` and `kSecPolicyClient` for SSL, `kSecPolicyRevocationFlags` for revocation.
/// - Returns: nil for another identifier (mail, code signing and the like are not judged here), and for settings of
///   other types than they should have.
public func SecPolicyCreateWithProperties(_ policyIdentifier: CFTypeRef, _ properties: CFDictionary?) -> SecPolicy? {
    guard let identifier = policyIdentifier as? NSString else { return nil }
    let settings = PolicySettings(properties)
    switch identifier {
    case kSecPolicyAppleX509Basic: return SecPolicyCreateBasicX509()
    case kSecPolicyAppleSSL:
        guard let name = settings.text(kSecPolicyName), let isClient = settings.number(kSecPolicyClient) else {
            return nil
        }
        return SecPolicyCreateSSL(!(isClient.value?.boolValue ?? false), name.value)
    case kSecPolicyAppleRevocation:
        guard let flags = settings.number(kSecPolicyRevocationFlags) else { return nil }
        return SecPolicyCreateRevocation(flags.value?.uintValue ?? kSecRevocationUseAnyAvailableMethod)
    default: return nil
    }
}

/// Settings by key: absent, of the right type, or of a wrong one, which is an error.
private struct PolicySettings {
    struct Setting<Value> {
        let value: Value?
    }

    private let values: [String: Any]

    init(_ properties: CFDictionary?) { values = properties as? [String: Any] ?? [:] }

    func text(_ key: CFString) -> Setting<NSString>? {
        guard let value = values[key as String] else { return Setting(value: nil) }
        return (value as? String).map { Setting(value: $0 as NSString) }
    }

    func number(_ key: CFString) -> Setting<NSNumber>? {
        guard let value = values[key as String] else { return Setting(value: nil) }
        return (value as? NSNumber).map { Setting(value: $0) }
    }
}
