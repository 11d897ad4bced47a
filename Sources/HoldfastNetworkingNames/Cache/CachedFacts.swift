import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastX509

/// The facts about a cached response that decide whether it may be used: age, freshness, `Vary` (RFC 9111 §4).
struct CachedFacts {
    /// Keys of `CachedURLResponse.userInfo`, with dates and a text.
    enum Key {
        static let requestTime = "HoldfastRequestTime"
        static let responseTime = "HoldfastResponseTime"
        /// ``OutgoingRequest/digest(varyingBy:)`` in hexadecimal digits: a program sees what is kept, and no secret of
        /// it.
        static let sent = "HoldfastSentDigest"
        static let all = [requestTime, responseTime, sent]
    }

    /// The longest time, in seconds, that a response counts as fresh whose server did not say how long (§4.2.2): a day.
    static let longestGuess = 86_400.0
    /// Statuses whose responses may be kept without a word of the server's (RFC 9110 §15.1).
    static let guessable: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    let response: HTTPURLResponse
    let control: CacheControl
    private let requestTime: Date
    private let responseTime: Date
    private let sent: String?

    /// Nil for what is no response of HTTP.
    init?(_ cached: CachedURLResponse) {
        guard let response = cached.response as? HTTPURLResponse else { return nil }
        self.response = response
        control = CacheControl(response.value(forHTTPHeaderField: "Cache-Control"))
        // A program may have stored it itself; it is then as old as its server says.
        let date = response.value(forHTTPHeaderField: "Date").flatMap(HTTPDate.instant)?.date
        responseTime = cached.userInfo?[Key.responseTime] as? Date ?? date ?? .distantPast
        requestTime = cached.userInfo?[Key.requestTime] as? Date ?? responseTime
        sent = Self.sent(cached)
    }

    /// The age of the response by §4.2.3, in seconds; infinite where the clock was set back.
    func age(at now: Date) -> Double {
        let resident = now.timeIntervalSince(responseTime)
        guard resident >= 0 else { return .infinity }
        let date = response.value(forHTTPHeaderField: "Date").flatMap(HTTPDate.instant)?.date
        let apparent = date.map { max(0, responseTime.timeIntervalSince($0)) } ?? 0
        // Of a list of ages the first counts; one that is no number says nothing.
        let said =
            response.value(forHTTPHeaderField: "Age")?.split(separator: ",").first
            .flatMap { CacheControl.seconds($0.trimmingCharacters(in: .whitespaces)) } ?? 0
        let delay = max(0, responseTime.timeIntervalSince(requestTime))
        return max(apparent, said + delay) + resident
    }

    /// For how many seconds of its age it is fresh (§4.2.1).
    var lifetime: Double {
        if let seconds = control.seconds("max-age") { return seconds }
        let date = response.value(forHTTPHeaderField: "Date").flatMap(HTTPDate.instant)?.date ?? responseTime
        if let expires = response.value(forHTTPHeaderField: "Expires") {
            // What is no date, as `0`, is over (RFC 9111 §5.3).
            return HTTPDate.instant(expires).map { max(0, $0.date.timeIntervalSince(date)) } ?? 0
        }
        guard Self.guessable.contains(response.statusCode) || control.has("public"),
            let modified = response.value(forHTTPHeaderField: "Last-Modified").flatMap(HTTPDate.instant)?.date
        else { return 0 }
        return min(max(0, date.timeIntervalSince(modified) / 10), Self.longestGuess)
    }

    /// The digest of the request that a kept response was given to; nil where the program has stored it itself.
    static func sent(_ cached: CachedURLResponse) -> String? { cached.userInfo?[Key.sent] as? String }

    /// A response that a program has chosen, with the facts of the one that it was shown.
    static func copying(from proposed: CachedURLResponse, to chosen: CachedURLResponse) -> CachedURLResponse {
        var info = chosen.userInfo ?? [:]
        for key in Key.all { info[key] = proposed.userInfo?[key] }
        return CachedURLResponse(
            response: chosen.response, data: chosen.data, userInfo: info, storagePolicy: chosen.storagePolicy)
    }

    /// Whether it was given to a request that showed the server what this one would (§4.1): the fields that the server
    /// chose by, and who asks.
    ///
    /// What the program has stored itself says nothing of the request that it answered: it is for requests of nobody,
    /// where the server chose by nothing.
    func answers(_ outgoing: OutgoingRequest) -> Bool {
        guard let names = CacheRules.varyNames(response) else { return false }
        guard let sent else { return names.isEmpty && outgoing.isAnonymous }
        return HexString.encode(outgoing.digest(varyingBy: names)) == sent
    }

    /// The request that asks whether it still holds (§4.3.1); nil where the server gave nothing to ask by.
    func validation(of request: URLRequest) -> URLRequest? {
        let tag = response.value(forHTTPHeaderField: "ETag")
        let modified = response.value(forHTTPHeaderField: "Last-Modified")
        guard tag != nil || modified != nil else { return nil }
        var request = request
        if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        if let modified { request.setValue(modified, forHTTPHeaderField: "If-Modified-Since") }
        return request
    }
}
