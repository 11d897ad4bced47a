import Foundation
import HoldfastAuthority
import HoldfastCrypto
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// What a configuration of OpenSSL's, named by `OPENSSL_CONF`, can and cannot change about a connection.
///
/// config(5ssl): "The configuration name system_default has a special meaning. If it exists, it is applied whenever an
/// SSL_CTX object is created."
@Suite("OPENSSL_CONF", .ownThread, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct OpenSSLConfigurationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The lines of the section `system_default`; nil for no configuration.
        let configuration: String?
        /// What `openssl s_server` is given.
        let server: String
        let exitCode: Int32
    }

    /// SSL_CONF_cmd(3) names the commands, SSL_CTX_set_security_level(3) the levels: "Level 1 … Any cipher suite using
    /// [less than 80 bits] … is also prohibited", "Level 2 … 112 bits", "Level 3 … cipher suites not offering forward
    /// secrecy are prohibited".
    @Test(
        "the machine may ask for more than is asked for anyway, and for nothing less",
        arguments: [
            Case(
                testDescription: "no encryption is not offered", configuration: "CipherString = eNULL:@SECLEVEL=0",
                server: "-tls1_2 -cipher eNULL:@SECLEVEL=0", exitCode: 4),
            Case(
                testDescription: "nor beside others", configuration: "CipherString = DEFAULT:eNULL:@SECLEVEL=0",
                server: "-tls1_2 -cipher eNULL:@SECLEVEL=0", exitCode: 4),
            Case(
                testDescription: "nor a server without a certificate",
                configuration: "CipherString = aNULL:@SECLEVEL=0",
                server: "-tls1_2 -cipher aNULL:@SECLEVEL=0", exitCode: 4),
            Case(
                testDescription: "what is beside it still serves",
                configuration: "CipherString = DEFAULT:eNULL:@SECLEVEL=0",
                server: "-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256", exitCode: 0),
            Case(
                testDescription: "SHA-1 signs nothing",
                configuration: "CipherString = DEFAULT:@SECLEVEL=0\nSignatureAlgorithms = RSA+SHA1:ECDSA+SHA256",
                server: "-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0 -sigalgs RSA+SHA1", exitCode: 4),
            Case(
                testDescription: "a highest version does not take 1.3 away", configuration: "MaxProtocol = TLSv1.2",
                server: "-tls1_3", exitCode: 0),
            Case(
                testDescription: "nor does a list of versions", configuration: "Protocol = -TLSv1.3", server: "-tls1_3",
                exitCode: 0),
            Case(
                testDescription: "a lowest version stands", configuration: "MinProtocol = TLSv1.3", server: "-tls1_2",
                exitCode: 4),
            Case(
                testDescription: "one below ours does not",
                configuration: "MinProtocol = TLSv1\nCipherString = DEFAULT:@SECLEVEL=0",
                server: "-tls1_1 -cipher DEFAULT:@SECLEVEL=0", exitCode: 4),
            Case(
                testDescription: "level 3 stands", configuration: "CipherString = DEFAULT:@SECLEVEL=3",
                server: "-tls1_2 -cipher AES128-GCM-SHA256", exitCode: 4),
            Case(
                testDescription: "without it the same server is reached", configuration: nil,
                server: "-tls1_2 -cipher AES128-GCM-SHA256", exitCode: 0),
            Case(
                testDescription: "a narrower list stands", configuration: "CipherString = ECDHE-RSA-AES256-GCM-SHA384",
                server: "-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256", exitCode: 4),
            Case(
                testDescription: "also where no encryption stood in it",
                configuration: "CipherString = ECDHE-RSA-AES256-GCM-SHA384:eNULL:@SECLEVEL=0",
                server: "-tls1_2 -cipher ECDHE-RSA-AES128-GCM-SHA256", exitCode: 4),
            Case(
                testDescription: "and serves",
                configuration: "CipherString = ECDHE-RSA-AES256-GCM-SHA384:eNULL:@SECLEVEL=0",
                server: "-tls1_2 -cipher ECDHE-RSA-AES256-GCM-SHA384", exitCode: 0),
            Case(
                testDescription: "narrower suites of 1.3 stand", configuration: "Ciphersuites = TLS_AES_256_GCM_SHA384",
                server: "-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256", exitCode: 4),
            Case(
                testDescription: "narrower groups stand", configuration: "Groups = P-384",
                server: "-tls1_3 -groups P-256", exitCode: 4),
        ])
    func machine(one: Case) throws {
        let site = try Site(one.server)
        let run = try site.run("check", machine: one.configuration)
        #expect(run.exitCode == one.exitCode, "\(run.output)\(run.errors)")
        #expect(run.output.contains(": trusted") == (one.exitCode == 0), "\(run.output)")
    }

    @Test(
        "what encrypts nothing gets no request and no word of trust from any command",
        arguments: ["check", "request", "trace"])
    func unencrypted(command: String) throws {
        let site = try Site("-tls1_2 -cipher eNULL:@SECLEVEL=0")
        let run = try site.run(command, machine: "CipherString = eNULL:@SECLEVEL=0")
        #expect(run.exitCode == 4, "\(run.output)\(run.errors)")
        #expect(!run.output.contains("trusted:") && !run.output.contains(": trusted") && !run.output.contains("HTML"))
    }

    @Test("a proxy that encrypts nothing is not asked for a tunnel")
    func proxy() throws {
        let site = try Site("-tls1_2 -cipher eNULL:@SECLEVEL=0")
        let run = try site.run("check", machine: "CipherString = DEFAULT:eNULL:@SECLEVEL=0", asProxy: true)
        #expect(run.exitCode == 3 && run.output.contains("proxyHandshakeFailed"), "\(run.output)\(run.errors)")
    }

    @Test("where the machine leaves nothing to offer, that is the reason")
    func nothingLeft() throws {
        let site = try Site("-tls1_2")
        let run = try site.run("check", machine: "CipherString = eNULL:@SECLEVEL=0")
        #expect(run.exitCode == 4 && (run.output + run.errors).contains("OPENSSL_CONF"), "\(run.output)\(run.errors)")
    }

    /// SSL_CTX_set_security_level(3): level 4 asks for 192 bits, level 5 for 256, which no P-256 has. OpenSSL 3.5
    /// begins no handshake of TLS 1.3 at level 5 with the groups that it offers by itself: none that has a key share is
    /// so strong.
    @Test("the highest levels stand", arguments: [4, 5])
    func highLevels(level: Int) throws {
        let site = try Site("-tls1_3")
        let run = try site.run("check", machine: "CipherString = DEFAULT:@SECLEVEL=\(level)")
        guard try site.isOffered(level: level) else {
            #expect(run.exitCode == 1 && run.errors.contains("OpenSSL"), "\(run.output)\(run.errors)")
            return
        }
        #expect(run.exitCode == 0 && !run.output.contains("x25519"), "\(run.output)\(run.errors)")
    }

    @Test("suites of TLS 1.3 that check integrity alone (RFC 9150) are not offered, where OpenSSL knows them")
    func integrityOnly() throws {
        let suite = "TLS_SHA256_SHA256"
        let known = try OpenSSLCommand().attempt("ciphers -s -tls1_3 -ciphersuites \(suite) DEFAULT:@SECLEVEL=0")
        guard known.status == 0, known.text.contains(suite) else { return }
        let site = try Site("-tls1_3 -ciphersuites \(suite) -cipher DEFAULT:@SECLEVEL=0")
        let run = try site.run("check", machine: "Ciphersuites = \(suite)\nCipherString = DEFAULT:@SECLEVEL=0")
        #expect(run.exitCode == 4, "\(run.output)\(run.errors)")
    }
}

/// `openssl s_server` on loopback, and commands that judge it by its anchor.
private final class Site {
    private let process = ChildProcess()
    private let folder: Folder
    private let output = Pipe()
    private var port = ""

    struct NotListening: Error {
        let said: String
    }

    init(_ arguments: String) throws {
        folder = try Folder()
        let bench = try Loopback(host: "good.test")
        let identity = try bench.identity(key: .generate(.rsa(bits: 2048)))
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        try folder.write("server-key.pem", try identity.key.pem)
        try folder.write("server.pem", identity.chainPEM)
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments =
            ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", "server-key.pem", "-cert", "server.pem"]
            + ["-cert_chain", "server.pem"] + arguments.split(separator: " ").map(String.init)
        process.environment = ["PATH": "/usr/bin:/bin"]
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // "ACCEPT 127.0.0.1:PORT", once it listens.
        var said = ""
        while !said.contains("\n") || !said.contains("ACCEPT") {
            let more = try output.fileHandleForReading.readAvailable()
            guard !more.isEmpty else { throw NotListening(said: said) }
            said += String(decoding: more, as: UTF8.self)
        }
        port =
            said.split(separator: "ACCEPT").last?.split(separator: "\n").first?.split(separator: ":").last
            .map(String.init) ?? ""
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// Whether OpenSSL's own client has something to offer at a security level.
    func isOffered(level: Int) throws -> Bool {
        let peer = try Peer.run(
            "openssl", ["s_client", "-connect", "127.0.0.1:\(port)", "-cipher", "DEFAULT:@SECLEVEL=\(level)"])
        return !peer.errors.contains("no suitable key share")
    }

    func run(_ command: String, machine configuration: String?, asProxy: Bool = false) throws -> CommandRun {
        var environment: [String: String] = [:]
        if let configuration {
            try folder.write(
                "openssl.cnf",
                "openssl_conf = init\n[init]\nssl_conf = ssl\n[ssl]\nsystem_default = all\n[all]\n\(configuration)\n")
            environment["OPENSSL_CONF"] = folder.url.appending(path: "openssl.cnf").path
        }
        var arguments = [command, "--anchors-only", "anchor.pem"]
        if asProxy {
            arguments += ["--json", "--resolve", "good.test:\(port):127.0.0.1", "--proxy", "https://good.test:\(port)"]
            arguments.append("https://elsewhere.test")
        } else {
            arguments += ["--connect-to", "good.test:\(port):127.0.0.1:\(port)", "https://good.test:\(port)"]
        }
        return try CommandRun("holdfast", arguments, in: folder, environment: environment)
    }
}
