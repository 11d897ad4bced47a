import Foundation
import HoldfastCrypto
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCredentials

@Suite("Sources of the key of encrypted credentials")
struct CredentialFileKeyTests {
    private let folder = TemporaryFolder.toBeMade()

    /// Whether two sources give the same key.
    private func isSame(_ one: CredentialFileKey, _ other: CredentialFileKey) async throws -> Bool {
        let bench = FileBench()
        try await bench.store(one).put(bench.item(), .absent)
        return await FileBench.failure { () async throws(CredentialStoreError) in
            _ = try await bench.store(other).items(matching: CredentialQuery())
        } == nil
    }

    private static func refusal(_ key: CredentialFileKey) -> String? {
        do throws(CredentialStoreError) {
            _ = try key.secret()
            return nil
        } catch {
            if case .noKey(let fault) = error.reason { return fault.description }
            return "another error: \(error)"
        }
    }

    private static func passphrase(_ text: String) -> CredentialFileKey {
        CredentialFileKey { .passphrase(Passphrase(text)) }
    }

    @Test("a file's passphrase is its bytes without the end of the line")
    func file() async throws {
        for (name, text) in [("a", "correct horse"), ("b", "correct horse\n"), ("c", "correct horse\r\n")] {
            let path = try folder.write(text, to: name, mode: 0o600)
            #expect(try await isSame(Self.passphrase("correct horse"), .file(path)), "\(name)")
        }
        let path = try folder.write("correct horse\n\n", to: "d", mode: 0o600)
        #expect(try await !isSame(Self.passphrase("correct horse"), .file(path)))
    }

    @Test("a file that others can read, that is not there, too short or too long is an error")
    func refusedFiles() throws {
        for mode in [0o640, 0o604, 0o602] {
            let path = try folder.write("correct horse", to: "key", mode: mode)
            #expect(Self.refusal(.file(path))?.hasPrefix("others have rights to") == true)
        }
        #expect(Self.refusal(.file(folder.path("absent"))) == "no such file or directory")
        for (count, isTaken) in [(7, false), (8, true), (4096, true), (4097, false), (0, false)] {
            let path = try folder.write([UInt8](repeating: 0x61, count: count), to: "key", mode: 0o600)
            #expect((Self.refusal(.file(path)) == nil) == isTaken, "\(count) bytes")
        }
        try folder.write("correct horse", to: "key", mode: 0o600)
        try folder.setMode(0o777, of: "")
        #expect(Self.refusal(.file(folder.path("key")))?.hasPrefix("others may change") == true)
    }

    @Test("what a program gives has a length too")
    func program() {
        #expect(Self.refusal(Self.passphrase("1234567")) == "a passphrase has 8 to 4096 bytes")
        #expect(Self.refusal(Self.passphrase("12345678")) == nil)
        for count in [0, 16, 31, 33] {
            let key = CredentialFileKey { .key(CredentialSecret([UInt8](repeating: 1, count: count))) }
            #expect(Self.refusal(key) == "a key has 32 bytes, not \(count)")
        }
        #expect(Self.refusal(CredentialFileKey { nil }) == "none was given")
    }

    /// systemd.exec(5): "the location of the credentials directory may be determined via $CREDENTIALS_DIRECTORY".
    @Test("a credential of systemd's, by its variable")
    func systemd() async throws {
        try folder.write("correct horse", to: "holdfast.key", mode: 0o400)
        let path = folder.path
        let key = CredentialFileKey.systemd { $0 == "CREDENTIALS_DIRECTORY" ? path : nil }
        #expect(try await isSame(Self.passphrase("correct horse"), key))
        #expect(Self.refusal(.systemd { _ in nil }) == "none was given")
        #expect(Self.refusal(.systemd { _ in "relative" }) == "none was given")
        #expect(Self.refusal(.systemd("other") { _ in path }) == "no such file or directory")
        for name in ["../key", "", ".."] {
            #expect(Self.refusal(.systemd(name) { _ in path }) == "a name of a credential has no slash")
        }
        for mode in [0o604, 0o602, 0o620] {
            try folder.setMode(mode, of: "holdfast.key")
            #expect(Self.refusal(key) == "others have rights to it", "\(mode)")
        }
    }

    /// systemd keeps a system service's credentials as root's, with an access list for the service's user, whose mask
    /// acl(5) shows as the group's rights.
    @Test("root's credential, of which the mode shows an access list", .enabled(if: geteuid() == 0, "root's files"))
    func accessList() throws {
        try folder.write("correct horse", to: "holdfast.key", mode: 0o440)
        let path = folder.path
        #expect(Self.refusal(.systemd { _ in path }) == nil)
        #expect(Self.refusal(.file(folder.path("holdfast.key"))) != nil)
        try folder.setMode(0o444, of: "holdfast.key")
        #expect(Self.refusal(.systemd { _ in path }) == "others have rights to it")
    }

    @Test("the first source that gives one; one that cannot be read is not passed over")
    func first() throws {
        let (absent, given) = (CredentialFileKey { nil }, Self.passphrase("correct horse"))
        #expect(Self.refusal(.first(of: [absent, given])) == nil)
        #expect(Self.refusal(.first(of: [])) == "none was given")
        #expect(Self.refusal(.first(of: [.file(folder.path("absent")), given])) == "no such file or directory")
    }

    @Test("without a key nothing is made, and nothing is lost")
    func none() async throws {
        let bench = FileBench()
        let item = try bench.item()
        #expect(
            await FileBench.failure { () async throws(CredentialStoreError) in
                try await bench.store(CredentialFileKey { nil }).put(item, .always)
            } == .noKey(CredentialKeyFault.none.statement))
        #expect(bench.folder.names.isEmpty)
    }

    @Test("the key is asked for once a store")
    func once() async throws {
        let (bench, notes) = (FileBench(), Notes<Int>())
        let store = bench.store(
            CredentialFileKey {
                notes.add(1)
                return .passphrase(Passphrase("correct horse"))
            })
        for _ in 0..<3 { try await store.put(bench.item(), .always) }
        _ = try await store.items(matching: CredentialQuery())
        #expect(notes.all.count == 1)
    }
}
