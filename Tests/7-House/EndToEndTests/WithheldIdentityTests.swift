import HoldfastAuthority
import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Servers that ask for a client's certificate and get none: "If the client does not send any certificates […], the
/// server MAY at its discretion either continue the handshake without client authentication or abort the handshake"
/// (RFC 8446 §4.4.2.4). One that continues refuses at HTTP, where nothing says why.
@Suite("A certificate that a server asked for and did not get", .hangLimit)
struct WithheldIdentityTests {
    let bench: Loopback
    private let witness = Witness()

    init() throws { bench = try Loopback() }

    /// A server that takes nobody without a certificate: in the handshake, or at HTTP by 400, on connections that end
    /// with each answer.
    private func server(
        insists: Bool, _ version: TLSVersion = .tls13, _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.requestsClientCertificate = true
        configuration.requiresClientCertificate = insists
        configuration.maximumVersion = version
        change(&configuration)
        return try TLSServer(configuration) { request in
            let close = [HTTPField("Connection", "close")]
            guard request.connection.clientCertificate != nil else {
                return ServerResponse(status: 400, fields: close, body: Array("no certificate".utf8))
            }
            return ServerResponse(status: 200, fields: close, body: Array("welcome".utf8))
        }
    }

    private func session(
        _ server: TLSServer, _ change: (inout HTTPSSession.Configuration.Credentials) throws -> Void
    ) throws -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.observer = witness
        try change(&configuration.credentials)
        return HTTPSSession(configuration: configuration)
    }

    private func alice() throws -> Identity { try bench.intermediate.issue(.client(name: "Alice", at: bench.now)) }

    private func listed(_ hosts: String...) throws -> [ServerName] { try hosts.map { try ServerName($0) } }

    @Test("the list of servers lacks it: a warning names both, once a host")
    func notListed() async throws {
        let server = try server(insists: false)
        let session = try session(server) {
            $0.identity = try alice()
            $0.identityServers = try listed("www.holdfest.test")
        }
        let url = try bench.url(server)
        for _ in 0..<2 { #expect(try await session.data(from: url).status == 400) }
        #expect(server.counters.connections == 2)
        let warnings = witness.warnings.all
        #expect(warnings.count == 1)
        let warning = try #require(warnings.first)
        #expect(warning.contains("\(Loopback.host):\(server.port) asked for a client certificate and got none"))
        #expect(warning.contains("identityServers") && !warning.contains("holdfest"))
    }

    @Test(
        "the list lacks it, and the server insists: the advice names the list", arguments: [TLSVersion.tls12, .tls13])
    func insisting(_ version: TLSVersion) async throws {
        let server = try server(insists: true, version)
        let session = try session(server) {
            $0.identity = try alice()
            $0.identityServers = try listed("www.holdfest.test")
        }
        let url = try bench.url(server)
        let error = await failure { () throws(HTTPSError) in try await session.data(from: url) }
        #expect(error?.code == .clientCertificateRequired)
        #expect(error?.hint.contains("\(Loopback.host) to credentials.identityServers") == true, "\(error?.hint ?? "")")
        // Chinese stands beside it.
        #expect(error?.adviceStatement?.text(in: .chinese).contains("credentials.identityServers") == true)
    }

    /// RFC 8446 §4.6.2: "If the client declines to authenticate, it MUST respond with a Certificate message containing
    /// no certificates, followed by Finished."
    @Test("asked for after the handshake: the advice names the list as well")
    func late() async throws {
        let server = try server(insists: false) {
            $0.requestsClientCertificate = false
            $0.minimumVersion = .tls13
            $0.applicationProtocols = ["http/1.1"]
            $0.provocation = Provocation(.requiredClientCertificate, .beforeResponse)
        }
        let url = try bench.url(server)
        for (isListed, hint) in [(true, nil), (false, "\(Loopback.host) to credentials.identityServers")] {
            let session = try session(server) {
                $0.identity = try alice()
                $0.identityServers = try listed(isListed ? Loopback.host : "www.holdfest.test")
            }
            let error = await failure { () throws(HTTPSError) in try await session.data(from: url) }
            guard let hint else {
                #expect(error == nil)
                continue
            }
            #expect(error?.code == .clientCertificateAskedLate)
            #expect(error?.hint.contains(hint) == true, "\(error?.hint ?? "")")
        }
    }

    @Test("a server that nobody but the program's own word let in gets none, and the warning says so")
    func notVouchedFor() async throws {
        let server = try server(insists: false)
        let now = bench.now
        var configuration = bench.configuration([(Loopback.host, server.port)]) { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = .only([])
            policy.dangerousAcceptAny = try? DangerousAcceptAny(
                .hosts([Loopback.host]), from: now, until: now.advanced(byDays: 1))
            return policy
        }
        configuration.observer = witness
        configuration.credentials.identity = try alice()
        configuration.credentials.identityServers = try listed(Loopback.host)
        let session = HTTPSSession(configuration: configuration)
        #expect(try await session.data(from: bench.url(server)).status == 400)
        #expect(witness.warnings.all.count { $0.contains("got none") && $0.contains("no anchor vouches") } == 1)
    }

    @Test("a session without an identity says that too; a handler that has decided is not told")
    func nothingToShow() async throws {
        let server = try server(insists: false)
        let url = try bench.url(server)
        #expect(try await session(server) { _ in }.data(from: url).status == 400)
        #expect(witness.warnings.all.count { $0.contains("got none: the session has no identity") } == 1)
        let decided = try session(server) { credentials in
            credentials.handler = TLSHandler { challenge in
                challenge.protectionSpace.authenticationMethod == .clientCertificate
                    ? .useCredential(nil) : .performDefaultHandling
            }
        }
        #expect(try await decided.data(from: url).status == 400)
        #expect(witness.warnings.all.count == 1)
    }

    @Test("nothing is said where the certificate was shown, or nobody asked for one")
    func shown() async throws {
        let server = try server(insists: true)
        let listed = try listed(Loopback.host)
        let session = try session(server) { ($0.identity, $0.identityServers) = (try alice(), listed) }
        #expect(try await session.data(from: bench.url(server)).status == 200)
        let silent = try bench.server()
        #expect(try await self.session(silent) { _ in }.data(from: bench.url(silent)).status == 200)
        #expect(witness.warnings.all.isEmpty)
    }
}
