import Foundation
import HoldfastCredentials
import HoldfastCrypto
import TestSupport
import Testing

@Suite("Secrets of credentials in texts")
struct SecrecyTests {
    private static let secret = "hunter2-of-alice"
    private let bench = FileBench()

    /// Every text that Swift makes of a value.
    private static func texts(_ value: Any) -> String {
        var dumped = ""
        dump(value, to: &dumped)
        return "\(value) \(String(reflecting: value)) \(dumped) \(Array(Mirror(reflecting: value).children))"
    }

    @Test("no value that holds one shows it, alone or within another")
    func values() async throws {
        let item = try await bench.store().put(bench.item(), .absent)
        let key = CredentialFileKey.Secret.passphrase(Passphrase(Self.secret))
        let values: [Any] = [
            item, item.value, [item], ["a": item], Optional(item) as Any, CredentialItems([item]), (1, item),
            CredentialSecret(Self.secret), key, CredentialFileKey.Secret.key(CredentialSecret(Self.secret)),
            bench.store(), MemoryItemStore(), FileBench.alice, CredentialFileKey { key },
        ]
        for value in values {
            let text = Self.texts(value)
            #expect(!text.contains(Self.secret))
            // Nor as the bytes that an array of them shows, on one line or one below the other.
            let numbers = text.split { !$0.isNumber }.joined(separator: " ")
            #expect(!numbers.contains("104 117 110 116"))
        }
    }

    @Test("a store's fields hold none in the clear where a debugger's dump finds them")
    func store() async throws {
        let store = MemoryItemStore()
        try await store.put(bench.item(), .absent)
        #expect(!Self.texts(store).contains(Self.secret))
    }

    @Test("a process that ends at a trap shows none")
    func crash() async throws {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            let bench = FileBench()
            let store = bench.store()
            let item = try await store.put(bench.item(), .absent)
            fatalError("a trap of the program's own, with \(item), \(item.value) and \(store)")
        }
        let shown = (result?.standardErrorContent ?? []) + (result?.standardOutputContent ?? [])
        #expect(!shown.contains(Self.secret.utf8))
        #expect(shown.contains("value hidden".utf8))
    }

    @Test("the errors hold none")
    func errors() async throws {
        let store = bench.store()
        let item = try await store.put(bench.item(), .absent)
        for (key, condition) in [(FileBench.key, CredentialPutCondition.absent), (FileBench.otherKey, .always)] {
            do throws(CredentialStoreError) {
                try await bench.store(key).put(item, condition)
                Issue.record("stored")
            } catch {
                #expect(!Self.texts(error).contains(Self.secret))
                #expect(!error.hint.isEmpty)
            }
        }
    }
}
