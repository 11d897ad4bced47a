import HoldfastCrypto
import TestSupport
import Testing

@testable import HoldfastCredentials

@Suite("The stores of a program for its user")
struct UserCredentialStoreTests {
    private let folder = TemporaryFolder.toBeMade()

    private func file(_ program: String, _ key: CredentialFileKey) async throws -> EncryptedCredentialFile? {
        let path = folder.path
        return try await UserCredentialStores.file(program: program, key: key) {
            $0 == "XDG_STATE_HOME" ? path : nil
        }
    }

    @Test("the file lies where XDG has state, one a program")
    func places() async throws {
        let store = try #require(try await file("my-app", FileBench.key))
        #expect(store.path == folder.path("holdfast/credentials-my-app.hfcred"))
        try await store.put(FileBench().item(), .absent)
        #expect(try folder.mode(of: "holdfast/credentials-my-app.hfcred") == 0o600)
        #expect(try await file("other", FileBench.key)?.items(matching: CredentialQuery()).items.isEmpty == true)
        for name in ["", "../my-app", ".hidden", "a/b", String(repeating: "a", count: 101)] {
            #expect(try await file(name, FileBench.key) == nil, "\(name)")
        }
    }

    /// A store has files of its name beside it, with `.new` and `.lock` behind.
    @Test("programs whose names end as those of files beside a store do keep what is theirs")
    func endings() async throws {
        let names = ["my-app", "my-app.new", "my-app.lock"]
        for turn in 0..<2 {
            for name in names {
                let store = try #require(try await file(name, FileBench.key))
                let user = PasswordCredential(user: "\(name) \(turn)", password: "p")
                try await store.put(FileBench().item(user), .absent)
            }
        }
        for name in names {
            let items = try await file(name, FileBench.key)?.items(matching: CredentialQuery()).items
            #expect(Set(items?.compactMap(\.passwordCredential?.user) ?? []) == ["\(name) 0", "\(name) 1"])
        }
    }

    @Test("without a key there is none; a key that cannot be read is an error, and not none")
    func keys() async throws {
        #expect(try await file("my-app", CredentialFileKey { nil }) == nil)
        await #expect(throws: CredentialStoreError.self) { try await file("my-app", .file(folder.path("absent"))) }
        await #expect(throws: CredentialStoreError.self) {
            try await file("my-app", CredentialFileKey { .passphrase(Passphrase("short")) })
        }
        #expect(folder.names.isEmpty)
        #expect(try await UserCredentialStores.file(program: "a", key: FileBench.key) { _ in nil } == nil)
    }
}
