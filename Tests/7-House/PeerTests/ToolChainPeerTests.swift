import Foundation
import PeerPrograms
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Chains that the tools make now: what is recorded in Vectors/tools must not be what they made once.
@Suite(
    "Chains made by common tools", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ToolChainPeerTests {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let vectors = ProjectFolder.top.appending(path: "Vectors/tools")

    private static let tools = [
        "mkcert", "openssl-self-signed", "openssl-authority", "keytool-self-signed", "keytool-authority", "certtool",
        "minica", "caddy", "step-ca", "step-ca-acme", "kubernetes", "cert-manager",
    ]

    /// The values of one key of a recording's text.
    private func expected(_ key: String, of tool: String) throws -> [String] {
        try String(contentsOf: Self.vectors.appending(path: "\(tool).txt"), encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("\(key): ") }.map { String($0.dropFirst(key.count + 2)) }
    }

    @Test("`default` accepts each under its own anchor, with the warnings of the recording", arguments: tools)
    func accepted(_ tool: String) throws {
        let folder = try TemporaryFolder()
        try make(tool, in: folder.url)
        func certificates(_ name: String) throws -> [[UInt8]] {
            let bytes = try folder.bytes("\(name).pem")
            return try EncodedObject.certificates(in: bytes).map { Array($0) }
        }
        let hosts = try expected("host", of: tool)
        try #require(!hosts.isEmpty)
        let warnings = Set(try expected("warning", of: tool))
        for host in hosts {
            var policy = TrustPolicy.ssl(try ServerName(host))
            policy.anchors = .only(try certificates("\(tool).anchors").map { try Certificate(der: $0) })
            let trust = try ServerTrust(derChain: certificates(tool))
            do throws(TrustFailure) {
                let proof = try TrustEngine().evaluate(trust, with: policy, at: SystemClock.now())
                let given = proof.findings.filter { $0.severity == .warning }.map { finding in
                    if case .certificate(let depth) = finding.position { return "\(depth) \(finding.requirement)" }
                    return "- \(finding.requirement)"
                }
                #expect(Set(given) == warnings, "\(host)")
            } catch {
                Issue.record("\(tool), \(host): \(error.explanation)")
            }
        }
    }

    private func make(_ tool: String, in folder: URL) throws {
        let process = ChildProcess()
        process.executableURL = Self.vectors.appending(path: "make")
        process.arguments = [folder.path, tool]
        process.standardInput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardOutput = errors
        process.standardError = errors
        try process.run()
        let text = String(decoding: try process.readToEnd(errors), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "\(tool): \(text)") }
    }
}
