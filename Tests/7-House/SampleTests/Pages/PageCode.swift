import Holdfast

/// The code that the pages below Docs show of sessions and their settings, so that it compiles: ``PageCodeTests``
/// compares the two.
enum PageCode {
    // MARK: sessions.md

    struct Handler: ChallengeHandler {
        let secret: String
        let identity: Identity

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            switch challenge.protectionSpace.authenticationMethod {
            case .httpBasic, .httpDigest:
                guard challenge.previousFailureCount == 0 else { return .cancelAuthenticationChallenge }
                return .useCredential(Credential(user: "mufasa", password: secret, persistence: .forSession))
            case .clientCertificate:
                return .useCredential(Credential(identity: identity, persistence: .forSession))
            default:
                return .notImplemented
            }
        }
    }

    static func privateAuthority() throws {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.anchors = try TrustAnchors.only(paths: ["ca.pem"])
        configuration.credentials.identity = try Identity(contentsOf: ["client.pem", "client.key"])
        let session = HTTPSSession(configuration: configuration)
        _ = session
    }

    static func errors(
        _ session: HTTPSSession, _ request: HTTPSRequest, show: (TrustFailure?) -> Void, tryLater: (String) -> Void,
        log: (HTTPSError) -> Void
    ) async {
        do {
            _ = try await session.data(for: request)
        } catch {  // an HTTPSError
            switch error.code {
            case .certificateRefused: show(error.trustFailure)
            case .couldNotResolveHost, .connectionRefused, .timedOut: tryLater(error.hint)
            default: log(error)
            }
        }
    }

    static func webSocket(_ session: HTTPSSession) async throws {
        let socket = try await session.webSocket(
            HTTPSRequest(try HTTPSURL(webSocket: "wss://example.com/chat")), protocols: ["chat"])
        try await socket.send(.text("hello"))
        for try await message in socket.messages { print(message) }
    }

    static func stream(consume: ([UInt8]) -> Void) async throws {
        let session = HTTPSSession()
        let (bytes, response) = try await session.bytes(for: HTTPSRequest("https://example.com/log"))
        for try await piece in bytes.pieces { consume(piece) }
        _ = response
    }

    static func store(
        _ keyFile: String, _ folder: String, _ configuration: inout HTTPSSession.Configuration
    ) async throws {
        configuration.credentials.store = try await LayeredCredentialStore.user(
            program: "my-app", key: .first(of: [.systemd(), .file(keyFile)]), synchronizedFolder: folder)
    }

    // MARK: Trust

    static func pins() throws {
        let key = try Pin("sha256/d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=")
        let backup = try Pin("sha256/LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=")
        let pins = TrustPins(
            try PinnedHosts([
                HostPattern("**.example.com", publicSuffixes: .system): .pinned(try PinSet(anywhere: [key, backup]))
            ]))
        var configuration = HTTPSSession.Configuration()
        configuration.trust.pins = pins
        _ = configuration
    }

    static func updates(_ keys: PinUpdateKeys, _ store: PinUpdateStore, _ pins: TrustPins) throws {
        let updater = PinUpdater(
            from: try .init(update: try HTTPSURL("https://pins.example.com/app.json")),
            verifiedBy: PinUpdateVerifier(keys: keys, minimumCounter: 12), in: store, for: pins)
        Task { await updater.run() }
    }

    static func pinsOverview() throws {

        let set = try PinSet(anywhere: [try Pin("sha256/…"), try Pin("sha256/…")])
        let hosts = try PinnedHosts([HostPattern("**.example.com", publicSuffixes: .system): .pinned(set)])
        let pins = TrustPins(hosts)

        var configuration = HTTPSSession.Configuration()
        configuration.trust.pins = pins
        let session = HTTPSSession(configuration: configuration)
        _ = session
    }

    static func transparency() throws {
        let logs = try TransparencyLogList(path: "/etc/shop/current_log_list.json")
        var configuration = HTTPSSession.Configuration()
        configuration.trust.adjustPolicy {
            $0.transparency = .required(TransparencyRequirement(policy: .apple, logs: logs, scope: .publicAnchors))
        }
        _ = configuration
    }

    static func exceptions(
        _ configuration: inout HTTPSSession.Configuration, log: @escaping @Sendable ([TrustExceptionStoreError]) -> Void
    ) {
        let store = TrustExceptionStore(path: "/var/lib/myservice/exceptions.json")
        let exceptions = store.exceptions { problems in log(problems) }
        configuration.trust.adjustPolicy { $0.exceptions = exceptions }
    }

    static func acceptAny(_ policy: inout TrustPolicy, until end: Instant) throws {
        policy.dangerousAcceptAny = try DangerousAcceptAny(.loopback, from: .now, until: .now.advanced(byDays: 7))
        policy.dangerousAcceptAny = try DangerousAcceptAny(.hosts(["test.example"]), from: .now, until: end)
    }

    static func profile(_ name: ServerName) throws {
        var policy = TrustPolicy.ssl(name)
        policy.profile = try Profile.default.raising("weakKey.rsa2048", to: .error)
        _ = policy
    }

    static func policyFile() throws {
        let rules = try PolicyInForce(path: "/etc/shop/policy.json")
        var configuration = HTTPSSession.Configuration()
        rules.apply(to: &configuration)
        _ = configuration
    }

    static func deadlines(_ evaluation: TrustEvaluation, _ now: Instant) {
        for deadline in evaluation.deadlines where deadline.at < now.advanced(byDays: 90) {
            print(deadline.depth, deadline.at, deadline.event)
        }
    }

    static func transportSecurity() throws {
        var configuration = HTTPSSession.Configuration()
        configuration.require(TransportSecurity())  // of every server, in code
        try AppTransportSecurity(infoPlistAt: "Info.plist").apply(to: &configuration)  // by an Info.plist
        try PolicyInForce(path: "policy.json").apply(to: &configuration)  // by a policy file
        _ = configuration
    }

    static func transparencyOfApps(_ configuration: inout HTTPSSession.Configuration) throws {
        let logs = try TransparencyLogList(path: "/etc/shop/current_log_list.json")
        try AppTransportSecurity(infoPlistAt: "Info.plist").apply(to: &configuration, logs: logs)
    }

    /// Judges DER certificates, the server's own first, as those of www.example.com.
    func judge(chain: [[UInt8]], at now: Instant = .now) throws {
        let engine = TrustEngine()
        let trust = try ServerTrust(derChain: chain)
        let policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        do {
            let evaluation = try engine.evaluate(trust, with: policy, at: now)
            print(evaluation.chain.map(\.subject))
        } catch {
            for finding in error.findings { print(finding.message, finding.advice) }
        }
    }

    // MARK: Requests

    static func siteForCookies() throws {
        var request = try HTTPSRequest("https://pictures.example/1.png")
        request.siteForCookies = try HTTPSURL("https://news.example/today")
        _ = request
    }

    static func dialling(
        _ configuration: inout HTTPSSession.Configuration, _ request: inout HTTPSRequest
    ) throws {
        let name = try ServerName("www.example.com")
        let addresses = ["192.0.2.7", "192.0.2.8"].compactMap { IPAddress($0) }
        configuration.addresses.dial = [DialRule(name, port: 443, to: addresses.map { .init($0) })]
        // For one request and its redirects:
        request.dial = [try DialRule(connectTo: "www.example.com:443:192.0.2.9:8443")]
    }

    static func resolvers(_ configuration: inout HTTPSSession.Configuration) throws {
        let bootstrap = ["192.0.2.53"].compactMap { IPAddress($0) }
        let doh = try DNSOverHTTPSResolver(
            HTTPSURL("https://dns.example/dns-query"), method: .post, bootstrap: bootstrap)
        configuration.addresses.resolution = NameResolution([.init(doh)], systemFallback: .never)
    }

    static func resolvingOverview(_ addresses: [IPAddress]) throws {

        let doh = try DNSOverHTTPSResolver(
            HTTPSURL("https://dns.example/dns-query"), method: .post, bootstrap: addresses)
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.resolution = NameResolution([.init(doh)], systemFallback: .never)
        configuration.addresses.dial = [try DialRule(connectTo: "www.example.com:443:192.0.2.7:443")]
        let session = HTTPSSession(configuration: configuration)
        _ = session
    }
}
