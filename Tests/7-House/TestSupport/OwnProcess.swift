import Glibc
package import Testing

/// The body of an exit test, a test in a process of its own.
///
/// An error that is thrown out of such a body ends the process by a trap: the test reads "signal 4", and nobody the
/// error. What the process writes to its standard error, a runtime's frames among it, is thrown away.
package enum OwnProcess {
    /// Runs the body: an error becomes an issue of the test that waits for the process, and what the process writes to
    /// standard error stands in the output of the tests.
    package static func run(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async {
        tellStarter()
        do {
            try await body()
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }

    /// Leads standard error to where that of the process goes which started this one.
    private static func tellStarter() {
        let descriptor = unsafe open("/proc/\(getppid())/fd/2", O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        dup2(descriptor, 2)
        close(descriptor)
    }
}
