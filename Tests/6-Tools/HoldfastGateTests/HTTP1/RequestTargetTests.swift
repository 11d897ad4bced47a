import HoldfastHTTP
import Testing

@testable import HoldfastGate

/// RFC 9112 §3.2: the server that a request is for is named once, or the same each time.
@Suite("Targets of requests")
struct RequestTargetTests {
    private func head(_ method: String, _ target: String, host: String?) -> RequestHead {
        RequestHead(method: method, target: target, fields: host.map { [HTTPField("Host", $0)] } ?? [])
    }

    @Test("CONNECT names a host and a port")
    func tunnel() throws {
        guard case .tunnel(let target) = try RequestTarget(toProxy: head("CONNECT", "a.test:443", host: "a.test:443"))
        else { throw MessageError(0, .nothingHere) }
        #expect(target.description == "a.test:443" && target.origin == "https://a.test")
        let address = try GateTarget(authority: "[2001:db8::1]:8443")
        #expect(address.description == "[2001:db8::1]:8443")
    }

    @Test(
        "requests to the proxy that name no server, or two",
        arguments: [
            ("CONNECT", "a.test", "a.test"), ("CONNECT", "a.test:443", "b.test:443"),
            ("CONNECT", "a.test:443", "a.test:444"), ("CONNECT", "a.test:0", "a.test:0"),
            ("CONNECT", "a.test:0443", "a.test:443"), ("CONNECT", "user@a.test:443", "a.test:443"),
            ("CONNECT", "https://a.test:443", "a.test:443"), ("CONNECT", "a.test:443/x", "a.test:443"),
            ("CONNECT", "2001:db8::1:443", "a.test"), ("CONNECT", ":443", ":443"),
            ("GET", "/", "127.0.0.1:8080"), ("GET", "https://a.test/", "a.test"), ("GET", "http://a.test/", "b.test"),
            ("OPTIONS", "*", "a.test"), ("GET", "http://user@a.test/", "a.test"),
        ])
    func refused(_ method: String, _ target: String, _ host: String) {
        #expect(throws: MessageError.self) { try RequestTarget(toProxy: head(method, target, host: host)) }
    }

    @Test("within a tunnel Host names the server that the tunnel leads to, and the target is a path")
    func inTunnel() throws {
        let target = try GateTarget(authority: "a.test:443")
        _ = try RequestTarget(inTunnel: head("GET", "/x", host: "A.test"), to: target)
        _ = try RequestTarget(inTunnel: head("GET", "/x", host: "a.test:443"), to: target)
        for (method, path, host) in [
            ("GET", "/x", "b.test"), ("GET", "/x", "a.test:444"), ("CONNECT", "a.test:443", "a.test"),
            ("GET", "https://b.test/", "a.test"), ("GET", "*", "a.test"),
        ] {
            #expect(throws: MessageError.self, "\(method) \(path) \(host)") {
                try RequestTarget(inTunnel: head(method, path, host: host), to: target)
            }
        }
    }
}
