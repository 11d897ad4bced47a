import HoldfastAuthority
import HoldfastSystem
import HoldfastTLS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastServing
@testable import HoldfastTransport

/// A handshake without a server name: what a look at a server's other certificate needs, and nothing else may have.
@Suite("Server name indication")
struct ServerNameTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func look(at port: UInt16, sendsServerName: Bool) -> TransportRequest {
        var request = world.request(.handshakeOnly, port: port)
        request.connection.sharing = .never
        request.tls.sendsServerName = sendsServerName
        return request
    }

    /// RFC 6066 §3: "A server name is sent in an extension of type server_name", which is 0.
    @Test("on the wire the extension is there, or the name is nowhere", arguments: [true, false])
    func wire(sendsServerName: Bool) async throws {
        let hello = Mutex<[UInt8]>([])
        let server = try RawServer { connection throws(ServingError) in
            var reader = TLSRecordReader(connection)
            let record = try reader.next(until: .after(.seconds(30)))
            hello.withLock { $0 = record.map { Array($0.fragment) } ?? [] }
        }
        _ = await failure { () throws(TransportError) in
            try await engine.perform(
                look(at: server.port, sendsServerName: sendsServerName), judge: TestJudge.refusing())
        }
        let message = hello.withLock { $0 }
        guard case .clientHello(let read) = HandshakeMessage(message, in: HandshakeContext()).content else {
            Issue.record("no ClientHello: \(message)")
            return
        }
        let name = Array("example.test".utf8)
        // A list of one name: its length, the type host_name, the name's length, the name.
        let expected = [0, UInt8(name.count + 3), 0, 0, UInt8(name.count)] + name
        let sent = read.extensions.first { $0.type == .serverName }?.data
        #expect(sent == (sendsServerName ? expected : nil))
        #expect(message.contains(name) == sendsServerName)
    }

    @Test("without it the server presents what it has for nobody in particular", arguments: [TLSVersion.tls12, .tls13])
    func versions(version: TLSVersion) async throws {
        let named = try world.identity()
        let server = try world.server(as: world.identity("default.test")) {
            $0.maximumVersion = version
            $0.others = [.init(names: ["example.test"], named)]
        }
        for sendsServerName in [true, false, true] {
            let error = await failure { () throws(TransportError) in
                try await engine.perform(
                    look(at: server.port, sendsServerName: sendsServerName), judge: TestJudge.refusing())
            }
            let record = try #require(error?.connection)
            #expect(record.tlsVersion == (version == .tls12 ? "1.2" : "1.3"))
            #expect(record.serverNameIndication == (sendsServerName ? "example.test" : nil))
            let names = record.presented?.presented.first?.certificate?.subjectAlternativeName ?? []
            #expect(
                names.map(\.description).contains { $0.contains(sendsServerName ? "example.test" : "default.test") })
        }
        #expect(await server.becomesIdle(afterAtLeast: 3))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("an accepted one is never used again, and a request beside it names its server")
    func pooling() async throws {
        let server = try world.server()
        let judge = world.trusting()
        var nameless = look(at: server.port, sendsServerName: false)
        nameless.connection.versions = .http11
        _ = try await engine.perform(nameless, judge: judge)
        var request = world.request(port: server.port)
        request.connection.versions = .http11
        let answer = try await engine.perform(request, judge: judge)
        #expect(!answer.isReusedConnection && answer.connection.serverNameIndication == "example.test")
        _ = try await engine.perform(nameless, judge: judge)
        #expect(judge.questions.map(\.serverNameIndication) == [nil, "example.test", nil])
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("it shares no partition with what sends a name")
    func partition() {
        let named = look(at: 1, sendsServerName: true)
        let nameless = look(at: 1, sendsServerName: false)
        #expect(PartitionKey(named) == PartitionKey(named))
        #expect(PartitionKey(named) != PartitionKey(nameless))
    }
}
