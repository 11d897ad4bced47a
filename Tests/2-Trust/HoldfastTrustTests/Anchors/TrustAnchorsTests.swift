import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Anchors from files and folders")
struct TrustAnchorsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String { try folder.write(bytes, to: name) }

    private func pem(_ der: [UInt8]) -> [UInt8] { Array(PEMBlock(label: "CERTIFICATE", contents: der).encoded.utf8) }

    private func root(_ name: String) throws -> [UInt8] {
        try CertificateAuthority.root(name: name, at: TestChain.moment).certificate
    }

    @Test("PEM, DER, bundles and folders")
    func forms() throws {
        let (a, b) = (try root("A"), try root("B"))
        #expect(try TrustAnchors.only(paths: [write(pem(a), "a.pem")]).current().anchors.count == 1)
        #expect(try TrustAnchors.only(paths: [write(b, "b.cer")]).current().anchors.count == 1)
        #expect(try TrustAnchors.only(paths: [write(pem(a) + pem(b) + pem(a), "c.pem")]).current().anchors.count == 2)
        _ = try write(Array("read me".utf8), "README")
        let all = try TrustAnchors.only(paths: [folder.path]).current()
        #expect(all.anchors.count == 2)
        #expect(all.problems.count == 1, "\(all.problems)")
    }

    @Test("what cannot be used is an error that names the file")
    func errors() throws {
        for (name, bytes) in [
            ("empty.pem", []),
            ("key.pem", Array("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n".utf8)),
            ("noise", [1, 2, 3]), ("broken.pem", pem([0x30, 0x01])),
        ] as [(String, [UInt8])] {
            let path = try write(bytes, name)
            let error = #expect(throws: AnchorError.self, "\(name)") { try TrustAnchors.only(paths: [path]) }
            #expect(error?.path == path)
        }
        #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [folder.path("none")]) }
    }

    @Test("a reload makes a new generation, and so another policy digest")
    func generations() throws {
        let path = try write(pem(root("A")), "a.pem")
        let anchors = try TrustAnchors.only(paths: [path])
        var policy = TrustPolicy.basicX509
        policy.anchors = anchors
        let (digest, first) = (policy.digest, anchors.current())
        _ = try write(pem(root("B")) + pem(root("C")), "a.pem")
        anchors.reload()
        #expect(anchors.current().generation > first.generation)
        #expect(anchors.current().anchors.count == 2)
        #expect(policy.digest != digest)
        // A file that has gone keeps no anchors.
        try folder.remove("a.pem")
        #expect(anchors.reload().anchors.isEmpty)
    }

    @Test("the environment replaces the distribution's places, as OpenSSL reads it")
    func environment() {
        func locations(_ environment: [String: String], _ existing: Set<String>) -> [String] {
            SystemAnchors.locations(environment: { environment[$0] }, exists: existing.contains).map(\.path)
        }
        #expect(locations(["SSL_CERT_FILE": "/f"], ["/etc/ssl/cert.pem"]) == ["/f"])
        #expect(locations(["SSL_CERT_DIR": "/a:/b"], []) == ["/a", "/b"])
        #expect(locations([:], ["/etc/ssl/cert.pem", "/etc/ssl/certs"]) == ["/etc/ssl/cert.pem"])
        #expect(locations([:], ["/etc/ssl/certs"]) == ["/etc/ssl/certs"])
        #expect(locations([:], []) == [])
    }

    @Test("public is what stands in the list, wherever it was found")
    func kind() throws {
        let own = TrustAnchor(certificate: try Certificate(der: root("A")), source: nil)
        #expect(own.kind == .own)
    }
}
