import Holdfast
import HoldfastTestBed

/// The code that README.md and Docs/library.md show of the library, so that it compiles: ``ReadmeCodeTests`` compares
/// them.
enum ReadmeCode {
    static func request() async throws {
        let session = HTTPSSession()
        do {
            let response = try await session.data(from: "https://example.com/")
            print(response.status, response["Content-Type"] ?? "", response.connection)
        } catch {  // an HTTPSError, which is all that it throws
            print(error)
            for finding in error.trustFailure?.findings ?? [] {
                print("\(finding.message); expected \(finding.expected). What to do: \(finding.advice)")
            }
        }
    }

    static func settings() async throws {
        var configuration = HTTPSSession.Configuration()
        // An authority of one's own; .system(addingPaths:) has it beside the system's.
        configuration.trust.anchors = try TrustAnchors.only(paths: ["ca.pem"])
        // For servers that ask for one.
        configuration.credentials.identity = try Identity(contentsOf: ["client.pem", "client.key"])
        configuration.proxy = try Proxy("https://proxy.example.com:8443")
        let session = HTTPSSession(configuration: configuration)
        try await session.download(for: HTTPSRequest("https://example.com/image.iso"), to: "image.iso")
    }

    static func addresses(_ addresses: [IPAddress], _ configuration: inout HTTPSSession.Configuration) throws {
        let doh = try DNSOverHTTPSResolver(
            HTTPSURL("https://dns.example/dns-query"), method: .post, bootstrap: addresses)
        configuration.addresses.resolution = NameResolution([.init(doh)], systemFallback: .never)
        configuration.addresses.dial = [try DialRule(connectTo: "www.example.com:443:192.0.2.7:443")]
    }

    static func pins(_ newer: PinnedHosts, _ configuration: inout HTTPSSession.Configuration) throws {
        let pins = TrustPins(
            try PinnedHosts([
                HostPattern("**.example.com", publicSuffixes: .system):
                    .pinned(try PinSet(anywhere: [try Pin("sha256/…"), try Pin("sha256/…")]))
            ]))
        configuration.trust.pins = pins
        // No request goes out any more on a connection that the new pins refuse.
        pins.replace(with: newer)
    }

    static func testBed() throws {
        let server = try TestBed.start("expired")
        _ = server
    }
}
