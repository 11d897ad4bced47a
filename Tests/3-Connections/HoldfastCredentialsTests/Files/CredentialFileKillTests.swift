import Glibc
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastCredentials

@Suite("A process that is killed while it writes credentials", .ownThread)
struct CredentialFileKillTests {
    /// Processes write one after the other, each killed at some moment, between any two of its instructions.
    /// What one had been told was stored is there afterwards, or what it was storing; and everything else besides.
    @Test("each time: the old file or the new one, never none, never half of one", .hangLimit)
    func killed() async throws {
        // A process of its own: what follows forks, which a process with many threads had better not do.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                try CredentialFileKillTests.writers(Effort.rounds(1_000))
            }
        }
    }

    @Test("four processes that write at once: what each stored is there", .hangLimit)
    func processesAtOnce() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                try CredentialFileKillTests.together(processes: 4, each: 15)
            }
        }
    }

    private static func together(processes: Int, each count: Int) throws {
        let bench = FileBench()
        let store = bench.store()
        try ForkedProcess.run(processes) { process in
            for number in 0..<count {
                let credential = PasswordCredential(user: "\(process)-\(number)", password: "p")
                _ = try store.putNow(try bench.item(credential), .absent)
                // Whoever takes the lock again at once would keep it from the others.
                usleep(20_000)
            }
            return 0
        }
        try #require(try bench.store().itemsNow(CredentialQuery()).count == processes * count)
    }

    private static func writers(_ count: Int) throws {
        let bench = FileBench()
        let store = bench.store()
        for number in 0..<20 {
            let credential = PasswordCredential(user: "\(number)", password: "of \(number)")
            _ = try store.putNow(bench.item(credential), .absent)
        }
        var writers = try KilledWriters()
        try writers.run(count, open: { store }) { store, number in
            let counter = PasswordCredential(user: "counter", password: "\(number)")
            _ = try store.putNow(try bench.item(counter), .always)
        } kept: { _ in
            let found = try bench.store().itemsNow(CredentialQuery()).compactMap(\.passwordCredential)
            var passwords: [String: String] = [:]
            for credential in found { passwords[credential.user] = credential.password }
            let counter = passwords.removeValue(forKey: "counter").flatMap(UInt64.init) ?? 0
            try #require(passwords == Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", "of \($0)") }))
            return counter
        }
    }
}
