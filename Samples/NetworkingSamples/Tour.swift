import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import HoldfastTestBed

/// Every sample with its good server and its bad one.
enum Tour {
    static func all() async throws {
        let bench = try SampleBench()
        let stranger = try SampleBench()
        let anchors = [try bench.anchor()]
        let good = try bench.server(try bench.identity())
        let bad = try stranger.server(try stranger.identity())
        for (name, server) in [("good", good), ("bad", bad)] {
            func show(_ sample: String, _ delegate: any URLSessionDelegate) async throws {
                let answer = await outcome(of: try bench.url(server), bench.configuration(server), delegate)
                print("\(name) server, \(sample): \(answer)")
            }
            try await show("useCredential", SessionLevelDelegate(.useCredential, anchors: anchors))
            try await show("performDefaultHandling", SessionLevelDelegate(.performDefaultHandling))
            try await show("cancelAuthenticationChallenge", TaskLevelDelegate(.cancelAuthenticationChallenge))
            try await show("rejectProtectionSpace", TaskLevelDelegate(.rejectProtectionSpace))
            try await show("a private authority", PrivateAuthorityDelegate(anchors: anchors))
        }
        try await renewal(bench, anchors)
        try await address(bench, anchors)
        try await passwords(bench, anchors)
        print("plain HTTP: \(try await plainHTTP())")
    }

    /// A certificate that is renewed with the same key.
    private static func renewal(_ bench: SampleBench, _ anchors: [SecCertificate]) async throws {
        let key = try PrivateKey.generate(.p256)
        let (old, new) = (try bench.identity(key: key), try bench.identity(key: key))
        let server = try bench.server(new)
        let bundled = try bench.certificate(old.certificate)
        let byKey = PublicKeyPinningDelegate(keysOf: [bundled], anchors: anchors)
        print(
            "renewed, the key pinned: \(await outcome(of: try bench.url(server), bench.configuration(server), byKey))")
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).cer")
        try Data(old.certificate).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let byBytes = CertificatePinningDelegate(files: [file], anchors: anchors)
        let answer = await outcome(of: try bench.url(server), bench.configuration(server), byBytes)
        print("renewed, the certificate pinned: \(answer)")
    }

    private static func address(_ bench: SampleBench, _ anchors: [SecCertificate]) async throws {
        let server = try bench.server(try bench.identity())
        guard let direct = request(for: try bench.url(server), at: "127.0.0.1") else { return }
        let session = URLSession(
            configuration: .ephemeral, delegate: HostFieldDelegate(anchors: anchors), delegateQueue: nil)
        let (data, _) = try await session.data(for: direct)
        print("an address in the URL: \(String(decoding: data, as: UTF8.self))")
    }

    private static func passwords(_ bench: SampleBench, _ anchors: [SecCertificate]) async throws {
        for (name, _, answer) in PasswordServer.answers {
            let server = try bench.server(try bench.identity(), { _ in }, answer)
            let delegate = PasswordDelegate(
                user: PasswordServer.user, password: PasswordServer.password, persistence: .forSession,
                anchors: anchors)
            let answer = await outcome(of: try bench.url(server), bench.configuration(server), delegate)
            print("\(name): \(answer), asked \(delegate.asked) time")
        }
    }

    /// The status of a request without TLS, or the number of what refused it.
    static func plainHTTP() async throws -> Int {
        let bench = try SampleBench()
        let server = try bench.server(try bench.identity(), { $0.speaksPlainHTTP = true })
        return await statusOrCode(of: try bench.url(server, scheme: "http"), bench.configuration(server))
    }

    /// The status of a request to a server on loopback, or the number of what refused it. Whom to trust and what to ask
    /// of servers the process is told from outside: by `SSL_CERT_FILE` and its Info.plist.
    static func fetch(_ url: URL) async -> Int {
        let configuration = URLSessionConfiguration.ephemeral
        // Only against waiting for ever, as SampleBench has it.
        configuration.timeoutIntervalForRequest = 900
        if let host = url.host(), let port = url.port {
            configuration.connectTo = ["\(host):\(port):127.0.0.1:\(port)"]
        }
        return await statusOrCode(of: url, configuration)
    }

    /// A body, or the number of the error.
    private static func outcome(
        of url: URL, _ configuration: URLSessionConfiguration, _ delegate: any URLSessionDelegate
    ) async -> String {
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        do {
            let (data, response) = try await session.data(from: url)
            return "\((response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: data, as: UTF8.self))"
        } catch {
            return "\((error as? URLError)?.code.rawValue ?? 0)"
        }
    }
}
