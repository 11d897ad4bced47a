public import HoldfastTrust

extension TrustExceptionStore {
    /// A handle for policies that follows the file: every decision looks whether it has changed.
    ///
    /// A connection that was accepted by an exception serves no further request once that is out of the file.
    ///
    /// - Parameter report: told what is wrong with the store, each time that it is read and something is.
    public func exceptions(
        reporting report: @escaping @Sendable ([TrustExceptionStoreProblem]) -> Void = { _ in }
    ) -> TrustExceptions {
        .from(Source(store: self, report: report))
    }

    private struct Source: TrustExceptionSource {
        let store: TrustExceptionStore
        let report: @Sendable ([TrustExceptionStoreProblem]) -> Void

        func stamp() -> [UInt8] { PrivateFolder.stamp(folder: store.folder, name: store.name) }

        func exceptions() -> [TrustException] {
            let contents = store.load()
            if !contents.problems.isEmpty { report(contents.problems) }
            return contents.exceptions
        }
    }
}
