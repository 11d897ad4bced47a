/// A large value on the heap: what has it stays small where it is handed along.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
