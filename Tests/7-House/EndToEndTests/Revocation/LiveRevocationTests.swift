import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Revocation of a session's servers, looked up while their handshakes wait.
@Suite("Revocation, live", .hangLimit)
struct LiveRevocationTests {
    private let service: RevocationService

    init() throws { service = try RevocationService() }

    private func verdict(
        of server: TLSServer, _ session: HTTPSSession, by service: RevocationService? = nil
    ) async throws -> Result<TrustEvaluation, TrustFailure> {
        let url = try (service ?? self.service).bench.url(server)
        let record: ConnectionRecord
        do throws(HTTPSError) {
            record = try await session.verify(url)
        } catch {
            return .failure(try #require(error.trustFailure, "\(error)"))
        }
        return .success(try #require(record.evaluation))
    }

    @Test("a responder's answer counts, and is not asked for twice")
    func responder() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        service.serve("/ocsp", try service.response(about: identity))
        let server = try service.bench.server(as: identity)
        let fetcher = try service.fetcher()
        let session = service.session(to: server, mode: .soft, fetcher: fetcher)
        for round in 1...2 {
            let proof = try #require(try await verdict(of: server, session).success)
            let check = try #require(proof.revocationChecks.first)
            #expect(check.answer == .good)
            #expect(check.sources.map(\.kind) == [.ocsp])
            #expect(check.sources.map(\.origin) == [round == 1 ? .network : .cache])
            #expect(check.fetches.map(\.url) == [service.url("/ocsp")])
            #expect(check.fetches.allSatisfy { $0.problem == nil && ($0.byteCount > 0) == (round == 1) })
            // The intermediate names nobody.
            #expect(proof.revocation.dropFirst() == [.notOffered, .notChecked])
        }
        #expect(service.asked.lines.count == 1 && service.asked.lines.allSatisfy { $0.hasPrefix("GET /ocsp/") })
        #expect(fetcher.counters.fetched == 1 && fetcher.counters.kept == 1)
    }

    @Test("a revoked certificate is refused, by a responder and by a list", arguments: ["/ocsp", "/crl"])
    func revoked(_ place: String) async throws {
        let identity = try service.identity(
            ocsp: place == "/ocsp" ? [place] : [], lists: place == "/crl" ? [place] : [])
        let info = SingleResponse.RevokedInfo(
            revocationTime: service.bench.now.advanced(bySeconds: -60), revocationReason: .keyCompromise)
        service.serve("/ocsp", try service.response(about: identity, .revoked(info)))
        service.serve("/crl", try service.list(revoking: identity))
        let server = try service.bench.server(as: identity)
        let session = service.session(to: server, mode: .soft, fetcher: try service.fetcher())
        let failure = try #require(try await verdict(of: server, session).failure)
        #expect(failure.errors.map(\.code) == [.revoked])
        #expect(failure.revocationChecks.first?.sources.map(\.kind) == [place == "/ocsp" ? .ocsp : .crl])
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("the list is fetched where the responder has nothing to say")
    func order() async throws {
        let identity = try service.identity(ocsp: ["/gone"], lists: ["/crl"])
        service.serve("/crl", try service.list())
        let server = try service.bench.server(as: identity)
        let session = service.session(to: server, mode: .soft, fetcher: try service.fetcher())
        let proof = try #require(try await verdict(of: server, session).success)
        let check = try #require(proof.revocationChecks.first)
        #expect(check.answer == .good && check.sources.map(\.kind) == [.crl])
        #expect(check.fetches.map(\.kind) == [.ocsp, .crl])
        #expect(check.fetches.first?.problem == "it answered with 404")
        // A responder that knows POST alone may answer a GET with 404, since it has nothing at that path.
        #expect(service.asked.lines.count == 3)
        #expect(service.asked.lines.suffix(2) == ["POST /gone", "GET /crl"])
    }

    @Test("a stapled answer suffices, and nothing is fetched")
    func staple() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        let staple = try service.response(about: identity)
        let server = try service.bench.server(as: identity) { $0.stapledOCSP = staple }
        let session = service.session(to: server, mode: .soft, fetcher: try service.fetcher())
        let proof = try #require(try await verdict(of: server, session).success)
        #expect(proof.revocationChecks.first?.sources.map(\.origin) == [.staple])
        #expect(service.asked.lines.isEmpty)
    }

    /// RFC 6960 §4.2.1: "signatureAlgorithm" is any; RFC 9881 §3 has those of ML-DSA.
    @Test(
        "a stapled answer that is signed by ML-DSA counts, good, revoked or forged",
        .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"), arguments: MLDSA.allCases)
    func postQuantumStaple(set: MLDSA) async throws {
        // The server's own certificate alone is asked about: its issuer is the anchor.
        let service = try RevocationService(keys: .mldsa(set))
        let identity = try service.identity(ocsp: ["/ocsp"])
        let info = SingleResponse.RevokedInfo(
            revocationTime: service.bench.now.advanced(bySeconds: -60), revocationReason: .keyCompromise)
        let good = try service.response(about: identity)
        #expect(try OCSPResponse(der: good).basicResponse?.signatureAlgorithm == .mldsa(set))
        // The signature ends the response where no certificates stand behind it (RFC 6960 §4.2.1).
        var forged = good
        forged[forged.count - 1] ^= 1
        let revoked = try service.response(about: identity, .revoked(info))
        for (staple, errors, answer) in [
            (good, [] as [FindingCode], RevocationAnswer.good), (revoked, [.revoked], nil), (forged, [], nil),
        ] {
            let server = try service.bench.server(as: identity) { $0.stapledOCSP = staple }
            let session = service.session(to: server, mode: .soft, fetcher: try service.fetcher())
            let outcome = try await verdict(of: server, session, by: service)
            let findings = outcome.success?.findings ?? outcome.failure?.findings ?? []
            #expect(findings.filter { $0.severity == .error }.map(\.code) == errors)
            #expect(answer == nil || outcome.check?.answer == answer)
            let isUnknown = findings.contains { $0.code == .revocationUnknown && $0.severity == .warning }
            #expect(isUnknown == (staple == forged), "\(findings)")
            if staple != forged { #expect(outcome.check?.sources.map(\.origin) == [.staple]) }
        }
    }

    @Test("an answer that nobody signed who may is not believed, and not kept")
    func forged() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        let stranger = try Loopback().intermediate
        service.serve("/ocsp", try service.response(about: identity, by: stranger))
        let server = try service.bench.server(as: identity)
        let fetcher = try service.fetcher()
        let soft = service.session(to: server, mode: .soft, fetcher: fetcher)
        for _ in 1...2 {
            let proof = try #require(try await verdict(of: server, soft).success)
            #expect(proof.findings.contains { $0.code == .revocationUnknown && $0.severity == .warning })
        }
        #expect(service.asked.lines.count == 2 && fetcher.counters.kept == 0)
        let hard = service.session(to: server, mode: .hard, fetcher: fetcher)
        let failure = try #require(try await verdict(of: server, hard).failure)
        #expect(Set(failure.errors.map(\.code)) == [.revocationUnknown])
    }

    @Test("an answer that nobody signed who may is not kept where a list decides")
    func forgedBesideList() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"], lists: ["/crl"])
        let stranger = try Loopback().intermediate
        service.serve("/ocsp", try service.response(about: identity, by: stranger))
        service.serve("/crl", try service.list())
        let server = try service.bench.server(as: identity)
        let fetcher = try service.fetcher()
        let session = service.session(to: server, mode: .soft, fetcher: fetcher)
        for _ in 1...2 {
            let proof = try #require(try await verdict(of: server, session).success)
            #expect(proof.revocationChecks.first?.sources.map(\.kind) == [.crl])
        }
        // The list alone is the one that was kept.
        #expect(fetcher.counters.kept == 1)
    }

    @Test("dead responders: a session goes on under soft, refuses under hard, and asks the place once a while")
    func dead() async throws {
        let identity = try service.identity(ocsp: ["/dead"])
        service.serve("/dead") { _ in ServerResponse(status: 503, text: "down") }
        let server = try service.bench.server(as: identity)
        let fetcher = try service.fetcher()
        let soft = service.session(to: server, mode: .soft, fetcher: fetcher)
        for _ in 1...3 { #expect(try await verdict(of: server, soft).success != nil) }
        #expect(service.asked.lines.count == 1 && fetcher.counters.spared == 2)
        let hard = service.session(to: server, mode: .hard, fetcher: fetcher)
        let failure = try #require(try await verdict(of: server, hard).failure)
        #expect(Set(failure.errors.map(\.code)) == [.revocationUnknown])
    }

    @Test("a thousand connections at once cost one fetch; a hundred where there is less time")
    func shared() async throws {
        let identity = try service.identity(ocsp: ["/ocsp"])
        let response = try service.response(about: identity)
        service.serve("/ocsp") { _ in
            Thread.pause(milliseconds: 200)
            return ServerResponse(body: response)
        }
        let server = try service.bench.server(as: identity)
        let session = service.session(to: server, mode: .soft, fetcher: try service.fetcher())
        let url = try service.bench.url(server)
        let count = Effort.rounds(1_000)
        let good = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { try await session.verify(url).evaluation?.revocation.first == .good }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(good == count && service.asked.lines.count == 1)
    }

    @Test("an issuer that the server left out is fetched where the policy lets it be", arguments: ["der", "p7c"])
    func missingIssuer(_ form: String) async throws {
        let identity = try service.identity(issuers: ["/ca"])
        let certificate = service.bench.intermediate.certificate
        service.serve("/ca", form == "der" ? certificate : CertsOnlyMessage.of([certificate]))
        let alone = Identity(key: identity.key, certificate: try Certificate(der: identity.certificate))
        let server = try service.bench.server(as: alone)
        let fetcher = try service.fetcher()
        let without = service.session(to: server, mode: .off, fetcher: fetcher)
        let failure = try #require(try await verdict(of: server, without).failure)
        #expect(failure.cause.code == .issuerNotFound && service.asked.lines.isEmpty)
        let with = service.session(to: server, mode: .off, fetcher: fetcher, issuers: true)
        let proof = try #require(try await verdict(of: server, with).success)
        #expect(proof.chain.count == 3 && service.asked.lines == ["GET /ca"])
    }
}

/// A "certs-only" message (RFC 5652 §5.1), as authorities offer their certificates.
enum CertsOnlyMessage {
    static func of(_ certificates: [[UInt8]]) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence { info in
            info.oid(.pkcs7SignedData)
            info.explicit(0) { content in
                content.sequence { data in
                    data.raw([0x02, 0x01, 0x01, 0x31, 0x00])
                    data.sequence { $0.oid(.pkcs7Data) }
                    data.explicit(0) { list in for certificate in certificates { list.raw(certificate) } }
                    data.raw([0x31, 0x00])
                }
            }
        }
        return writer.bytes
    }
}
