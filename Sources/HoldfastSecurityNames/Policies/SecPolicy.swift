public import Foundation
import HoldfastTrust

/// What a chain of certificates is judged for: a TLS server or client, its validity alone, its revocation.
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
