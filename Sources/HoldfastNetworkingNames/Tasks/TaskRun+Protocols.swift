import Foundation
import FoundationNetworking
import Synchronization

extension TaskRun {
    /// The protocol class that answers the task's request; nil for the session's own way.
    ///
    /// The task has the request as classes are shown it while they are asked, and from then on where one answers.
    func protocolClass(for request: URLRequest) -> URLProtocol.Type? {
        let own = core.plan.protocolClasses
        let asksRegistered = session === URLSession.shared || session is ConnectionSession
        let all = asksRegistered ? own + URLProtocol.registeredClasses : own
        guard !all.isEmpty else { return nil }
        let shown = protocolRequest(request)
        for type in all {
            setRequest(shown.unread)
            if type.canInit(with: task) { return type }
        }
        setRequest(request)
        return nil
    }

    /// What a protocol class answers, with its redirects.
    func loadByProtocol(_ type: URLProtocol.Type) async throws -> LoadedResponse {
        if case .stream = upload(with: request), request.httpBodyStream == nil, let stream = await newBodyStream() {
            setRequest(ProtocolRequest.made(of: request, .stream(stream)))
        }
        let request = request
        let loader = ProtocolLoader(self)
        loader.start(type, request, kept(by: type, for: request))
        return try await withTaskCancellationHandler {
            while let event = await loader.nextEvent() {
                switch event {
                case .response(let response, let policy):
                    let loaded = LoadedResponse(response: response, body: loader, request: self.request)
                    return keeping(loaded, of: type, policy)
                case .redirected(let next, let response):
                    loader.stop()
                    guard let http = response as? HTTPURLResponse else {
                        throw URLError(
                            .badServerResponse, "the protocol class redirects without a response", for: next.url)
                    }
                    guard let chosen = await ask(about: http, next) else {
                        return LoadedResponse(response: http, body: ReadyBody(Data()), request: self.request)
                    }
                    state.withLock { $0.passed.append((self.request, http)) }
                    guard state.withLock({ $0.passed.count }) <= 20 else {
                        throw URLError(.httpTooManyRedirects, "there were more than 20 redirects", for: next.url)
                    }
                    setRequest(chosen)
                    return try await load()
                case .failed(let error):
                    loader.stop()
                    throw error
                case .finished:
                    loader.stop()
                    throw URLError(.badServerResponse, "the protocol class gave no response", for: request.url)
                case .data: continue
                }
            }
            throw CancellationError()
        } onCancel: {
            loader.stop()
        }
    }
}
