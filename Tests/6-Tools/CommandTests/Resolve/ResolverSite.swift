import HoldfastAuthority
import HoldfastServing
import HoldfastX509
import LoopbackSupport

/// Two servers at one port: that of `multi.test` at 127.0.0.1, and another name's at 127.0.0.2.
struct ResolverSite {
    static let name = "multi.test"

    let right: TLSServer
    let wrong: TLSServer
    let folder: Folder
    var port: UInt16 { right.port }

    init() throws {
        let bench = try Loopback(host: Self.name)
        folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        right = try bench.answering { _ in
            ServerResponse(text: "right\n")
        }
        wrong = try bench.answering(as: bench.identity("other.test"), on: .secondLoopback, port: right.port) { _ in
            ServerResponse(text: "wrong\n")
        }
    }

    /// The arguments of a resolver that gives these addresses.
    static func resolver(_ addresses: String...) -> [String] {
        ["--resolver", label(addresses)]
    }

    /// What such a resolver is called.
    static func label(_ addresses: [String]) -> String { "static:\(name)=\(addresses.joined(separator: ","))" }

    func resolve(_ arguments: [String]) throws -> CommandRun {
        try CommandRun("holdfast", ["resolve", Self.name] + arguments, in: folder)
    }

    /// `resolve --judge` at the servers' port.
    func judge(_ arguments: [String]) throws -> CommandRun {
        try resolve(["--judge", "--port", "\(port)", "--anchors-only", "anchor.pem"] + arguments)
    }

    func run(_ command: String, _ arguments: [String]) throws -> CommandRun {
        try CommandRun(
            "holdfast",
            [command, "https://\(Self.name):\(port)", "--anchors-only", "anchor.pem"] + arguments, in: folder)
    }
}
