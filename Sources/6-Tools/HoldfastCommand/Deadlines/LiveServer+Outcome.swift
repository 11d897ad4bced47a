import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastStatements
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust

extension LiveServer {
    /// The end of a handshake for who asks about a chain: its judgement either way, or the failure that kept it from
    /// one.
    enum Outcome: Sendable {
        case judged(any TrustOutcome)
        case failed(FailureReport)
    }

    /// Connects to a server and judges its chain.
    func outcome(of target: Target) async -> Outcome {
        if target.startTLS != nil {
            let trace = await handshake(withStartTLSOf: target)
            if let refusal = trace.verdict?.failure { return .judged(refusal) }
            if let failure = FailureReport(trace) { return .failed(failure) }
            if let evaluation = trace.verdict?.evaluation { return .judged(evaluation) }
        } else {
            do throws(HTTPSError) {
                if let evaluation = try await session.verify(target.url).evaluation { return .judged(evaluation) }
            } catch {
                if let refusal = error.trustFailure { return .judged(refusal) }
                return .failed(FailureReport(error))
            }
        }
        return .failed(
            FailureReport(
                phase: .internal, FailureReport.Code(rawValue: CommandCode.internal.rawValue),
                CheckSentence.nothingShown.statement, advice: nil,
                exitCode: ExitCode.internalError.rawValue))
    }
}
