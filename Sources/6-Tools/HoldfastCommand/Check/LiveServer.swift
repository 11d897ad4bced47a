import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastWeb
import HoldfastX509

/// The way to live servers by a command's options: one session, and beside it the diagnostic client for servers that
/// change to TLS when they are asked to.
struct LiveServer: Sendable {
    let session: HTTPSSession
    let client: TraceClient
    let trust: TrustOptions?
    let dial: DialOptions
    let identity: IdentityOptions?
    /// The language of errors.
    let language: PageLanguage

    /// Makes the view of servers that the options describe.
    ///
    /// - Parameters:
    ///   - trust: whom to trust; nil where nobody asks for a verdict.
    ///   - pins: counts in the place of the policies' own.
    ///   - asksResolvers: whether names are looked up as the options say; false where every address is known.
    ///   - language: that of the errors which are thrown.
    init(
        trust: TrustOptions?, dial: DialOptions, identity: IdentityOptions? = nil, pins: TrustPins? = nil,
        asksResolvers: Bool = true, language: PageLanguage = .english
    ) {
        self.trust = trust
        self.dial = dial
        self.identity = identity
        self.language = language
        var configuration = Self.configuration(trust: trust, dial: dial, identity: identity)
        if let pins { configuration.trust.adjustPolicy { $0.pins = pins } }
        if !asksResolvers { configuration.addresses.resolution = nil }
        // What is reported is what a server presents now.
        configuration.trust.resumesSessions = false
        session = HTTPSSession(configuration: configuration)
        client = TraceClient(engine: session.configuration.trust.engine)
    }

    /// A session's settings by a command's options.
    static func configuration(
        trust: TrustOptions?, dial: DialOptions, identity: IdentityOptions?
    ) -> HTTPSSession.Configuration {
        var configuration = dial.configuration(at: trust?.at)
        trust?.apply(to: &configuration)
        dial.offerGroups(in: &configuration)
        configuration.credentials.identity = identity?.identity
        return configuration
    }

    /// Refuses targets that the options leave no way to, and says which options lead to none of them.
    static func check(_ targets: [Target], by dial: DialOptions) throws(CommandError) {
        for target in targets {
            try dial.allow(target)
            if target.startTLS != nil { try dial.allowDiagnosticClient(of: CommandOption.startTLS.name) }
        }
        dial.complainOfUnused(for: targets.map(\.url))
    }

    // MARK: Verdicts

    /// The verdict about a server, and whether it is a matter of SNI where its certificate is for another name.
    ///
    /// - Parameter address: where to connect; nil for wherever the options lead.
    func report(on target: Target, at address: IPAddress? = nil) async -> VerdictReport {
        if let kind = target.startTLS {
            return advisingPort(of: target, await report(on: target, speaking: kind, at: address))
        }
        return advisingPort(of: target, await reportOfHTTPS(on: target, at: address))
    }

    /// The report, which says of a server that was not reached that the policy file's `connectTo` is for another port.
    func advisingPort(of target: Target, _ report: VerdictReport) -> VerdictReport {
        guard let failure = report.failure, [.name, .connect].contains(failure.phase), !dial.leads(target.url),
            let (file, port) = trust?.otherPort(of: target.url)
        else { return report }
        var report = report
        report.failure = failure.with(
            advice: PolicyAdvice.askForPort(file: file, server: target.atPort(port), port: Int(port)).statement)
        return report
    }

    private func reportOfHTTPS(on target: Target, at address: IPAddress?) async -> VerdictReport {
        let deadline = ContinuousClock.now.advanced(by: session.configuration.timeouts.request)
        let result = await handshake(with: target.url, at: address)
        var report = verdict(result, on: target.url, named: target.text)
        if let failure = report.failure {
            report.failure = await advised(
                failure, on: target, at: address, within: ContinuousClock.now.duration(to: deadline))
        }
        guard report.hasOtherName, let connection = result.connection, deadline > .now else {
            return report.inCommandWords()
        }
        let diagnosis = await session.serverNameDiagnosis(
            of: target.url, after: connection, timeout: ContinuousClock.now.duration(to: deadline))
        report.sni = diagnosis.map { SNIReport($0, presented: report.presented.first) }
        return report.inCommandWords()
    }

    /// The verdict about the server at an address of a name.
    func verdict(on url: HTTPSURL, at address: IPAddress) async -> VerdictReport {
        verdict(await handshake(with: url, at: address), on: url, named: url.host)
    }

    /// The policy by which a server is judged.
    func policy(for target: Target) -> TrustPolicy {
        policy(for: target.url)
    }

    private func policy(for url: HTTPSURL) -> TrustPolicy {
        var policy = trust?.policy(for: url) ?? session.configuration.trust.policy(url.serverName)
        // Rules of options come first.
        if dial.leads(url) { policy.policyFile?.drop("connectTo") }
        return policy
    }

    /// The time to judge for.
    var now: Instant { trust?.at ?? SystemClock.now() }

    /// All addresses of a server by the options.
    func addresses(of target: Target) async throws(HTTPSError) -> [IPAddress] {
        try await session.addresses(of: target.url)
    }

    /// The policy file's settings for connections to the server.
    func settings(for target: Target) -> HTTPSSession.ServerSettings {
        trust?.settings(for: target.url.serverName) ?? HTTPSSession.ServerSettings()
    }

    private func handshake(
        with url: HTTPSURL, at address: IPAddress? = nil
    ) async -> Result<ConnectionRecord, HTTPSError> {
        do throws(HTTPSError) {
            if let address { return .success(try await session.verify(url, at: address)) }
            return .success(try await session.verify(url))
        } catch {
            return .failure(error)
        }
    }

    private func verdict(
        _ result: Result<ConnectionRecord, HTTPSError>, on url: HTTPSURL, named text: String
    ) -> VerdictReport {
        VerdictReport(
            result, target: text,
            policy: policy(for: url), at: now, engine: session.configuration.trust.engine)
    }

    // MARK: Certificates

    /// The outcome of a handshake with a target, by whichever protocol.
    struct Meeting: Sendable {
        var refusal: TrustFailure?
        var evaluation: TrustEvaluation?
        var presented: ServerTrust?
        /// The end of a handshake that failed, by a refusal too.
        var failure: FailureReport?
    }

    /// Makes a handshake, after STARTTLS where the target has that.
    func meeting(with target: Target) async -> Meeting {
        if target.startTLS != nil {
            let trace = await handshake(withStartTLSOf: target)
            let (refusal, evaluation) = (trace.verdict?.failure, trace.verdict?.evaluation)
            return Meeting(
                refusal: refusal, evaluation: evaluation, presented: refusal?.presented ?? evaluation?.presented,
                failure: FailureReport(trace))
        }
        switch await handshake(with: target.url) {
        case .success(let record): return Meeting(evaluation: record.evaluation, presented: record.presented)
        case .failure(let error):
            return Meeting(
                refusal: error.trustFailure, presented: error.connection?.presented ?? error.trustFailure?.presented,
                failure: FailureReport(error))
        }
    }

    /// The proof that a server is trusted, or the refusal.
    ///
    /// - Throws: where it came to neither.
    func judgement(of target: Target) async throws(CommandError) -> Result<TrustEvaluation, TrustFailure> {
        let meeting = await meeting(with: target)
        if let refusal = meeting.refusal { return .failure(refusal) }
        if let failure = meeting.failure { throw target.failure(failure) }
        if let evaluation = meeting.evaluation { return .success(evaluation) }
        throw CommandError(.internalError, CheckSentence.showsNoCertificate(target: target.text))
    }

    /// Fetches the chain that a server presents, whether it is trusted or not.
    func presented(by target: Target) async throws(CommandError) -> ServerTrust {
        let meeting = await meeting(with: target)
        if let presented = meeting.presented { return presented }
        if let failure = meeting.failure { throw target.failure(failure) }
        throw CommandError(.internalError, CheckSentence.notAtHand(target: target.text))
    }
}

extension Target {
    /// The failure that kept a server from its result, in commands that take files too: a name that nobody knows may be
    /// a file's.
    fileprivate func failure(_ failure: FailureReport) -> CommandError {
        var error = CommandError(failure, target: text)
        if startTLS == nil, failure.phase == .name, !text.contains("://") {
            error.adviceStatement = TargetSentence.noFileEither.statement
        }
        return error
    }
}

extension Result<ConnectionRecord, HTTPSError> {
    /// The connection, as far as it came.
    fileprivate var connection: ConnectionRecord? {
        switch self {
        case .success(let record): record
        case .failure(let error): error.connection
        }
    }
}

extension VerdictReport {
    /// Whether the certificate is for another name than the one asked for, or for none.
    fileprivate var hasOtherName: Bool {
        let codes = [FindingCode.hostMismatch, .missingSubjectAltName].map(\.rawValue)
        return findings.contains { $0.isError && codes.contains($0.code) }
    }
}
