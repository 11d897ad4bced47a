import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastX509
import PeerPrograms
import TestSupport

/// Servers on loopback for a scan: one that is good, one whose certificate ends in ten days, one that has expired.
final class ScanBed {
    let folder: TemporaryFolder
    let root: CertificateAuthority
    /// The names of the servers with their ports.
    private(set) var ports: [(name: String, port: UInt16)] = []
    private var servers: [TLSServer] = []

    init(at now: Instant) throws {
        folder = try TemporaryFolder(mode: 0o755)
        root = try CertificateAuthority.root(name: "Scan Root", at: now)
        try folder.write(PEMBlock(label: "CERTIFICATE", contents: root.certificate).encoded, to: "root.pem")
        for (name, start, end) in [("good", -10, 80), ("soon", -10, 10), ("expired", -30, -2)]
            as [(String, Int64, Int64)]
        {
            var template = CertificateTemplate.server(names: ["\(name).test"], at: now)
            (template.notBefore, template.notAfter) = (now.advanced(byDays: start), now.advanced(byDays: end))
            let server = try TLSServer(TLSServerConfiguration(try root.issue(template))) { _ in
                ServerResponse(text: "")
            }
            servers.append(server)
            ports.append(("\(name).test", server.port))
        }
    }

    /// Runs `holdfast scan` with options over the list of some of the servers.
    func scan(_ options: [String], of names: [String] = ["good", "soon", "expired"]) throws -> Peer {
        let lines = ports.filter { names.map { $0 + ".test" }.contains($0.name) }.map { name, port in
            "\(name):\(port) address=127.0.0.1 # team \"\(name)\"\n"
        }
        let list = try folder.write(lines.joined(), to: "servers.txt")
        return try Peer.run(
            try CommandPage.holdfast().path,
            ["scan", "--anchors-only", folder.path("root.pem"), "--revocation", "off"] + options + [list])
    }
}
