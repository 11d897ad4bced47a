import HoldfastServing
import LoopbackSupport

extension Loopback {
    /// A server that echoes method, target and body.
    func echo(_ configure: (inout TLSServerConfiguration) throws -> Void = { _ in }) throws -> TLSServer {
        let change = { (configuration: inout TLSServerConfiguration) throws in
            configuration.idleTimeout = .seconds(5)
            try configure(&configuration)
        }
        return try answering(change) { request in
            ServerResponse(text: "\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
        }
    }

    /// curl's arguments for a server under a name.
    func arguments(_ server: TLSServer, name: String = "a.test") -> [String] {
        ["--cacert", rootFile, "--resolve", "\(name):\(server.port):127.0.0.1"]
    }
}
