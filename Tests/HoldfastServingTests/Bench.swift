import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

@testable import HoldfastServing

/// A small authority, and its root in a file for peers to read.
final class Bench: Sendable {
    let root: CertificateAuthority
    let intermediate: CertificateAuthority
    let rootFile: String
    private let folder: URL

    init() throws {
        let now = SystemClock.now()
        root = try CertificateAuthority.root(name: "Serving Root", at: now)
        intermediate = try root.intermediate(name: "Serving Intermediate", at: now)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("holdfast-serving-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("root.pem")
        try Data(root.identity.chainPEM.utf8).write(to: file)
        rootFile = file.path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func identity(_ names: String..., key: PrivateKey? = nil) throws -> Identity {
        try intermediate.issue(.server(names: names, at: SystemClock.now()), key: key)
    }

    /// A server for `a.test` that echoes method, target and body.
    func echo(_ configure: (inout TLSServerConfiguration) throws -> Void = { _ in }) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try identity("a.test"))
        configuration.idleTimeout = .seconds(5)
        try configure(&configuration)
        return try TLSServer(configuration) { request in
            ServerResponse(text: "\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
        }
    }

    /// curl's arguments for a server of this bench under a name.
    func arguments(_ server: TLSServer, name: String = "a.test") -> [String] {
        ["--cacert", rootFile, "--resolve", "\(name):\(server.port):127.0.0.1"]
    }
}
