import CHandshake
import HoldfastCrypto
import HoldfastTrust

/// Whether a refusal refuses, with the libraries at hand: a handshake with a server inside the process, whose
/// certificate nobody can trust.
///
/// Once a process, before the first request. Where it fails, nothing connects: a libcurl that called the verification
/// and ignored its answer, or did not call it, would look exactly like one that works. One that did not come to its end in
/// time, on a machine with much else to do, says nothing about the libraries: it is made again for the next request.
enum SelfTest {
    private typealias Outcome = Task<TransportError?, Never>
    private static let outcome = Lock<Outcome?>(nil)

    /// - Throws: ``TransportError`` with the code `selfTest` where it failed, and `selfTestUnfinished` where it came to no
    ///   end.
    static func passed() async throws(TransportError) {
        let running = outcome.withLock { outcome in
            let running = outcome ?? Task { await run() }
            outcome = running
            return running
        }
        guard let problem = await running.value else { return }
        if problem.code == unfinished { outcome.withLock { if $0 == running { $0 = nil } } }
        throw problem
    }

    private static let seconds: Int32 = 30
    private static let unfinished = "selfTestUnfinished"

    private static func run() async -> TransportError? {
        var port: UInt16 = 0
        let listener = unsafe handshake_selftest_listen(&port)
        guard listener >= 0 else { return failed("there is no listening on loopback") }
        do throws(TransportError) {
            let engine = try TransportEngine()
            let served = AsyncStream<Int32>.makeStream()
            try LoopThread.start {
                served.continuation.yield(handshake_selftest_serve(listener, Self.seconds))
                served.continuation.finish()
            }
            var request = TransportRequest(
                kind: .request, host: "self-test.invalid", port: 443, sharing: .never, policyDigest: [])
            request.dial.connectTo = ["self-test.invalid:443:127.0.0.1:\(port)"]
            request.timeout = .seconds(Int64(seconds))
            let error = await refusal(of: request, by: engine)
            var bytes: Int32 = -2
            for await count in served.stream { bytes = count }
            return verdict(error, serverSaw: bytes)
        } catch {
            return error
        }
    }

    private static func refusal(of request: TransportRequest, by engine: TransportEngine) async -> TransportError? {
        do throws(TransportError) {
            _ = try await engine.exchange(request, judge: Refusing())
            return nil
        } catch {
            return error
        }
    }

    /// - Parameter bytes: what the server counted: -1 where its handshake was refused.
    static func verdict(_ error: TransportError?, serverSaw bytes: Int32) -> TransportError? {
        guard let error else { return failed("a request went through that was refused") }
        guard !error.isTimeout else {
            return TransportError(
                .internal, unfinished,
                "whether a refused certificate is refused with \(Library.versions) was not known in time",
                hint: "send the request again when the machine has less to do; it is tried anew then")
        }
        guard error.code == "certificateRefused", error.trustFailure != nil else {
            return failed("the refusal came out as '\(error.code)'", error.librarySays)
        }
        guard bytes == -1 else { return failed("the server saw no refusal (\(bytes))") }
        return nil
    }

    private static func failed(_ what: String, _ librarySays: [String] = []) -> TransportError {
        TransportError(
            .internal, "selfTest", "a refused certificate would not be refused with \(Library.versions): \(what)",
            hint: "use the distribution's libcurl 7.88 or later with OpenSSL 3; until then nothing connects",
            librarySays: librarySays)
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
