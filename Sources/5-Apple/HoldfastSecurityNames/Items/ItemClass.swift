import Foundation
import HoldfastCredentials

/// The classes of keychain items by Apple's names, and the references to items that outlast the process.
///
/// A persistent reference is the class's four letters and the 16 bytes of the item's number: it stays the same whatever
/// its attributes become, and is none in another store.
enum ItemClass {
    private static let names: [(kind: CredentialItem.Kind, name: String)] = [
        (.genericPassword, kSecClassGenericPassword as String),
        (.internetPassword, kSecClassInternetPassword as String),
        (.certificate, kSecClassCertificate as String), (.key, kSecClassKey as String),
        (.identity, kSecClassIdentity as String),
    ]

    static func kind(_ name: String) -> CredentialItem.Kind? { names.first { $0.name == name }?.kind }

    static func name(_ kind: CredentialItem.Kind) -> String { names.first { $0.kind == kind }?.name ?? "" }

    /// The bytes of a persistent reference.
    static func persistentReference(_ kind: CredentialItem.Kind, _ id: CredentialItem.ID) -> Data {
        Data(Array(name(kind).utf8) + id.bytes)
    }

    /// The class and the number of a persistent reference; nil for anything else.
    static func reference(_ data: Data) -> (kind: CredentialItem.Kind, id: CredentialItem.ID)? {
        guard data.count == 4 + CredentialItem.ID.byteCount, let name = String(bytes: data.prefix(4), encoding: .utf8),
            let kind = kind(name), let id = CredentialItem.ID(Array(data.dropFirst(4)))
        else { return nil }
        return (kind, id)
    }
}
