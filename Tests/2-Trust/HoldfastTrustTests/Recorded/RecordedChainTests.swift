import Foundation
import HoldfastTrust
import HoldfastX509
import Testing

/// Chains that real servers sent, judged at the time they were recorded.
@Suite("Recorded chains of the public web")
struct RecordedChainTests {
    private struct Suite: Decodable {
        let testcases: [Case]
    }

    private struct Case: Decodable {
        struct Name: Decodable {
            let value: String
        }
        let id: String
        let trusted_certs: [String]
        let untrusted_intermediates: [String]
        let peer_certificate: String
        let validation_time: String?
        let expected_peer_name: Name?
    }

    private static func recorded() throws -> [Case] {
        let folder = ProcessInfo.processInfo.environment["VECTORS"] ?? "../shared/vectors"
        guard let data = FileManager.default.contents(atPath: folder + "/limbo-core.json") else {
            print("skipped: no conformance data in \(folder); set VECTORS to its folder")
            return []
        }
        return try JSONDecoder().decode(Suite.self, from: data).testcases.filter { $0.id.hasPrefix("online::") }
    }

    private static func certificates(_ texts: [String]) throws -> [[UInt8]] {
        try texts.flatMap { try EncodedObject.certificates(in: Array($0.utf8)).map { Array($0) } }
    }

    @Test("each is trusted by its anchor, and refused for another name, another time and without its anchor")
    func judged() throws {
        let engine = TrustEngine()
        for chain in try Self.recorded() {
            let trust = try ServerTrust(
                derChain: Self.certificates([chain.peer_certificate] + chain.untrusted_intermediates))
            let at = try #require(chain.validation_time.flatMap(Instant.init(rfc3339:)))
            var policy = TrustPolicy.ssl(try ServerName(try #require(chain.expected_peer_name?.value)))
            policy.anchors = .only(try Self.certificates(chain.trusted_certs).map { try Certificate(der: $0) })
            do {
                let proof = try engine.evaluate(trust, with: policy, at: at)
                #expect(proof.result == .unspecified)
                #expect(proof.findings.allSatisfy { $0.severity < .error }, "\(chain.id): \(proof.findings)")
            } catch {
                Issue.record("\(chain.id): \(error.explanation)")
            }
            func refusal(_ policy: TrustPolicy, _ at: Instant) -> [FindingCode] {
                do {
                    _ = try engine.evaluate(trust, with: policy, at: at)
                    return []
                } catch {
                    return error.errors.map(\.code)
                }
            }
            var other = policy
            other.purpose = .ssl(try ServerName("holdfast.test"))
            #expect(refusal(other, at) == [.hostMismatch], "\(chain.id)")
            #expect(refusal(policy, at.advanced(byDays: 3_650)).first == .expired, "\(chain.id)")
            var none = policy
            none.anchors = .only([])
            let causes = Set(refusal(none, at))
            #expect(!causes.isDisjoint(with: [.issuerNotFound, .noAnchor]), "\(chain.id) \(causes)")
        }
    }
}
