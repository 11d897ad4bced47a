public import HoldfastHTTPS
import HoldfastStatements
public import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509

extension VerdictReport {
    /// The report about a live server: the verdict of its handshake, or what kept it from one.
    ///
    /// - Parameters:
    ///   - result: what `HTTPSSession.verify` returned or threw.
    ///   - target: the server as the user named it.
    ///   - policy: what the server was judged by.
    ///   - at: the time it was judged for, for a target that was not judged.
    ///   - engine: judges what was presented anew where `policy` is for another purpose than the session's, which
    ///     proves names only.
    public init(
        _ result: Result<ConnectionRecord, HTTPSError>, target: String, policy: TrustPolicy, at: Instant,
        engine: TrustEngine = TrustEngine()
    ) {
        self.init(judged: result, target: target, policy: policy, at: at, engine: engine)
        add(fileOf: policy)
        switch result {
        case .success(let record):
            add(record.dial.map(DialReport.init), tried: record.dial?.attempts ?? [])
            add(ClientCertificateReport(record))
            postQuantum = PostQuantumReport(PostQuantumReadiness(record))
        case .failure(let error):
            add(DialReport(error.attempts), tried: error.attempts)
            postQuantum = error.connection.flatMap { PostQuantumReport(PostQuantumReadiness($0)) }
            add(
                error.connection.flatMap {
                    ClientCertificateReport($0, isEnded: error.code == .clientCertificateRequired)
                })
        }
    }

    private init(
        judged result: Result<ConnectionRecord, HTTPSError>, target: String, policy: TrustPolicy, at: Instant,
        engine: TrustEngine
    ) {
        let record: ConnectionRecord?
        var error: HTTPSError?
        switch result {
        case .success(let connection): record = connection
        case .failure(let failure): (record, error) = (failure.connection, failure)
        }
        let connection = record.map(ConnectionReport.init)
        // A refusal is a verdict; so is what was found about certificates that TLS itself broke off at.
        let refusal = error?.trustFailure
        if case .ssl = policy.purpose {
            if let refusal {
                self.init(refusal, target: target, connection: connection)
            } else if let error {
                self.init(
                    FailureReport(error), target: target, policy: policy, at: at, accepted: record?.evaluation,
                    connection: connection)
            } else if let evaluation = record?.evaluation {
                self.init(evaluation, target: target, connection: connection)
            } else {
                self.init(.unjudged, target: target, policy: policy, at: at, connection: connection)
            }
            return
        }
        guard error == nil || refusal != nil, let presented = record?.presented ?? refusal?.presented else {
            let failure = error.map { FailureReport($0) } ?? .unjudged
            self.init(failure, target: target, policy: policy, at: at, connection: connection)
            return
        }
        self.init(
            judgingAnew: presented, target: target, policy: policy, at: at, engine: engine, connection: connection)
    }

    /// The report by another policy than the one that decided about the connection.
    init(
        judgingAnew presented: ServerTrust, target: String, policy: TrustPolicy, at: Instant, engine: TrustEngine,
        connection: ConnectionReport?
    ) {
        do throws(TrustFailure) {
            let evaluation = try engine.evaluate(presented, with: policy, at: at)
            self.init(evaluation, target: target, connection: connection)
        } catch {
            self.init(error, target: target, connection: connection)
        }
    }
}

extension FailureReport {
    /// A connection without a verdict, which sessions do not return.
    static let unjudged = FailureReport(
        phase: .internal, .unjudged, HandshakeEndSentence.unjudged.statement, advice: nil, exitCode: 1)
}
