import HoldfastCrypto
public import HoldfastFiles
public import HoldfastHTTP
import HoldfastStore
public import HoldfastTrust
public import HoldfastX509

/// A file in which cookies outlive the process (draft-ietf-httpbis-rfc6265bis §5.7); those that end with the session
/// are kept in memory, and end with it.
///
/// A cookie mostly stands for a password, and the file has them as they are: its folder has to be 0700, the file 0600,
/// both the property of the user that the process acts for, neither a symbolic link; otherwise it is not touched, and
/// the store is one in memory. A damaged or foreign file is kept aside under another name, and counts as empty.
/// What is read is judged as what a server sets: without a list of public suffixes no cookie for the hosts below a
/// domain is. Processes and stores may share a file: each sees what the others have written at its next call. When a
/// call returns, what it did is in the file.
public final class CookieFileStore: CookieStore, CookieTableLending {
    /// The file.
    public let path: String
    package let publicSuffixes: PublicSuffixes?
    private let clock: @Sendable () -> Instant
    private let store: GuardedStore<CookieFileState>

    /// A store in a file, which need not be there yet, nor its folder: both are made when there is something to keep.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - limits: as for a store in memory.
    ///   - publicSuffixes: domains that no cookie is for; nil for not known, so that cookies are their hosts' alone.
    ///   - clock: what cookies expire by; nil for the system's.
    ///   - report: is told what is wrong with the file, each kind of trouble once, with no lock held.
    public init(
        path: String, limits: MemoryCookieStore.Limits = MemoryCookieStore.Limits(),
        publicSuffixes: PublicSuffixes? = .system, clock: (@Sendable () -> Instant)? = nil,
        report: @escaping @Sendable (StoreError) -> Void
    ) {
        self.path = path
        self.publicSuffixes = publicSuffixes
        self.clock = clock ?? { SystemClock.now() }
        let state = CookieFileState(
            StoreFile(path: path, unnamed: "cookies.sqlite"), limits, publicSuffixes: publicSuffixes,
            waitingFor: .milliseconds(250))
        store = GuardedStore(state, report: report)
    }

    /// The file of a program's cookies for its user: `holdfast/cookies-PROGRAM.sqlite` in `$XDG_STATE_HOME`, else in
    /// `~/.local/state`; nil where there is no such folder, or the name is none.
    ///
    /// - Parameter program: letters, digits, `-`, `_` and `.`, at most 100: programs with other names share nothing.
    public static func path(ofProgram program: String) -> String? {
        StateFolder.path(ProcessEnvironment.value).flatMap { path(ofProgram: program, in: $0) }
    }

    package static func path(ofProgram program: String, in folder: String) -> String? {
        StateFolder.fileName(program).map { "\(folder)/cookies-\($0).sqlite" }
    }

    package func use<Value: Sendable>(_ body: (inout CookieTable, Instant) -> Value) -> Value {
        let now = clock()
        return store.use { state in
            state.refresh(at: now)
            let value = body(&state.table, now)
            state.writeOut()
            return value
        }
    }

    public var knowsPublicSuffixes: Bool { publicSuffixes != nil }

    public func cookies(for url: HTTPSURL) -> [Cookie] { use { table, now in table.cookies(for: url, at: now) } }

    public func keep(_ fields: [HTTPField], from url: HTTPSURL) { take(fields, from: url) }

    /// Keeps a cookie in the place of the one of the same name, domain and path; one that has expired only ends it.
    ///
    /// One that no server could have set, or for the hosts below a domain while there is no list of public suffixes, is
    /// kept in memory alone.
    public func set(_ cookie: Cookie) { set(cookie, isLasting: true) }

    /// Every cookie, in the order of their creation.
    public var all: [Cookie] { use { table, now in table.all(at: now) } }

    /// Forgets the cookie of the same name, domain and path.
    public func remove(_ cookie: Cookie) { remove([cookie]) }

    /// Forgets what ends with the session (§5.7).
    public func removeSessionCookies() { use { table, _ in table.removeSessionCookies() } }

    /// Forgets everything, of every process that shares the file, and leaves nothing of it on the disk.
    public func removeAll() { use { table, _ in table.removeAll() } }

    // MARK: Settings beside the cookies

    /// A number that is kept beside the cookies; nil where nobody has set it.
    package func setting(_ name: String) -> Int64? { store.use { $0.setting(name) } }

    package func set(_ name: String, to value: Int64) { store.use { $0.set(name, to: value) } }
}
