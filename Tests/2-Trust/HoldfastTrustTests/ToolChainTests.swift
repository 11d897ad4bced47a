import Foundation
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Chains that common tools made (Vectors/tools/make), each under its own anchor.
@Suite("Chains of common tools")
struct ToolChainTests {
    /// What a recording's text says: lines of `key: value`.
    private struct Expectation {
        let hosts: [String]
        let at: Instant
        /// `depth requirement`, as `0 extendedKeyUsage.present`.
        let warnings: Set<String>
    }

    private static let folder = ProjectFolder.top.appending(path: "Vectors/tools")

    private static let tools = [
        "caddy", "cert-manager", "certtool", "keytool-authority", "keytool-self-signed", "kubernetes", "minica",
        "mkcert",
        "openssl-authority", "openssl-self-signed", "step-ca", "step-ca-acme",
    ]

    private func expectation(_ tool: String) throws -> Expectation {
        let text = try String(contentsOf: Self.folder.appending(path: "\(tool).txt"), encoding: .utf8)
        var values: [String: [String]] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(parts.count == 2, "\(tool): \(line)")
            values[parts[0], default: []].append(parts[1])
        }
        #expect(Set(values.keys).isSubset(of: ["host", "at", "exit", "warning"]), "\(tool)")
        #expect(values["exit"] == ["0"], "\(tool)")
        return Expectation(
            hosts: try #require(values["host"]), at: try #require(Instant(rfc3339: values["at"]?.first ?? "")),
            warnings: Set(values["warning"] ?? []))
    }

    private func certificates(_ name: String) throws -> [[UInt8]] {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "\(name).pem")))
        return try EncodedObject.certificates(in: bytes).map { Array($0) }
    }

    @Test("nothing is recorded that is not judged here")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }) == Set(Self.tools))
    }

    @Test("`default` accepts each under its own anchor, with the warnings it should have", arguments: tools)
    func accepted(_ tool: String) throws {
        let expected = try expectation(tool)
        let trust = try ServerTrust(derChain: certificates(tool))
        let anchors = TrustAnchors.only(try certificates("\(tool).anchors").map { try Certificate(der: $0) })
        for host in expected.hosts {
            var policy = TrustPolicy.ssl(try ServerName(host))
            policy.anchors = anchors
            do {
                let proof = try TrustEngine().evaluate(trust, with: policy, at: expected.at)
                let warnings = proof.findings.filter { $0.severity == .warning }
                #expect(Set(warnings.map(Self.line)) == expected.warnings, "\(host)")
            } catch {
                Issue.record("\(tool), \(host): \(error.explanation)")
            }
        }
    }

    @Test("none is accepted for another host, or without its anchor", arguments: tools)
    func refused(_ tool: String) throws {
        let expected = try expectation(tool)
        let trust = try ServerTrust(derChain: certificates(tool))
        let anchors = try certificates("\(tool).anchors").map { try Certificate(der: $0) }
        func codes(_ host: String, _ anchors: [Certificate]) throws -> Set<FindingCode> {
            var policy = TrustPolicy.ssl(try ServerName(host))
            policy.anchors = .only(anchors)
            do throws(TrustFailure) {
                _ = try TrustEngine().evaluate(trust, with: policy, at: expected.at)
                return []
            } catch {
                return Set(error.errors.map(\.code))
            }
        }
        #expect(try codes("holdfast.example", anchors) == [.hostMismatch])
        let missing: Set<FindingCode> = [.issuerNotFound, .selfSignedNotAnchor, .noAnchor]
        #expect(try !codes(expected.hosts[0], []).isDisjoint(with: missing))
    }

    private static func line(_ finding: Finding) -> String {
        if case .certificate(let depth) = finding.position { return "\(depth) \(finding.requirement)" }
        return "- \(finding.requirement)"
    }
}
