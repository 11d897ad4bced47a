import CGlibcShims

/// The environment of the process: the one way on which variables are read here.
package enum ProcessEnvironment {
    /// The value of a variable; nil where it is not set, and in a program that runs with more rights than its caller
    /// (secure_getenv(3)): whoever starts such a program chooses its environment, and neither whom it trusts nor its files.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe shim_secure_getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
