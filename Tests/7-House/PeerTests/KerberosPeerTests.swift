import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastTransport
import TestSupport
import Testing

/// Negotiate, with MIT's key distribution centre and Apache's mod_auth_gssapi; its channel binding stands in a file of
/// its own.
@Suite(
    "Kerberos by Apache", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct KerberosPeerTests {
    let peer: PeerSession
    let realm: KerberosRealm
    private let server: Apache

    init() async throws {
        peer = try PeerSession()
        realm = try await KerberosRealm()
        server = try await Apache(
            peer.identity,
            further: (
                ["auth_gssapi"],
                [
                    "<Location /kerberos>", "AuthType GSSAPI", "AuthName \"the realm\"",
                    "GssapiCredStore keytab:\(realm.keytab)", "GssapiDelegCcacheDir \(realm.delegated)",
                    // Nobody else than alice, whose name only the realm can have vouched for.
                    "Require user \(KerberosRealm.user)@\(KerberosRealm.name)", "</Location>",
                ], ["kerberos"]
            ), environment: realm.environment)
    }

    private func get(_ session: HTTPSSession) async throws -> HTTPSResponse {
        try await session.data(for: request())
    }

    private func request() throws -> HTTPSRequest { HTTPSRequest(try peer.url(server.port, "/kerberos/page.txt")) }

    private var wasDelegated: Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: realm.delegated))?.isEmpty == false
    }

    @Test("by password, by the default cache and by a named one; asked once, and then sent unasked")
    func sources() async throws {
        let named = realm.folder.path("named")
        try realm.fill(named)
        try realm.fill(realm.defaultCache)
        let password = PasswordCredential(user: KerberosRealm.user, password: KerberosRealm.password)
        for credential in [
            Credential(user: password.user, password: password.password, persistence: .forSession),
            Credential(kerberos: KerberosCredential(.password(password)), persistence: .forSession),
            Credential(kerberos: KerberosCredential(.defaultCache), persistence: .forSession),
            Credential(kerberos: KerberosCredential(.cache("FILE:" + named)), persistence: .forSession),
        ] {
            let handler = PeerHandler(credential)
            let session = try peer.session(server.port, handler)
            for _ in 0..<3 {
                let response = try await get(session)
                #expect(response.status == 200, "\(credential)")
                #expect(String(decoding: response.body, as: UTF8.self) == "htdocs/kerberos")
            }
            #expect(handler.asked == ["negotiate 0"])
            // Another session of the same process is nobody.
            #expect(try await get(try peer.session(server.port, nil)).status == 401)
        }
        #expect(!wasDelegated)
    }

    @Test("the server gets a ticket of its own to act with only where that was asked for")
    func delegation() async throws {
        try realm.fill(realm.defaultCache)
        for delegates in [false, true] {
            let credential = KerberosCredential(.defaultCache, delegatesToServer: delegates)
            let session = try peer.session(
                server.port, PeerHandler(Credential(kerberos: credential, persistence: .none)))
            #expect(try await get(session).status == 200)
            #expect(wasDelegated == delegates)
        }
    }

    @Test("what the realm refuses is told to the handler, and is an error and not a silent 401")
    func refused() async throws {
        for credential in [
            Credential(user: KerberosRealm.user, password: "wrong", persistence: .none),
            Credential(user: "mallory", password: "x", persistence: .none),
            Credential(kerberos: KerberosCredential(.cache("FILE:/nonexistent")), persistence: .none),
        ] {
            let handler = PeerHandler(credential)
            let session = try peer.session(server.port, handler)
            let request = try request()
            do throws(HTTPSError) {
                let response = try await session.data(for: request)
                Issue.record("status \(response.status)")
            } catch {
                #expect(error.code == .negotiateFailed)
                #expect(!error.message.contains("mallory"))
            }
            #expect(handler.asked == ["negotiate 0", "negotiate 1"])
        }
    }

    @Test("a centre that never answers holds up neither the request nor the session's end", .hangLimit)
    func hung() async throws {
        let handler = PeerHandler(Credential(user: "alice@HUNG.TEST", password: "x", persistence: .none))
        let session = try peer.session(server.port, handler)
        var request = try request()
        request.timeout = .seconds(5)
        do throws(HTTPSError) {
            let response = try await session.data(for: request)
            Issue.record("status \(response.status)")
        } catch {
            #expect(error.isTimeout)
        }
        session.invalidateAndCancel()
        // Others are served meanwhile.
        let password = Credential(user: KerberosRealm.user, password: KerberosRealm.password, persistence: .none)
        #expect(try await get(try peer.session(server.port, PeerHandler(password))).status == 200)
    }
}
