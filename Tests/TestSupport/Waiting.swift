/// A condition that did not come to hold.
package struct NeverHeld: Error, CustomStringConvertible {
    package let description: String
}

/// Waits until a condition holds, and throws where that takes too long.
///
/// - Parameters:
///   - what: names the condition in the error.
///   - limit: what no sound run needs, however busy the machine is.
package func eventually(
    _ what: String = "the condition", within limit: Duration = .seconds(60), file: String = #fileID, line: Int = #line,
    isolation: isolated (any Actor)? = #isolation, _ holds: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + limit
    while try await !holds() {
        guard ContinuousClock.now < end else {
            throw NeverHeld(description: "\(file):\(line): not within \(limit): \(what)")
        }
        try await Task.sleep(for: .milliseconds(2))
    }
}
