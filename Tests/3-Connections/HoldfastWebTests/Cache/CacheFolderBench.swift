import Foundation
import HoldfastCredentials
import HoldfastFiles
import HoldfastHTTP
import HoldfastStore
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastWeb

/// A folder with a cache in it, and responses to put there; gone when the test ends.
final class CacheFolderBench: Sendable {
    static let now = Instant(secondsSince1970: 1_800_000_000)

    private let place: TemporaryFolder
    private let told = Notes<StoreError.Reason>()
    let folder: String
    var index: String { folder + "/index.sqlite" }
    var bodies: String { folder + "/bodies" }

    init() throws {
        place = try TemporaryFolder()
        folder = place.path("cache")
    }

    /// What was reported.
    var problems: [StoreError.Reason] { told.all }

    /// A cache on the disk alone, unless told otherwise.
    func cache(
        memory: Int = 0, disk: Int = 10 << 20, key: CredentialFileKey? = nil, in folder: String? = nil
    ) -> HTTPCache {
        HTTPCache(memoryCapacity: memory, diskCapacity: disk, folder: folder ?? self.folder, key: key) { [told] in
            told.add($0.reason)
        }
    }

    static func place(_ path: String = "a") throws -> CachePlace {
        CachePlace("GET", try HTTPSURL("https://example.com/\(path)"))
    }

    static func answer(
        _ size: Int = 10, sent: UInt8? = 1, fields: [(String, String)] = [("Cache-Control", "max-age=60")],
        on medium: KeptAnswer.Medium = .any
    ) -> KeptAnswer {
        let fields = fields.compactMap { HTTPField(name: $0.0, value: $0.1) }
        let head = CachedHead(
            url: "https://example.com/a", status: 200, httpVersion: "1.1", fields: fields, requestTime: now,
            responseTime: now, sent: sent.map { [UInt8](repeating: $0, count: 32) })
        return KeptAnswer(head, body(size), on: medium)
    }

    /// Bytes that differ by size.
    static func body(_ size: Int) -> [UInt8] { (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) } }

    /// The bodies of what is kept at a place.
    static func bodies(_ cache: HTTPCache, _ path: String = "a") throws -> [[UInt8]?] {
        cache.candidates(at: try place(path)).map { $0.body() }
    }

    /// A file with one answer of so many bytes.
    func fill(_ size: Int = 10, key: CredentialFileKey? = nil) throws {
        cache(key: key).keep(Self.answer(size), at: try Self.place())
    }

    /// A cache in the folder takes an answer and gives it back, whatever was there.
    func expectWorking(finding count: Int = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let cache = cache()
        #expect(try Self.bodies(cache).count == count, sourceLocation: sourceLocation)
        cache.keep(Self.answer(20_000), at: try Self.place("b"))
        #expect(try Self.bodies(cache, "b") == [Self.body(20_000)], sourceLocation: sourceLocation)
    }

    func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }

    func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// All bytes of all files.
    func everything() throws -> Data {
        var all = Data()
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            all += FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
        }
        return all
    }
}

extension CredentialFileKey {
    /// A key of 32 equal bytes.
    static func bytes(_ byte: UInt8) -> CredentialFileKey {
        CredentialFileKey { .key(CredentialSecret([UInt8](repeating: byte, count: 32))) }
    }
}

extension SQLiteDatabase {
    /// Opens the file of a store, as another process would.
    convenience init(path: String, waitingFor milliseconds: Int32) throws {
        try self.init(at: try StoreFile(path: path, unnamed: "").prepare(), waitingFor: milliseconds)
    }
}
