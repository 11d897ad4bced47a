import Foundation
import HoldfastAuthority
import HoldfastCrypto
import PeerPrograms
import TestSupport
import Testing

/// What a server speaks, as three programs find it out (Docs/protocols.md, "Beside testssl.sh and sslyze").
@Suite(
    "What a server speaks, beside testssl.sh and sslyze", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ProtocolsPeerTests {
    private static let hasTestSSL = (try? Peer.run("testssl", ["--version"]).status) == 0

    /// Servers by their suites, with what one of the others has otherwise; each with its reason in the documentation.
    private static let servers = [
        (versions: "TLSv1 TLSv1.1 TLSv1.2 TLSv1.3", suites: "ALL:@SECLEVEL=0", curves: "X25519:prime256v1:secp384r1"),
        (versions: "TLSv1.2 TLSv1.3", suites: "ECDHE+AESGCM", curves: "X25519:secp521r1"),
    ]

    @Test(
        "versions, suites and groups are those that testssl.sh and sslyze find",
        .enabled(if: hasTestSSL, "testssl.sh is not installed"),
        .enabled(if: PythonServer.knowsTLSServers, "sslyze is not installed in .build/peers"), arguments: servers)
    func compared(_ row: (versions: String, suites: String, curves: String)) async throws {
        let root = try CertificateAuthority.root(name: "Protocol Root", at: SystemClock.now())
        let identity = try root.issue(
            .server(names: ["localhost"], at: SystemClock.now()), key: try PrivateKey.generate(.rsa(bits: 2048)))
        let server = try await Nginx(
            identity, clients: .off, authorities: root.identity.chainPEM, version: row.versions, http2: false,
            lines: ["ssl_ciphers \(row.suites);", "ssl_ecdh_curve \(row.curves);"])
        let folder = try TemporaryFolder()
        let target = "127.0.0.1:\(server.port)"
        let verdict = try Peer.run(
            try CommandPage.holdfast().path, ["check", "--protocols", "--json", "--revocation", "off", target])
        try folder.write(verdict.output, to: "verdict.json")
        let (testssl, sslyze) = (folder.path("testssl.json"), folder.path("sslyze.json"))
        let first = try Peer.run(
            "testssl", ["--warnings", "batch", "--color", "0", "-p", "-E", "-f", "--jsonfile", testssl, target])
        try #require(FileManager.default.fileExists(atPath: testssl), "\(first.all)")
        let second = try Peer.run(
            PythonServer.peersPython,
            [
                "-m", "sslyze", "--mozilla_config=disable", "--json_out=\(sslyze)", "--sslv3", "--tlsv1", "--tlsv1_1",
                "--tlsv1_2", "--tlsv1_3", "--elliptic_curves", "--reneg", "--ems", target,
            ])
        try #require(FileManager.default.fileExists(atPath: sslyze), "\(second.all)")
        let script = PythonServer.script("peer-protocols.py")
        let compared = try Peer.run("python3", [script, folder.path("verdict.json"), testssl, sslyze])
        // HTTP/1.0 by ALPN is asked for by us alone.
        #expect(compared.output == "testssl.sh: ALPN: not seen there: http/1.0\n", "\(compared.all)")
    }
}
