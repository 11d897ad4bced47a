import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPolicy

@Suite("Constraints on anchors in policy files")
struct AnchorConstraintDocumentTests {
    private static let digest = String(repeating: "ab", count: 32)

    private func document(_ constraints: String) throws -> PolicyDocument {
        let text = #"{"schema":"holdfast.policy/1","hosts":{"**.example.com":{"anchorConstraints":\#(constraints)}}}"#
        return try PolicyDocument(Array(text.utf8), publicSuffixes: nil)
    }

    @Test("each member is read, written, and in force for the servers of the pattern")
    func members() throws {
        let document = try document(
            """
            [{"sha256": "\(Self.digest)", "distrustAfter": "2026-04-15T00:00:00Z",
              "timestampNotAfter": "2026-04-16T00:00:00Z", "maximumLifetimeDays": 90,
              "permittedDNSNames": ["example.com"], "permittedUses": ["serverAuth"]},
             {"maximumLifetimeDays": 47}]
            """)
        var first = try AnchorConstraints(anchor: Array(repeating: 0xAB, count: 32))
        first.distrustAfter = Instant(year: 2026, month: 4, day: 15)
        first.timestampNotAfter = Instant(year: 2026, month: 4, day: 16)
        first.maximumLifetimeDays = 90
        first.permittedDNSNames = [try DNSName("example.com")]
        first.permittedUses = [.serverAuth]
        var second = AnchorConstraints()
        second.maximumLifetimeDays = 47
        #expect(document.policy(for: try ServerName("www.example.com")).anchorConstraints == [first, second])
        #expect(try PolicyDocument(document.bytes, publicSuffixes: nil) == document)
        let now = try #require(Instant(year: 2026, month: 6, day: 1))
        let snapshot = PolicySnapshot(document, files: [:], lists: [:], at: now, after: nil)
        for (host, expected) in [("www.example.com", [first, second]), ("www.example.net", [])] {
            let name = try ServerName(host)
            let policy = snapshot.policy(for: name, base: .ssl(name), pins: .none, at: now)
            #expect(policy.anchorConstraints == expected, "\(host)")
        }
    }

    @Test(
        "what constrains nothing, or cannot be meant, is an error with its place",
        arguments: [
            "{}", "[{}]", #"[{"sha256": "\#(digest)"}]"#, #"[{"sha256": "ab", "maximumLifetimeDays": 1}]"#,
            #"[{"distrustAfter": "2026-04-15"}]"#, #"[{"distrustAfter": 1}]"#, #"[{"maximumLifetimeDays": 0}]"#,
            #"[{"permittedDNSNames": []}]"#, #"[{"permittedDNSNames": ["*.example.com"]}]"#,
            #"[{"permittedUses": []}]"#, #"[{"permittedUses": ["any"]}]"#, #"[{"unknown": 1}]"#,
        ])
    func problems(_ constraints: String) {
        #expect(throws: PolicyDocumentError.self) { try document(constraints) }
    }

    /// Written without its use, the anchor would be trusted for every one.
    @Test("a use that documents have no word for is written, and refused where it is read")
    func otherUses() throws {
        var limits = AnchorConstraints()
        limits.maximumLifetimeDays = 90
        limits.permittedUses = [.emailProtection, .serverAuth]
        var host = HostPolicy()
        host.anchorConstraints = [limits]
        let document = try PolicyDocument(hosts: [try HostPattern("www.example.com", publicSuffixes: nil): host])
        #expect(String(decoding: document.bytes, as: UTF8.self).contains(ObjectIdentifier.emailProtection.description))
        #expect(throws: PolicyDocumentError.self) { try PolicyDocument(document.bytes, publicSuffixes: nil) }
    }
}
