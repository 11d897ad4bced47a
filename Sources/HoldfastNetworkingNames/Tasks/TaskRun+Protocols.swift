import Foundation
import FoundationNetworking
import Synchronization

extension TaskRun {
    /// The protocol class that answers the task's request; nil for the session's own way.
    func protocolClass(for request: URLRequest) -> URLProtocol.Type? {
        let own = core.plan.protocolClasses
        let asksRegistered = session === URLSession.shared || session is ConnectionSession
        let all = asksRegistered ? own + URLProtocol.registeredClasses : own
        return all.first { $0.canInit(with: task) }
    }

    /// What a protocol class answers, with its redirects.
    func loadByProtocol(_ type: URLProtocol.Type, _ request: URLRequest) async throws -> LoadedResponse {
        let loader = ProtocolLoader(self)
        loader.start(type, request)
        return try await withTaskCancellationHandler {
            while let event = await loader.nextEvent() {
                switch event {
                case .response(let response):
                    return LoadedResponse(response: response, body: loader, request: self.request)
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
