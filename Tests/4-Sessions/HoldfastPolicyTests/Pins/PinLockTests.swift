import Foundation
import HoldfastFiles
import HoldfastPins
import HoldfastTrust
import TestSupport
import Testing

/// Files of pins under the lock of another process: who waits for it holds no thread that all tasks share, so that a
/// task which lets it go gets its turn.
@Suite("Pins under the lock of another process")
struct PinLockTests {
    /// More than there are threads that all tasks share.
    private static let many = ProcessInfo.processInfo.activeProcessorCount + 2

    /// Does something while a file is locked as another process would lock it.
    private func whileLocked(_ path: String, _ body: () async throws -> Void) async throws {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        defer { close(descriptor) }
        try await body()
    }

    // On a machine that is so busy that a lock is given up before its holder has had a turn: then once more.
    @Test("updates are taken once it is let go")
    func updates() async throws {
        let site = try UpdateSite()
        let updater = try site.updater(for: TrustPins(try UpdateSite.shipped()))
        var counter: UInt64 = 5
        try await eventually("all are taken") {
            site.publish(try site.updates.signed(counter, pins: 1))
            counter += 1
            try PrivateFolder.make(site.folder.path)
            let before = site.requests.all.count
            return try await withThrowingTaskGroup(of: String?.self) { group in
                try await whileLocked(site.store.path + ".lock") {
                    for _ in 0..<Self.many { group.addTask { await code(updater) } }
                    try await eventually("everything is fetched") {
                        site.requests.all.count >= before + 2 * Self.many
                    }
                    for _ in 0..<1_000 { await Task.yield() }
                }
                return try await group.allSatisfy { $0 == nil }
            }
        }
    }

    @Test("reports are looked at once it is let go")
    func reports() async throws {
        let site = try ReportSite()
        try await eventually("all are looked at") {
            try PrivateFolder.make(site.spool().path)
            return try await withThrowingTaskGroup(of: Int.self) { group in
                try await whileLocked(site.spool().path + "/spool.lock") {
                    for _ in 0..<Self.many {
                        let reporter = try site.reporter()
                        group.addTask { await reporter.flush().problems }
                    }
                    for _ in 0..<1_000 { await Task.yield() }
                }
                return try await group.allSatisfy { $0 == 0 }
            }
        }
    }
}
