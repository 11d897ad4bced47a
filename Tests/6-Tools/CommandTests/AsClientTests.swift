import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `check --as`: a server asked as other programs do.
@Suite(.ownThread)
struct AsClientTests {
    private struct Clients: Decodable {
        struct Row: Decodable {
            struct Negotiated: Decodable {
                let version: String?
                let keyExchange: String?
                let signatureScheme: String?
            }

            let client: String
            let languageVersion: String?
            let recorded: Bool
            let outcome: String
            let reason: String?
            let negotiated: Negotiated?
            let shown: Int?
        }

        struct Shown: Decodable {
            let trusted: Bool
            let exitCode: Int32
        }

        let rows: [Row]
        let shown: [Shown]
    }

    private struct Line: Decodable {
        let trusted: Bool
        let exitCode: Int32
        let clients: Clients?
    }

    private let world: Loopback
    private let folder: Folder

    init() throws {
        world = try Loopback()
        folder = try Folder()
        try folder.write("anchor.pem", world.root.identity.chainPEM)
    }

    private func check(_ port: UInt16, _ arguments: String...) throws -> CommandRun {
        try CommandRun(
            "holdfast",
            ["check", "https://\(Loopback.host):\(port)", "--connect-to", Loopback.connectTo(port)]
                + ["--anchors-only", "anchor.pem"] + arguments, in: folder)
    }

    private func line(_ run: CommandRun) throws -> Line {
        try JSONDecoder().decode(Line.self, from: Data(run.output.utf8))
    }

    @Test("all: every recorded client has a row and is judged, ios is never a pass, and no HTTP is sent")
    func all() throws {
        let server = try world.server()
        let run = try check(server.port, "--as", "all", "--json")
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let clients = try #require(try line(run).clients)
        let recorded = clients.rows.filter(\.recorded)
        #expect(Set(clients.rows.map(\.client)).count == 7 && recorded.allSatisfy { $0.outcome == "connects" })
        #expect(clients.rows.filter { !$0.recorded }.map(\.outcome) == ["notRecorded"])
        #expect(clients.shown.count == 1 && clients.shown[0].trusted)
        #expect(server.waitUntilIdle(afterAtLeast: 2))
        #expect(server.counters.applicationBytesReceived == 0)
        #expect(try check(server.port, "--as", "ios").exitCode == 33)
        let text = try check(server.port, "--as", "gnutls", "--language", "zh-Hans")
        #expect(text.exitCode == 0 && text.output.contains("\n  客户端\n    gnutls "))
    }

    @Test("a certificate that only some are shown is judged, and is the exit code")
    func someAreShown() throws {
        // OpenSSL names ecdsa_secp256r1_sha256 first, as Java does; Go rsa_pss_rsae_sha256 (after ML-DSA). The RSA
        // certificate is of an authority that is not trusted here, which `check` alone would not see.
        let other = try Loopback()
        let server = try world.server(as: try world.identity(key: .generate(.p256))) {
            $0.ofOtherKeys = [try other.identity(key: .generate(.rsa(bits: 2048)))]
        }
        let json = try check(server.port, "--as", "java", "--as", "go", "--json")
        let verdict = try line(json)
        let clients = try #require(verdict.clients)
        #expect(verdict.trusted && verdict.exitCode == 20 && json.exitCode == 20, "\(json.output)")
        #expect(clients.shown.count == 2 && clients.shown.filter(\.trusted).count == 1)
        let outcomes = clients.rows.map { "\($0.client) \($0.outcome)" }
        #expect(outcomes == ["go fails", "go fails", "java connects"])
        #expect(clients.rows[0].reason == "the certificate that it is shown is refused: issuerNotFound")
        #expect(try check(server.port).exitCode == 0)
    }

    @Test("a server of TLS 1.1 alone: no verdict, and the table says that nobody gets on")
    func oldServer() throws {
        let server = try world.server(as: try world.identity(key: .generate(.rsa(bits: 2048)))) {
            $0.minimumVersion = .tls10
            $0.maximumVersion = .tls11
            $0.securityLevel = 0
            $0.cipherList = "ALL"
        }
        let run = try check(server.port, "--as", "chromium", "--as", "gnutls")
        #expect(run.exitCode == 4, "\(run.output)\(run.errors)")
        #expect(run.output.contains("  fails\n      the server takes none of the versions that it offers"))
        #expect(run.output.contains("  fails\n      the server chooses TLS 1.1, which is broken (RFC 8996)"))
    }

    @Test("words that are no clients, and options that leave no room for the table")
    func usage() throws {
        let unknown = try check(1, "--as", "netscape")
        #expect(unknown.exitCode == 2 && unknown.errors.contains("chromium, curl-debian12"))
        #expect(try check(1, "--as", "go", "--table").exitCode == 2)
        #expect(try check(1, "--as", "go", "--proxy", "https://proxy.holdfast.test:8443").exitCode == 2)
    }
}
