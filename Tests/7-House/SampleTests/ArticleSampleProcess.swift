import Foundation
import PeerPrograms
import TestSupport
import Testing

/// A run of the built `ArticleSamples`, as its reader sees it: a process of its own, whose system's anchors and
/// connections are its own too.
struct ArticleSampleProcess {
    /// The lines on standard output.
    let lines: [String]
    /// The lines on standard error.
    let complaints: [String]
    /// The exit code.
    let status: Int32

    init(_ arguments: String...) throws {
        let folder = try TemporaryFolder()
        for file in ["out", "error"] { try folder.write("", to: file) }
        let process = ChildProcess()
        let samples: URL = try #require(Self.samples)
        process.executableURL = samples
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder.url.path]
        process.standardOutput = try FileHandle(forWritingTo: folder.url("out"))
        process.standardError = try FileHandle(forWritingTo: folder.url("error"))
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        status = process.terminationStatus
        lines = try Self.lines(of: try folder.bytes("out"))
        complaints = try Self.lines(of: try folder.bytes("error"))
        // What it wrote for itself is gone with it.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left.filter { $0.hasPrefix("articles-") } == [])
    }

    /// The lines of a text; the last ends with a line feed as well.
    private static func lines(of bytes: [UInt8]) throws -> [String] {
        guard !bytes.isEmpty else { return [] }
        let text = try #require(String(bytes: bytes, encoding: .utf8))
        #expect(text.hasSuffix("\n"))
        return text.dropLast().components(separatedBy: "\n")
    }

    /// The built samples, which stand beside the test bundle.
    private static var samples: URL? {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let bundle = Bundle.main.bundleURL
        return [own, bundle, bundle.deletingLastPathComponent()].map { $0.appending(path: "ArticleSamples") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
