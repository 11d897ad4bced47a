import Foundation
import FoundationNetworking
import Synchronization

/// A session for `NSURLConnection`: asks the registered protocol classes, those that come later too.
final class ConnectionSession: URLSession, @unchecked Sendable {}

/// Whose settings a connection loads with.
///
/// Connections of the process's own settings share their sessions, and with them what was opened to servers that the
/// defaults trust. What a delegate says about a server holds for its connection alone.
struct ConnectionSessions: Sendable {
    private static let common = Mutex<[Bool: ConnectionSession]>([:])

    private let own: HandedOver<URLSessionConfiguration>?

    /// - Parameter configuration: nil for the process's settings.
    init(_ configuration: URLSessionConfiguration?) { own = configuration.map { HandedOver($0) } }

    func session(withCredentialStorage: Bool) -> URLSession {
        if let own { return Self.made(own.value, withCredentialStorage) }
        let cache = URLCache.shared
        return Self.common.withLock { known in
            // The process's cache can be replaced at any time.
            if let session = known[withCredentialStorage], session.core.configuration.urlCache === cache {
                return session
            }
            let configuration = URLSessionConfiguration.default
            configuration.protocolClasses = []
            configuration.urlCache = cache
            let session = Self.made(configuration, withCredentialStorage)
            known[withCredentialStorage] = session
            return session
        }
    }

    private static func made(
        _ configuration: URLSessionConfiguration, _ withCredentialStorage: Bool
    ) -> ConnectionSession {
        let copy = configuration.copy() as? URLSessionConfiguration ?? configuration
        if !withCredentialStorage { copy.urlCredentialStorage = nil }
        return ConnectionSession(configuration: copy)
    }
}
