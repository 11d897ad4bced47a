import HoldfastCrypto
import HoldfastStatements
import HoldfastTLS
import HoldfastTrust
import HoldfastX509

/// Asks one server as several clients, one after the other, and judges all that it shows.
final class ClientProbe {
    private let target: TraceTarget
    private let configuration: TraceConfiguration
    private let addresses: [IPAddress]
    private let engine: TrustEngine
    private let limits: WaitLimits
    private var result = ClientAnswers()
    /// The place of each verdict by what it rests on: certificates, staples, timestamps and the use of the key.
    private var places: [ServerTrust: Int] = [:]

    init(
        _ target: TraceTarget, _ configuration: TraceConfiguration, to addresses: [IPAddress], engine: TrustEngine,
        limits: WaitLimits
    ) {
        (self.target, self.configuration, self.addresses) = (target, configuration, addresses)
        (self.engine, self.limits) = (engine, limits)
    }

    /// Asks as each client once; a second time, without them, where the server chooses a group that this machine's
    /// libcrypto has not: a certificate does not go by the group.
    func run(as clients: [RecordedClient]) -> ClientAnswers {
        for client in clients {
            guard client.isRecorded else {
                result.answers.append(ClientAnswer(client: client, answer: nil, shown: nil))
                continue
            }
            var (answer, run) = ask(as: client)
            if case .unfollowableGroup(let group) = answer.end {
                let lacking = Set(client.groups.filter { !$0.isGREASE && !HelloKeys.has($0) }).union([group])
                let (second, again) = ask(as: client, leavingOut: lacking)
                if second.presented != nil {
                    (answer, run) = (second, again)
                    (answer.group, answer.lackedGroup) = (group, group)
                }
            }
            let place = run.flatMap { judge(answer, in: $0) }
            result.answers.append(ClientAnswer(client: client, answer: answer, shown: place))
        }
        return result
    }

    private func ask(
        as client: RecordedClient, leavingOut: Set<NamedGroup> = []
    ) -> (answer: HelloAnswer, run: TraceRun?) {
        let trace = HandshakeTrace(
            target: target, startedAt: SystemClock.now(),
            outcome: .failed(TraceError(.internal, .notRun, TraceSetupSentence.notRun)))
        let run = TraceRun(trace, configuration, to: addresses, lookup: nil, engine: engine, limits: limits)
        var failed = HelloAnswer()
        do throws(TraceError) {
            let socket = try run.open()
            var conversation: HelloConversation
            do throws(CryptoError) {
                conversation = try HelloConversation(
                    client.offer, leavingOut: leavingOut, configuration, over: socket, limits)
            } catch {
                throw TraceError(.internal, .noRandomness, error.statement, advice: nil)
            }
            conversation.run()
            return (conversation.answer, run)
        } catch {
            failed.end = .failed(error)
            return (failed, nil)
        }
    }

    /// The place of the verdict about what a client was shown: what another was shown in the same way is not judged
    /// again, and the staple or the timestamps of one handshake are no evidence in another.
    private func judge(_ answer: HelloAnswer, in run: TraceRun) -> Int? {
        guard var trust = answer.presented else { return nil }
        trust.keyUse = answer.suite?.registeredName.flatMap { ServerKeyUse(cipherSuite: $0) }
        let shown = trust
        if let place = places[shown] { return place }
        trust.connectedHost = target.host
        trust.connectedAddress = run.peerAddress
        let verdict: Result<TrustEvaluation, TrustFailure>
        do throws(TrustFailure) { verdict = .success(try run.verdict(on: trust)) } catch { verdict = .failure(error) }
        result.chains.append(ClientAnswers.Chain(presented: trust, verdict: verdict))
        places[shown] = result.chains.count - 1
        return result.chains.count - 1
    }
}

extension TraceClient {
    /// Asks a server as each of these clients, in this order, with as many connections as there are clients, or twice
    /// as many.
    ///
    /// Nothing is sent after the hellos: no Finished, no application data.
    ///
    /// - Parameter configuration: the policy, the server name, limits and evidence; what it offers otherwise is not
    ///   looked at, but that without application protocols the hellos have none.
    package func ask(
        _ target: TraceTarget, as clients: [RecordedClient], _ configuration: TraceConfiguration
    ) async -> ClientAnswers {
        await onThread(
            target, configuration,
            or: { failure in
                let unstarted = TraceError(.internal, .noThread, TraceSetupSentence.noThread)
                var answer = HelloAnswer()
                answer.end = .failed(failure?.0 ?? unstarted)
                return ClientAnswers(
                    answers: clients.map { ClientAnswer(client: $0, answer: $0.isRecorded ? answer : nil, shown: nil) })
            },
            run: { addresses, _, engine, limits in
                ClientProbe(target, configuration, to: addresses, engine: engine, limits: limits).run(as: clients)
            })
    }
}
