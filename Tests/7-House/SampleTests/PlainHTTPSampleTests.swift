import Foundation
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

    private static func output(_ settings: String?, by starter: [String] = []) throws -> String {
        try SampleProcess.output(["plain-http"], settings: settings, by: starter)
    }
}
