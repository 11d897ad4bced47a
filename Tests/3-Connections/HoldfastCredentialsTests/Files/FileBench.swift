import HoldfastCredentials
import HoldfastCrypto
import HoldfastX509
import Synchronization
import TestSupport

/// A clock that tests set.
final class TestClock: Sendable {
    private let time: Mutex<Int64>

    init(_ seconds: Int64 = 1_800_000_000) { time = Mutex(seconds) }

    var now: Instant { Instant(secondsSince1970: time.withLock { $0 }) }
    func advance(by seconds: Int64) { time.withLock { $0 += seconds } }
    var read: @Sendable () -> Instant { { self.now } }
}

/// Encrypted files in a folder of a test's own.
struct FileBench {
    let folder = TemporaryFolder.toBeMade()
    let clock = TestClock()
    /// 32 bytes that a program gives: scrypt would cost each test half a second.
    static let key = CredentialFileKey { .key(CredentialSecret([UInt8](1...32))) }
    static let otherKey = CredentialFileKey { .key(CredentialSecret([UInt8](2...33))) }
    static let passphrase = CredentialFileKey { .passphrase(Passphrase("correct horse")) }
    static let alice = PasswordCredential(user: "alice", password: "hunter2-of-alice")
    static let bob = PasswordCredential(user: "bob", password: "hunter2-of-bob")
    static let space = CredentialSpace(
        host: "a.test", port: 443, realm: "the realm", method: "NSURLAuthenticationMethodHTTPBasic")

    var path: String { folder.path("credentials") }
    /// Cheap enough for tests; the limits are others'.
    static let cheap = try? Scrypt(logarithmOfCost: 4, blockSize: 8, parallelization: 1)

    /// A store as another process would open it.
    func store(_ key: CredentialFileKey = Self.key) -> EncryptedCredentialFile {
        EncryptedCredentialFile(
            path: path, key: key, scrypt: Self.cheap ?? .standard, lookingEvery: .milliseconds(20), now: clock.read)
    }

    func item(
        _ credential: PasswordCredential = Self.alice, _ space: CredentialSpace = Self.space,
        expiresAt: Instant? = nil
    ) throws -> CredentialItem {
        try CredentialItem(credential, for: space, at: clock.now, expiresAt: expiresAt)
    }

    /// What a call throws.
    static func failure(
        _ body: () async throws(CredentialStoreError) -> Void
    ) async -> CredentialStoreError.Reason? {
        do throws(CredentialStoreError) {
            try await body()
            return nil
        } catch {
            return error.reason
        }
    }
}
