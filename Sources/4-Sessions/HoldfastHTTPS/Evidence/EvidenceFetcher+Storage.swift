public import HoldfastFiles
import HoldfastTrust

extension EvidenceFetcher {
    /// A folder in which evidence outlives the process.
    ///
    /// It tells which servers somebody has looked at: the folder has to be 0700, the files in it 0600, all of them the
    /// property of the user that the process acts for; otherwise it is not touched, and evidence is kept in memory
    /// alone. A damaged index is kept aside under another name. Processes may share a folder.
    public struct Storage: Sendable {
        /// The folder's path; made when there is something to keep.
        public var folder: String
        /// Bytes of all that is kept; 64 MiB. The oldest goes first.
        public var bytes = 64 << 20
        /// Responses and lists that are kept; 4,096.
        public var entries = 4_096
        /// Is told what is wrong with the files, each kind of trouble once, with no lock held.
        public var report: @Sendable (StoreError) -> Void

        /// Names a folder; nothing is opened.
        ///
        /// - Parameters:
        ///   - folder: its path.
        ///   - report: is told what is wrong with the files, which is never more than a loss of what was kept.
        public init(folder: String, report: @escaping @Sendable (StoreError) -> Void) {
            (self.folder, self.report) = (folder, report)
        }

        /// `holdfast/evidence` in the folder that the XDG Base Directory Specification has for a user's caches
        /// (`$XDG_CACHE_HOME`, else `~/.cache`); nil where there is none, and in a program that runs with more rights
        /// than its caller.
        public static var ofUser: String? {
            StateFolder.cachePath(ProcessEnvironment.value).map { "\($0)/evidence" }
        }
    }
}
