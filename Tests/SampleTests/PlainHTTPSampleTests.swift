import Foundation
import PeerPrograms
import TestSupport
import Testing

private func exception(_ domain: String) -> String {
    """
    <key>NSExceptionDomains</key><dict><key>\(domain)</key><dict>
    <key>NSExceptionAllowsInsecureHTTPLoads</key><true/></dict></dict>
    """
}

/// A process reads its Info.plist once: each row is a process of its own.
@Suite("Networking samples: plain HTTP and App Transport Security", .ownThread)
struct PlainHTTPSampleTests {
    /// Apple, `NSAppTransportSecurity`, and `NSURLErrorAppTransportSecurityRequiresSecureConnection` (-1022).
    @Test(
        "what an Info.plist says about a request without TLS",
        arguments: [
            (nil, "200"), ("", "-1022"), ("<key>NSAllowsArbitraryLoads</key><true/>", "200"),
            (exception("www.holdfast.test"), "200"), (exception("other.test"), "-1022"),
        ] as [(String?, String)])
    func plist(_ settings: String?, _ expected: String) throws {
        #expect(try Self.output(settings) == expected)
    }

    /// secure_getenv(3): "it returns NULL in cases where secure execution is required", as where a process's effective
    /// user is not its real one. Whoever starts such a program does not say what it may send in the clear.
    @Test(
        "a program with more rights than its caller is not told by the environment",
        .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv), "root and setpriv"))
    func secureExecution() throws {
        #expect(try Self.output("", by: [Self.setpriv, "--ruid", "65534"]) == "200")
        #expect(try Self.output("", by: [Self.setpriv, "--ruid", "0"]) == "-1022")
    }

    private static let setpriv = "/usr/bin/setpriv"

    /// What the sample prints in a process of its own.
    ///
    /// - Parameter starter: a program and its arguments that start it; empty to start it at once.
    private static func output(_ settings: String?, by starter: [String] = []) throws -> String {
        let folder = try TemporaryFolder()
        var environment = ["PATH": "/usr/bin:/bin"]
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
        process.arguments = starter.isEmpty ? ["plain-http"] : starter.dropFirst() + [samples.path, "plain-http"]
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
