import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing
import HoldfastX509
import Testing

@testable import NetworkingSamples

/// Who the client is: by certificate, by password, and for how long that is remembered.
@Suite("Networking samples: credentials")
struct NetworkingCredentialSampleTests {
    let bench: SampleBench
    let anchors: [SecCertificate]

    init() throws {
        bench = try SampleBench()
        anchors = [try bench.anchor()]
    }

    private func outcome(_ server: TLSServer, _ delegate: (any URLSessionDelegate)?) async throws -> Outcome {
        await Outcome(try bench.url(server), bench.configuration(server), delegate)
    }

    /// A server that says whose certificate it was shown.
    private func asking(for authorities: [[UInt8]]) throws -> TLSServer {
        try bench.server(try bench.identity()) {
            $0.requestsClientCertificate = true
            $0.acceptedAuthorities = authorities
        } _: { request in
            let certificate = request.connection.clientCertificate.flatMap { try? Certificate(der: $0) }
            return ServerResponse(text: certificate?.subject.commonName ?? "nobody")
        }
    }

    @Test("a client certificate: where the server takes anybody's, or its authority's, and not where another's")
    func clientCertificate() async throws {
        let identity = try bench.root.issue(.client(name: "me", at: bench.now))
        let file = Data(try identity.pkcs12(friendlyName: "me").encoded(Passphrase("secret")))
        let name = bench.authorityName
        func delegate(_ passphrase: String = "secret") -> ClientCertificateDelegate {
            ClientCertificateDelegate(file: file, passphrase: passphrase, authority: name, anchors: anchors)
        }
        let other = try CertificateAuthority.root(name: "Somebody Else", at: bench.now).identity.subject.bytes
        #expect(try await outcome(try asking(for: []), delegate()) == .body("me"))
        #expect(try await outcome(try asking(for: [Array(name)]), delegate()) == .body("me"))
        #expect(try await outcome(try asking(for: [Array(other)]), delegate()) == .body("nobody"))
        #expect(try await outcome(try asking(for: []), delegate("wrong")) == .body("nobody"))
        // A server that is not trusted learns nothing of the client.
        let stranger = try SampleBench()
        let bad = try stranger.server(try stranger.identity()) { $0.requestsClientCertificate = true }
        #expect(try await outcome(bad, delegate()) == .error(.cancelled))
        #expect(bad.counters.requestsReceived == 0)
    }

    @Test("Basic and Digest, with the right password and with a wrong one")
    func passwords() async throws {
        for (name, _, answer) in PasswordServer.answers {
            let server = try bench.server(try bench.identity(), { _ in }, answer)
            let right = PasswordDelegate(
                user: PasswordServer.user, password: PasswordServer.password, persistence: .none, anchors: anchors)
            #expect(try await outcome(server, right) == .body("welcome"), "\(name)")
            #expect(right.asked == 1)
            let wrong = PasswordDelegate(
                user: PasswordServer.user, password: "open barley", persistence: .none, anchors: anchors)
            #expect(try await outcome(server, wrong) == .error(.cancelled), "\(name)")
            #expect(wrong.asked == 2)
        }
    }

    /// Apple, `URLCredential.Persistence`: `.none` is not stored; `.forSession` as long as the session; `.permanent` in
    /// the storage, for later sessions too.
    @Test("how long a password is remembered")
    func persistence() async throws {
        let rows: [(URLCredential.Persistence, first: Int, kept: Bool)] = [
            (.none, 2, false), (.forSession, 1, true), (.permanent, 1, true),
        ]
        for (persistence, asked, isKept) in rows {
            let server = try bench.server(try bench.identity(), { _ in }, { PasswordServer.basic($0) })
            let configuration = bench.configuration(server)
            let delegate = PasswordDelegate(
                user: PasswordServer.user, password: PasswordServer.password, persistence: persistence,
                anchors: anchors)
            let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            let request = URLRequest(url: try bench.url(server))
            for _ in 0..<2 {
                #expect(await Outcome(request, .default, session: session) == .body("welcome"), "\(persistence)")
            }
            #expect(delegate.asked == asked, "\(persistence)")
            let kept = configuration.urlCredentialStorage?.allCredentials.values.flatMap(\.keys) ?? []
            #expect(kept == (isKept ? [PasswordServer.user] : []), "\(persistence)")
            session.invalidateAndCancel()
        }
    }

    @Test("a password that was put into the storage is said without a question")
    func storage() async throws {
        for (name, method, answer) in PasswordServer.answers {
            let server = try bench.server(try bench.identity(), { _ in }, answer)
            let configuration = bench.configuration(server)
            let storage = try #require(configuration.urlCredentialStorage)
            let url = try bench.url(server)
            remember(
                user: PasswordServer.user, password: PasswordServer.password, for: url, realm: PasswordServer.realm,
                method: method, in: storage)
            let delegate = PrivateAuthorityDelegate(anchors: anchors)
            #expect(await Outcome(url, configuration, delegate) == .body("welcome"), "\(name)")
            let without = bench.configuration(server)
            without.urlCredentialStorage = nil
            #expect(await Outcome(url, without, delegate) == .body("401"), "\(name)")
        }
    }
}
