import HoldfastHTTPS
import HoldfastSystem
import HoldfastTrust
public import HoldfastX509
import Synchronization

/// A local proxy that judges every server before a program behind it gets a byte from there.
///
/// It makes each connection to a server itself, judges it by its session's policy, and hands over what goes through
/// that very connection. Towards its clients it speaks TLS with certificates of an authority that is made for this run:
/// its key is in memory alone, and whoever trusts it does so by a file that the program hands to its own clients.
///
/// ```swift
/// let gate = try Gate(Gate.Configuration())
/// print(gate.proxyURL, gate.authorityPEM)
/// await gate.run()
/// ```
public final class Gate: Sendable {
    /// The settings that the gate was made with.
    public let configuration: Configuration
    let session: HTTPSSession
    let authority: RunAuthority
    let journal: GateJournal
    let reactor: Reactor
    let access: AccessRule
    /// The user's decisions to go on; gone with the gate.
    let decisions = TrustExceptionList()
    private let listener: FrontListener
    private let connections: ConnectionList

    /// Makes this run's authority, and begins to listen.
    ///
    /// - Throws: ``GateError`` where the settings make no sense, or there is no place to listen at.
    public init(_ configuration: Configuration) throws(GateError) {
        self.configuration = configuration
        let credentials = configuration.session.credentials
        guard credentials.identity == nil || credentials.identityServers != nil else {
            throw GateError(.configuration, .identityServers)
        }
        let reactor = try Reactor()
        self.reactor = reactor
        connections = ConnectionList(most: (configuration.limits.connections, configuration.limits.openings))
        // A port of this machine that nobody else reaches (RFC 1122 §3.2.1.3).
        listener = try FrontListener(on: configuration.endpoint ?? Endpoint(.loopback, port: 0), in: reactor)
        var settings = configuration.session
        settings.timeouts.idle = configuration.limits.idle
        // A page's report shows what the server presents now.
        settings.trust.resumesSessions = false
        let handles = ExceptionHandles(decisions)
        settings.trust.adjustPolicy { $0.exceptions = handles.handle(beside: $0.exceptions) }
        session = HTTPSSession(configuration: settings)
        authority = try RunAuthority(for: configuration.names, life: configuration.life, clock: settings.clock)
        journal = GateJournal(configuration.report)
        // Whoever is not on this machine has no user that could be looked up.
        access = AccessRule(
            try GateCredentials(),
            requiresCredentials: configuration.requiresCredentials || !listener.endpoint.address.isLoopback)
    }

    /// The place where it listens.
    public var endpoint: Endpoint { listener.endpoint }

    /// The proxy's URL with this run's user and password: whoever has it can use the gate.
    public var proxyURL: String { "http://\(GateCredentials.user):\(access.credentials.password)@\(endpoint)" }

    /// The certificate of this run's authority as PEM, for clients of the gate alone: install it nowhere.
    public var authorityPEM: String { authority.certificatePEM }

    /// The certificate of this run's authority, DER.
    public var authorityCertificate: [UInt8] { authority.certificate }

    /// The number of connections of clients that are open.
    public var openConnections: Int { connections.count }

    /// Whether some connections are handed through, so that clients need the system's anchors as well.
    public var passesConnections: Bool { configuration.scope != .everything }

    /// Takes clients until ``stop()``, or until the task is cancelled; every connection is closed then.
    public func run() async {
        await withTaskCancellationHandler {
            while let socket = await listener.next() { take(socket) }
            stop()
            await connections.waitUntilIdle()
        } onCancel: {
            stop()
        }
    }

    /// Takes no more clients, and closes every connection.
    public func stop() {
        listener.stop()
        connections.stop()
        journal.close()
        session.invalidateAndCancel()
        reactor.stop()
    }

    deinit { stop() }

    /// Takes a client's connection.
    private func take(_ accepted: StreamSocket) {
        guard
            let socket = try? FrontSocket(
                adopting: accepted, in: reactor, idle: configuration.limits.opening)
        else { return }
        connections.serve(socket, isOwn: access.isOwn(socket)) { number in
            await FrontConnection(self, socket, number).run()
        }
    }

    /// Notes that a client has said where it wants to go.
    func opened(_ number: UInt64) { connections.opened(number) }
}

/// The exceptions of two sources as one.
private struct JoinedExceptions: TrustExceptionSource {
    let first: TrustExceptions
    let second: TrustExceptionList

    func stamp() -> [UInt8] {
        let generation = first.current().generation
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: generation >> $0) } + second.stamp()
    }

    func exceptions() -> [TrustException] { first.current().exceptions + second.exceptions() }
}

/// The handles that stand in the place of the policies' own, one for each of them: another handle is another policy,
/// and no connection would ever be found to have been judged by the one at hand.
private final class ExceptionHandles: Sendable {
    private let decided: TrustExceptionList
    private let known = Mutex<[Swift.ObjectIdentifier: (own: TrustExceptions, joined: TrustExceptions)]>([:])

    init(_ decided: TrustExceptionList) { self.decided = decided }

    func handle(beside own: TrustExceptions) -> TrustExceptions {
        known.withLock { known in
            if let pair = known[Swift.ObjectIdentifier(own)] { return pair.joined }
            let joined = TrustExceptions.from(JoinedExceptions(first: own, second: decided))
            known[Swift.ObjectIdentifier(own)] = (own, joined)
            return joined
        }
    }
}
