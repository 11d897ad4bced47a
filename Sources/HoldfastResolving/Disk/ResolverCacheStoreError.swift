/// A failure of the file that keeps resolvers' answers; never more than a loss of what was kept.
public struct ResolverCacheStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Error, Hashable, Sendable {
        /// A link, a pipe, a folder where a file should be, or the other way round.
        case wrongKind
        /// The file belongs to the user of that number.
        case foreignOwner(UInt32)
        /// Others may read or write it; its permissions.
        case openToOthers(UInt32)
        /// An error number of the operating system.
        case system(Int32)
        /// The file is damaged, or another program's; with its new place, nil where it could not be put aside.
        case corrupt(String, putAside: String?)
        /// A newer version of this library wrote it; it is left as it is.
        case newer(Int64)
        /// So many rows that make no sense were left out.
        case badRows(Int)
        /// Some of it is from the future: the clock was set back, and no age can be believed.
        case clockWentBack
        /// The disk is full, or the file as large as it may be: what is old was dropped.
        case full
        /// Another process held it for too long: what was to be kept was dropped.
        case busy
        /// Another error of SQLite, in its words.
        case failed(String)
    }

    /// The file.
    public let path: String
    public let reason: Reason

    init(_ reason: Reason, path: String) {
        self.path = path
        self.reason = reason
    }

    /// One sentence, without a full stop.
    public var description: String {
        let what =
            switch reason {
            case .wrongKind: "it is a link, or no file in a folder; it is not used"
            case .foreignOwner(let user): "it belongs to user \(user); it is not used"
            case .openToOthers(let mode):
                "others may read or write it (0\(String(mode, radix: 8))); it is not used until it is 0600, and its "
                    + "folder 0700"
            case .system(let number): "it cannot be opened (error \(number) of the system)"
            case .corrupt(let text, let other):
                "it is damaged, or another program's (\(text)); "
                    + (other.map { "it is kept as \($0)" } ?? "it could not be put aside and is not used")
            case .newer(let version): "a newer version wrote it (\(version)); it is not used"
            case .badRows(let count): "\(count) of its answers make no sense and were left out"
            case .clockWentBack: "answers in it are from the future, so that the clock was set back; all are dropped"
            case .full: "there is no room for more; older answers were dropped"
            case .busy: "another process holds it; some answers were not kept"
            case .failed(let text): "\(text); some answers were not kept"
            }
        return "the answers of resolvers in \(path): \(what)"
    }
}
