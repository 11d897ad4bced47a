import HoldfastAuthority
import HoldfastNetworking
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

/// Code that resolves a name itself and writes the address into the URL, without being told what that does to the
/// handshake (RFC 6066 §3).
@Suite("An address in the URL under Apple's names", .serialized)
struct AddressInTheURLTests {
    private static let host = "address.holdfast.test"
    let bench: Loopback
    let server: TLSServer

    init() throws {
        bench = try Loopback()
        let own = try bench.root.issue(.server(names: [Self.host], at: bench.now))
        server = try bench.answering(as: bench.identity("default.holdfast.test")) {
            $0.others = [.init(names: [Self.host], own)]
        } _: { request in
            ServerResponse(text: "\(request.connection.serverName ?? "nobody") \(request["Host"] ?? "-")")
        }
    }

    private func request() throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))
        request.setValue(Self.host, forHTTPHeaderField: "Host")
        return request
    }

    private func check(_ error: URLError) throws {
        #expect(error.code == .serverCertificateUntrusted)
        let reason = try #require(error.userInfo[NSLocalizedFailureReasonErrorKey] as? String)
        let suggestion = try #require(error.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String)
        let mapping = "\(Self.host):\(server.port):127.0.0.1:\(server.port)"
        for text in [reason, "\(error as NSError)"] {
            #expect(text.contains("no server name was sent") && text.contains("Host is \(Self.host)"), "\(text)")
            #expect(text.contains("the certificate is for default.holdfast.test"), "\(text)")
        }
        #expect(suggestion.contains("connectTo (\(mapping))") && suggestion.contains("takesNameFromHostField"))
        #expect(suggestion.contains("holdfast check --connect-to \(mapping)"))
        let findings = try #require(error.userInfo[HoldfastFindingsKey] as? [[String: Any]])
        #expect(findings.contains { $0.values.contains { $0 as? String == "addressInURL" } }, "\(findings)")
    }

    @Test("the error of a task says so") func task() async throws {
        let session = URLSession(configuration: bench.trusting(server))
        let asked = try request()
        let error = await #expect(throws: URLError.self) { try await session.data(for: asked) }
        try check(try #require(error))
    }

    /// A connection has no configuration that it could be given.
    private func load() async throws -> (Data?, (any Error)?) {
        let asked = try request()
        return await withCheckedContinuation { continuation in
            NSURLConnection.sendAsynchronousRequest(asked, queue: OperationQueue()) { _, data, error in
                continuation.resume(returning: (data, error))
            }
        }
    }

    /// The process's settings for connections, trusting the bench's servers beside the others.
    private func settings(_ change: (URLSessionConfiguration) -> Void) throws -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.protocolClasses = []
        let anchors = TrustAnchors.only([try Certificate(der: bench.root.certificate)])
        let names = [try ServerName(Self.host), try ServerName("127.0.0.1")]
        configuration.serverTrustPolicy = { name in
            var policy = TrustPolicy.ssl(name)
            if names.contains(name) { policy.anchors = anchors }
            return policy
        }
        change(configuration)
        return configuration
    }

    @Test("NSURLConnection is told, and obeys a rule of the whole process") func connections() async throws {
        defer { NSURLConnection.processConfiguration = nil }
        #expect(NSURLConnection.processConfiguration == nil)
        let witness = Witness()
        let configuration = try settings { $0.observer = witness }
        NSURLConnection.processConfiguration = configuration
        // What is changed afterwards changes nothing.
        configuration.takesNameFromHostField = true
        let (_, error) = try await load()
        try check(try #require(error as? URLError))

        NSURLConnection.processConfiguration = configuration
        #expect(NSURLConnection.processConfiguration?.takesNameFromHostField == true)
        let (named, _) = try await load()
        #expect(named.map { String(decoding: $0, as: UTF8.self) } == "\(Self.host) \(Self.host):\(server.port)")
        #expect(witness.warnings.count == 1)

        NSURLConnection.processConfiguration = try settings {
            $0.connectTo = ["\(Self.host):\(server.port):127.0.0.1:\(server.port)"]
        }
        var plain = try request()
        plain.url = try bench.url(server, host: Self.host)
        let led = plain
        let data = await withCheckedContinuation { continuation in
            NSURLConnection.sendAsynchronousRequest(led, queue: OperationQueue()) { _, data, _ in
                continuation.resume(returning: data)
            }
        }
        #expect(data.map { String(decoding: $0, as: UTF8.self) } == "\(Self.host) \(Self.host)")

        NSURLConnection.processConfiguration = nil
        let (_, refused) = try await load()
        #expect((refused as? URLError)?.code != nil)
    }
}
