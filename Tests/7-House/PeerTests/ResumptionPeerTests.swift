import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Sessions of TLS that servers of other people's let be resumed: what a session says of each connection, and what the
/// server says.
@Suite(
    "Resumption with servers of other people's", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ResumptionPeerTests {
    private static let cases = ResumptionServer.Kind.allCases.flatMap { kind in
        ResumptionServer.Way.allCases.map { (kind, $0) }
    }
    private let peer: PeerSession

    init() throws { peer = try PeerSession() }

    /// Asks once, on a connection of its own.
    private func ask(_ session: HTTPSSession, _ server: ResumptionServer) async throws -> ConnectionRecord {
        var request = HTTPSRequest(try peer.url(server.port, "/"))
        request.closesConnection = true
        let response = try await session.data(for: request)
        #expect(String(decoding: response.body, as: UTF8.self) == "hello")
        #expect(response.connection.tlsVersion == server.way.version)
        return response.connection
    }

    /// Pins of the host: its root's key, or one that nobody has.
    private func pins(_ isRight: Bool) throws -> PinnedHosts {
        let pin =
            isRight
            ? Pin(try Certificate(der: peer.root.certificate))
            : try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        let host = try HostPattern(PeerSession.host, publicSuffixes: nil)
        return try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], backup: .waived))])
    }

    @Test("each connection behind the first one is resumed, and both ends say so", arguments: cases)
    func resumed(kind: ResumptionServer.Kind, way: ResumptionServer.Way) async throws {
        let server = try await ResumptionServer(kind, way, peer.identity)
        let session = try peer.session(server.port, nil)
        for round in 0..<4 {
            let record = try await ask(session, server)
            #expect(record.isResumed == (round > 0), "\(round)")
            #expect(record.evaluation != nil && record.presented?.presented.count == 2)
        }
        #expect(session.statistics.connectionsResumed == 3 && session.statistics.connectionsOpened == 4)
        #expect(session.statistics.verifications == 4)
        #expect(try await server.resumptions(4) == [false, true, true, true])
    }

    @Test("a session that is to resume none has a whole handshake each time", arguments: cases)
    func off(kind: ResumptionServer.Kind, way: ResumptionServer.Way) async throws {
        let server = try await ResumptionServer(kind, way, peer.identity)
        let session = try peer.session(server.port, nil) { $0.trust.resumesSessions = false }
        for _ in 0..<2 { #expect(try await !ask(session, server).isResumed) }
        #expect(try await server.resumptions(2) == [false, false])
    }

    /// RFC 8446 §C.4. OpenSSL's servers give two tickets in each handshake.
    @Test(
        "four connections at once resume by two tickets, and no ticket twice",
        arguments: ResumptionServer.Kind.allCases)
    func once(kind: ResumptionServer.Kind) async throws {
        let server = try await ResumptionServer(kind, .ticket13, peer.identity)
        let meeting = Meeting()
        let session = try peer.session(server.port, meeting)
        _ = try await ask(session, server)
        await meeting.gather(4)
        let resumed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { try await ask(session, server).isResumed } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(resumed == 2)
        #expect(try await server.resumptions(5).count { $0 } == 2)
    }

    @Test("nothing is resumed under another policy, and nothing reaches a server whom that refuses", arguments: cases)
    func policy(kind: ResumptionServer.Kind, way: ResumptionServer.Way) async throws {
        let server = try await ResumptionServer(kind, way, peer.identity)
        let pinned = peer.bench.trusting(pins: TrustPins(try pins(true)))
        let policies = [peer.bench.trusting, pinned, try Loopback().trusting]
        let chosen = Notes<Int>()
        let session = try peer.session(server.port, nil) {
            $0.trust.policy = { policies[chosen.all.count]($0) }
        }
        for round in 0..<2 { #expect(try await ask(session, server).isResumed == (round == 1)) }
        chosen.add(1)
        for round in 0..<2 { #expect(try await ask(session, server).isResumed == (round == 1)) }
        chosen.add(2)
        let error = await #expect(throws: HTTPSError.self) { _ = try await ask(session, server) }
        #expect(error?.code == .certificateRefused)
        try await lookThatNothingCame(server, after: [false, true, false, true])
    }

    @Test("pins that the kept chain does not match refuse it: no byte goes out", arguments: cases)
    func pins(kind: ResumptionServer.Kind, way: ResumptionServer.Way) async throws {
        let server = try await ResumptionServer(kind, way, peer.identity)
        let pins = TrustPins(try pins(true))
        let session = try peer.session(server.port, nil) { $0.trust.policy = peer.bench.trusting(pins: pins) }
        for round in 0..<2 { #expect(try await ask(session, server).isResumed == (round == 1)) }
        pins.replace(with: try self.pins(false))
        let error = await #expect(throws: HTTPSError.self) { _ = try await ask(session, server) }
        #expect(error?.trustFailure?.cause.code == .pinMismatch)
        try await lookThatNothingCame(server, after: [false, true])
    }

    /// What had come by then stands in the log before the line of one who asks now.
    private func lookThatNothingCame(_ server: ResumptionServer, after lines: [Bool]) async throws {
        _ = try await ask(peer.session(server.port, nil), server)
        #expect(try await server.resumptions(lines.count + 1) == lines + [false])
        #expect(!server.log.contains("while waiting for request"), "nginx's word for a handshake without a request")
    }

    @Test(
        "a server that was started anew resumes by tickets whose key it has, and has a whole handshake otherwise",
        arguments: ResumptionServer.Kind.allCases.filter(\.takesTicketKey),
        [ResumptionServer.Way.ticket12, .ticket13])
    func ticketKey(kind: ResumptionServer.Kind, way: ResumptionServer.Way) async throws {
        let server = try await ResumptionServer(kind, way, peer.identity, ticketKey: 1)
        let session = try peer.session(server.port, nil)
        for round in 0..<2 { #expect(try await ask(session, server).isResumed == (round == 1)) }
        for (key, isSame) in [(UInt8(1), true), (100, false), (100, true)] {
            try await server.restart(peer.identity, ticketKey: key)
            let isKnown = isSame && kind.knowsTicketsAgain
            #expect(try await ask(session, server).isResumed == isKnown, "\(key)")
            #expect(try await server.resumptions(1) == [isKnown], "\(key)")
        }
    }

    @Test("a server that was started anew with another certificate is judged by that", arguments: cases)
    func certificate(kind: ResumptionServer.Kind, way: ResumptionServer.Way) async throws {
        let server = try await ResumptionServer(kind, way, peer.identity)
        let session = try peer.session(server.port, nil)
        for round in 0..<2 { #expect(try await ask(session, server).isResumed == (round == 1)) }
        let next = try peer.bench.identity()
        try await server.restart(next)
        let record = try await ask(session, server)
        #expect(!record.isResumed && record.presented?.presented.first.map { Array($0.bytes) } == next.certificate)
        #expect(try await ask(session, server).isResumed)
        try await server.restart(try Loopback().identity())
        let error = await #expect(throws: HTTPSError.self) { _ = try await ask(session, server) }
        #expect(error?.code == .certificateRefused)
        try await server.restart(next)
        #expect(try await !ask(session, server).isResumed)
        #expect(try await server.resumptions(1) == [false])
    }

    /// Some servers resume sessions of their former certificate. What is judged is what was presented then, and its key
    /// was proven.
    @Test(
        "a server that has its tickets' key, and another certificate, is judged by what it presented for the session",
        arguments: ResumptionServer.Kind.allCases.filter(\.takesTicketKey),
        [ResumptionServer.Way.ticket12, .ticket13])
    func formerCertificate(kind: ResumptionServer.Kind, way: ResumptionServer.Way) async throws {
        let server = try await ResumptionServer(kind, way, peer.identity, ticketKey: 1)
        let session = try peer.session(server.port, nil)
        _ = try await ask(session, server)
        let next = try peer.bench.identity()
        try await server.restart(next, ticketKey: 1)
        let record = try await ask(session, server)
        let shown = record.presented?.presented.first.map { Array($0.bytes) }
        #expect(shown == (record.isResumed ? peer.identity : next).certificate)
        #expect(try await server.resumptions(1) == [record.isResumed])
    }
}

/// Lets so many questions about a server's certificate come before any of them is answered.
private actor Meeting: ChallengeHandler {
    private var missing = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func gather(_ count: Int) { missing = count }

    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
        if missing > 0 {
            missing -= 1
            if missing > 0 {
                await withCheckedContinuation { waiting.append($0) }
            } else {
                for one in waiting { one.resume() }
                waiting = []
            }
        }
        return .performDefaultHandling
    }
}
