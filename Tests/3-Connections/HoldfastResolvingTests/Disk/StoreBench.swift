import Foundation
import HoldfastFiles
import HoldfastResolving
import HoldfastStore
import TestSupport
import Testing

/// A folder with a store in it; gone when the test ends.
final class StoreBench: Sendable {
    let clock = ManualClock()
    private let place: TemporaryFolder
    var folder: String { place.path }
    var path: String { place.path("answers.sqlite") }
    private let told = Notes<StoreError.Reason>()

    init() throws { place = try TemporaryFolder() }

    /// What was reported.
    var problems: [StoreError.Reason] { told.all }

    func store(
        at path: String? = nil, _ change: (inout ResolverCacheStore.Limits) -> Void = { _ in }
    ) -> ResolverCacheStore {
        var limits = ResolverCacheStore.Limits()
        limits.lockTimeout = .milliseconds(20)
        change(&limits)
        return ResolverCacheStore(path: path ?? self.path, limits: limits, clock: clock.wall) { problem in
            self.told.add(problem.reason)
        }
    }

    func cache(_ store: ResolverCacheStore? = nil) -> ResolverCache {
        ResolverCache(clock: clock.read, store: store ?? self.store())
    }

    /// A file with one answer, 192.0.2.1 for www.example.com, for an hour.
    func fill() async throws {
        let cache = cache()
        let resolver = ScriptedResolver { _, _ in .of(1, seconds: 3_600) }
        _ = try await cache.answer(to: ResolverQuery(try dnsName(), .ipv4), from: resolver)
        cache.flush()
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    func write(_ data: Data, to path: String) throws {
        #expect(FileManager.default.createFile(atPath: path, contents: data, attributes: [.posixPermissions: 0o600]))
    }

    var files: [String] { place.names }
}

extension SQLiteDatabase {
    /// Opens the file of a store, as another process would.
    convenience init(path: String, waitingFor milliseconds: Int32) throws {
        try self.init(at: try StoreFile(path: path, unnamed: "").prepare(), waitingFor: milliseconds)
    }
}
