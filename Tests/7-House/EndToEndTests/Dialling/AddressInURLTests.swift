import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// RFC 6066 §3: "Literal IPv4 and IPv6 addresses are not permitted in "HostName"." So a server of several names
/// presents its default certificate to whoever has put an address into the URL, whatever the field `Host` says
/// afterwards.
@Suite("An address in the URL, and the name in Host", .hangLimit)
struct AddressInURLTests {
    private final class Witness: SessionObserver {
        let failures = Mutex<[HTTPSError]>([])
        func session(_ event: SessionEvent) {
            if case .failed(_, let error) = event { failures.withLock { $0.append(error) } }
        }
    }

    let site: DialSite
    private let witness = Witness()

    init() throws { site = try DialSite() }

    private func failure(_ url: String, host: String?) async throws -> HTTPSError? {
        var configuration = try site.configuration()
        configuration.observer = witness
        let request = HTTPSRequest(
            try HTTPSURL(url), fields: try host.map { [try #require(HTTPField(name: "Host", value: $0))] } ?? [])
        return await #expect(throws: HTTPSError.self) {
            _ = try await HTTPSSession(configuration: configuration).data(for: request)
        }
    }

    /// A server that has the name's certificate for those who name it, and another for all others.
    private func server(_ change: (inout TLSServerConfiguration) -> Void = { _ in }) throws -> TLSServer {
        try site.server(site.foreign, on: .loopback) {
            $0.others = [.init(names: [Loopback.host], site.own)]
            change(&$0)
        }
    }

    @Test("the refusal says so: in message, hint, findings, and to the observer", arguments: ["", ":PORT"])
    func noted(port: String) async throws {
        let server = try server()
        let host = Loopback.host + port.replacing("PORT", with: "\(server.port)")
        let error = try #require(try await failure("https://127.0.0.1:\(server.port)/", host: host))
        #expect(server.counters.serverNames == [nil] && server.counters.requestsReceived == 0)
        let failure = try #require(error.trustFailure)
        #expect(error.code == .certificateRefused && failure.cause.code == .hostMismatch)
        let note = try #require(failure.findings.first { $0.code == .addressInURL })
        #expect(note.severity == .note && failure.errors.allSatisfy { $0.code != .addressInURL })
        let mapping = "\(Loopback.host):\(server.port):127.0.0.1:\(server.port)"
        for text in [error.message, note.message, error.description] {
            #expect(text.contains("no server name was sent"), "\(text)")
            #expect(text.contains("the certificate is for wrong.test"), "\(text)")
            #expect(text.contains("Host is \(Loopback.host)"), "\(text)")
        }
        for text in [error.hint, note.advice] {
            #expect(text.contains("connectTo (\(mapping))") && text.contains("takesNameFromHostField"), "\(text)")
            #expect(text.contains("holdfast check --connect-to \(mapping) \(Loopback.host):\(server.port)"), "\(text)")
        }
        let told = witness.failures.withLock { $0 }
        #expect(told.count == 1 && told[0].description.contains("no server name was sent"))
        #expect(told[0].trustFailure?.findings.contains { $0.code == .addressInURL } == true)
    }

    @Test("what it advises leads to the server") func advised() async throws {
        let server = try server()
        let error = try #require(try await failure("https://127.0.0.1:\(server.port)/", host: Loopback.host))
        let mapping = try #require(error.hint.split(separator: "(").last?.split(separator: ")").first)
        var configuration = try site.configuration()
        configuration.addresses.dial = [try DialRule(connectTo: String(mapping))]
        let session = HTTPSSession(configuration: configuration)
        #expect(try await session.data(for: HTTPSRequest(try site.url(server.port))).status == 200)
    }

    @Test("of a server that shows nothing to those who name nobody, the hint tells") func refused() async throws {
        let server = try server { $0.refusesUnknownNames = true }
        let error = try #require(try await failure("https://127.0.0.1:\(server.port)/", host: Loopback.host))
        #expect(error.trustFailure == nil && error.message.contains("no server name was sent"), "\(error)")
        #expect(error.hint.contains("takesNameFromHostField"))
    }

    @Test(
        "without a name in Host, and with a name in the URL, there is nothing to say",
        arguments: [
            ("127.0.0.1", nil), ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "a b"), ("localhost", Loopback.host),
        ] as [(String, String?)])
    func silent(host: String, field: String?) async throws {
        let server = try server()
        let error = try #require(try await failure("https://\(host):\(server.port)/", host: field))
        let failure = try #require(error.trustFailure)
        #expect(!failure.findings.contains { $0.code == .addressInURL } && !error.message.contains("server name"))
        // The question is asked of every certificate for another name all the same.
        #expect(error.hint.contains("(SNI)"))
    }

    @Test("nor where the certificate is for the address, and something else is wrong") func otherwise() async throws {
        let stranger = try Loopback()
        let server = try site.server(try stranger.identity("127.0.0.1"), on: .loopback)
        let error = try #require(try await failure("https://127.0.0.1:\(server.port)/", host: Loopback.host))
        #expect(error.trustFailure?.findings.contains { $0.code == .addressInURL } == false)
    }
}
