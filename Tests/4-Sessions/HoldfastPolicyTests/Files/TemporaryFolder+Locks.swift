import TestSupport

extension TemporaryFolder {
    /// The names of what lies in the folder, but those of locks.
    var namesWithoutLocks: [String] { names.filter { !$0.hasSuffix(".lock") } }
}
