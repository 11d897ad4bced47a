import Foundation
import PeerPrograms
import TestSupport
import Testing

/// The built samples, run as a process of their own, which reads an Info.plist of its own: a process reads it once.
enum SampleProcess {
    /// What the samples print, without line feeds.
    ///
    /// - Parameters:
    ///   - arguments: those of the samples.
    ///   - settings: what stands below `NSAppTransportSecurity`; nil for no Info.plist.
    ///   - variables: more of the environment.
    ///   - starter: a program and its arguments that start the samples; empty to start them at once.
    static func output(
        _ arguments: [String], settings: String?, variables: [String: String] = [:], by starter: [String] = []
    ) throws -> String {
        let folder = try TemporaryFolder()
        var environment = variables
        environment["PATH"] = "/usr/bin:/bin"
        if let settings {
            environment["HOLDFAST_INFO_PLIST"] = try folder.write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>NSAppTransportSecurity</key><dict>\(settings)</dict>
                </dict></plist>
                """, to: "Info.plist")
        }
        try folder.write("", to: "out")
        let process = ChildProcess()
        let samples: URL = try #require(Self.samples)
        process.executableURL = starter.first.map { URL(filePath: $0) } ?? samples
        process.arguments =
            starter.isEmpty ? arguments : Array(starter.dropFirst()) + [samples.path] + arguments
        process.environment = environment
        process.standardOutput = try FileHandle(forWritingTo: folder.url("out"))
        try process.run()
        process.waitUntilExit()
        return String(decoding: try folder.bytes("out").filter { $0 != 0x0a }, as: UTF8.self)
    }

    /// The built samples, which stand beside the test bundle.
    private static var samples: URL? {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let bundle = Bundle.main.bundleURL
        return [own, bundle, bundle.deletingLastPathComponent()].map { $0.appending(path: "NetworkingSamples") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
