import Foundation
import HoldfastHTTPS
import HoldfastTransport
import HoldfastWeb
import Synchronization

/// The conversation of a WebSocket task: what waits until it begins, in the order of the calls, and its end.
final class WebSocketConversation: Sendable {
    private typealias Waiter = CheckedContinuation<Result<WebSocket, any Error>, Never>

    private struct State {
        var result: Result<WebSocket, any Error>?
        var waiters: [Waiter] = []
        var maximumMessageSize = 1 << 20
        var fault: HTTPSError?
        /// The number of messages that were asked for.
        var asked = 0
    }

    private let state = Mutex(State())
    private let sending = OrderedJobs()
    private let receiving = OrderedJobs()

    /// The WebSocket; nil before the server has agreed, and where it has not.
    var socket: WebSocket? { state.withLock { try? $0.result?.get() } }

    var maximumMessageSize: Int {
        get { state.withLock { $0.maximumMessageSize } }
        set {
            let socket = state.withLock { state -> WebSocket? in
                state.maximumMessageSize = newValue
                return try? state.result?.get()
            }
            socket?.maximumMessageSize = newValue
        }
    }

    /// The server has agreed, or the task has failed before; the first word counts.
    ///
    /// - Parameter tell: called before those who wait go on.
    func begin(_ result: Result<WebSocket, any Error>, tell: () -> Void = {}) {
        let (waiters, size) = state.withLock { state -> ([Waiter], Int) in
            guard state.result == nil else { return ([], 0) }
            state.result = result
            defer { state.waiters = [] }
            return (state.waiters, state.maximumMessageSize)
        }
        if let socket = try? result.get(), size > 0 { socket.maximumMessageSize = size }
        tell()
        for waiter in waiters { waiter.resume(returning: result) }
    }

    private func begun() async throws -> WebSocket {
        try await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.result == nil { state.waiters.append(continuation) }
                return state.result
            }
            if let known { continuation.resume(returning: known) }
        }.get()
    }

    func send(_ message: WebSocketMessage, _ done: @escaping @Sendable ((any Error)?) -> Void) {
        sending.add {
            do {
                try await self.begun().send(message)
                done(nil)
            } catch {
                done(Self.known(error))
            }
        }
    }

    func receive(_ done: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
        state.withLock { $0.asked += 1 }
        receiving.add {
            do {
                done(.success(try await self.begun().receive()))
            } catch {
                if let fault = error as? HTTPSError, fault.code == .responseTooLarge {
                    self.state.withLock { $0.fault = fault }
                }
                done(.failure(Self.known(error)))
            }
        }
    }

    /// The reason why a message could not be taken though the server has closed in order.
    var fault: HTTPSError? { state.withLock { $0.fault } }

    /// Returns once the messages that came before the end were given to those who ask for them.
    ///
    /// - Parameter called: returns once those were called who have been answered: each may ask for the next one.
    func drain(called: () async -> Void) async {
        while true {
            let (hasUnread, before) = (socket?.hasUnread ?? false, asked)
            // Those who have asked by now are answered.
            await withCheckedContinuation { continuation in receiving.add { continuation.resume() } }
            await called()
            guard hasUnread, asked != before else { return }
        }
    }

    private var asked: Int { state.withLock { $0.asked } }

    func ping(_ done: @escaping @Sendable ((any Error)?) -> Void) {
        Task {
            do {
                try await begun().ping()
                done(nil)
            } catch {
                done(Self.known(error))
            }
        }
    }

    /// An error as programs know it.
    private static func known(_ error: any Error) -> any Error {
        guard let error = error as? HTTPSError else { return error }
        return URLError(error, for: error.url.flatMap { URL(string: $0.description) })
    }
}

/// Does jobs one after the other, in the order in which they were given.
final class OrderedJobs: Sendable {
    typealias Job = @Sendable () async -> Void

    private struct State {
        var jobs: [Job] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    func add(_ job: @escaping Job) {
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { Task { await run() } }
    }

    private func run() async {
        while let job = next() { await job() }
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.jobs.removeFirst()
        }
    }
}
