import HoldfastTrust
import HoldfastX509

extension TraceClient {
    /// Finds out by hellos which versions of TLS a server speaks and what it takes in each.
    ///
    /// Nothing but hellos is sent, each on a connection of its own: no key exchange, no Finished, no application data.
    /// What the server presents is not judged.
    ///
    /// - Parameter configuration: the server name, and how long all of it may take; without application protocols the
    ///   server is not asked for any.
    package func survey(
        _ target: TraceTarget, _ configuration: TraceConfiguration, within bounds: SurveyLimits = SurveyLimits()
    ) async -> ProtocolSurvey {
        var configuration = configuration
        configuration.timeout = .seconds(bounds.seconds)
        configuration.idleTimeout = min(configuration.idleTimeout, bounds.silence)
        configuration.maximumBytes = min(configuration.maximumBytes, bounds.octetsOfConnection)
        let settled = configuration
        return await onThread(
            target, settled,
            or: { failure in
                var survey = ProtocolSurvey()
                survey.stop = .failed(
                    failure?.0 ?? TraceError(.internal, .noThread, TraceSetupSentence.noThread))
                return survey
            },
            run: { addresses, _, engine, limits in
                SurveyProbe(target, settled, to: addresses, engine: engine, limits: limits, within: bounds).run()
            })
    }
}
