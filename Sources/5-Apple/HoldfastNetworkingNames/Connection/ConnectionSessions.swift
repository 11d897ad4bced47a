import Foundation
import FoundationNetworking
import Synchronization

/// A session for `NSURLConnection`: asks the registered protocol classes, those that come later too.
final class ConnectionSession: URLSession, @unchecked Sendable {}

/// The sessions that connections load with: shared ones of the process's settings, or one of a connection's own.
///
/// Connections of the process's own settings share their sessions, and with them what was opened to servers that the
/// defaults trust. What a delegate says about a server holds for its connection alone.
struct ConnectionSessions: Sendable {
    private struct Common {
        var sessions: [Bool: ConnectionSession] = [:]
        /// Nil for the process's settings.
        var configuration: UnsafeTransfer<URLSessionConfiguration>?
    }

    private static let common = Mutex(Common())

    private let own: UnsafeTransfer<URLSessionConfiguration>?

    /// Makes the sessions of connections, by a configuration.
    ///
    /// - Parameter configuration: nil for the process's settings.
    init(_ configuration: URLSessionConfiguration?) { own = configuration.map { UnsafeTransfer($0) } }

    func session(withCredentialStorage: Bool) -> URLSession {
        if let own { return Self.made(own.value, withCredentialStorage) }
        let cache = URLCache.shared
        return Self.common.withLock { common in
            // The process's cache can be replaced at any time.
            if let session = common.sessions[withCredentialStorage],
                common.configuration != nil || session.core.configuration.urlCache === cache
            {
                return session
            }
            let session = Self.made(common.configuration?.value ?? Self.settings(cache), withCredentialStorage)
            common.sessions[withCredentialStorage] = session
            return session
        }
    }

    /// The settings of connections that have none of their own; nil for the process's.
    static var configuration: URLSessionConfiguration? {
        get { common.withLock { $0.configuration.map { copy($0.value) } } }
        set {
            let chosen = newValue.map { UnsafeTransfer(copy($0)) }
            common.withLock { $0 = Common(configuration: chosen) }
        }
    }

    private static func settings(_ cache: URLCache) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = []
        configuration.urlCache = cache
        return configuration
    }

    private static func copy(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        configuration.copy() as? URLSessionConfiguration ?? configuration
    }

    private static func made(
        _ configuration: URLSessionConfiguration, _ withCredentialStorage: Bool
    ) -> ConnectionSession {
        let copy = copy(configuration)
        if !withCredentialStorage { copy.urlCredentialStorage = nil }
        return ConnectionSession(configuration: copy)
    }
}
