public import HoldfastCrypto
import HoldfastFiles
public import HoldfastHTTPS
public import HoldfastPins
import HoldfastResolving
public import HoldfastTrust
public import HoldfastWeb
public import HoldfastX509
import Synchronization

/// A policy document in force: a handle that sessions and programs judge by, and that follows its file.
///
/// ```swift
/// let rules = try PolicyInForce(path: "/etc/shop/policy.json")
/// var configuration = HTTPSSession.Configuration()
/// rules.apply(to: &configuration)
/// let session = HTTPSSession(configuration: configuration)
/// ```
///
/// The file is looked at again at most once a second, when something is judged. A new version takes the place of the
/// old one as a whole; one that is broken, or that others could have written, changes nothing and is reported.
public final class PolicyInForce: Sendable {
    private struct State {
        var snapshot: PolicySnapshot
        var stamp: [FileStamp] = []
        var checked = ContinuousClock.now
        var problem: PolicyFileError?
        /// Puts the pins of a later version in force, in the place of this one; false where it does not any more.
        var taker: (@Sendable (PolicyDocument) -> Bool)?
    }

    /// The time for which a file is taken to be as it was before it is looked at again.
    private static let checkInterval: Duration = .seconds(1)

    /// The pins of the document: one handle, whose content follows the file.
    public let pins: TrustPins
    /// The handle to the URLs that the document has failures of its pins reported to; its content follows the file.
    public let reportURIs: PinReportURIs
    private let loader: PolicyLoader?
    private let report: (@Sendable (PolicyFileError) -> Void)?
    private let clock: @Sendable () -> Instant
    private let state: Mutex<State>

    /// Puts a file in force.
    ///
    /// - Parameters:
    ///   - path: neither the file nor a folder on the way to it may be writable by others than the process's user and
    ///     root, or belong to others; the same is asked of the files that it names, of anchors and of lists of logs.
    ///     Group rights count as others'; folders with the sticky bit, as `/tmp`, do.
    ///   - allowsDebug: whether members `dangerousDebug` may stand in it. Each one is said aloud on `DangerLog`.
    ///     Whoever can reach such a server from the network can pass for it.
    ///   - suffixes: which domains are public suffixes.
    ///   - clock: the time, by which debug overrides end.
    ///   - report: called, from whatever thread judges, with what is wrong with a later version of the file.
    /// - Throws: ``PolicyFileError`` with everything that is wrong.
    public init(
        path: String, dangerouslyAllowingDebugOverrides allowsDebug: Bool = false,
        publicSuffixes suffixes: PublicSuffixes? = .system,
        clock: @escaping @Sendable () -> Instant = { SystemClock.now() },
        report: (@Sendable (PolicyFileError) -> Void)? = nil
    ) throws(PolicyFileError) {
        let loader = PolicyLoader(path: path, allowsDebug: allowsDebug, publicSuffixes: suffixes)
        let loaded = try loader.load(at: clock(), after: nil)
        pins = TrustPins(loaded.snapshot.document.pinnedHosts)
        reportURIs = PinReportURIs(loaded.snapshot.document.reportURIs)
        (self.loader, self.report, self.clock) = (loader, report, clock)
        state = Mutex(State(snapshot: loaded.snapshot, stamp: loaded.stamp))
    }

    /// Puts a document in force that names no files.
    ///
    /// - Throws: ``PolicyFileError`` where it names files, of anchors or a list of logs: which folder they are relative
    ///   to is not known.
    public init(
        _ document: PolicyDocument, clock: @escaping @Sendable () -> Instant = { SystemClock.now() }
    ) throws(PolicyFileError) {
        for host in document.hosts.values where !host.files.isEmpty {
            let error = PolicyDocumentError(PolicyDocumentSentence.filesWithoutFile)
            throw PolicyFileError(path: "", reason: .document(error))
        }
        pins = TrustPins(document.pinnedHosts)
        reportURIs = PinReportURIs(document.reportURIs)
        (loader, report, self.clock) = (nil, nil, clock)
        let snapshot = PolicySnapshot(document, files: [:], lists: [:], at: clock(), after: nil)
        PolicyLoader.log(document, at: clock(), "a document of the program's own")
        state = Mutex(State(snapshot: snapshot))
    }

    /// The document that is in force.
    public var document: PolicyDocument { current().document }

    /// The problem of the file as it is now; nil where it is the one in force.
    public var problem: PolicyFileError? { state.withLock { $0.problem } }

    /// The certificates in the files of anchors it names that could not be read and were passed over.
    public var anchorProblems: [AnchorProblem] { current().anchorProblems }

    /// Reads the file again now.
    ///
    /// - Throws: ``PolicyFileError`` where it cannot be put in force; what was in force stays so.
    public func reload() throws(PolicyFileError) {
        let problem = state.withLock { state in
            refresh(&state)
            return state.problem
        }
        if let problem { throw problem }
    }

    /// Leaves it to somebody else to put the pins of later versions of the file in force, with what is above them.
    ///
    /// - Parameter taker: called while this is locked; says false once it does so no longer.
    func hand(to taker: @escaping @Sendable (PolicyDocument) -> Bool) { state.withLock { $0.taker = taker } }

    /// The policy for a server: what the document says of it, and else what the program says of all.
    ///
    /// - Parameters:
    ///   - base: the program's own; nil for ``TrustPolicy/ssl(_:)`` with the system's public suffixes. Its pins count
    ///     where the document says nothing of the server's.
    ///   - now: the time, by which debug overrides end; nil for the clock's.
    public func policy(for name: ServerName, base: TrustPolicy? = nil, at now: Instant? = nil) -> TrustPolicy {
        current().policy(for: name, base: base ?? Self.usual(name), pins: pins, at: now ?? clock())
    }

    private static func usual(_ name: ServerName) -> TrustPolicy {
        var policy = TrustPolicy.ssl(name)
        policy.publicSuffixes = .system
        return policy
    }

    /// Has a session judge and connect by the document; what it does not speak of stays as the configuration has it.
    public func apply(to configuration: inout HTTPSSession.Configuration) {
        let settings = configuration.serverSettings
        configuration.trust.adjustPolicy(byName: { [self] name, policy in
            policy = self.policy(for: name, base: policy)
        })
        configuration.serverSettings = { [self] name in self.settings(for: name, base: settings(name)) }
    }

    /// The settings of a session for one server, where the document has some for it.
    public func settings(
        for name: ServerName, base: HTTPSSession.ServerSettings = HTTPSSession.ServerSettings()
    ) -> HTTPSSession.ServerSettings {
        let host = current().document.policy(for: name)
        var settings = base
        settings.supportedGroups = host.supportedGroups ?? base.supportedGroups
        if let minimum = host.minimumTLS { settings.minimumTLS = max(minimum, base.minimumTLS ?? minimum) }
        if let demands = host.appTransportSecurity?.transportSecurity { settings.require(demands) }
        if let target = host.connectTo { settings.dial.append(target.rule(for: name)) }
        return settings
    }

    /// The document in force, after the file was looked at where it is time to.
    private func current() -> PolicySnapshot {
        let (snapshot, problem) = state.withLock { state -> (PolicySnapshot, PolicyFileError?) in
            guard let loader, state.checked.duration(to: .now) >= Self.checkInterval else {
                return (state.snapshot, nil)
            }
            state.checked = .now
            // What is broken may be mended where no stamp shows it, as by a file of anchors that was missing.
            guard state.problem != nil || loader.stamp(state.snapshot) != state.stamp else {
                return (state.snapshot, nil)
            }
            let known = state.problem
            refresh(&state)
            return (state.snapshot, state.problem == known ? nil : state.problem)
        }
        // Outside the lock: whoever is told may ask for the policy.
        if let problem { report?(problem) }
        return snapshot
    }

    private func refresh(_ state: inout State) {
        guard let loader else { return }
        state.checked = .now
        do throws(PolicyFileError) {
            let loaded = try loader.load(at: clock(), after: state.snapshot)
            if state.taker?(loaded.snapshot.document) != true {
                pins.replace(with: loaded.snapshot.document.pinnedHosts)
                reportURIs.replace(with: loaded.snapshot.document.reportURIs)
            }
            (state.snapshot, state.stamp, state.problem) = (loaded.snapshot, loaded.stamp, nil)
        } catch {
            state.problem = error
        }
    }
}
