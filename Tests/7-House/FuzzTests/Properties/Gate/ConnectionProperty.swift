import HoldfastConnection
import HoldfastTransport
import HoldfastTrust
@testable import HoldfastGate
@testable import HoldfastHTTP
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// The first bytes of a tunnel: the look at them comes to one end, and stays there whatever follows.
func checkGateHello(_ bytes: [UInt8]) throws(Violation) {
    let look = OfferedHello.look(at: bytes[...])
    if case .needsMore = look {
        try expect(bytes.count <= 2 * OfferedHello.maximumBytes, "\(bytes.count) bytes are waited for")
        return
    }
    if case .hello(let hello) = look {
        try expect(OfferedHello.look(at: (bytes + [0, 1, 2])[...]) == look, "what follows changes it")
        try expect(hello.applicationProtocols.count <= 1_024, "\(hello.applicationProtocols.count) protocols")
    }
}

/// Bytes of HTTP/2 from either side of a bridge: no request reaches the server but one that is for it.
func checkGateHTTP2(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    let target = try prepared { try GateTarget(authority: "a.test:443") }
    let bridge = try prepared { try HTTP2Bridge(to: target, GateLimits()) }
    let server = try prepared { try HTTP2Side(.server, GateLimits()) }
    server.begin()
    let otherServer = GateError(.client, .otherServer(name: "another server's"))
    do throws(GateError) {
        _ = try server.receive(bridge.output(to: .server))
        try bridge.receive(server.output().bytes, from: .server)
        _ = bridge.output(to: .client)
        if first & 1 == 0 {
            try bridge.receive(preface + settings + bytes.dropFirst(), from: .client)
        } else {
            try bridge.receive(preface + settings, from: .client)
            try bridge.receive(Array(bytes.dropFirst()), from: .server)
        }
        for _ in 0..<64 {
            _ = bridge.output(to: .client)
            for event in try server.receive(bridge.output(to: .server)) {
                guard case .fields(_, let fields, _) = event, !fields.all(":method").isEmpty else { continue }
                let checked = try? HTTP2Message.request(fields.filter { $0.name != "via" }, to: target)
                guard checked != nil else { throw otherServer }
            }
        }
    } catch {
        try expect(error != otherServer, "a request for another server is handed on")
    }
}

/// A kernel's table of sockets: nobody is found who does not stand there, open and with an inode.
func checkGateSockets(_ bytes: [UInt8]) throws(Violation) {
    guard let address = IPAddress("127.0.0.1") else { return }
    let (client, server) = (Endpoint(address, port: 54_321), Endpoint(address, port: 8_080))
    let table = String(decoding: bytes, as: UTF8.self)
    let users = PeerUser.users(of: client, connectedTo: server, in: table)
    try expect(users.isEmpty || table.contains(":D431") && table.contains(":1F90"), "a user of another socket")
    for user in users { try expect(table.contains("\(user)"), "\(user) stands nowhere") }
}

/// A form, and the fields of its request: only the page's own form is ever taken for it.
func checkGateForm(_ bytes: [UInt8]) throws(Violation) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let reader = HeadReader(limits: GateLimits())
    guard let fields = try? reader.fields(parts[0]) else { return }
    let request = RefusalDesk.Request(
        method: "POST", path: RefusalDesk.path, fields: fields, content: parts.count > 1 ? Array(parts[1]) : [])
    guard RefusalDesk.isOwnForm(request, origin: "https://a.test") else { return }
    try expect(
        fields.all("origin").map(\.value) == ["https://a.test"]
            && fields.all("sec-fetch-site").map(\.value) == ["same-origin"], "a form of another page is believed")
}
