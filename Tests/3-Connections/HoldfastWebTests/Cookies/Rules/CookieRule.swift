import HoldfastHTTP
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastWeb

/// One row of the table of cookies' rules: what a server sets, and what the next request carries.
struct CookieRule: Sendable, CustomTestStringConvertible {
    /// The sentence of draft-ietf-httpbis-rfc6265bis that decides it.
    let sentence: String
    let received: [String]
    /// The answer that they came with.
    var from = "http://home.example.org:8888/cookie-parser?x"
    /// The request that follows.
    var to = "http://home.example.org:8888/cookie-parser-result?x"
    /// Seconds between the two.
    var later: Int64 = 0
    /// The value of the field `Cookie`; empty for none.
    let sent: String

    var testDescription: String { "\(sentence): \(received)" }

    init(
        _ sentence: String, _ received: [String], from: String? = nil, to: String? = nil, later: Int64 = 0,
        sent: String
    ) {
        self.sentence = sentence
        self.received = received
        if let from { self.from = from }
        if let to { self.to = to.hasPrefix("/") ? "http://home.example.org:8888\(to)" : to }
        self.later = later
        self.sent = sent
    }

    /// The day of the table, 15 January 2027.
    static let now = Instant(secondsSince1970: 1_800_000_000)

    static let suffixes = PublicSuffixes(identity: "of the table") { domain in
        switch domain {
        case "com", "org", "uk", "co.uk": .icann
        case "github.io": .privateDomains
        default: nil
        }
    }

    /// The field that the following request carries.
    ///
    /// - Parameter makeStore: an empty store with a clock.
    func field(
        _ makeStore: (@escaping @Sendable () -> Instant) -> any CookieStore
    ) async throws -> String {
        let clock = RuleClock(Self.now)
        let store = makeStore { clock.now }
        let answer = try HTTPSURL(dangerouslyAllowingPlainHTTP: from)
        for text in received {
            // As a connection hands it on: a field that is to be sent could not have a control character.
            await store.keep([HTTPField("Set-Cookie", text)], from: answer)
        }
        clock.now = Self.now.advanced(bySeconds: later)
        let cookies = await store.cookies(for: try HTTPSURL(dangerouslyAllowingPlainHTTP: to))
        return cookies.map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// The whole table.
    static let all = [pairs, attributes, ends, domains, paths, promises, orders].flatMap(\.self)
}
