import HoldfastTrust
import HoldfastX509
import Synchronization

/// The question about the peers of one end: who they have to be, and who judges.
///
/// Shared by all connections of the same question.
struct PeerQuestion: Sendable {
    let role: PeerReport.Role
    /// The server that is to be proven; nil for clients.
    let serverName: ServerName?
    /// The policy in force; asked for at each handshake.
    let policy: @Sendable () -> TrustPolicy
    /// The clients that are admitted; everybody of servers.
    let admission: @Sendable () -> ClientAdmission
    let settings: JudgeSettings
    let count: JudgeCount

    private var purpose: TrustPurpose { serverName.map { .ssl($0) } ?? .sslClient }

    typealias Verdict = Result<JudgedPeer, PeerRefusedError>

    /// A list of certificates, and the connection that it came by.
    struct Presented: Sendable {
        let chain: [[UInt8]]
        /// The address that the socket is connected to; nil where it is not known.
        var address: IPAddress?
        var isResumed = false
    }

    /// Judges what a peer presented: at once where the acceptance is remembered or nothing has to be judged, else on
    /// another thread.
    ///
    /// - Parameter done: given the verdict, exactly once, on this thread or another one.
    func judge(_ presented: Presented, done: @escaping @Sendable (Verdict) -> Void) {
        let began = ContinuousClock.now
        let policy = policy()
        let instant = settings.clock()
        @Sendable func finish(_ verdict: Verdict) {
            count.note(verdict, isResumed: presented.isResumed)
            settings.report?(
                PeerReport(role: role, serverName: serverName, verdict: verdict, duration: .now - began))
            done(verdict)
        }
        let trust: ServerTrust
        do throws(PeerRefusedError) {
            trust = try readTrust(presented, under: policy)
        } catch {
            return finish(.failure(error))
        }
        policy.pins.observe(instant)
        if settings.supplied.isEmpty, let known = settings.engine.remembered(trust, with: policy, at: instant) {
            return finish(verdict(on: known, presented))
        }
        Task {
            do throws(TrustFailure) {
                let evaluation = try await evaluate(trust, policy, at: instant)
                finish(verdict(on: evaluation, presented))
            } catch {
                finish(.failure(refusal(.untrusted(error))))
            }
        }
    }

    /// The refusal of this question for a reason.
    func refusal(_ reason: PeerRefusedError.Reason) -> PeerRefusedError {
        PeerRefusedError(reason, serverName: serverName)
    }

    private func readTrust(
        _ presented: Presented, under policy: TrustPolicy
    ) throws(PeerRefusedError) -> ServerTrust {
        guard policy.purpose == purpose else { throw refusal(.policyForAnotherPurpose(policy.purpose)) }
        guard !policy.mayFetch || settings.evidence != nil else { throw refusal(.noEvidenceSource) }
        do throws(ServerTrustError) {
            var trust = try ServerTrust(derChain: presented.chain, limits: policy.limits)
            (trust.connectedHost, trust.connectedAddress) = (serverName?.description, presented.address)
            return trust
        } catch .empty {
            throw refusal(.noCertificate)
        } catch {
            throw refusal(.overLimits(error))
        }
    }

    private func evaluate(
        _ trust: ServerTrust, _ policy: TrustPolicy, at instant: Instant
    ) async throws(TrustFailure) -> TrustEvaluation {
        if policy.mayFetch, let source = settings.evidence {
            return try await settings.engine.evaluate(
                trust, with: policy, at: instant, using: source, supplying: settings.supplied)
        }
        guard settings.supplied.isEmpty else {
            return try settings.engine.evaluate(trust, with: policy, at: instant, supplying: settings.supplied)
        }
        return try settings.engine.evaluate(trust, with: policy, at: instant)
    }

    private func verdict(on evaluation: TrustEvaluation, _ presented: Presented) -> Verdict {
        do throws(NotAdmittedError) {
            let identity = try admission().identity(of: evaluation.chain.first)
            return .success(JudgedPeer(evaluation: evaluation, admitted: identity, isResumed: presented.isResumed))
        } catch {
            return .failure(refusal(.notAdmitted(error)))
        }
    }
}

/// The verdicts of a judge, counted from any thread.
final class JudgeCount: Sendable {
    private let counters = Mutex(JudgeCounters())

    var current: JudgeCounters { counters.withLock { $0 } }

    func note(_ verdict: PeerQuestion.Verdict, isResumed: Bool) {
        counters.withLock { counters in
            switch verdict {
            case .success(let peer):
                counters.accepted += 1
                if peer.evaluation.work.isRemembered { counters.remembered += 1 }
            case .failure: counters.refused += 1
            }
            if isResumed { counters.resumed += 1 }
        }
    }
}
