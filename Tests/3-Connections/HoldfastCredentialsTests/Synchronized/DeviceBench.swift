import Foundation
import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import TestSupport

/// A device with a copy of a synchronised folder.
final class Device {
    let folder = TemporaryFolder.toBeMade()
    let clock: TestClock
    private(set) lazy var store = open()

    init(_ clock: TestClock = TestClock()) { self.clock = clock }

    /// The store as another process of the device opens it.
    func open(_ key: CredentialFileKey = FileBench.key) -> SynchronizedCredentialFolder {
        SynchronizedCredentialFolder(
            path: folder.path, key: key, scrypt: FileBench.cheap ?? .standard, lookingEvery: .milliseconds(20),
            now: clock.read)
    }

    /// What a device has with every file of another, as a service of synchronisation leaves it.
    func receive(_ other: Device) throws {
        for name in other.folder.names where !folder.names.contains(name) {
            try folder.write(try other.folder.bytes(name), to: name)
        }
    }

    @discardableResult
    func put(_ user: String, _ password: String) async throws -> CredentialItem {
        try await store.put(
            CredentialItem(
                PasswordCredential(user: user, password: password), for: FileBench.space, at: clock.now), .always)
    }

    @discardableResult
    func remove(_ user: String) async throws -> [CredentialItem] {
        try await store.remove(
            matching: CredentialQuery(.internetPassword, attributes: [.account: .text(user)]))
    }

    /// The users with their passwords, as a process finds them that has seen nothing before.
    func passwords() async throws -> [String: String] {
        Self.passwords(try await open().items(matching: CredentialQuery()))
    }

    static func passwords(_ found: CredentialItems) -> [String: String] {
        Dictionary(found.items.compactMap { $0.passwordCredential.map { ($0.user, $0.password) } }) { first, _ in first
        }
    }
}
