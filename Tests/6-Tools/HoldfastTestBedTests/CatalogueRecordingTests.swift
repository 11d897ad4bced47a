import Foundation
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTestBed

/// The recording of the catalogue: made anew into a folder, and the one in `Vectors/catalogue`.
@Suite(.ownThread) struct CatalogueRecordingTests {
    static let recorded = CatalogueDocumentTests.file.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors/catalogue").path

    private func lines(in folder: String) throws -> [String] {
        let file = "\(folder)/\(CatalogueRecording.expectationsFile)"
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func writesChainsAnchorsAndExpectations() throws {
        let folder = try TemporaryFolder()
        let difference = try CatalogueRecording.record(in: folder.path)
        let lines = try lines(in: folder.path)
        #expect(difference == lines.map { "+ " + $0 }, "at first everything is new")
        #expect(lines.first == "# name | host | at | arguments | exit | codes | anchors")
        #expect(
            lines.contains(
                "expired | expired.holdfast.test | 2026-12-01T00:00:00Z | - | 21 | expired | lab.anchors.pem"))
        // Two hours before.
        #expect(
            lines.contains {
                $0.hasPrefix("expired-since | expired-since.holdfast.test | 2026-11-30T22:00:00Z | - | 0 | - |")
            })
        #expect(
            lines.contains {
                $0.hasPrefix(
                    "rsa1024-apple | rsa1024-apple.holdfast.test | 2026-12-01T00:00:00Z | --profile apple | 27 |")
            })
        #expect(lines.contains("# sans-10000: over 64 KiB, not recorded"))
        #expect(lines.contains("# mldsa65: ML-DSA-65, which not every OpenSSL has, not recorded"))
        let chain = try PEM.blocks(in: Array(Data(contentsOf: URL(filePath: "\(folder.path)/expired.pem")))[...])
        #expect(chain.count == 2)
        #expect(try Certificate(der: try #require(chain.first).contents).subject.commonName == "expired.holdfast.test")
    }

    @Test func tellsHowExpectationsHaveChanged() throws {
        let folder = try TemporaryFolder()
        _ = try CatalogueRecording.record(in: folder.path)
        let before = try String(contentsOfFile: "\(folder.path)/good.pem", encoding: .utf8)
        try folder.write("none", to: "gone.pem")
        #expect(try CatalogueRecording.record(in: folder.path) == [], "other keys, the same expectations")
        #expect(try String(contentsOfFile: "\(folder.path)/good.pem", encoding: .utf8) != before)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/gone.pem"), "an entry that is no more")

        let text = try lines(in: folder.path).joined(separator: "\n")
        try folder.write(
            text.replacingOccurrences(of: "| 21 | expired | lab", with: "| 24 | hostMismatch | lab"),
            to: CatalogueRecording.expectationsFile)
        let difference = try CatalogueRecording.record(in: folder.path)
        #expect(difference.count { $0.hasPrefix("- ") } == difference.count { $0.hasPrefix("+ ") })
        #expect(difference.contains { $0.hasPrefix("- expired | ") && $0.contains("| 24 |") }, "\(difference)")
        #expect(difference.contains { $0.hasPrefix("+ expired | ") && $0.contains("| 21 |") }, "\(difference)")
    }

    @Test func saysWhichFolderItCannotWriteTo() throws {
        let folder = try TemporaryFolder()
        #expect(throws: TestBedError.file(path: "\(folder.path)/none", reason: "No such file or directory")) {
            try CatalogueRecording.record(in: "\(folder.path)/none")
        }
    }

    /// Expectations are the catalogue's: whoever changes one records anew, and argues the difference that is printed.
    @Test func isRecordedAsTheCatalogueStands() throws {
        let folder = try TemporaryFolder()
        _ = try CatalogueRecording.record(in: folder.path)
        #expect(try lines(in: Self.recorded) == lines(in: folder.path), "make vectors records anew")
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.recorded)
        #expect(Set(names) == Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)))
    }

    /// Not a test: `make vectors` records the catalogue anew, here and in the document.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] != nil, "records: make vectors"))
    func record() throws {
        // What is there already stays: all of it has one authority.
        guard ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] != "new" else {
            return try CatalogueDocumentTests.rewrite()
        }
        try FileManager.default.createDirectory(atPath: Self.recorded, withIntermediateDirectories: true)
        let difference = try CatalogueRecording.record(in: Self.recorded)
        print(difference.isEmpty ? "the expectations are the same" : difference.joined(separator: "\n"))
        try CatalogueDocumentTests.rewrite()
    }
}
