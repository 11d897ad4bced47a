import HoldfastTrust

extension TrustExceptionStore {
    /// The user's own store: `holdfast/exceptions.json` in `$XDG_STATE_HOME`, else in `~/.local/state`.
    ///
    /// Nil where neither variable names an absolute path (XDG Base Directory Specification: a relative one is ignored),
    /// and in a program that runs with more rights than its caller, which must not choose what it trusts.
    ///
    /// - Parameter environment: gives the value of a variable; the process's own unless a test says otherwise.
    public static func user(
        environment: (String) -> String? = processEnvironment
    ) -> TrustExceptionStore? {
        StateFolder.path(environment).map { TrustExceptionStore(path: $0 + "/exceptions.json") }
    }

    /// A variable of the process's environment; nil in a program that runs with more rights than its caller
    /// (secure_getenv(3)).
    public static func processEnvironment(_ name: String) -> String? { ProcessEnvironment.value(name) }
}
