import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import Testing

/// A server for `good.test`, and a folder with its root, its chain, and certificates that could take its place.
struct PinSite {
    let server: TLSServer
    let folder: Folder

    /// - Parameter days: when its certificate ends, from now.
    init(ending days: Int64 = 60) throws {
        let bench = try Loopback(host: "good.test")
        folder = try Folder()
        let identity = try bench.identity { template, now in
            template.notBefore = now.advanced(byDays: -30)
            template.notAfter = now.advanced(byDays: days)
        }
        server = try TLSServer(TLSServerConfiguration(identity)) { _ in ServerResponse(text: "hello\n") }
        try folder.write("ca.pem", bench.root.identity.chainPEM)
        try folder.write("site.pem", identity.chainPEM)
        try folder.write("site.key", try identity.key.pem)
        try folder.write("newkey.pem", try bench.identity { _, _ in }.chainPEM)
    }

    var url: String { "https://good.test:\(server.port)" }
    var dial: [String] { ["--connect-to", Loopback.connectTo(server.port, host: "good.test")] }

    func run(_ arguments: String...) throws -> CommandRun { try CommandRun("holdfast", arguments, in: folder) }

    func live(_ arguments: String..., anchors: String = "ca.pem") throws -> CommandRun {
        try CommandRun("holdfast", arguments + ["--anchors-only", anchors] + dial, in: folder)
    }

    /// The pin of a file's first certificate, as OpenSSL makes it.
    func pin(_ file: String) throws -> String { "sha256/" + (try Self.openssl("x509 -in \(file)", in: folder)) }

    /// SHA-256 over the key that OpenSSL finds, in Base64 (the pipeline of curl's and OkHttp's documentation).
    static func openssl(_ source: String, in folder: Folder, digest: String = "sha256") throws -> String {
        try CreateTests.shell(
            """
            openssl \(source) -noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -\(digest) -binary | \
            base64 -w0
            """, in: folder
        ).output
    }
}
