import HoldfastCredentials

/// Waits for what a delegate gives to a completion handler.
///
/// The first answer counts. A handler that is let go without having been called, and a task that is cancelled, answer with
/// the fallback: nobody waits for ever.
enum AnswerHandler {
    /// - Parameters:
    ///   - answer: where another way of answering leads; given first, it counts.
    ///   - ask: hands a handler to a delegate.
    static func answer<Value: Sendable>(
        or fallback: Value, into answer: FirstAnswer<Value> = FirstAnswer(),
        _ ask: (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        do {
            let handler = Handler(answer, fallback)
            ask { handler.give($0) }
        }
        return await withTaskCancellationHandler {
            await answer.wait()
        } onCancel: {
            answer.give(fallback)
        }
    }

    private final class Handler<Value: Sendable>: Sendable {
        private let answer: FirstAnswer<Value>
        private let fallback: Value

        init(_ answer: FirstAnswer<Value>, _ fallback: Value) {
            self.answer = answer
            self.fallback = fallback
        }

        func give(_ value: Value) { answer.give(value) }

        deinit { answer.give(fallback) }
    }
}
