public import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// A check of each page's server before a web view loads the page: the navigation is held, the server judged over a
/// connection of the session's own, and the navigation resumed or refused.
///
/// ```swift
/// let check = PageCheck(session)
/// // Where the view asks what to do with a navigation, which it holds from then on:
/// check.decide(about: navigation)
/// // Where the page's first byte has come, before anything of it is shown:
/// if let refusal = check.refusal(of: certificate, at: url) { stop(); show(refusal) }
/// ```
///
/// **Limits.** The view loads the page over a connection of its own, and a server can change between the two: therefore
/// the second call, which compares the certificate of the connection that was really used. A server that shows
/// different certificates by turns, as some that balance load do, is refused by it. The page's parts (images, scripts,
/// workers, `fetch`) are asked about by no web view: their connections are the view's own, judged by its own rules.
/// Where they must be judged as well, the view goes through a gate (the product `HoldfastGate`), which leaves none of
/// these gaps.
public final class PageCheck: Sendable {
    /// Servers whose certificate is remembered for the comparison; of more, the one judged longest ago is forgotten,
    /// and a page of it refused.
    public static let serverLimit = 512

    private struct Server: Hashable {
        let host: String
        let port: UInt16

        init(_ url: HTTPSURL) { (host, port) = (url.host, url.port) }
    }

    private let session: HTTPSSession
    private let certificates = Mutex(LRUCache<Server, [UInt8]>(capacity: serverLimit))

    /// Makes a check that judges by a session's settings.
    public init(_ session: HTTPSSession) { self.session = session }

    /// Judges the server of a navigation, on a new connection each time, and resumes or refuses the navigation.
    ///
    /// - Returns: the task that does so. Where it is cancelled before the decision, the navigation is refused.
    @discardableResult
    public func decide(about navigation: some HeldNavigation) -> Task<Void, Never> {
        Task {
            do throws(PageRefusal) {
                navigation.resume(try await judge(navigation.url))
            } catch {
                navigation.refuse(error)
            }
        }
    }

    /// Compares the certificate of the connection that a view has used with the one that was judged last for its
    /// server.
    ///
    /// - Parameters:
    ///   - certificate: the one that the view's connection has shown, DER.
    ///   - url: the page that the view has committed, as the view writes it: after redirects another one than was asked
    ///     for.
    /// - Returns: why the page must not be shown; nil where it may be.
    public func refusal(of certificate: [UInt8], at url: String) -> PageRefusal? {
        let page: HTTPSURL
        do throws(HTTPSURLError) { page = try HTTPSURL(url) } catch { return PageRefusal(url, .noServer(error)) }
        let judged = certificates.withLock { $0[Server(page)] }
        if judged == certificate { return nil }
        return PageRefusal(url, judged == nil ? .undecided : .otherCertificate)
    }

    private func judge(_ text: String) async throws(PageRefusal) -> JudgedPage {
        let url: HTTPSURL
        do throws(HTTPSURLError) { url = try HTTPSURL(text) } catch { throw PageRefusal(text, .noServer(error)) }
        let connection: ConnectionRecord
        do throws(HTTPSError) {
            connection = try await session.verify(url)
        } catch {
            throw PageRefusal(text, error.trustFailure.map { .notTrusted($0) } ?? .failed(error))
        }
        guard connection.evaluation != nil, let leaf = connection.presented?.presented.first?.certificate,
            !Task.isCancelled
        else { throw PageRefusal(text, .undecided) }
        let page = JudgedPage(url: url, connection: connection, certificate: Array(leaf.bytes))
        remember(page)
        return page
    }

    private func remember(_ page: JudgedPage) {
        let server = Server(page.url)
        certificates.withLock { _ = $0.set(page.certificate, for: server) }
    }
}
