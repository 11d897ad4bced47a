import HoldfastCrypto
public import HoldfastHTTPS
import HoldfastX509

extension PinReporter {
    /// Settings of a reporter: what it reports, how often, and by which way.
    public struct Configuration: Sendable {
        /// Settings of the sessions that deliver: their policy, their proxy, their clock. Cookies, credentials,
        /// identities, handlers and observers are not used: a report says nothing about who sends it, and a failure of
        /// the report's own server is not reported.
        public var session = HTTPSSession.Configuration()
        public var form = PinFailureReport.Form.httpPublicKeyPinning
        /// Identification of the program that reports; empty.
        public var program = PinFailureReport.Program()
        /// Changes each report before it is kept; nil drops it. Nothing is changed unless this says so.
        public var redaction: @Sendable (PinFailureReport) -> PinFailureReport? = { $0 }
        /// For how long the same failure (server, certificates and pins) is not reported again; 24 hours, as TrustKit.
        public var period = Duration.seconds(86_400)
        /// Failures that are reported in an hour; 30. Somebody in between who shows ever new certificates makes no
        /// more.
        public var maximumPerHour = 30
        /// For one delivery; 30 seconds.
        public var timeout = Duration.seconds(30)
        /// After the first failure to deliver, doubled with each further one up to six hours; one minute.
        public var firstRetry = Duration.seconds(60)
        /// Waits; until the time has passed, or the task is cancelled.
        public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        public init() {}

        var forDelivery: HTTPSSession.Configuration {
            var configuration = session.withoutAnybody
            configuration.timeouts.request = timeout
            configuration.timeouts.transfer = timeout
            // Whoever is named gets the report, and nobody else.
            configuration.limits.redirects = 0
            configuration.limits.responseBytes = 64 << 10
            return configuration
        }

        /// Seconds until the next attempt.
        func retrySeconds(after attempts: Int) -> Int64 {
            let wait = firstRetry * (1 << min(max(attempts - 1, 0), 16))
            return min(max(wait.components.seconds, 1), 6 * 3600)
        }
    }

    /// Numbers of failures and of their reports since the reporter was made, by what became of them.
    public struct Counts: Hashable, Sendable {
        /// Pin failures that were seen.
        public var failures = 0
        /// Failures of servers for which no URI is named.
        public var unnamed = 0
        /// Failures that were reported lately.
        public var duplicates = 0
        /// Failures beyond ``Configuration/maximumPerHour``, or more at a time than are looked at.
        public var limited = 0
        /// Failures for which there was no room.
        public var full = 0
        /// Failures that ``Configuration/redaction`` dropped.
        public var redacted = 0
        /// Reports that were taken up: one for each failure and URI.
        public var spooled = 0
        /// Reports that a server has taken.
        public var delivered = 0
        /// Attempts that failed and are made again.
        public var putOff = 0
        /// Reports that a server does not want, or that were tried often enough.
        public var rejected = 0
        /// Reports that waited too long.
        public var expired = 0
        /// Files of the spool that could not be read, and were put aside.
        public var damaged = 0
        /// Failures to use the spool; the last of them is ``PinReporter/problem``.
        public var problems = 0

        public init() {}

        /// Counts what the spool cleared out.
        mutating func add(_ cleared: PinReportSpool.Cleared) {
            expired += cleared.expired
            damaged += cleared.damaged
        }
    }
}
