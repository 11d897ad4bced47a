import HoldfastCrypto
import HoldfastHTTP
package import HoldfastX509

/// Age and freshness of a kept response (RFC 9111 §4.2).
extension CachedHead {
    /// The longest time, in seconds, that a response counts as fresh whose server did not say how long (§4.2.2): a day.
    package static let longestGuess = 86_400.0
    /// Statuses whose responses may be kept without a word of the server's (RFC 9110 §15.1); 206 is among them, of
    /// which parts are kept by rules of their own.
    package static let guessable: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// The age of the response by §4.2.3, in seconds; infinite where the clock was set back.
    package func age(at now: Instant) -> Double {
        let resident = now.interval(since: responseTime)
        guard resident >= 0 else { return .infinity }
        let apparent = date.map { max(0, responseTime.interval(since: $0)) } ?? 0
        // Of a list of ages the first counts; one that is no number says nothing (§5.1).
        let said = fields.list("Age").first.flatMap(CacheControl.seconds) ?? 0
        let delay = max(0, responseTime.interval(since: requestTime))
        return max(apparent, said + delay) + resident
    }

    /// The time at which its server says that it was made; the time when it came, where it does not say.
    var origination: Instant { date ?? responseTime }

    /// For how many seconds of its age it is fresh (§4.2.1).
    package var lifetime: Double {
        if let seconds = control.seconds("max-age") { return seconds }
        let date = origination
        // The first, where there are several (§4.2.1).
        if let expires = fields.first(named: "Expires") {
            // What is no date, as `0`, is over (§5.3).
            return moment(expires).map { max(0, $0.interval(since: date)) } ?? 0
        }
        guard Self.guessable.contains(status) || control.has("public"),
            let modified = fields.first(named: "Last-Modified").flatMap(moment)
        else { return 0 }
        return min(max(0, date.interval(since: modified) / 10), Self.longestGuess)
    }

    /// Seconds that it has been stale for; negative while it is fresh.
    func staleness(at now: Instant) -> Double { age(at: now) - lifetime }

    private var date: Instant? { fields.first(named: "Date").flatMap(moment) }

    /// A date as it was meant when the response came.
    private func moment(_ text: String) -> Instant? { HTTPDate.instant(text, near: responseTime) }
}

extension Instant {
    /// Seconds from an earlier moment to this one, with their fraction.
    func interval(since earlier: Instant) -> Double {
        Double(seconds(since: earlier)) + (Double(nanoseconds) - Double(earlier.nanoseconds)) / 1_000_000_000
    }
}

extension HTTPDate {
    /// The moment that a text means now; nil for none.
    package static func instant(_ text: String) -> Instant? { instant(text, near: SystemClock.now()) }
}
