import HoldfastCrypto
public import HoldfastFiles
import HoldfastStore
public import HoldfastTrust
public import HoldfastX509

/// The hosts that want nothing but TLS (RFC 6797, HTTP Strict Transport Security): those that have said so, and those
/// of a list.
///
/// In memory, or in a file in which they outlive the process. The file tells which hosts somebody has visited: its
/// folder has to be 0700, the file 0600, both the property of the user that the process acts for, neither a symbolic
/// link; otherwise it is not touched, and the store is one in memory. A damaged or foreign file is kept aside under
/// another name, and counts as empty. Processes and stores may share a file.
public final class KnownHostStore: Sendable {
    /// Hosts that are kept; beyond, those that end first go.
    public static let limit = 10_000
    private static let bytes = 16 << 20

    /// The reason why a host gets nothing without TLS.
    public struct Knowledge: Hashable, Sendable {
        /// The host that is known: the one that was asked for, or one above it that includes it.
        public let host: String
        /// Whether it is known by the list, and not by its own word.
        public let isPreloaded: Bool
    }

    private struct State: TroubledStore {
        var table: KnownHostTable
        /// Nil for a store in memory.
        var mirror: StoreMirror<KnownHostTable.Change>?

        mutating func newProblems() -> [StoreError] { mirror?.newProblems() ?? [] }
    }

    private let preloaded: PreloadedHosts
    private let clock: @Sendable () -> Instant
    private let store: GuardedStore<State>

    /// A store in memory, gone with the process.
    ///
    /// - Parameters:
    ///   - preloaded: hosts that need not say so themselves.
    ///   - clock: what hosts' words end by; nil for the system's.
    public init(preloaded: PreloadedHosts = .none, clock: (@Sendable () -> Instant)? = nil) {
        self.preloaded = preloaded
        self.clock = clock ?? { SystemClock.now() }
        store = GuardedStore(State(table: KnownHostTable(limit: Self.limit), mirror: nil)) { _ in }
    }

    /// A store in a file, which need not be there yet, nor its folder: both are made when there is something to keep.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - preloaded: hosts that need not say so themselves.
    ///   - clock: what hosts' words end by; nil for the system's.
    ///   - report: is told what is wrong with the file, each kind of trouble once, with no lock held.
    public init(
        path: String, preloaded: PreloadedHosts = .none, clock: (@Sendable () -> Instant)? = nil,
        report: @escaping @Sendable (StoreError) -> Void
    ) {
        let clock = clock ?? { SystemClock.now() }
        self.preloaded = preloaded
        self.clock = clock
        let access = StoreAccess(
            StoreFile(path: path, unnamed: "hsts.sqlite"), KnownHostDatabase.schema, bytes: Self.bytes,
            waitingFor: .milliseconds(250))
        let mirror = StoreMirror<KnownHostTable.Change>(access) { database, changes throws(SQLiteError) in
            try KnownHostDatabase(database: database).apply(changes, at: clock())
        }
        store = GuardedStore(
            State(table: KnownHostTable(limit: Self.limit, isWritten: true), mirror: mirror), report: report)
    }

    /// The file of a program's known hosts in a folder; nil where the name is none.
    package static func path(ofProgram program: String, in folder: String) -> String? {
        StateFolder.fileName(program).map { "\(folder)/hsts-\($0).sqlite" }
    }

    /// The reason why a host gets nothing without TLS; nil where it is not known. An address never is.
    public func knowledge(of host: ServerName) -> Knowledge? {
        if let name = preloaded.host(covering: host) { return Knowledge(host: name, isPreloaded: true) }
        return use { table, now in table.host(covering: host, at: now) }
            .map { Knowledge(host: $0, isPreloaded: false) }
    }

    /// Notes what an answer says, which came over TLS without an error and without an exception (§8.1).
    package func note(_ field: StrictTransportField, of host: ServerName) {
        use { table, now in table.note(field, of: host, at: now) }
    }

    /// Every host that has said so, with the hosts that it speaks for and its end, by name.
    package var all: [(host: String, includesSubdomains: Bool, expires: Instant)] {
        use { table, now in
            table.entries.filter { $0.value.expires > now }.sorted { $0.key < $1.key }
                .map { ($0.key, $0.value.includesSubdomains, $0.value.expires) }
        }
    }

    /// Forgets every host that has said so, of every process that shares the file.
    public func removeAll() { use { table, _ in table.removeAll() } }

    private func use<Value: Sendable>(_ body: (inout KnownHostTable, Instant) -> Value) -> Value {
        let now = clock()
        return store.use { state in
            let found = state.mirror?.changed { database throws(SQLiteError) in
                try KnownHostDatabase(database: database).rows(limit: Self.limit, at: now)
            }
            if let found {
                state.table.replace(with: found.rows)
                state.mirror?.note(badRows: found.bad)
            }
            let value = body(&state.table, now)
            state.mirror?.write(state.table.takeChanges())
            return value
        }
    }
}

extension KnownHostStore {
    /// The URL with TLS in the place of one without, whose host wants it, and the reason; nil for any other.
    package func upgrade(_ url: HTTPSURL) -> (HTTPSURL, Knowledge)? {
        guard url.isPlainHTTP, let knowledge = knowledge(of: url.serverName), let upgraded = url.upgraded else {
            return nil
        }
        return (upgraded, knowledge)
    }
}
