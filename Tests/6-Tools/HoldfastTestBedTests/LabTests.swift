import Foundation
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTestBed

/// The whole catalogue at once, with its files, as curl uses them.
@Suite(.ownThread) struct LabTests {
    @Test func startsTheWholeCatalogue() throws {
        let folder = try TemporaryFolder()
        let servers = try Lab.start(directory: folder.path)
        #expect(servers.map(\.name) == TestBed.available.map(\.name))
        #expect(Set(servers.map(\.port)).count == servers.count)
        for server in servers {
            let anchors = try #require(server.anchorsFile)
            #expect(try String(contentsOfFile: anchors, encoding: .utf8) == server.anchorsPEM, "\(server.name)")
            let chain = try server.chainFile.map { try String(contentsOfFile: $0, encoding: .utf8) }
            #expect(chain == server.chainPEM, "\(server.name)")
            let logs = try server.logListFile.map { try String(contentsOfFile: $0, encoding: .utf8) }
            #expect(logs == server.logList, "\(server.name)")
            // The policy of transparency is nothing without its list, nor the list without a policy.
            let file = server.arguments.firstIndex(of: "--ct-logs").map { server.arguments[$0 + 1] }
            #expect(file == server.logListFile, "\(server.name)")
            #expect((file != nil) == server.entry.arguments.contains("--ct-policy"), "\(server.name)")
            // `evaluate` is to give on the chain what `check` gives on the server: there is one only where that holds.
            let isAboutTheWay =
                ServedCertificateTests.isBehindProxy(server.name)
                || ServedCertificateTests.breaksOffTrusted.contains(server.name)
                || BadServer.timestampsByHandshake.contains(server.name)
                || BadServer.revocationByConnection.contains(server.name)
                || BadServer.keysByHandshake.contains(server.name)
            #expect(
                (server.chainFile == nil) == (isAboutTheWay || [4, 5, 7].contains(server.entry.expectedExit)),
                "\(server.name)")
        }
    }

    /// RSA authorities have the same keys in every entry of a process, P-256 ones never.
    @Test func makesRSAKeysOfAuthoritiesOnce() throws {
        let folder = try TemporaryFolder()
        let servers = try Lab.start(names: ["good-rsa", "md5", "good", "wrong-name"], directory: folder.path)
        let keys = try servers.map { try Certificate(der: try #require($0.anchors.first)).subjectPublicKeyInfo }
        #expect(keys[0] == keys[1] && keys[2] == keys[3])
        let others = try Lab.start(names: ["good-rsa", "good"], directory: folder.path)
        let newKeys = try others.map { try Certificate(der: try #require($0.anchors.first)).subjectPublicKeyInfo }
        #expect(newKeys[0] == keys[0] && newKeys[1] != keys[2])
    }

    @Test func canBeReachedAsItSays() throws {
        let folder = try TemporaryFolder()
        let names = ["sni", "good", "good-rsa", "good-p384", "good-ip", "good-ipv6", "good-idn", "cross-signed"]
        let servers = try Lab.start(names: names, directory: folder.path + "/")
        #expect(servers.map(\.name) == names)
        for server in servers {
            let anchors = try #require(server.anchorsFile)
            let curl = try Peer.curl(["--cacert", anchors, "--connect-to", server.connectTo, server.url])
            #expect(curl.status == 0, "\(server.name): \(curl.all)")
            #expect(curl.output.contains(server.story))
            #expect(server.waitUntilIdle(upTo: HangLimit.duration))
            #expect(server.requestsReceived == 1)
        }
    }

    /// The recorded chain is what `openssl verify` can be pointed at.
    @Test func writesChainsThatOpenSSLReads() throws {
        let folder = try TemporaryFolder()
        for server in try Lab.start(names: ["good", "good-rsa", "expired"], directory: folder.path) {
            let (anchors, chain) = (try #require(server.anchorsFile), try #require(server.chainFile))
            let peer = try Peer.run("openssl", ["verify", "-CAfile", anchors, "-untrusted", chain, chain])
            #expect((peer.status == 0) == (server.entry.expectedExit == 0), "\(server.name): \(peer.all)")
        }
    }

    @Test func refusesANameBeforeAnythingStarts() throws {
        let folder = try TemporaryFolder()
        #expect(throws: TestBedError.unknownServer("no-such")) {
            try Lab.start(names: ["good", "no-such"], directory: folder.path)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func saysWhichFileItCouldNotWrite() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path + "/missing"
        let error = #expect(throws: TestBedError.self) { try Lab.start(names: ["good"], directory: missing) }
        #expect(error == .file(path: missing + "/good.anchors.pem", reason: "No such file or directory"))
    }

    @Test func stopsAndFreesItsPort() throws {
        let server = try TestBed.start("good")
        server.stop()
        let curl = try Peer.curl(["--connect-to", server.connectTo, server.url])
        // CURLE_COULDNT_CONNECT.
        #expect(curl.status == 7, "\(curl.all)")
    }
}
