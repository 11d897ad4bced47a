/// A property that does not hold of an input: what a fuzzer looks for.
public struct Violation: Error, CustomStringConvertible {
    /// What does not hold, in words.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// States what has to hold of any input.
func expect(_ condition: Bool, _ statement: @autoclosure () -> String) throws(Violation) {
    guard condition else { throw Violation(statement()) }
}

/// The value of a step that cannot fail but by a defect of the test itself.
func prepared<Value>(_ body: () throws -> Value) throws(Violation) -> Value {
    do { return try body() } catch { throw Violation("the test cannot be set up: \(error)") }
}
