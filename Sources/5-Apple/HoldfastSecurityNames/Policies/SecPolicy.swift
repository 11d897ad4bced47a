public import Foundation
import HoldfastTrust

/// A purpose for which a chain of certificates is judged: a TLS server or client, its validity alone, its revocation.
///
/// Two are equal when their settings are.
public final class SecPolicy: Sendable {
    enum Kind: Hashable {
        case basicX509
        /// The name as it was given; nil where none is compared.
        case ssl(server: Bool, name: String?)
        case revocation(flags: CFOptionFlags)
    }

    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }
}

extension SecPolicy: Hashable {
    public static func == (left: SecPolicy, right: SecPolicy) -> Bool { left.kind == right.kind }

    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension SecPolicy: CFObject {
    static let typeID: CFTypeID = 0x5EC_0002

    var coreFoundationDescription: String {
        switch kind {
        case .basicX509: "<SecPolicy: basicX509>"
        case .ssl(let isServer, let name):
            "<SecPolicy: \(isServer ? "sslServer" : "sslClient")\(name.map { " \($0)" } ?? "")>"
        case .revocation(let flags): "<SecPolicy: revocation \(flags)>"
        }
    }
}

/// The type of ``SecPolicy`` among Core Foundation's.
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy.typeID }

/// A policy for a chain alone: signatures, validity, constraints, and an anchor at its end.
///
/// A success says nothing about who the peer is.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basicX509) }

/// A policy for a TLS server's certificate, or a TLS client's.
///
/// - Parameters:
///   - server: `true` where the certificate is a server's, which a client judges; `false` where it is a client's.
///   - hostname: the DNS name or IP address that the certificate has to be for; U-labels become A-labels. With nil no
///     name is compared, and anyone with a certificate of their own passes: compare it elsewhere. What is no name is
///     never matched, and neither is a name that a client's certificate is asked for, since RFC 9525 §6 says how
///     servers' names are compared, and nothing of clients'.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(.ssl(server: server, name: hostname as String?))
}

/// A policy that asks whether certificates were taken back, beside others or alone.
///
/// - Parameter revocationFlags: `kSecRevocation…` values, combined. With `kSecRevocationRequirePositiveResponse`
///   what is not known refuses; without it only what is known to be revoked does.
/// - Returns: nil for 0, and for bits that have no meaning.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    let known =
        kSecRevocationUseAnyAvailableMethod | kSecRevocationPreferCRL | kSecRevocationRequirePositiveResponse
        | kSecRevocationNetworkAccessDisabled
    guard revocationFlags != 0, revocationFlags & ~known == 0 else { return nil }
    return SecPolicy(.revocation(flags: revocationFlags))
}

/// The properties of a policy, by Apple's keys: `kSecPolicyOid`, and `kSecPolicyName`, `kSecPolicyClient` and
/// `kSecPolicyRevocationFlags` where they are set.
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
