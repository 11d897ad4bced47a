import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Responses that nginx and Apache staple, by the lines of Docs/revocation.md.
@Suite(
    "Stapling by nginx and Apache", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct StaplingPeerTests {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let peer: PeerSession
    private let folder: TemporaryFolder
    private let port: UInt16

    init() throws {
        peer = try PeerSession()
        folder = try TemporaryFolder(mode: 0o755)
        port = try LoopbackPort.free()
        let chain = [peer.bench.intermediate.certificate, peer.root.certificate]
        try folder.write(chain.map { PEMBlock(.certificate, contents: $0).encoded }.joined(), to: "chain.pem")
    }

    /// The block of a language that stands in the page after a sentence, its lines as they are, but for what lies
    /// elsewhere here.
    private func lines(
        _ language: String, after sentence: String, replacing places: [String: String]
    ) throws -> [String] {
        let page = ProjectFolder.top.appending(path: "Docs/revocation.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        guard let start = text.range(of: sentence), let open = text[start.upperBound...].range(of: "```\(language)\n"),
            let close = text[open.upperBound...].range(of: "```")
        else { throw Failure(description: "the page has no block of \(language) after '\(sentence)'") }
        return try text[open.upperBound..<close.lowerBound].split(separator: "\n").map(String.init).map { line in
            try places.reduce(line) { line, place in
                guard text.contains(place.key) else { throw Failure(description: "the page has no \(place.key)") }
                return line.replacingOccurrences(of: place.key, with: place.value)
            }
        }
    }

    private func identity(mustStaple: Bool = false) throws -> Identity {
        try peer.bench.identity { template, _ in
            try? template.addInformationAccess(ocspResponders: [OpenSSLResponder.place(port)])
            if mustStaple { template.add(.tlsFeature, TLSFeature([TLSFeature.statusRequest])) }
        }
    }

    private func responder(_ identity: Identity) async throws -> OpenSSLResponder {
        let serial = try Certificate(der: identity.certificate).serialNumber
        return try await OpenSSLResponder(for: peer.bench.intermediate, at: port, [(serial, .valid)])
    }

    private func verdict(at port: UInt16) async throws -> Result<TrustEvaluation, TrustFailure> {
        let trusting = peer.bench.trusting
        // Nothing is fetched, and nothing known from before: all there is was stapled.
        let session = try peer.session(port, nil) { configuration in
            configuration.trust.evidence = EvidenceFetcher()
            configuration.trust.policy = { name in
                var policy = trusting(name)
                policy.revocation = .soft
                policy.fetching.revocation = []
                return policy
            }
        }
        return try await session.judged(peer.url(port, "/page.txt"))
    }

    /// The verdict once the server has asked its responder, which nginx does after a first handshake.
    private func verdictOnceStapled(at port: UInt16) async throws -> Result<TrustEvaluation, TrustFailure> {
        for _ in 0..<200 {
            let verdict = try await verdict(at: port)
            let checks = verdict.success?.revocationChecks ?? verdict.failure?.revocationChecks
            if checks?.first?.sources.isEmpty == false { return verdict }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure(description: "nothing was stapled in ten seconds")
    }

    private func expectStaple(_ verdict: Result<TrustEvaluation, TrustFailure>) throws {
        let proof = try #require(verdict.success, "\(String(describing: verdict.failure?.explanation))")
        let check = try #require(proof.revocationChecks.first)
        #expect(check.answer == .good)
        #expect(check.sources.map(\.origin) == [.staple])
    }

    private func nginx(_ identity: Identity, version: String = "TLSv1.3", _ lines: [String]) async throws -> Nginx {
        try await Nginx(
            identity, clients: .off, authorities: peer.rootPEM, version: version, http2: false, lines: lines)
    }

    // MARK: nginx

    @Test("the page's lines for nginx: it asks OpenSSL's responder, and staples", arguments: ["TLSv1.2", "TLSv1.3"])
    func live(_ version: String) async throws {
        let identity = try identity()
        let responder = try await responder(identity)
        let lines = try lines(
            "nginx", after: "nginx asks the responder", replacing: ["/etc/ssl/chain.pem": folder.url("chain.pem").path])
        let server = try await nginx(identity, version: version, lines)
        try expectStaple(try await verdictOnceStapled(at: server.port))
        #expect(!server.log.contains("OCSP"), "\(server.log)")
        withExtendedLifetime(responder) {}
    }

    /// RFC 7633 §4.2.2. The first handshake is the one that the page warns of.
    @Test("must-staple: nginx's first handshake has no response and is refused; from then on it has one")
    func mustStaple() async throws {
        let identity = try identity(mustStaple: true)
        let responder = try await responder(identity)
        let lines = try lines(
            "nginx", after: "nginx asks the responder", replacing: ["/etc/ssl/chain.pem": folder.url("chain.pem").path])
        let server = try await nginx(identity, lines)
        #expect(try await verdict(at: server.port).failure?.errors.map(\.code) == [.mustStaple])
        try expectStaple(try await verdictOnceStapled(at: server.port))
        withExtendedLifetime(responder) {}
    }

    private func response(
        about identity: Identity, _ status: SingleResponse.CertStatus,
        _ change: (inout OCSPResponseTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: peer.now)
        change(&template)
        let serial = try Certificate(der: identity.certificate).serialNumber
        template.answer(try peer.bench.intermediate.certID(for: serial), status)
        return try peer.bench.intermediate.issue(template)
    }

    @Test("the page's lines for a file: good from the first handshake on; revoked and outdated are seen as well")
    func file() async throws {
        let identity = try identity(mustStaple: true)
        let lines = try lines(
            "nginx", after: "a file that it staples as it is",
            replacing: ["/etc/ssl/server.ocsp": folder.url("server.ocsp").path])
        func verdict(of response: [UInt8]) async throws -> Result<TrustEvaluation, TrustFailure> {
            try folder.write(response, to: "server.ocsp")
            let server = try await nginx(identity, lines)
            return try await self.verdict(at: server.port)
        }
        try expectStaple(try await verdict(of: response(about: identity, .good)))
        let info = SingleResponse.RevokedInfo(
            revocationTime: peer.now.advanced(byDays: -1), revocationReason: .superseded)
        #expect(
            try await verdict(of: response(about: identity, .revoked(info))).failure?.errors.map(\.code) == [.revoked])
        let outdated = try await verdict(
            of: response(about: identity, .good) { $0.nextUpdate = peer.now.advanced(bySeconds: -1) })
        #expect(outdated.failure?.errors.map(\.code) == [.mustStaple])
    }

    @Test("must-staple without stapling is refused")
    func nothing() async throws {
        let server = try await nginx(identity(mustStaple: true), [])
        #expect(try await verdict(at: server.port).failure?.errors.map(\.code) == [.mustStaple])
    }

    // MARK: Apache

    @Test("the page's lines for Apache: it asks OpenSSL's responder in the first handshake, and staples")
    func apache() async throws {
        let identity = try identity(mustStaple: true)
        let responder = try await responder(identity)
        let lines = try lines(
            "apache", after: "Apache, outside of any virtual host",
            replacing: ["/var/run/ocsp": folder.url("ocsp").path])
        let server = try await Apache(identity, further: (["socache_shmcb"], lines, []))
        try expectStaple(try await verdict(at: server.port))
        withExtendedLifetime(responder) {}
    }
}
