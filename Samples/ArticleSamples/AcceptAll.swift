import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import HoldfastTrust
import HoldfastX509

/// Articles 000 and 004, the way around the check: for tests, every certificate is accepted.
enum AcceptAll {
    /// The articles' delegate: a credential of whatever was presented, and a second answer behind the first.
    ///
    /// It knows no test from a release, no host and no end. The first answer counts, and the second is lost.
    final class AsItStands: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {
        func connection(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge) {
            guard let trust = challenge.protectionSpace.serverTrust else { return }
            challenge.sender?.use(URLCredential(trust: trust), for: challenge)
            challenge.sender?.continueWithoutCredential(for: challenge)
        }
    }

    /// Answers nothing itself: what is accepted without proof stands in the configuration.
    final class AsItShouldBe: ConnectionEnding, NSURLConnectionDataDelegate, @unchecked Sendable {}

    /// Accepts any certificate of one test server, from now on for an hour; all others are judged as ever.
    ///
    /// - Parameters:
    ///   - host: the test server's name.
    ///   - now: when the hour begins.
    static func acceptAny(
        of host: String, from now: Instant, in configuration: URLSessionConfiguration
    ) throws -> URLSessionConfiguration {
        let bound = try DangerousAcceptAny(.hosts([host]), from: now, until: now.advanced(bySeconds: 3600))
        configuration.serverTrustPolicy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.dangerousAcceptAny = bound
            return policy
        }
        return configuration
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let (testHost, other) = ("staging.holdfast.test", "shop.holdfast.test")
        let now = SystemClock.now()
        let good = try bench.server(by: bench.system, names: [other])
        let test = try bench.server(by: bench.stranger, names: [testHost])
        let bad = try bench.server(by: bench.stranger, names: [other])
        func told(
            _ delegate: ConnectionEnding, _ server: TLSServer, _ host: String, from: Instant? = nil
        ) async throws -> String {
            var configuration = bench.configuration(server, name: host)
            if let from = from { configuration = try acceptAny(of: testHost, from: from, in: configuration) }
            return await delegate.outcome(of: try bench.request(server, host: host), at: server, configuration)
        }
        report.say(.stands, .good, try await told(AsItStands(), good, other))
        report.say(.stands, .bad, try await told(AsItStands(), bad, other))
        report.say(.should, .good, try await told(AsItShouldBe(), good, other, from: now))
        report.say(.should, .good, "the test's own: \(try await told(AsItShouldBe(), test, testHost, from: now))")
        report.say(.should, .bad, try await told(AsItShouldBe(), bad, other, from: now))
        let twoHoursAgo = now.advanced(bySeconds: -7200)
        let late = try await told(AsItShouldBe(), test, testHost, from: twoHoursAgo)
        report.say(.should, .bad, "in the test's place, an hour after its end: \(late)")
    }
}
