import Foundation
import HoldfastTracing
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Servers of Debian's that change to TLS when they are asked: the certificate of each is judged, and a refused one is
/// refused, by the command as people type it.
@Suite(
    "STARTTLS with servers of Debian's", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct StartTLSPeerTests {
    private let peer: PeerSession
    private let folder: TemporaryFolder

    init() throws {
        // Not all of them send more than their own certificate.
        peer = try PeerSession(hasIntermediate: false)
        folder = try TemporaryFolder()
        try folder.write(peer.rootPEM, to: "root.pem")
        try folder.write(try PeerSession(hasIntermediate: false).rootPEM, to: "other.pem")
    }

    private func holdfast(
        _ command: String, _ name: String, _ port: UInt16, anchors: String = "root.pem"
    ) throws -> Peer {
        let place = "\(PeerSession.host):\(port)"
        return try Peer.run(
            try CommandPage.holdfast().path,
            [command, "--starttls", name, place, "--connect-to", "\(place):127.0.0.1:\(port)"]
                + ["--anchors-only", folder.path(anchors)])
    }

    /// A good server is trusted and another's anchors refuse it; openssl, where it knows the protocol, agrees that the
    /// server speaks it. Every line in the clear stands in the trace.
    private func expectJudged(_ kind: StartTLSServer.Kind, besides names: [StartTLS: [String]] = [:]) async throws {
        let server = try await StartTLSServer(kind, peer.identity)
        for one in kind.protocols {
            let port = server.ports[one, default: 0]
            for name in [one.rawValue] + names[one, default: []] {
                let check = try holdfast("check", name, port)
                #expect(check.status == 0 && check.output.contains("trusted"), "\(name): \(check.all)")
            }
            let refused = try holdfast("check", one.rawValue, port, anchors: "other.pem")
            #expect(refused.status == 20, "\(one): \(refused.all)")
            let trace = try holdfast("trace", one.rawValue, port)
            #expect(trace.status == 0 && trace.output.contains("ClientHello"), "\(one): \(trace.all)")
            // It says "Verification: OK" of nothing, too.
            let opinion = try Peer.sClient(port, ["-starttls", one.rawValue, "-CAfile", folder.path("root.pem")])
            #expect(
                opinion.output.contains("New, TLSv1.") && opinion.output.contains("Verification: OK"),
                "\(one): \(opinion.all)")
        }
    }

    @Test(
        "vsftpd: AUTH TLS",
        .enabled(if: StartTLSServer.Kind.vsftpd.isInstalled, "vsftpd is not installed (scripts/setup peers)"))
    func ftp() async throws {
        try await expectJudged(.vsftpd)
        let bare = try await StartTLSServer(.vsftpd, peer.identity, offersTLS: false)
        let run = try holdfast("check", "ftp", bare.ports[.ftp, default: 0])
        #expect(run.status == 4 && run.errors.contains("refuses AUTH TLS: '530 "), "\(run.all)")
    }

    @Test(
        "MariaDB: SSLRequest behind the greeting",
        .enabled(if: StartTLSServer.Kind.mariadbd.isInstalled, "MariaDB is not installed (scripts/setup peers)"))
    func mySQL() async throws {
        try await expectJudged(.mariadbd, besides: [.mysql: ["mariadb"]])
        let bare = try await StartTLSServer(.mariadbd, peer.identity, offersTLS: false)
        let run = try holdfast("check", "mysql", bare.ports[.mysql, default: 0])
        #expect(run.status == 4 && run.errors.contains("does not offer TLS"), "\(run.all)")
    }

    @Test(
        "Dovecot: ManageSieve, LMTP and IMAP",
        .enabled(if: StartTLSServer.Kind.dovecot.isInstalled, "Dovecot is not installed (scripts/setup peers)"))
    func mail() async throws { try await expectJudged(.dovecot) }

    @Test(
        "INN: STARTTLS of news",
        .enabled(if: StartTLSServer.Kind.nnrpd.isInstalled, "INN is not there (scripts/setup peers)"))
    func news() async throws { try await expectJudged(.nnrpd) }

    @Test(
        "InspIRCd: STARTTLS of chat",
        .enabled(if: StartTLSServer.Kind.inspircd.isInstalled, "InspIRCd is not installed (scripts/setup peers)"))
    func chat() async throws { try await expectJudged(.inspircd) }

    /// PostgreSQL's documentation, "sslnegotiation": direct is "only accepted by PostgreSQL servers since version 17".
    @Test(
        "PostgreSQL: SSLRequest; and TLS from the first byte, which an older one does not take",
        .enabled(if: StartTLSServer.Kind.postgres.isInstalled, "PostgreSQL is not installed (scripts/setup peers)"))
    func postgreSQL() async throws {
        try await expectJudged(.postgres, besides: [.postgres: ["postgresql"]])
        let server = try await StartTLSServer(.postgres, peer.identity)
        let direct = try holdfast("check", "postgres-direct", server.ports[.postgres, default: 0])
        let version = try #require(StartTLSServer.Kind.postgres.program).split(separator: "/")[3]
        if Int(version).map({ $0 >= 17 }) == true {
            #expect(direct.status == 0, "\(direct.all)")
        } else {
            #expect(direct.status == 4 && direct.errors.contains("try --starttls postgres\n"), "\(direct.all)")
        }
    }
}
