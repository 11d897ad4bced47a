import Foundation
import TestSupport
import Testing

/// The data of `Sources/0-C/CTrustFacts/data` against the newest packages of Debian and PyPI.
@Suite(
    "Facts of the world against the newest packages",
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct TrustFactsPeerTests {
    @Test("no root and no date of the newest packages is missing")
    func nothingMissing() throws {
        let script = ProjectFolder.top.appending(path: "scripts/trust-facts")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path, "--check"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        // The one reason that the script states (scripts/trust_facts_packages.py); then it did not fail, and looked at
        // nothing.
        if text.hasPrefix("skipped: the packages of trust facts: "), process.terminationStatus == 0,
            text.count(where: \.isNewline) == 1
        {
            print(text)
            return
        }
        #expect(process.terminationStatus == 0, "\(text)")
        // What was looked at: the bundles of Debian 12, 13 and sid, certifi and NSS, each without an unknown root.
        let looked = text.split(separator: "\n").filter { $0.contains(" roots, ") }
        #expect(looked.count >= 7, "\(text)")
        #expect(looked.allSatisfy { $0.hasSuffix(" roots, 0 unknown") }, "\(text)")
    }
}
