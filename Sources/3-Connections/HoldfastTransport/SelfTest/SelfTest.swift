import CHandshake
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Synchronization

/// Whether a refusal refuses, with the libraries at hand: a handshake with a server inside the process, whose
/// certificate nobody can trust.
///
/// Once a process, before the first request. Where it fails, nothing connects: a libcurl that called the verification
/// and ignored its answer, or did not call it, would look exactly like one that works. Only what the libraries did is
/// remembered. A test that came to no end, or could not be made, on a machine with much else to do, says nothing about
/// them: it is made again for the next request. The server's end is the one that the client's leads to, whoever else of
/// the machine comes.
enum SelfTest {
    private typealias Outcome = Task<TransportError?, Never>
    private static let outcome = Lock<Outcome?>(nil)
    private static let hasPassed = Atomic(false)

    /// Waits for a self-test that has passed.
    ///
    /// - Throws: ``TransportError`` with the code `selfTest` where it failed, and `selfTestUnfinished` where it came to
    ///   no end.
    static func passed() async throws(TransportError) {
        guard !hasPassed.load(ordering: .acquiring) else { return }
        let running = outcome.withLock { outcome in
            let running = outcome ?? Task { await run() }
            outcome = running
            return running
        }
        guard let problem = await running.value else { return hasPassed.store(true, ordering: .releasing) }
        if !isOfLibraries(problem) { outcome.withLock { if $0 == running { $0 = nil } } }
        throw problem
    }

    /// Whether a failure is one of the libraries, which will be the same next time.
    static func isOfLibraries(_ problem: TransportError) -> Bool { problem.code == .selfTest }

    private static let seconds: Int32 = 30

    private static func run() async -> TransportError? {
        do throws(TransportError) {
            let engine = try TransportEngine()
            // The client's end, then what the server counted.
            let (numbers, serving) = AsyncStream<Int32>.makeStream()
            var port: UInt16 = 0
            let listener = unsafe handshake_selftest_listen(&port)
            guard listener >= 0 else { return unfinished(.noListener) }
            try LoopThread.start { [port] in
                var server: Int32 = -1
                let client = unsafe handshake_selftest_join(listener, port, Self.seconds, &server)
                serving.yield(client)
                if client >= 0 { serving.yield(handshake_selftest_serve(server, Self.seconds)) }
                serving.finish()
            }
            var iterator = numbers.makeAsyncIterator()
            guard let client = await iterator.next(), client >= 0 else {
                return unfinished(.noMeeting)
            }
            var request = TransportRequest(
                kind: .request, host: "self-test.invalid", port: port, sharing: .never, policyDigest: [])
            let now = ContinuousClock.now
            request.connection.dialler = Joined(
                socket: DialledSocket(
                    client, to: Endpoint(.loopback, port: port), resolved: now, began: now, connected: now))
            request.limits.timeout = .seconds(Int64(seconds))
            let error = await refusal(of: request, by: engine)
            return verdict(error, serverSaw: await iterator.next() ?? -2)
        } catch {
            return error
        }
    }

    /// Hands over the client's end, in the place of anything that is dialled; once.
    private struct Joined: Dialler {
        let socket: DialledSocket
        private let isGiven = Lock(false)

        init(socket: DialledSocket) { self.socket = socket }

        func dial() async throws(TransportError) -> DialledSocket {
            let isSecond = isGiven.withLock { isGiven in
                defer { isGiven = true }
                return isGiven
            }
            guard !isSecond else { throw unfinished(.connectionLost) }
            return socket
        }

        func mayUse(_ endpoint: Endpoint) -> Bool { false }
        func opened(_ record: ConnectionRecord) {}
        var progress: DialProgress { .connecting }
    }

    private static func refusal(of request: TransportRequest, by engine: TransportEngine) async -> TransportError? {
        do throws(TransportError) {
            _ = try await engine.exchange(request, judge: Refusing())
            return nil
        } catch {
            return error
        }
    }

    /// Judges how the connection of the test ended.
    ///
    /// - Parameter bytes: what the server counted: -1 where its handshake was refused, and -2 where there was none.
    static func verdict(_ error: TransportError?, serverSaw bytes: Int32) -> TransportError? {
        guard let error else { return failed(.wentThrough) }
        if error.code == .opensslConfiguration { return error }
        guard bytes != -2 else { return unfinished(.noServer) }
        // What ended before TLS began was no test of it.
        guard !error.isTimeout, ![.name, .connect, .internal].contains(error.phase) else {
            return unfinished(.failed(error.statement))
        }
        // A server that gave up before it was refused: its time was over.
        guard error.code != .connectionClosed || bytes != -1 else { return unfinished(.failed(error.statement)) }
        guard error.code == .certificateRefused, error.trustFailure != nil else {
            return failed(.cameOut(as: "\(error.code)"), error.librarySays)
        }
        guard bytes == -1 else { return failed(.unseen(count: bytes)) }
        return nil
    }

    private static func unfinished(_ obstacle: MachineSentence.Obstacle) -> TransportError {
        TransportError(
            .internal, .selfTestUnfinished,
            MachineSentence.selfTestUnfinished(libraries: Library.versions, obstacle), advice: MachineAdvice.sendAgain)
    }

    private static func failed(
        _ failure: MachineSentence.SelfTestFailure, _ librarySays: [String] = []
    ) -> TransportError {
        TransportError(
            .internal, .selfTest, MachineSentence.selfTestFailed(libraries: Library.versions, failure),
            advice: MachineAdvice.useDistributions, librarySays: librarySays)
    }

    /// Judges by no anchors, so that the refusal is a real one.
    private struct Refusing: HandshakeJudge {
        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict { decide(handshake) }

        /// On the spot: the threads that judges run on may all be taken, and that says nothing about the libraries.
        func immediateVerdict(_ handshake: PresentedHandshake) -> HandshakeVerdict? { decide(handshake) }

        private func decide(_ handshake: PresentedHandshake) -> HandshakeVerdict {
            var policy = TrustPolicy.basicX509
            policy.anchors = .only([])
            do throws(TrustFailure) {
                return .accept(
                    try TrustEngine().evaluate(handshake.trust, with: policy, at: SystemClock.now()))
            } catch {
                return .refuse(error)
            }
        }
    }
}
