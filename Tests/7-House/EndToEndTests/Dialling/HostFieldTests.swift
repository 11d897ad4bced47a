import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Code that has put an address into the URL, and the name into `Host`.
@Suite("The name from the field Host", .hangLimit)
struct HostFieldTests {
    let site: DialSite
    private let witness = Witness()

    init() throws { site = try DialSite() }

    private func session(_ isOn: Bool = true) throws -> HTTPSSession {
        var configuration = try site.configuration()
        configuration.addresses.takesNameFromHostField = isOn
        configuration.observer = witness
        return HTTPSSession(configuration: configuration)
    }

    private func request(_ url: String, host: String...) throws -> HTTPSRequest {
        HTTPSRequest(try HTTPSURL(url), fields: try host.map { try #require(HTTPField(name: "Host", value: $0)) })
    }

    @Test("server name, judgement and the answer's URL are the name's; it is warned about once")
    func taken() async throws {
        let server = try site.server(site.own, on: .loopback)
        let session = try session()
        for host in [Loopback.host, "\(Loopback.host):\(server.port)"] {
            let response = try await session.data(for: try request("https://127.0.0.1:\(server.port)/a", host: host))
            #expect(response.url.description == "https://\(Loopback.host):\(server.port)/a")
            #expect(response.connection.serverNameIndication == Loopback.host)
        }
        #expect(server.counters.connections == 1 && server.counters.serverNames == [Loopback.host])
        let warnings = witness.warnings.all
        #expect(warnings.count == 1 && warnings.first?.contains(Loopback.host) == true)
    }

    @Test("without the option the address has to be in the certificate")
    func notTaken() async throws {
        let server = try site.server(site.own, on: .loopback)
        let session = try session(false)
        let error = await #expect(throws: HTTPSError.self) {
            _ = try await session.data(for: try request("https://127.0.0.1:\(server.port)/a", host: Loopback.host))
        }
        #expect(error?.trustFailure?.cause.code == .hostMismatch && server.counters.requestsReceived == 0)
    }

    @Test(
        "where URL and field name two servers, nothing is sent",
        arguments: [
            ("https://www.holdfast.test:PORT/", ["other.test"]), ("https://127.0.0.1:PORT/", ["127.0.0.2"]),
            ("https://127.0.0.1:PORT/", ["www.holdfast.test:1"]), ("https://127.0.0.1:PORT/", ["a.test", "b.test"]),
            ("https://127.0.0.1:PORT/", ["a b"]), ("https://127.0.0.1:PORT/", ["a.test/path"]),
            ("https://127.0.0.1:PORT/", [""]),
        ])
    func conflict(_ url: String, _ hosts: [String]) async throws {
        let server = try site.server(site.own, on: .loopback)
        var request = try request(url.replacing("PORT", with: "\(server.port)"))
        for host in hosts { request.fields.append(try #require(HTTPField(name: "Host", value: host))) }
        let error = await #expect(throws: HTTPSError.self) { _ = try await session().data(for: request) }
        #expect(error?.code == .hostConflict && server.counters.connections == 0)
    }

    @Test("a field that says what the URL says changes nothing")
    func same() async throws {
        let server = try site.server(site.own, on: .loopback)
        var request = try request("https://\(Loopback.host):\(server.port)/a", host: "\(Loopback.host):\(server.port)")
        request.dial = [try site.rule([1], port: server.port)]
        #expect(try await session().data(for: request).status == 200)
        #expect(witness.warnings.all.isEmpty)
    }
}
