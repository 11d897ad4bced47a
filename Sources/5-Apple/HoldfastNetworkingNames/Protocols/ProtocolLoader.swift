import Dispatch
import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastSecurityNames
import HoldfastStatements
import HoldfastTrust
import Synchronization

/// The client of a program's protocol class: its messages, in their order, for the task that waits for them.
final class ProtocolLoader: NSObject, URLProtocolClient, BodyReader, @unchecked Sendable {
    enum Event {
        case response(URLResponse, URLCache.StoragePolicy)
        case redirected(URLRequest, URLResponse)
        case data(Data)
        case finished
        case failed(any Error)
    }

    private struct State: @unchecked Sendable {
        var loader: URLProtocol?
        var isStopped = false
    }

    private let run: TaskRun
    private let events: AsyncStream<UnsafeTransfer<Event>>
    private let put: AsyncStream<UnsafeTransfer<Event>>.Continuation
    /// Loaders are begun and stopped one after the other.
    private let queue = DispatchQueue(label: "holdfast.url-protocol")
    private let state = Mutex(State())
    private let iterator: Mutex<UnsafeTransfer<AsyncStream<UnsafeTransfer<Event>>.Iterator>?>

    init(_ run: TaskRun) {
        self.run = run
        (events, put) = AsyncStream.makeStream()
        iterator = Mutex(UnsafeTransfer(events.makeAsyncIterator()))
    }

    /// Lets a class load a task's request.
    ///
    /// - Parameter cached: what the class gave before; nil for none.
    func start(_ type: URLProtocol.Type, _ request: URLRequest, _ cached: CachedURLResponse?) {
        let canonical = type.canonicalRequest(for: request.unread).unread
        let loader = type.init(request: canonical, cachedResponse: cached, client: self)
        loader.task = run.task
        state.withLock { $0.loader = loader }
        queue.async { loader.startLoading() }
    }

    /// The next that the loader says; nil after its end.
    func nextEvent() async -> Event? {
        guard var iterator = iterator.withLock({ $0.take() })?.value else { return nil }
        let event = await iterator.next()
        let rest = UnsafeTransfer(iterator)
        self.iterator.withLock { $0 = rest }
        return event?.value
    }

    func next() async throws -> Data? {
        while true {
            switch await nextEvent() {
            case .data(let data) where data.isEmpty: continue
            case .data(let data): return data
            case .response, .redirected: continue
            case .finished:
                stop()
                return nil
            case .failed(let error):
                stop()
                throw error
            case nil:
                stop()
                throw CancellationError()
            }
        }
    }

    func cancel() { stop() }

    /// Once: the loader is told to stop, and let go.
    func stop() {
        let loader = state.withLock { state -> URLProtocol? in
            defer { state.loader = nil }
            return state.loader
        }
        put.finish()
        guard let loader else { return }
        queue.async {
            loader.stopLoading()
            loader.client = nil
        }
    }

    private func tell(_ event: Event) { put.yield(UnsafeTransfer(event)) }

    func urlProtocol(_ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
        tell(.redirected(request, redirectResponse))
    }

    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
        // It is kept already.
        tell(.response(cachedResponse.response, .notAllowed))
        tell(.data(cachedResponse.data))
        tell(.finished)
    }

    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
        tell(.response(response, policy))
    }

    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) { tell(.data(data)) }

    func urlProtocolDidFinishLoading(_ protocol: URLProtocol) { tell(.finished) }

    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) { tell(.failed(error)) }

    /// The delegates are asked as for a challenge of a connection; the answer goes to the challenge's sender.
    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
        let transfer = UnsafeTransfer(challenge)
        Task { [run] in
            let challenge = transfer.value
            let sender = ChallengeSender()
            let asked = URLAuthenticationChallenge(authenticationChallenge: challenge, sender: sender)
            let isOfSession = challenge.protectionSpace.isOfSession
            let answer = await run.answer(to: asked, sender, isOfSession: isOfSession)
            switch answer?.disposition ?? .performDefaultHandling {
            case .useCredential:
                if let credential = answer?.credential {
                    challenge.sender?.use(credential, for: challenge)
                } else {
                    challenge.sender?.continueWithoutCredential(for: challenge)
                }
            case .performDefaultHandling: challenge.sender?.performDefaultHandling(for: challenge)
            case .cancelAuthenticationChallenge: challenge.sender?.cancel(challenge)
            case .rejectProtectionSpace: challenge.sender?.rejectProtectionSpaceAndContinue(with: challenge)
            }
        }
    }

    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
        let trust = challenge.protectionSpace.serverTrust
        let reason: AuthenticationSentence =
            trust?.wasFoundTrusted == true ? .trustedAndCancelled : .challengeCancelled
        let error = URLError(
            .userCancelledAuthentication, reason.statement.english, for: `protocol`.request.url)
        guard let refusal = trust?.refusalSaid else { return tell(.failed(error)) }
        let found: [String: Any] = [
            HoldfastFindingsKey: refusal.findingsInfo, NSLocalizedRecoverySuggestionErrorKey: refusal.cause.advice,
        ]
        tell(.failed(URLError(.userCancelledAuthentication, userInfo: error.userInfo.merging(found) { $1 })))
    }
}
