import Glibc
import HoldfastFiles
import TestSupport
import Testing

@testable import HoldfastCredentials

/// A lock is waited for no longer than 30 seconds, and a run of scrypt takes seconds on a busy machine.
@Suite("Locks of credential stores", .hangLimit)
struct CredentialLockTests {
    /// Changes a store while another process holds its lock, until the keys are there.
    private func changeWaiting(
        _ hold: (() throws -> Void) throws -> Void, keys: CredentialKeyRing, origin: CredentialKeyRing.Origin,
        _ change: @escaping @Sendable () async throws -> Void
    ) async throws {
        let isReady = Notes<Bool>()
        let changing = Task {
            try await change()
            return isReady.all
        }
        try hold {
            let end = ContinuousClock.now + HangLimit.duration
            while !keys.has(origin), ContinuousClock.now < end { usleep(1_000) }
            if keys.has(origin) { isReady.add(true) }
        }
        #expect(try await changing.value == [true])
    }

    @Test("the key of a file is made before its lock is taken", .ownThread)
    func file() async throws {
        let bench = FileBench()
        try await bench.store(FileBench.passphrase).put(bench.item(), .absent)
        let origin = try SealedHeader(bench.folder.bytes("credentials"), of: .file).origin
        let other = bench.store(FileBench.passphrase)
        let item = try bench.item(FileBench.bob)
        let place = try PrivateFolder(bench.folder.path)
        try await changeWaiting(
            { body in
                try place.whileLocked("credentials.lock", seconds: 1) { () throws(PrivateFolderError) in run(body) }
            },
            keys: other.keys, origin: origin
        ) { try await other.put(item, .absent) }
    }

    @Test("the key of a folder is made before its lock is taken", .ownThread)
    func folder() async throws {
        let device = Device()
        let first = device.open(FileBench.passphrase)
        try await first.put(try FileBench().item(), .absent)
        let name = try #require(device.folder.names.first)
        let origin = try SealedHeader(device.folder.bytes(name), of: .record).origin
        let other = device.open(FileBench.passphrase)
        let item = try FileBench().item(FileBench.bob)
        let place = try PrivateFolder(device.folder.path)
        try await changeWaiting(
            { body in try place.whileLocked(seconds: 1) { () throws(PrivateFolderError) in run(body) } },
            keys: other.keys, origin: origin
        ) { try await other.put(item, .absent) }
    }

    private func run(_ body: () throws -> Void) {
        do { try body() } catch { Issue.record(error) }
    }
}
