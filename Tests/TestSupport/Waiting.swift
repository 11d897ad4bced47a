/// A condition that did not come to hold.
package struct NeverHeld: Error, CustomStringConvertible {
    package let description: String
}

/// Waits until a condition holds: for minutes, since all tests together may starve one, but not for ever.
///
/// - Parameter what: names the condition in the error, beside the place.
package func eventually(
    _ what: String = "what is waited for", file: String = #fileID, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation, _ holds: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while try await !holds() {
        guard ContinuousClock.now < end else { throw NeverHeld(description: "\(file):\(line): never: \(what)") }
        try await Task.sleep(for: .milliseconds(2))
    }
}
