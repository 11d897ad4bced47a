import Foundation
import PeerPrograms
import TestSupport
import Testing

/// What `openssl.cnf` says is for others: the same signature verifies in every process.
@Suite("The process's OpenSSL configuration", .ownThread)
struct ProcessConfigurationTests {
    /// No provider but the legacy one, and FIPS algorithms only: with the process's library context nothing works.
    private static let hostile = """
        openssl_conf = main
        [main]
        alg_section = algorithms
        providers = list
        [algorithms]
        default_properties = fips=yes
        [list]
        legacy = legacy
        [legacy]
        activate = 1

        """

    @Test("changes no digest and no verdict about a signature")
    func hostileConfiguration() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.hostile, to: "openssl.cnf")

        // Libcrypto reads the file once in a process, so the published vectors run in another one, of this program.
        let process = ChildProcess()
        process.executableURL = URL(filePath: try #require(CommandLine.arguments.first))
        process.arguments = ["--testing-library", "swift-testing", "--filter", "SignatureVectorTests|DigestTests"]
        process.environment = ProcessInfo.processInfo.environment.merging(["OPENSSL_CONF": file]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: try process.readToEnd(output), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains("Suite \"Published signatures\" passed"), "\(text)")
        #expect(text.contains("Suite \"Digests\" passed"), "\(text)")
    }
}
