import Foundation
import Glibc
import HoldfastFiles
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPolicy

/// "The store is 0600, owner checked; a corrupt store counts as empty, loudly, and is kept aside under another name."
@Suite("A store that cannot be believed counts as empty, and says so")
struct UntrustedStoreTests {
    private let test = StoreFolder()
    private let now = StoreFolder.moment

    private func expect(
        _ reason: TrustExceptionStoreError.Reason, at path: String? = nil, names: [String] = ["exceptions.json"],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let contents = test.store.load()
        #expect(contents.exceptions == [], sourceLocation: sourceLocation)
        let problem = TrustExceptionStoreError(path: path ?? test.store.path, reason: reason)
        #expect(contents.problems == [problem], sourceLocation: sourceLocation)
        // Nothing is written over it, either.
        let before = try? test.bytes()
        #expect(throws: TrustExceptionStoreError.self, sourceLocation: sourceLocation) {
            try test.store.add(StoreFolder.exception(9), at: now)
        }
        #expect((try? test.bytes()) == before, sourceLocation: sourceLocation)
        #expect(try test.names() == names, sourceLocation: sourceLocation)
    }

    @Test("a file that others may read or write", arguments: [0o640, 0o604, 0o660, 0o606, 0o610, 0o666])
    func fileMode(mode: Int) throws {
        try test.write(Recorded.bytes(of: [try StoreFolder.exception()]), mode: mode)
        try expect(.file(.openToOthers(UInt32(mode))))
        try test.setMode(0o600, of: test.store.path)
        #expect(test.store.load().exceptions.count == 1)
    }

    @Test("a folder that others may enter or write to", arguments: [0o750, 0o705, 0o770, 0o711, 0o1777])
    func folderMode(mode: Int) throws {
        try test.write(Recorded.bytes(of: [try StoreFolder.exception()]))
        try test.setMode(mode, of: test.folder)
        try expect(.file(.openToOthers(UInt32(mode))), at: test.folder)
    }

    @Test("a symbolic link, for the file or the folder; a folder and a pipe in the file's place")
    func kinds() throws {
        try test.write(Recorded.bytes(of: [try StoreFolder.exception()]))
        let elsewhere = test.folder + "/elsewhere.json"
        try FileManager.default.moveItem(atPath: test.store.path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: test.store.path, withDestinationPath: elsewhere)
        try expect(.file(.wrongKind), names: ["elsewhere.json", "exceptions.json"])
        try FileManager.default.removeItem(atPath: test.store.path)
        #expect(unsafe mkfifo(test.store.path, 0o600) == 0)
        #expect(test.store.load().problems.map(\.reason) == [.file(.wrongKind)])
        try FileManager.default.removeItem(atPath: test.store.path)
        #expect(unsafe mkdir(test.store.path, 0o700) == 0)
        #expect(test.store.load().problems.map(\.reason) == [.file(.wrongKind)])
        try FileManager.default.removeItem(atPath: test.store.path)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: test.store.path)
        #expect(test.store.load().exceptions.count == 1)
        try FileManager.default.moveItem(atPath: test.folder, toPath: test.root + "/moved")
        try FileManager.default.createSymbolicLink(atPath: test.folder, withDestinationPath: test.root + "/moved")
        try expect(.file(.wrongKind), at: test.folder)
    }

    @Test("another user's file or folder", .enabled(if: geteuid() == 0, "only root gives files away"))
    func owner() throws {
        try test.write(Recorded.bytes(of: [try StoreFolder.exception()]))
        #expect(unsafe chown(test.store.path, 65534, 65534) == 0)
        try expect(.file(.foreignOwner(65534)))
        #expect(unsafe chown(test.store.path, 0, 0) == 0)
        #expect(test.store.load().exceptions.count == 1)
        #expect(unsafe chown(test.folder, 65534, 65534) == 0)
        try expect(.file(.foreignOwner(65534)), at: test.folder)
    }

    @Test("another version's schema is neither believed nor touched")
    func schema() throws {
        let text = #"{"schema": "holdfast.exceptions/2", "count": 1, "exceptions": [{"new": true}]}"#
        try test.write(Array(text.utf8))
        try expect(.unknownSchema("holdfast.exceptions/2"))
        #expect(try test.bytes() == Array(text.utf8))
    }

    @Test("a file over the limits is not read, and not touched")
    func size() throws {
        try test.write(Array(repeating: 0x20, count: TrustExceptionStore.maximumBytes + 1))
        try expect(.file(.tooLarge(limit: TrustExceptionStore.maximumBytes)))
        var many: [TrustException] = []
        for number in 0...TrustExceptionStore.maximumEntries {
            many.append(try StoreFolder.exception(host: "h\(number).test"))
        }
        try test.write(Recorded.bytes(of: many))
        try expect(.tooMany(limit: TrustExceptionStore.maximumEntries))
    }

    @Test("a corrupt file is kept aside: by the first look, and by a change; the second beside the first")
    func corrupt() throws {
        let broken = Array(Recorded.bytes(of: [try StoreFolder.exception()]).dropLast(40))
        try test.write(broken)
        let contents = test.store.load()
        #expect(contents.exceptions == [])
        guard case .file(.corrupt(_, keptAs: "exceptions.json.corrupt-1"))? = contents.problems.first?.reason else {
            Issue.record("\(contents.problems)")
            return
        }
        #expect(try test.names() == ["exceptions.json.corrupt-1"])
        #expect(test.store.load().problems == [])
        try test.write(Array("nonsense".utf8))
        let change = try test.store.add(StoreFolder.exception(2), at: now)
        #expect(change.problems.count == 1)
        #expect(
            try test.names() == ["exceptions.json", "exceptions.json.corrupt-1", "exceptions.json.corrupt-2"])
        #expect(try Array(Data(contentsOf: URL(filePath: test.store.path + ".corrupt-1"))) == broken)
        #expect(test.store.load().exceptions == [try StoreFolder.exception(2)])
    }

    private func record(_ change: (inout ExceptionRecord) -> Void) throws -> ExceptionRecord {
        var record = try #require(ExceptionRecord(try StoreFolder.exception()))
        change(&record)
        return record
    }

    @Test("an entry that no user could have made is ignored by itself, and stays until all are removed")
    func entries() throws {
        let later = StoreFolder.moment.advanced(byDays: 400).description
        let bad = [
            try record { $0.codes = ["badSignature"] }, try record { $0.codes = ["expired", "revoked"] },
            try record { $0.codes = [] }, try record { $0.codes = ["someLaterCode"] },
            try record { $0.host = "*.holdfast.test" }, try record { $0.host = "WWW.holdfast.test" },
            try record { $0.purpose = "basic-x509" }, try record { $0.until = later },
            try record { $0.until = "never" }, try record { $0.until = $0.createdAt },
            try record { $0.certificate = String($0.certificate.dropLast(2)) },
            try record { $0.certificate = $0.certificate.uppercased() },
            try record { $0.note = String(repeating: "n", count: 401) },
        ]
        let good = try StoreFolder.exception(7)
        try test.write(ExceptionFile(bad + [try #require(ExceptionRecord(good))]).bytes)
        let contents = test.store.load()
        #expect(contents.exceptions == [good])
        #expect(contents.problems.count == bad.count)
        guard case .entry(1, let why)? = contents.problems.first?.reason else { throw Absent() }
        #expect(why.description.contains("badSignature"))
        try test.store.add(StoreFolder.exception(8), at: now)
        #expect(test.store.load().problems.count == bad.count)
        try test.store.removeAll(at: now)
        #expect(test.store.load() == TrustExceptionStore.Contents())
    }

    struct Absent: Error {}

    @Test("a code that this version does not know overrides nothing, and is not lost")
    func unknownCode() throws {
        let record = try record { $0.codes = ["expired", "someLaterCode"] }
        try test.write(ExceptionFile([record]).bytes)
        #expect(test.store.load().exceptions.map(\.codes) == [[.expired]])
        try test.store.add(StoreFolder.exception(8), at: now)
        #expect(String(decoding: try test.bytes(), as: UTF8.self).contains("someLaterCode"))
    }

    @Test("a lock that another process holds is waited for, and not for ever")
    func locked() throws {
        try test.store.add(StoreFolder.exception(), at: now)
        let file = unsafe open(test.store.path + ".lock", O_RDWR)
        defer { close(file) }
        #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
        let folder = try PrivateFolder(test.folder)
        #expect(throws: PrivateFolderError.locked(seconds: 0)) {
            try folder.whileLocked("exceptions.json.lock", seconds: 0) {}
        }
        #expect(flock(file, LOCK_UN) == 0)
        // One holder at a time, whoever it is.
        let other = try PrivateFolder(test.folder)
        try folder.whileLocked("exceptions.json.lock", seconds: 0) { () throws(PrivateFolderError) in
            _ = #expect(throws: PrivateFolderError.locked(seconds: 0)) {
                try other.whileLocked("exceptions.json.lock", seconds: 0) {}
            }
        }
        try other.whileLocked("exceptions.json.lock", seconds: 0) {}
    }

    @Test("a lock ends with its holder, though a program that is about to start has a copy of its descriptor")
    func copied() throws {
        try test.store.add(StoreFolder.exception(), at: now)
        let folder = try PrivateFolder(test.folder)
        var copy: Int32 = -1
        defer { close(copy) }
        try folder.whileLocked("exceptions.json.lock", seconds: 0) { () throws(PrivateFolderError) in
            let own = (0..<4_096).first { descriptor in
                let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
                return file?.hasPrefix(test.folder) == true && file?.hasSuffix("/exceptions.json.lock") == true
            }
            copy = own.map { dup(Int32($0)) } ?? -1
        }
        try #require(copy >= 0)
        try folder.whileLocked("exceptions.json.lock", seconds: 0) {}
    }
}
