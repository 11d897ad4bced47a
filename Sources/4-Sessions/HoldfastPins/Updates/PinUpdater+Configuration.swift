public import HoldfastHTTPS
public import HoldfastWeb
import HoldfastX509

extension PinUpdater {
    /// The URLs of an update and of its signature.
    public struct Source: Hashable, Sendable {
        /// URL of the document.
        public let update: HTTPSURL
        /// URL of the detached signature.
        public let signature: HTTPSURL

        /// Makes a source from the URL of the update, and that of its signature.
        ///
        /// - Parameters:
        ///   - update: an `https` URL; a permission to go on in the clear that it carries, a user and a password are
        ///     dropped.
        ///   - signature: nil for the same with `.sig` behind its path.
        /// - Throws: ``HTTPSURLError`` for an `http` URL.
        public init(update: HTTPSURL, signature: HTTPSURL? = nil) throws(HTTPSURLError) {
            self.update = try HTTPSURL(update.description)
            self.signature = try HTTPSURL(signature?.description ?? Self.withSuffix(update.description))
        }

        private static func withSuffix(_ url: String) -> String {
            guard let query = url.firstIndex(of: "?") else { return url + ".sig" }
            return url[..<query] + ".sig" + url[query...]
        }
    }

    /// When and how updates are fetched.
    public struct Configuration: Sendable {
        /// Settings of the session that fetches: its policy, its proxy, its clock. Cookies, credentials, identities,
        /// handlers and observers are not used.
        ///
        /// Where this is the program's own, its pins hold for the update server too: pins that have become wrong would
        /// keep out the update that corrects them. Give the update server pins of its own, or none: the signature
        /// protects the update, and TLS only hides it.
        public var session = HTTPSSession.Configuration()
        /// Time from one update to the next; 12 hours.
        public var interval = Duration.seconds(12 * 3600)
        /// Time to wait after a failure; doubled with each further one, up to the interval. One minute.
        public var firstRetry = Duration.seconds(60)
        /// The part of each wait by which it is shortened or lengthened at random; 0.1. It keeps the programs that were
        /// started together from asking together.
        public var jitter = 0.1
        /// Time for one document with all its redirects; 60 seconds.
        public var timeout = Duration.seconds(60)
        /// Redirects that are followed, to `https` only; 5.
        public var maximumRedirects = 5
        /// Waits; until the time has passed, or the task is cancelled.
        public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// A number from 0 to 1, for the jitter.
        public var random: @Sendable () -> Double = { Double.random(in: 0...1) }

        public init() {}

        /// The session's, without what fetching needs not.
        var forFetching: HTTPSSession.Configuration {
            var configuration = session.withoutAnybody
            configuration.timeouts.request = timeout
            configuration.limits.redirects = maximumRedirects
            configuration.limits.responseBytes = PinUpdate.maximumBytes
            return configuration
        }

        /// The wait after so many failures in a row.
        func wait(after failures: Int) -> Duration {
            var wait = interval
            if failures > 0 { wait = min(interval, firstRetry * (1 << min(failures - 1, 20))) }
            return max(wait * (1 + jitter * (2 * min(max(random(), 0), 1) - 1)), .seconds(1))
        }
    }
}

extension HTTPSSession.Configuration {
    /// This configuration without cookies, credentials and observers: the way to servers, and nobody who could be
    /// asked, told or recognised.
    var withoutAnybody: HTTPSSession.Configuration {
        var configuration = self
        configuration.cookies.handling = .none
        configuration.cookies.areSent = false
        configuration.cookies.acceptPolicy = .never
        configuration.credentials.store = nil
        configuration.credentials.identity = nil
        configuration.credentials.handler = nil
        configuration.credentials.forms = []
        configuration.observer = nil
        configuration.dangerousKeyLog = nil
        return configuration
    }
}
