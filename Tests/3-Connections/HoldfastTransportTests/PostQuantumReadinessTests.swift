import HoldfastAuthority
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// RFC 9794 §2: "A PQ/T hybrid scheme is a multi-algorithm scheme where at least one component algorithm is a
/// post-quantum algorithm and at least one is a traditional algorithm."
@Suite("How ready a connection is for quantum computers")
struct PostQuantumReadinessTests {
    @Test(
        "each kind of key exchange",
        arguments: [
            ("X25519MLKEM768", PostQuantumGrade.hybrid), ("SecP256r1MLKEM768", .hybrid),
            ("SecP384r1MLKEM1024", .hybrid),
            ("curveSM2MLKEM768", .hybrid), ("MLKEM512", .pure), ("MLKEM768", .pure), ("MLKEM1024", .pure),
            ("x25519", .none), ("secp256r1", .none), ("ffdhe2048", .none), ("RSA", .none), ("DHE", .none), ("", .none),
        ])
    func keyExchange(name: String, grade: PostQuantumGrade) {
        let readiness = PostQuantumReadiness(keyExchange: name, signatureScheme: nil, path: [], hasAnchor: false)
        #expect(readiness.keyExchange?.grade == grade && readiness.signature == nil && readiness.chainGrade == nil)
        #expect(readiness.gaps == (grade == .none ? [.keyExchange(name)] : []))
    }

    @Test(
        "each kind of handshake signature",
        arguments: [
            ("mldsa44", PostQuantumGrade.pure), ("mldsa65", .pure), ("mldsa87", .pure), ("ed25519", .none),
            ("ecdsa_secp256r1_sha256", .none), ("rsa_pss_rsae_sha256", .none),
        ])
    func signature(name: String, grade: PostQuantumGrade) {
        let readiness = PostQuantumReadiness(keyExchange: nil, signatureScheme: name, path: [], hasAnchor: false)
        #expect(readiness.signature?.grade == grade)
        #expect(readiness.gaps == (grade == .none ? [.signature(name)] : []))
    }

    /// csrc.nist.gov, Computer Security Objects Register: id-ml-dsa-44 is 2.16.840.1.101.3.4.3.17, id-slh-dsa-sha2-128s
    /// is …20; draft-ietf-lamps-pq-composite-sigs: id-MLDSA65-ECDSA-P256-SHA512 is 1.3.6.1.5.5.7.6.45.
    @Test("each kind of certificate signature, and the weakest of a chain counts")
    func chain() throws {
        func grade(_ dotted: String) throws -> PostQuantumGrade {
            PostQuantumGrade(try #require(ObjectIdentifier(dotted)))
        }
        #expect(try grade("2.16.840.1.101.3.4.3.17") == .pure && grade("2.16.840.1.101.3.4.3.19") == .pure)
        #expect(try grade("2.16.840.1.101.3.4.3.20") == .pure && grade("2.16.840.1.101.3.4.3.31") == .pure)
        #expect(try grade("1.3.6.1.5.5.7.6.45") == .hybrid && grade("1.3.6.1.5.5.7.6.36") == .none)
        #expect(try grade("1.2.840.10045.4.3.2") == .none && grade("2.16.840.1.101.3.4.3.16") == .none)
        #expect([PostQuantumGrade.pure, .none, .hybrid].min() == PostQuantumGrade.none)
    }

    @Test("a connection: what was negotiated, what signed it, and each signature below the anchor")
    func connection() async throws {
        let world = try Loopback(host: "example.test")
        let engine = try TransportEngine()
        for version in [TLSVersion.tls12, .tls13] {
            let server = try world.server {
                $0.maximumVersion = version
                $0.groups = "secp256r1:secp384r1"
            }
            var request = world.request(.handshakeOnly, port: server.port)
            request.tls.supportedGroups = try SupportedGroups("secp384r1:secp256r1")
            let record = try await engine.perform(request, judge: world.trusting()).connection
            #expect(record.signatureScheme == "ecdsa_secp256r1_sha256")
            let readiness = PostQuantumReadiness(record)
            #expect(readiness.keyExchange == .init(name: "secp384r1", grade: .none))
            #expect(readiness.signature == .init(name: "ecdsa_secp256r1_sha256", grade: .none))
            // The leaf's and the intermediate's, not the root's own.
            #expect(readiness.chain.map(\.name) == ["ECDSA with SHA-256", "ECDSA with SHA-256"])
            #expect(
                readiness.gaps == [
                    .keyExchange("secp384r1"), .signature("ecdsa_secp256r1_sha256"), .chain(["ECDSA with SHA-256"]),
                ])
        }
    }
}
