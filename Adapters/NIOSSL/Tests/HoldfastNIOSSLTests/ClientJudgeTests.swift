import Holdfast
import HoldfastAuthority
import HoldfastNIOSSL
import HoldfastTestBed
import NIOSSL
import Testing

/// A server of NIO that judges its clients' certificates.
@Suite("Clients, judged for NIOSSL's servers")
struct ClientJudgeTests {
    private let authority: TestAuthority
    private let server: Identity
    private static let name = "service.holdfast.test"

    init() throws {
        authority = try TestAuthority()
        server = try authority.server(Self.name)
    }

    /// A client's identity with these URIs, and what else is to differ.
    private func client(
        _ uris: String..., by issuer: CertificateAuthority? = nil,
        change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> Identity {
        var template = CertificateTemplate.client(name: "client", at: authority.moment)
        template.alternativeNames = try uris.map { .uniformResourceIdentifier(try #require(IA5String($0))) }
        change(&template)
        return try (issuer ?? authority.intermediate).issue(template)
    }

    private func policy() throws -> TrustPolicy {
        var policy = TrustPolicy.sslClient
        policy.anchors = .only([try Certificate(der: authority.root.certificate)])
        return policy
    }

    private func judge(_ admission: ClientAdmission = .anyone) throws -> ClientJudge {
        ClientJudge(admission: admission, policy: try policy())
    }

    /// What a client of NIO gets for an answer; empty where the server has closed.
    private func answer(of server: TestServer, to identity: Identity?) async throws -> String {
        let anchors = TrustAnchors.only([try Certificate(der: authority.root.certificate)])
        let judge = ServerJudge { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        switch try await TestClient(judge, showing: identity).ask(ServerName(Self.name), port: server.port) {
        case .accepted(_, let reply): return reply
        case .refused(let refusal): throw refusal
        // In TLS 1.2 the server refuses before its client is done.
        case .broken: return ""
        }
    }

    private static let workloads = ClientAdmission.only(
        SPIFFEIdentifier("spiffe://holdfast.test/web").map { [.spiffeBelow($0)] } ?? [])

    @Test("a client is taken for the identity of its certificate")
    func good() async throws {
        let service = try await TestServer(server, judge(Self.workloads))
        for _ in 0..<2 {
            let reply = try await answer(of: service, to: client("spiffe://holdfast.test/web/cart"))
            #expect(reply == "hello spiffe://holdfast.test/web/…\n")
        }
        #expect(service.seen.peers.map { $0?.chain.count } == [3, 3])
        await service.stop()
    }

    @Test(
        "a client whose chain is refused gets nothing, and the server the findings",
        arguments: ["expired", "stranger", "server", "nothing"])
    func refused(_ kind: String) async throws {
        let service = try await TestServer(server, judge())
        let identity: Identity? =
            switch kind {
            case "expired": try client { $0.notAfter = authority.moment.advanced(bySeconds: -60) }
            case "stranger": try client(by: TestAuthority(name: "Stranger").intermediate)
            case "server": server
            default: nil
            }
        #expect(try await answer(of: service, to: identity) == "")
        #expect(service.seen.bytes == 0)
        let codes = service.seen.refusals.compactMap { $0.failure?.cause.code }
        switch kind {
        case "expired": #expect(codes == [.expired])
        case "stranger": #expect(codes == [.issuerNotFound])
        case "server": #expect(codes == [.extendedKeyUsage])
        // BoringSSL breaks off by itself: there is nothing to judge.
        default: #expect(codes == [] && service.seen.peers.isEmpty)
        }
        await service.stop()
    }

    @Test("where clients need not show a certificate, one without is let in, and a bad one is not")
    func optional() async throws {
        let service = try await TestServer(server, judge(), isOptional: true)
        #expect(try await answer(of: service, to: nil) == "hello nobody\n")
        #expect(service.seen.peers.count == 1 && service.seen.peers[0] == nil)
        let expired = try client { $0.notAfter = authority.moment.advanced(bySeconds: -60) }
        #expect(try await answer(of: service, to: expired) == "")
        #expect(try await answer(of: service, to: client()) == "hello somebody\n")
        await service.stop()
    }

    @Test(
        "an accepted certificate without an admitted name gets nothing",
        arguments: [
            [], ["spiffe://holdfast.test/web"], ["spiffe://holdfast.test/website"], ["spiffe://other.test/web/cart"],
            ["spiffe://holdfast.test/web/../web/cart"], ["spiffe://holdfast.test/web/cart/"],
            ["spiffe://holdfast.test/web/cart", "spiffe://holdfast.test/web/checkout"],
            ["https://holdfast.test/web/cart"], ["spiffe://HOLDFAST.test/web/cart"],
        ])
    func notAdmitted(_ uris: [String]) async throws {
        let service = try await TestServer(server, judge(Self.workloads))
        let identity = try client { template in
            template.alternativeNames = uris.compactMap { IA5String($0).map { .uniformResourceIdentifier($0) } }
        }
        #expect(try await answer(of: service, to: identity) == "")
        #expect(service.seen.bytes == 0 && service.seen.peers.isEmpty)
        guard case .notAdmitted(let error) = service.seen.refusals.first?.reason else {
            Issue.record("not refused")
            return
        }
        #expect(error.seen == uris.map { "URI \($0)" })
        await service.stop()
    }

    @Test("names of clients are told apart by kind")
    func names() async throws {
        let admission = ClientAdmission.only([
            .uri("urn:example:one"), .dnsName(try DNSName("one.example.test")),
            .spiffe(try #require(SPIFFEIdentifier("spiffe://holdfast.test/one"))),
        ])
        let service = try await TestServer(server, judge(admission))
        #expect(try await answer(of: service, to: client("urn:example:one")) == "hello urn:example:one\n")
        let named = try client { $0.names = ["ONE.example.test"] }
        #expect(try await answer(of: service, to: named) == "hello one.example.test\n")
        let workload = try client("spiffe://holdfast.test/one")
        #expect(try await answer(of: service, to: workload) == "hello spiffe://holdfast.test/one\n")
        for other in ["urn:example:on", "urn:example:one2", "one.example.test", "spiffe://holdfast.test/one/more"] {
            #expect(try await answer(of: service, to: client(other)) == "", "\(other)")
        }
        #expect(try await answer(of: service, to: client { $0.names = ["*.example.test"] }) == "")
        await service.stop()
    }

    @Test("a policy that is replaced counts from the next handshake on")
    func replaced() async throws {
        let handle = ReplaceablePolicy(try policy())
        let service = try await TestServer(server, ClientJudge(admission: .anyone, policy: handle))
        let identity = try client()
        #expect(try await answer(of: service, to: identity) == "hello somebody\n")
        var policy = try policy()
        policy.anchors = .only([])
        handle.replace(with: policy)
        #expect(try await answer(of: service, to: identity) == "")
        await service.stop()
    }

    @Test("a context by which nobody would be asked is an error")
    func contexts() throws {
        let judge = try judge()
        for (verification, error) in [
            (CertificateVerification.none, JudgeContextError.verifiesNobody),
            (.fullVerification, .comparesClientsWithAddresses),
        ] {
            var configuration = TLSConfiguration.clientWithJudge()
            configuration.certificateVerification = verification
            let context = try NIOSSLContext(configuration: configuration)
            #expect(throws: error) { _ = try judge.handlers(context: context) }
        }
    }
}
