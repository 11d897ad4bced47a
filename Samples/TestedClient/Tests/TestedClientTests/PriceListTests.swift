import Holdfast
import HoldfastTestBed
import TestedClient
import Testing

/// The client, tested with Swift Testing: a test for each bad server, by its name in the catalogue.
@Suite("The price list trusts its own server alone")
struct PriceListTests {
    @Test(
        "no bad server gets a byte",
        arguments: ["expired", "wrong-name", "self-signed", "untrusted-root", "broken-der"])
    func refuses(name: String) async throws {
        let server = try TestBed.start(name)
        let list = try PriceList(of: server)
        let error = await #expect(throws: HTTPSError.self) { try await list.fetch() }
        // The catalogue states which findings are errors, and names the source of each.
        let codes = Set(error?.trustFailure?.errors.map(\.code.rawValue) ?? [])
        #expect(codes == server.entry.expectedFindings)
        #expect(await server.becomesIdle() && server.applicationBytesReceived == 0)
    }

    @Test("good servers of several kinds are trusted", arguments: ["good", "good-rsa", "sni"])
    func trusts(name: String) async throws {
        let server = try TestBed.start(name)
        #expect(try await PriceList(of: server).fetch().contains(server.story))
    }

    @Test("put back, a server has forgotten its clients, and a client finds it again")
    func reset() async throws {
        let server = try TestBed.start("good")
        let list = try PriceList(of: server)
        _ = try await list.fetch()
        server.reset()
        #expect(server.connections == 0 && server.requestsReceived == 0)
        _ = try await list.fetch()
        #expect(server.connections == 1 && server.requestsReceived == 1)
    }

    /// A device, or another program, finds the server under the same port with each start.
    @Test("at a port of one's own, on an address of one's own")
    func place() async throws {
        let server = try TestBed.start("good", place: LabPlace(address: "127.0.0.2"))
        #expect(server.connectTo == "good.holdfast.test:\(server.port):127.0.0.2:\(server.port)")
        #expect(try await PriceList(of: server).fetch().hasPrefix("good\n"))
    }
}
