import Foundation
import HoldfastCredentials
import HoldfastCrypto
import HoldfastFiles
import HoldfastStatements
import TestSupport
import Testing

/// What others put in the place of the file, or made of it: an error each time, and nothing is lost by it.
@Suite("An encrypted file that cannot be trusted")
struct UntrustedCredentialFileTests {
    private let bench = FileBench()

    private func reading(_ key: CredentialFileKey = FileBench.key) async -> CredentialStoreError.Reason? {
        let bench = bench
        return await FileBench.failure { () async throws(CredentialStoreError) in
            _ = try await bench.store(key).items(matching: CredentialQuery())
        }
    }

    private func writing(_ key: CredentialFileKey = FileBench.key) async throws -> CredentialStoreError.Reason? {
        let (bench, item) = (bench, try bench.item(FileBench.bob))
        return await FileBench.failure { () async throws(CredentialStoreError) in
            try await bench.store(key).put(item, .always)
        }
    }

    @Test("another key: an error, and the file stays as it is")
    func wrongKey() async throws {
        try await bench.store().put(bench.item(), .absent)
        let before = try bench.folder.bytes("credentials")
        for key in [FileBench.otherKey, FileBench.passphrase] {
            #expect(await reading(key) == .wrongKey)
            #expect(try await writing(key) == .wrongKey)
        }
        #expect(try bench.folder.bytes("credentials") == before)
        #expect(try await bench.store().items(matching: CredentialQuery()).items.count == 1)
    }

    @Test("a bit that is changed anywhere, and every shorter or longer file", .ownThread)
    func damage() async throws {
        try await bench.store().put(bench.item(), .absent)
        let good = try bench.folder.bytes("credentials")
        for place in good.indices {
            var bad = good
            bad[place] ^= place.isMultiple(of: 2) ? 1 : 0x80
            try bench.folder.write(bad, to: "credentials", mode: 0o600)
            #expect(await reading() != nil, "byte \(place)")
            if place % 16 == 0 {
                #expect(try await writing() != nil, "byte \(place)")
                #expect(try bench.folder.bytes("credentials") == bad)
            }
        }
        for count in 0..<good.count {
            try bench.folder.write(good.prefix(count), to: "credentials", mode: 0o600)
            #expect(await reading() != nil, "\(count) bytes")
        }
        try bench.folder.write(good + [0], to: "credentials", mode: 0o600)
        #expect(await reading() != nil)
        try bench.folder.write(good, to: "credentials", mode: 0o600)
        #expect(await reading() == nil)
    }

    @Test("the header of one writing does not fit the text of another")
    func mixed() async throws {
        let store = bench.store()
        let item = try await store.put(bench.item(), .absent)
        let first = try bench.folder.bytes("credentials")
        try await store.put(item, .present)
        let second = try bench.folder.bytes("credentials")
        #expect(first.count == second.count)
        try bench.folder.write(Array(first.prefix(168) + second.dropFirst(168)), to: "credentials", mode: 0o600)
        guard case .damaged = await reading() else {
            Issue.record("read")
            return
        }
    }

    @Test("parameters of scrypt that take gigabytes, or minutes, are refused before any is spent", .ownThread)
    func hugeParameters() async throws {
        try await bench.store(FileBench.passphrase).put(bench.item(), .absent)
        let good = try bench.folder.bytes("credentials")
        // Docs/credentials.md: log2 N at 11, r at 12, p at 16.
        for (place, bytes) in [
            (11, [31] as [UInt8]), (11, [64]), (11, [255]), (11, [0]), (12, [0xff, 0xff, 0xff, 0xff]),
            (12, [0, 0, 0, 0]), (16, [0x7f, 0xff, 0xff, 0xff]), (16, [0, 0, 0, 0]),
        ] {
            var bad = good
            bad.replaceSubrange(place..<place + bytes.count, with: bytes)
            try bench.folder.write(bad, to: "credentials", mode: 0o600)
            guard case .tooMuchWork = await reading(FileBench.passphrase) else {
                Issue.record("\(place): \(bytes)")
                continue
            }
        }
    }

    @Test("a length in the header that the file has not")
    func length() async throws {
        try await bench.store().put(bench.item(), .absent)
        var bad = try bench.folder.bytes("credentials")
        // The number of the text's bytes, at 132.
        bad.replaceSubrange(132..<136, with: [0xff, 0xff, 0xff, 0xff])
        try bench.folder.write(bad, to: "credentials", mode: 0o600)
        #expect(await reading() == .damaged(CredentialDamage.text(bytes: 4_294_967_295).statement))
    }

    @Test("a file beyond the limit is not read")
    func tooLarge() async throws {
        try await bench.store().put(bench.item(), .absent)
        let handle = try FileHandle(forWritingTo: bench.folder.url("credentials"))
        try handle.truncate(atOffset: UInt64(EncryptedCredentialFile.maximumByteCount) + 4096)
        try handle.close()
        guard case .file(let error) = await reading(), case .tooLarge = error.reason else {
            Issue.record("read")
            return
        }
        do throws(CredentialStoreError) {
            _ = try await bench.store().items(matching: CredentialQuery())
        } catch {
            // Files of other kinds are made anew where they are removed; what this one held would be lost.
            #expect(error.hint.hasPrefix("put a copy in its place"))
        }
    }

    @Test("a file that others can read or write, a link, a second name, a pipe, a folder of others")
    func rights() async throws {
        try await bench.store().put(bench.item(), .absent)
        let good = try bench.folder.bytes("credentials")
        func isRefused(_ what: String) async throws {
            guard case .file = await reading() else {
                Issue.record("\(what): read")
                return
            }
            guard case .file = try await writing() else {
                Issue.record("\(what): written")
                return
            }
        }
        for mode in [0o640, 0o604, 0o602, 0o620] {
            try bench.folder.setMode(mode, of: "credentials")
            try await isRefused("mode \(mode)")
        }
        try bench.folder.setMode(0o600, of: "credentials")
        try FileManager.default.linkItem(atPath: bench.path, toPath: bench.folder.path("second"))
        try await isRefused("second name")
        try bench.folder.remove("second")
        #expect(await reading() == nil)
        try bench.folder.remove("credentials")
        try bench.folder.write(good, to: "elsewhere", mode: 0o600)
        try bench.folder.link("credentials", to: bench.folder.path("elsewhere"))
        try await isRefused("link")
        try bench.folder.remove("credentials")
        try bench.folder.makeFolder("credentials")
        try await isRefused("folder in its place")
        try bench.folder.remove("credentials")
        try bench.folder.write(good, to: "credentials", mode: 0o600)
        for mode in [0o750, 0o705, 0o770] {
            try bench.folder.setMode(mode, of: "")
            try await isRefused("folder \(mode)")
        }
        try bench.folder.setMode(0o700, of: "")
        #expect(await reading() == nil)
    }

    @Test("another user's file or folder", .enabled(if: geteuid() == 0, "only root gives files away"))
    func owner() async throws {
        try await bench.store().put(bench.item(), .absent)
        for name in ["credentials", ""] {
            try bench.folder.setOwner(12345, of: name)
            guard case .file(let error) = await reading(), error.reason == .foreignOwner(12345) else {
                Issue.record("read")
                continue
            }
            #expect(try await writing() != nil)
            try bench.folder.setOwner(0, of: name)
        }
    }

    @Test("an older file that this process has seen a later one of, and one that was taken away")
    func setBack() async throws {
        let store = bench.store()
        let item = try await store.put(bench.item(), .absent)
        let old = try bench.folder.bytes("credentials")
        try await store.put(item, .present)
        try bench.folder.write(old, to: "credentials", mode: 0o600)
        func reading() async -> CredentialStoreError.Reason? {
            await FileBench.failure { () async throws(CredentialStoreError) in
                _ = try await store.items(matching: CredentialQuery())
            }
        }
        #expect(await reading() == .setBack(1, last: 2))
        try bench.folder.remove("credentials")
        #expect(await reading() == .setBack(0, last: 2))
        // Another process has seen nothing, and believes what is there.
        try bench.folder.write(old, to: "credentials", mode: 0o600)
        #expect(try await bench.store().items(matching: CredentialQuery()).items == [item])
    }
}
