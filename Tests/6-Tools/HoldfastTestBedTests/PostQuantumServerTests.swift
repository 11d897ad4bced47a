import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTestBed

/// The servers of ML-DSA and of groups for key exchange: left out by name where OpenSSL lacks what they need, and
/// what `openssl s_client` and a session see of them where it has it.
@Suite("Servers of ML-DSA and of groups", .ownThread) struct PostQuantumServerTests {
    private static let needing = TestBed.catalogue.filter { !$0.needs.isEmpty }

    @Test("each needs what it is made of, and no other server needs anything")
    func needs() {
        let expected = [
            "mldsa44": "ML-DSA-44", "mldsa65": "ML-DSA-65", "mldsa87": "ML-DSA-87", "mldsa-leaf": "ML-DSA-65",
            "mldsa-bad-signature": "ML-DSA-44", "mldsa-key-usage": "ML-DSA-65", "mldsa-webpki": "ML-DSA-65",
            "group-x25519mlkem768": "X25519MLKEM768", "group-secp256r1mlkem768": "SecP256r1MLKEM768",
            "group-secp384r1mlkem1024": "SecP384r1MLKEM1024", "group-mlkem1024": "MLKEM1024",
            "group-not-offered": "SecP384r1MLKEM1024",
        ]
        let found = Self.needing.map { ($0.name, $0.needs.map(\.description).joined(separator: " ")) }
        #expect(Dictionary(uniqueKeysWithValues: found) == expected)
    }

    @Test(
        "a library that lacks them leaves each out, and says which and why",
        .disabled(if: OpenSSLLibrary.hasMLDSA, "this OpenSSL has ML-DSA and ML-KEM"))
    func leftOut() throws {
        for entry in Self.needing {
            let expected = TestBedError.notInLibrary(server: entry.name, missing: entry.needs)
            #expect(throws: expected) { try TestBed.start(entry.name) }
            #expect(
                "\(expected)".contains("\"\(entry.name)\" needs \(entry.needs[0]), which this machine's OpenSSL lacks"))
        }
        #expect(TestBed.available.count == TestBed.catalogue.count - Self.needing.count)
        let said = try #require(TestBed.leftOut)
        let names = Self.needing.map(\.name).joined(separator: ", ")
        #expect(said.hasPrefix("left out: \(names); this machine's OpenSSL lacks ML-DSA-44, "), "\(said)")
        #expect(said.hasSuffix(", which OpenSSL 3.5 and newer have") && !said.contains("\n"), "\(said)")
    }

    @Test("a library that has them leaves out none", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"))
    func complete() {
        #expect(TestBed.leftOut == nil)
        #expect(TestBed.available.map(\.name) == TestBed.catalogue.map(\.name))
    }

    private static let opinions: [(name: String, scheme: String, errors: Set<Int>)] = [
        ("mldsa44", "mldsa44", []), ("mldsa65", "mldsa65", []), ("mldsa87", "mldsa87", []),
        ("mldsa-leaf", "mldsa65", []), ("mldsa-webpki", "mldsa65", []),
        // It looks at no key usage but those of the purpose.
        ("mldsa-key-usage", "mldsa65", []),
        // Certificate signature failure.
        ("mldsa-bad-signature", "mldsa44", [7]),
    ]

    @Test(
        "openssl verifies those of ML-DSA, and they sign the handshake by it",
        .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"), arguments: opinions)
    func verified(_ row: (name: String, scheme: String, errors: Set<Int>)) throws {
        let server = try TestBed.start(row.name)
        let anchors = try TemporaryFolder()
        let file = try anchors.write(server.anchorsPEM, to: "anchors.pem")
        let peer = try Peer.sClient(
            server.port,
            ["-showcerts", "-CAfile", file, "-purpose", "sslserver", "-x509_strict", "-auth_level", "2"]
                + ["-servername", server.host, "-verify_hostname", server.host])
        let errors = peer.errors.matches(of: /verify error:num=(\d+):/).compactMap { Int($0.1) }
        #expect(Set(errors) == row.errors, "\(peer.all)")
        #expect(peer.output.contains("Peer signature type: \(row.scheme)"), "\(peer.all)")
        let sent = try PEM.blocks(in: Array(peer.output.utf8)[...]).filter { $0.label == "CERTIFICATE" }
        #expect(sent.map(\.contents) == server.chain)
    }

    @Test(
        "the chains are of the algorithms that they say", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA")
    )
    func algorithms() throws {
        for set in MLDSA.allCases {
            let name = set.rawValue.lowercased().replacing("ml-dsa-", with: "mldsa")
            let chain = try #require(try TestBed.start(name).chain).map { try Certificate(der: $0) }
            #expect(chain.map(\.signatureAlgorithm) == [.mldsa(set), .mldsa(set)])
            #expect(chain.map(\.subjectPublicKeyInfo.typeName) == [set.rawValue, set.rawValue])
        }
        let leaf = try #require(try TestBed.start("mldsa-leaf").chain).map { try Certificate(der: $0) }
        #expect(leaf.map(\.signatureAlgorithm) == [.ecdsa(.sha256), .ecdsa(.sha256)])
        #expect(leaf.first?.subjectPublicKeyInfo.typeName == "ML-DSA-65")
    }

    @Test("that of classic groups takes x25519 and P-256, and no other")
    func classic() throws {
        let server = try TestBed.start("group-classic")
        for (groups, isTaken) in [("X25519", true), ("P-256", true), ("P-384", false), ("X448:P-521", false)] {
            let peer = try Peer.sClient(server.port, ["-groups", groups, "-servername", server.host])
            #expect(peer.output.contains("no peer certificate available") == !isTaken, "\(groups): \(peer.all)")
            #expect(peer.errors.contains("alert handshake failure") == !isTaken, "\(groups): \(peer.all)")
        }
    }

    @Test(
        "each of one group takes that one alone", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-KEM"),
        arguments: needing.filter { $0.name.hasPrefix("group-") }.map(\.name))
    func group(_ name: String) throws {
        let server = try TestBed.start(name)
        let group = try #require(server.entry.needs.first).description
        for (groups, isTaken) in [(group, true), ("X25519:P-256:P-384:MLKEM512", false)] {
            let peer = try Peer.sClient(server.port, ["-groups", groups, "-servername", server.host])
            #expect(peer.output.contains("Negotiated TLS1.3 group: \(group)\n") == isTaken, "\(groups): \(peer.all)")
            #expect(peer.errors.contains("alert handshake failure") == !isTaken, "\(groups): \(peer.all)")
        }
    }

    private func readiness(_ name: String) async throws -> PostQuantumReadiness {
        let server = try TestBed.start(name)
        let anchors = TrustAnchors.only(try server.anchors.map { try Certificate(der: $0) })
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        if let list = server.arguments.firstIndex(of: "--groups").map({ server.arguments[$0 + 1] }) {
            configuration.trust.supportedGroups = try SupportedGroups(list)
        }
        return PostQuantumReadiness(try await HTTPSSession(configuration: configuration).verify(HTTPSURL(server.url)))
    }

    @Test("a session with that of classic groups is not ready for a quantum computer")
    func notReady() async throws {
        let readiness = try await readiness("group-classic")
        #expect(readiness.keyExchange?.grade == PostQuantumGrade.none && readiness.keyExchange?.name == "x25519")
        #expect(readiness.gaps.count == 3)
    }

    /// RFC 9794 §2: "post-quantum/traditional hybrid"; FIPS 203 and 204 alone are pure.
    @Test(
        "a session says how ready each is", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"),
        arguments: [
            ("mldsa44", PostQuantumGrade.hybrid, PostQuantumGrade.pure, PostQuantumGrade.pure),
            ("mldsa65", .hybrid, .pure, .pure), ("mldsa87", .hybrid, .pure, .pure),
            ("mldsa-leaf", .hybrid, .pure, .none), ("group-x25519mlkem768", .hybrid, .none, .none),
            ("group-secp256r1mlkem768", .hybrid, .none, .none), ("group-secp384r1mlkem1024", .hybrid, .none, .none),
            ("group-mlkem1024", .pure, .none, .none),
        ])
    func ready(
        _ name: String, _ keyExchange: PostQuantumGrade, _ signature: PostQuantumGrade, _ chain: PostQuantumGrade
    ) async throws {
        let readiness = try await readiness(name)
        #expect(readiness.keyExchange?.grade == keyExchange)
        #expect(readiness.signature?.grade == signature && readiness.chainGrade == chain)
    }
}
