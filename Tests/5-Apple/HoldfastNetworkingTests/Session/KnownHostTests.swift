import Foundation
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastPins
import HoldfastServing
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// HTTP Strict Transport Security under URLSession's names, beside App Transport Security.
@Suite("URLSession and hosts that want nothing but TLS")
struct KnownHostTests {
    private let bench: Loopback

    init() throws { bench = try Loopback() }

    private func server() throws -> TLSServer {
        try bench.answering { request in
            ServerResponse(fields: [HTTPField("Strict-Transport-Security", "max-age=600")], body: Array("there".utf8))
        }
    }

    private func plain(_ server: TLSServer) throws -> URL {
        try #require(URL(string: "http://\(Loopback.host):\(server.port)/x"))
    }

    @Test("once a host has said so, an http URL is asked with TLS, whatever App Transport Security says of http")
    func upgraded() async throws {
        let server = try server()
        let configuration = bench.trusting(server)
        let settings = "<plist><dict><key>NSAppTransportSecurity</key><dict/></dict></plist>"
        configuration.appTransportSecurity = try AppTransportSecurity(infoPlist: Data(settings.utf8))
        let session = URLSession(configuration: configuration)
        let error = await #expect(throws: URLError.self) { _ = try await session.data(from: try plain(server)) }
        #expect(error?.code == .appTransportSecurityRequiresSecureConnection)
        _ = try await session.data(from: try bench.url(server))
        let (data, response) = try await session.data(from: try plain(server))
        #expect(String(decoding: data, as: UTF8.self) == "there")
        #expect(response.url == (try bench.url(server, "/x")))
    }

    @Test("sessions of one program know the same hosts, ephemeral ones their own, and programs theirs")
    func places() throws {
        let folder = try TemporaryFolder()
        func store(_ program: String) -> KnownHostStore? {
            ProcessStateFiles.$ofTask.withValue(ProcessStateFiles(folder: folder.path, program: program)) {
                URLSessionConfiguration.default.knownHosts
            }
        }
        #expect(store("one") === store("one") && store("one") !== store("two"))
        #expect(URLSessionConfiguration.ephemeral.knownHosts == nil)
        let configuration = URLSessionConfiguration.ephemeral
        let known = KnownHostStore()
        configuration.knownHosts = known
        #expect((configuration.copy() as? URLSessionConfiguration)?.knownHosts === known)
    }

    @Test("what one session was told outlasts the process, in the program's file") func lasting() async throws {
        let (folder, server) = (try TemporaryFolder(), try server())
        let path = try #require(KnownHostStore.path(ofProgram: "app", in: folder.path))
        for number in 0..<2 {
            let configuration = bench.trusting(server)
            configuration.knownHosts = KnownHostStore(path: path) { Issue.record("\($0)") }
            let session = URLSession(configuration: configuration)
            let (_, response) = try await session.data(from: number == 0 ? bench.url(server) : plain(server))
            #expect(response.url?.scheme == "https")
        }
        #expect(folder.names.contains("hsts-app.sqlite"))
    }
}
