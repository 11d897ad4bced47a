import Foundation
import HoldfastFiles
import HoldfastTransport
import HoldfastWeb
import TestSupport
import Testing

@testable import HoldfastHTTPS

@Suite("The part of a download, and its journal", .ownThread)
struct PartFileTests {
    private let folder: TemporaryFolder
    private let url: HTTPSURL
    private let validator: RangeValidator
    private static let source = String(repeating: "0a", count: 32)

    init() throws {
        folder = try TemporaryFolder()
        url = try HTTPSURL("https://a.test/file")
        validator = try #require(RangeValidator(entityTag: "\"x\"", lastModified: nil))
    }

    private var path: String { folder.path("file") }

    private func part(_ other: String? = nil) throws -> PartFile {
        try PartFile(for: path, of: try other.map { try HTTPSURL($0) } ?? url)
    }

    /// A part of so many bytes, which a process has left.
    private func leave(_ count: Int) throws {
        var part = try self.part()
        try part.begin(url, validator, total: 10_000, from: Self.source)
        try part.write([UInt8](repeating: 7, count: count))
    }

    @Test("what was left is gone on with, for the same URL alone") func goingOn() throws {
        try leave(100)
        #expect(folder.names == ["file.part", "file.part.journal"])
        #expect(try folder.mode(of: "file.part") == 0o600 && folder.mode(of: "file.part.journal") == 0o600)
        do {
            var part = try self.part()
            #expect(part.count == 100 && part.journal?.validator == validator)
            try part.write([8])
            try part.place(replacing: false)
        }
        #expect(folder.names == ["file"])
        #expect(try folder.bytes("file") == [UInt8](repeating: 7, count: 100) + [8])
        try folder.remove("file")
        try leave(100)
        let other = try part("https://a.test/other")
        #expect(other.count == 0 && other.journal == nil)
        #expect(folder.names == ["file.part"])
    }

    @Test("without a journal, with one that is none, or one that others may read, it begins anew") func beginning()
        throws
    {
        try leave(100)
        try folder.remove("file.part.journal")
        #expect(try part().count == 0)
        try leave(100)
        try folder.write("nonsense", to: "file.part.journal", mode: 0o600)
        #expect(try part().count == 0)
        try leave(100)
        try folder.setMode(0o644, of: "file.part.journal")
        #expect(try part().count == 0)
    }

    @Test("a part that is not this user's alone, a link, or another's at the moment, is not touched") func foreign()
        throws
    {
        try leave(100)
        let mine = try part()
        #expect(throws: PartFile.UnavailableError.self) { _ = try part() }
        #expect(mine.count == 100)
        let bench = try TemporaryFolder()
        let place = bench.path("file")
        func open() throws { _ = try PartFile(for: place, of: url) }
        try bench.write("secret", to: "target")
        try bench.link("file.part", to: "target")
        #expect(throws: PartFile.UnavailableError.self) { try open() }
        #expect(try bench.text("target") == "secret")
        try bench.remove("file.part")
        try bench.write("x", to: "file.part", mode: 0o644)
        #expect(throws: PartFile.UnavailableError.self) { try open() }
        if geteuid() == 0 {
            try bench.setMode(0o600, of: "file.part")
            try bench.setOwner(65_534, of: "file.part")
            #expect(throws: PartFile.UnavailableError.self) { try open() }
        }
        #expect(try bench.text("file.part") == "x")
    }

    /// flock(2): an explicit LOCK_UN releases the lock, whatever duplicates of the descriptor there are.
    @Test("a process that is being started meanwhile does not keep it locked") func inherited() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let (folder, process) = (try TemporaryFolder(), getpid())
                let (path, url) = (folder.path("file"), try HTTPSURL("https://a.test/file"))
                let part = try PartFile(for: path, of: url)
                _ = try ForkedProcess {
                    while getppid() == process { usleep(10_000) }
                    return 0
                }
                _ = consume part
                _ = try PartFile(for: path, of: url)
            }
        }
    }

    @Test("a file that has come to stand there meanwhile is not replaced unless that is wanted") func placing() throws {
        try leave(3)
        try folder.write("other", to: "file")
        var part = try self.part()
        do throws(HTTPSError) {
            try part.place(replacing: false)
            Issue.record("it was placed")
        } catch {
            #expect(error.code == .fileExists)
        }
        #expect(try folder.text("file") == "other")
        try part.place(replacing: true)
        #expect(try folder.bytes("file") == [7, 7, 7])
    }

    /// Processes go on one after the other, each killed at some moment: the part is always the beginning of
    /// the file, and never shorter than it was.
    @Test("killed again and again, it is what the server has sent, as far as it came", .hangLimit)
    func kills() async throws {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run { try PartFileTests.writers(Effort.rounds(1_000)) }
        }
    }

    private static func octet(_ place: Int64) -> UInt8 { UInt8(truncatingIfNeeded: place &* 31 &+ place >> 8) }

    private static func append(to part: inout PartFile) throws {
        let first = part.count
        try part.write((0..<Int64(1_000)).map { octet(first + $0) })
    }

    private static func writers(_ count: Int) throws {
        let folder = try TemporaryFolder()
        let (path, url) = (folder.path("file"), try HTTPSURL("https://a.test/file"))
        guard let validator = RangeValidator(entityTag: "\"x\"", lastModified: nil) else { throw SystemError.absent }
        var generator = SeededGenerator(UInt64(getpid()))
        var before: Int64 = 0
        for round in 0..<count {
            // One in four is killed as it begins, the others once they have written.
            let awaited = generator.number(0...3) * 1_000
            try ForkedProcess.killed(
                once: { try awaited == 0 || folder.size(of: "file.part") >= before + Int64(awaited) },
                andAfter: { generator.number(0...1_000) }
            ) {
                var part = try PartFile(for: path, of: url)
                if part.journal == nil { try part.begin(url, validator, total: nil, from: source) }
                while true {
                    try append(to: &part)
                    usleep(100)
                }
            }
            let part = try PartFile(for: path, of: url)
            try #require(part.count >= before, "round \(round)")
            before = part.count
            if round % 50 == 49 {
                let bytes = try folder.bytes("file.part")
                try #require(bytes.indices.allSatisfy { bytes[$0] == octet(Int64($0)) }, "round \(round)")
            }
        }
        try #require(before > 0)
    }
}
