import Foundation
import HoldfastFiles
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPolicy

@Suite("The store of exceptions")
struct TrustExceptionStoreTests {
    private let test = StoreFolder()
    private let now = StoreFolder.moment

    @Test("lies in the XDG state folder; relative paths are ignored (XDG Base Directory Specification)")
    func place() {
        func path(_ variables: [String: String]) -> String? {
            TrustExceptionStore.user(environment: { variables[$0] })?.path
        }
        #expect(path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/holdfast/exceptions.json")
        #expect(path(["HOME": "/h"]) == "/h/.local/state/holdfast/exceptions.json")
        #expect(path(["XDG_STATE_HOME": "", "HOME": "/h"]) == "/h/.local/state/holdfast/exceptions.json")
        #expect(path(["XDG_STATE_HOME": "relative", "HOME": "/h"]) == "/h/.local/state/holdfast/exceptions.json")
        #expect(path(["XDG_STATE_HOME": "relative", "HOME": "relative"]) == nil)
        #expect(path([:]) == nil)
    }

    @Test("without a file there are none, and nothing to complain about")
    func absent() throws {
        #expect(test.store.load() == TrustExceptionStore.Contents())
        #expect(try test.store.remove(at: now) { _ in true } == TrustExceptionStore.Change())
        #expect(!FileManager.default.fileExists(atPath: test.root))
    }

    @Test("what is added is read as it was, by its owner alone")
    func roundTrip() throws {
        let exceptions = [
            try StoreFolder.exception(
                1, codes: [.expired, .hostMismatch], note: "the \"old\" printer\n\u{1f5a8} \\ \u{7f}"),
            try StoreFolder.exception(2, host: "192.0.2.7"), try StoreFolder.exception(2, host: "2001:db8::7"),
            try StoreFolder.exception(3, codes: [FindingCode(custom: "mine"), .weakKey]),
        ]
        for exception in exceptions { try test.store.add(exception, at: now) }
        #expect(test.store.load() == TrustExceptionStore.Contents(exceptions: exceptions, problems: []))
        #expect(try test.mode(of: test.folder) == 0o700)
        #expect(try test.mode(of: test.root + "/state") == 0o700)
        #expect(try test.mode(of: test.store.path) == 0o600)
        #expect(try test.names() == ["exceptions.json"])
    }

    @Test("the same certificate and host: the newer decision replaces the older")
    func replaces() throws {
        let old = try StoreFolder.exception(codes: [.expired, .hostMismatch])
        let new = try StoreFolder.exception(codes: [.expired], days: 2)
        let other = try StoreFolder.exception(host: "other.test")
        try test.store.add(old, at: now)
        try test.store.add(other, at: now)
        #expect(try test.store.add(new, at: now).removed == [old])
        #expect(test.store.load().exceptions == [other, new])
    }

    @Test("removing takes away what is meant, and changes drop what has ended")
    func removes() throws {
        let brief = try StoreFolder.exception(1, days: 1)
        let long = try StoreFolder.exception(2)
        let other = try StoreFolder.exception(3)
        for exception in [brief, long, other] { try test.store.add(exception, at: now) }
        let later = now.advanced(byDays: 1)
        #expect(test.store.load().exceptions == [brief, long, other])
        #expect(try test.store.remove(at: later) { $0.certificate == long.certificate }.removed == [long])
        #expect(test.store.load().exceptions == [other])
        #expect(try test.store.removeAll(at: later).removed == [other])
        #expect(test.store.load().exceptions == [])
    }

    @Test("a bound on entries, and what is over it is not written")
    func bounded() throws {
        var records: [TrustException] = []
        for number in 0..<TrustExceptionStore.maximumEntries {
            records.append(try StoreFolder.exception(host: "h\(number).test"))
        }
        try test.write(Recorded.bytes(of: records))
        #expect(test.store.load().exceptions.count == 1_000)
        let error = #expect(throws: TrustExceptionStoreError.self) {
            try test.store.add(StoreFolder.exception(host: "more.test"), at: now)
        }
        #expect(error?.reason == .tooMany(limit: 1_000))
        #expect(test.store.load().exceptions.count == 1_000)
        // In the place of one of them there is room.
        try test.store.add(StoreFolder.exception(host: "h7.test", codes: [.weakKey]), at: now)
        #expect(test.store.load().exceptions.count == 1_000)
    }

    @Test("many changes at once: none is lost")
    func concurrent() async throws {
        let store = test.store
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    do {
                        try store.add(StoreFolder.exception(host: "h\(number).test"), at: StoreFolder.moment)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        #expect(Set(store.load().exceptions.map(\.host)).count == 40)
        #expect(try test.names() == ["exceptions.json"])
    }

    @Test("a draft that a crash left behind is in nobody's way")
    func draft() throws {
        try test.store.add(StoreFolder.exception(1), at: now)
        try Data("{".utf8).write(to: URL(filePath: test.store.path + ".new"))
        try test.store.add(StoreFolder.exception(2), at: now)
        #expect(test.store.load().exceptions.count == 2)
        #expect(try test.names() == ["exceptions.json"])
    }

    @Test("a handle follows the file, whoever changes it")
    func live() throws {
        let handle = test.store.exceptions()
        #expect(handle.current().exceptions == [])
        let exception = try StoreFolder.exception()
        try test.store.add(exception, at: now)
        let added = handle.current()
        #expect(added.exceptions == [exception])
        #expect(handle.current().generation == added.generation)
        try test.store.remove(at: now) { _ in true }
        #expect(handle.current().exceptions == [])
        #expect(handle.current().generation > added.generation)
        // Taken away as a whole, or opened to others: gone at once as well.
        try test.store.add(exception, at: now)
        #expect(handle.current().exceptions == [exception])
        try test.setMode(0o644, of: test.store.path)
        #expect(handle.current().exceptions == [])
        try test.setMode(0o600, of: test.store.path)
        #expect(handle.current().exceptions == [exception])
        try FileManager.default.removeItem(atPath: test.store.path)
        #expect(handle.current().exceptions == [])
    }

    @Test("an exception that names no server is not kept, and says so")
    func withoutServer() throws {
        let exception = try TrustException(
            certificate: [UInt8](repeating: 1, count: 32), purpose: .basicX509, codes: [.expired], createdAt: now,
            until: now.advanced(byDays: 1))
        #expect {
            try test.store.add(exception, at: now)
        } throws: {
            ($0 as? TrustExceptionStoreError)?.reason == .notOfAServer("basic-x509")
        }
        #expect(test.store.load().exceptions == [])
    }
}
