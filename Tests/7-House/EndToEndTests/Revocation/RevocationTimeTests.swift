import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// The time that looking adds to a connection; its figures stand in Docs/revocation.md.
@Suite("Time of revocation", .hangLimit)
struct RevocationTimeTests {
    private let service: RevocationService

    init() throws { service = try RevocationService() }

    /// The median of the milliseconds that connections take.
    private func median(
        _ server: TLSServer, rounds: Int, _ session: () throws -> HTTPSSession
    ) async throws -> Double {
        let url = try service.bench.url(server)
        var times: [Double] = []
        for _ in 0..<rounds {
            let session = try session()
            let began = ContinuousClock.now
            _ = try await session.verify(url)
            times.append((ContinuousClock.now - began) / .milliseconds(1))
        }
        return times.sorted()[rounds / 2]
    }

    @Test("a connection by an answer of a responder, by a list, by what was kept")
    func figures() async throws {
        let asked = try service.identity(ocsp: ["/ocsp"])
        let listed = try service.identity(lists: ["/crl"])
        service.serve("/ocsp", try service.response(about: asked))
        service.serve("/crl", try service.list())
        let server = (ocsp: try service.bench.server(as: asked), list: try service.bench.server(as: listed))
        func session(
            _ server: TLSServer, _ mode: RevocationChecking, _ fetcher: EvidenceFetcher? = nil
        ) throws -> HTTPSSession {
            service.session(to: server, mode: mode, fetcher: try fetcher ?? service.fetcher())
        }
        let rounds = 21
        // The first connections of a process take longer.
        _ = try await median(server.list, rounds: rounds) { try session(server.list, .off) }
        let none = try await median(server.ocsp, rounds: rounds) { try session(server.ocsp, .off) }
        let ocsp = try await median(server.ocsp, rounds: rounds) { try session(server.ocsp, .soft) }
        let list = try await median(server.list, rounds: rounds) { try session(server.list, .soft) }
        let fetcher = try service.fetcher()
        let kept = try await median(server.ocsp, rounds: rounds) { try session(server.ocsp, .soft, fetcher) }
        print("revocation: none \(none) ms, by OCSP \(ocsp - none) more, by CRL \(list - none), kept \(kept - none)")
        #expect(fetcher.counters.fetched == 1)
    }

    @Test("responders that are dead: a session works on by soft, refuses by hard, and neither waits beyond 3 s")
    func dead() async throws {
        let gate = Gate()
        defer { gate.open() }
        service.serve("/silent") { _ in
            gate.holdThread()
            return ServerResponse(text: "late")
        }
        let identity = try service.identity(ocsp: ["/silent"])
        let server = try service.bench.server(as: identity)
        let url = try service.bench.url(server)
        let patient = try service.fetcher { $0.timeout = .seconds(36_000) }
        for mode in [RevocationChecking.soft, .hard] {
            let limit = EvidenceFetching().timeout
            let session = service.session(to: server, mode: mode, fetcher: patient, timeout: limit)
            let began = ContinuousClock.now
            let refused = await failure { () throws(HTTPSError) in try await session.verify(url) }
            let took = ContinuousClock.now - began
            print("revocation: a silent responder, \(mode): \(took / .milliseconds(1)) ms")
            #expect((refused == nil) == (mode == .soft))
            if mode == .hard {
                let codes = refused?.trustFailure?.errors.map(\.code) ?? []
                #expect(!codes.isEmpty && codes.allSatisfy { $0 == .revocationUnknown })
            }
            // That it ends is the policy's doing: the fetch itself has ten hours here.
            #expect(took > .seconds(2.9), "\(took)")
        }
    }
}
