import HoldfastResolving
public import HoldfastTransport
import HoldfastTrust
public import HoldfastWeb
import Synchronization

/// Sends requests to servers that were judged first: no byte of a request leaves before a `TrustEvaluation` is there.
///
/// A session owns its connections and their threads, which end with it. Safe to use from any task.
///
/// ```swift
/// let session = HTTPSSession()
/// let response = try await session.data(for: HTTPSRequest(try HTTPSURL("https://example.com/")))
/// ```
public final class HTTPSSession: Sendable {
    /// The configuration that the session was made with.
    public let configuration: Configuration
    let transport: Result<TransportEngine, TransportError>
    /// The credentials that servers took; gone with the session.
    let authentications = AuthenticationMemory()
    /// The handlers' answers in handshakes; gone with the session.
    let handshakes = HandshakeMemory()
    let counters = SessionCounters()
    let digests = ConnectionDigestMemory()
    /// The history of addresses; that of the session's resolution, where it has one.
    let addressHistory: AddressHistory
    private let poisonObservation: PoisonObservation?
    /// Follows the network for as long as there is the session.
    private let networkFollower: NetworkFollower?
    /// The configuration's identity as connections take it.
    let defaultIdentity: DefaultIdentity?
    let keyLog: KeyLogWriter?
    /// The logins by a page, with the passwords that sites took by them; gone with the session.
    let pageLogins: any PageLogins = FormLoginMemory()
    /// The store in which the session keeps cookies; nil where it keeps none.
    public let cookies: (any CookieStore)?
    /// The hosts that want nothing but TLS; nil where the session does not ask.
    public let knownHosts: KnownHostStore?
    /// The store of ``cookies``, where it is in memory and nobody else's.
    let ownCookies: MemoryCookieStore?
    /// The places whose kept responses are being renewed.
    let refreshing = Mutex<Set<CachePlace>>([])
    let gate = SessionGate()
    let hostFieldWarning = OnceFlag()
    let suffixWarning = OnceFlag()
    let fieldWarnings = OnceNames()
    let identityWarnings = OnceNames()
    let pinUse: PinUse

    /// A session. The libraries are looked at now, and tried before the first request of the process: where they cannot
    /// be relied upon, every request says so.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        pinUse = PinUse(configuration.trust.pins)
        defaultIdentity = configuration.credentials.identity.map(DefaultIdentity.init)
        keyLog = configuration.dangerousKeyLog.map(KeyLogWriter.init)
        ownCookies =
            if case .ofSession = configuration.cookies.handling { MemoryCookieStore(clock: configuration.clock) } else {
                nil
            }
        cookies =
            switch configuration.cookies.handling {
            case .ofSession: ownCookies
            case .shared(let store): store
            case .none: nil
            }
        knownHosts =
            switch configuration.strictTransport {
            case .ofSession: KnownHostStore(clock: configuration.clock)
            case .shared(let store): store
            case .none: nil
            }
        let addresses = configuration.addresses
        let history = addresses.resolution?.history ?? AddressHistory()
        addressHistory = history
        // Without either, the system is asked for each connection, and nothing is measured.
        let isDialling = addresses.resolution != nil || !addresses.dial.isEmpty
        networkFollower =
            addresses.followsNetwork && isDialling
            ? NetworkFollower.of(
                addresses.resolution ?? NameResolution([], cache: nil, history: history),
                by: addresses.networkMonitor) : nil
        do throws(TransportError) {
            let engine = try TransportEngine(configuration.forTransport)
            transport = .success(engine)
            poisonObservation = addressHistory.whenPoisoned { [weak engine] endpoint, name in
                engine?.avoid(endpoint, of: name.description)
            }
        } catch {
            transport = .failure(error)
            poisonObservation = nil
        }
    }

    /// Takes no more requests and ends those under way with the code `shutDown`; also done when the session is
    /// released.
    public func invalidateAndCancel() {
        gate.invalidate()
        authentications.removeAll()
        handshakes.removeAll()
        pageLogins.removeAll()
        ownCookies?.removeAll()
        if case .success(let transport) = transport { transport.shutdown() }
    }

    /// Takes no more requests, and returns when those under way have ended and every connection is closed.
    public func finishTasksAndInvalidate() async {
        gate.invalidate()
        await gate.empty()
        invalidateAndCancel()
    }

    deinit { invalidateAndCancel() }

    /// Opens a connection of its own, judges the server, and closes it again; not one HTTP byte is sent. The session's
    /// handler is asked as for any connection.
    ///
    /// A server that refuses the protocols of HTTP by ALPN (RFC 7301 §3.2), as one of another protocol may, is asked
    /// once more without.
    ///
    /// A server that was accepted and then ends the handshake for want of a client's certificate has been verified all
    /// the same: TLS 1.3 lets it say so only afterwards. The record's `isClientCertificateRequested` and
    /// `isClientCertificateRequired` tell.
    ///
    /// - Parameters:
    ///   - url: the server; only host and port are used.
    ///   - timeout: for name, connection and handshake together; nil for the session's limit.
    /// - Returns: the record of the connection, with the proof that the server was accepted.
    /// - Throws: ``HTTPSError``; where the server is not trusted, with the `TrustFailure`. An `http` URL has the code
    ///   `plainHTTP`.
    public func verify(_ url: HTTPSURL, timeout: Duration? = nil) async throws(HTTPSError) -> ConnectionRecord {
        try await handshake(with: url, within: timeout ?? configuration.timeouts.request)
    }

    /// The handshake alone.
    ///
    /// - Parameters:
    ///   - place: where to connect instead of where the session's settings lead.
    ///   - look: has the handshake say another server name, and refuses it; nil for one that is judged.
    func handshake(
        with url: HTTPSURL, within time: Duration, at place: DialTargets? = nil, looking look: CertificateLook? = nil
    ) async throws(HTTPSError) -> ConnectionRecord {
        guard !url.isPlainHTTP else {
            throw HTTPSError(
                .request, .plainHTTP, SessionSentence.noCertificate(origin: "\(url.origin)"),
                advice: SessionAdvice.verifyHTTPS
            ).of(url)
        }
        let pipeline = try RequestPipeline(self, asking: url, within: time)
        defer { gate.leave() }
        var request = HTTPSRequest(url)
        request.taskID = pipeline.journal.task
        do throws(HTTPSError) {
            return try await pipeline.handshake(for: request, at: place, looking: look)
        } catch {
            guard error.code == .clientCertificateRequired, let judged = error.connection,
                judged.isProvenWithoutClient
            else { throw pipeline.named(error) }
            return judged
        }
    }
}
