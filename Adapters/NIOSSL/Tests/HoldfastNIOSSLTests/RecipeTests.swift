import Holdfast
import HoldfastAuthority
import HoldfastNIOSSL
import HoldfastTestBed
import Logging
import NIOSSL
import Recipes
import Synchronization
import Testing

/// The programs of Docs/niossl.md, run.
@Suite("The recipes of the page")
struct RecipeTests {
    @Test("the client asks a good server, and refuses an expired one with the reason")
    func client() async throws {
        let good = try TestBed.start("good")
        let anchors = TrustAnchors.only(try good.anchors.map { try Certificate(der: $0) })
        let recipe = try ClientRecipe(anchors: anchors, logger: Logger(label: "recipe"))
        let name = try ServerName(good.host)
        #expect(try await recipe.status(of: name, host: "127.0.0.1", port: Int(good.port)) == "HTTP/1.1 200 OK")
        let expired = try TestBed.start("expired")
        let other = try ClientRecipe(
            anchors: .only(try expired.anchors.map { try Certificate(der: $0) }), logger: Logger(label: "recipe"))
        let error = await #expect(throws: PeerRefusedError.self) {
            try await other.status(of: ServerName(expired.host), host: "127.0.0.1", port: Int(expired.port))
        }
        #expect(error?.failure?.cause.code == .expired)
    }

    @Test("the server greets a workload by its identity, and nobody else")
    func server() async throws {
        let authority = try TestAuthority()
        let identity = try authority.server("service.holdfast.test")
        let root = try Certificate(der: authority.root.certificate)
        let recipe = try ServerRecipe(
            certificates: try identity.chain.map { try NIOSSLCertificate(bytes: $0, format: .der) },
            key: NIOSSLPrivateKey(bytes: Array(identity.key.pem.utf8), format: .pem), clientAnchors: .only([root]),
            workload: try #require(SPIFFEIdentifier("spiffe://holdfast.test/web")))
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let running = Task { try await recipe.run { port.yield($0) } }
        defer { running.cancel() }
        let listening = try #require(await ports.first { _ in true })
        let judge = ServerJudge { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = .only([root])
            return policy
        }
        for (path, reply) in [("web/cart", "hello spiffe://holdfast.test/web/…\n"), ("shop", "")] {
            var template = CertificateTemplate.client(name: "client", at: authority.moment)
            let uri = try #require(IA5String("spiffe://holdfast.test/\(path)"))
            template.alternativeNames = [.uniformResourceIdentifier(uri)]
            let client = try TestClient(judge, showing: try authority.intermediate.issue(template))
            switch try await client.ask(ServerName("service.holdfast.test"), port: listening) {
            case .accepted(_, let text): #expect(text == reply)
            case .refused, .broken: #expect(reply.isEmpty)
            }
        }
    }
}
