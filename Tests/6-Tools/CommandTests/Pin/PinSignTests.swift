import Foundation
import HoldfastX509
import TestSupport
import Testing

/// `holdfast pin sign`: updates of pins, signed and checked.
@Suite(.ownThread)
struct PinSignTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        for name in ["update", "kept", "other"] {
            _ = try CreateTests.shell("openssl genpkey -algorithm ed25519 -out \(name).key", in: folder)
            _ = try CreateTests.shell("openssl pkey -in \(name).key -pubout -out \(name).pub", in: folder)
        }
    }

    private static let pins = ["AAAA", "AAAB"].map { "\"sha256/\($0)\(String(repeating: "A", count: 39))=\"" }

    private func write(_ more: String = "", counter: Int = 7, ends: String = "2027-01-01T00:00:00Z") throws {
        try folder.write(
            "pins.json",
            """
            {"schema":"holdfast.pin-update/1","counter":\(counter),"issued":"2026-11-01T00:00:00Z","expires":"\(ends)",
             "hosts":{"**.example.com":{"pins":{"anywhere":[\(Self.pins.joined(separator: ","))]}\(more)}}}
            """)
    }

    private func run(_ arguments: String...) throws -> CommandRun {
        try CommandRun("holdfast", ["pin", "sign"] + arguments + ["--at", "2026-11-21T00:00:00Z"], in: folder)
    }

    @Test("what is signed is verified by either key, and by OpenSSL")
    func signed() throws {
        try write()
        let sign = try run("pins.json", "--key", "update.key", "--key", "kept.key", "--out", "pins.json.sig")
        #expect(sign.exitCode == 0 && sign.output.isEmpty, "\(sign.errors)")
        for key in ["update.pub", "kept.pub"] {
            let verify = try run("pins.json", "--verify", "--update-key", key)
            #expect(verify.exitCode == 0 && verify.output.contains("update 7"), "\(verify.errors)")
        }
        let stranger = try run("pins.json", "--verify", "--update-key", "other.pub")
        #expect(stranger.exitCode == 33 && stranger.errors.contains("knows no such key"))
        let theirs = try CreateTests.shell(
            """
            printf 'holdfast.pin-update/1 signature\\000' | cat - pins.json > message
            grep -o '"signature": "[^"]*"' pins.json.sig | head -1 | cut -d'"' -f4 | base64 -d > signature
            openssl pkeyutl -verify -rawin -pubin -inkey update.pub -in message -sigfile signature
            """, in: folder)
        #expect(theirs.output.contains("Verified Successfully"), "\(theirs.errors)")
        let base64 = try CreateTests.shell("openssl pkey -pubin -in update.pub -outform der | base64 -w0", in: folder)
        #expect(try run("pins.json", "--verify", "--update-key", base64.output).exitCode == 0)
    }

    @Test("what programs would refuse is not signed, and no file is made")
    func refused() throws {
        for (more, ends, word) in [
            (",\"connectTo\":\"192.0.2.1:443\"", "2027-01-01T00:00:00Z", "connectTo"),
            ("", "2026-11-20T00:00:00Z", "ended"), ("", "2028-01-01T00:00:00Z", "366"),
        ] {
            try write(more, ends: ends)
            let sign = try run("pins.json", "--key", "update.key", "--out", "pins.json.sig")
            #expect(sign.exitCode == 33 && sign.errors.contains(word), "\(sign.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "pins.json.sig").path))
        }
    }

    @Test("an update that was changed, in words and as JSON")
    func changed() throws {
        try write()
        _ = try run("pins.json", "--key", "update.key", "--out", "pins.json.sig")
        try write(counter: 8)
        let verify = try run("pins.json", "--verify", "--update-key", "update.pub", "--json")
        struct Line: Decodable {
            let schema, code: String
            let accepted: Bool
        }
        let line = try JSONDecoder().decode(Line.self, from: Data(verify.output.utf8))
        #expect(line.schema == "holdfast.pinUpdate/1" && line.code == "wrongSignature" && !line.accepted)
        #expect(verify.exitCode == 33)
    }

    @Test("a key under a passphrase")
    func passphrase() throws {
        try write()
        try folder.write("secret", "correct horse\n")
        _ = try CreateTests.shell(
            "openssl pkcs8 -topk8 -in update.key -passout file:secret -out locked.key", in: folder)
        #expect(try run("pins.json", "--key", "locked.key").exitCode == 2)
        let sign = try run("pins.json", "--key", "locked.key", "--passphrase-file", "secret", "--out", "pins.json.sig")
        #expect(sign.exitCode == 0, "\(sign.errors)")
        #expect(try run("pins.json", "--verify", "--update-key", "update.pub").exitCode == 0)
    }

    @Test("what makes no sense is a usage error")
    func usage() throws {
        try write()
        _ = try CreateTests.shell(
            "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ec.key", in: folder)
        for arguments in [
            ["pins.json"], ["pins.json", "--verify"], ["pins.json", "--key", "ec.key"],
            ["pins.json", "--key", "update.key", "--key", "update.key"],
            ["pins.json", "--key", "update.key", "--update-key", "update.pub"],
            ["pins.json", "--verify", "--update-key", "update.pub", "--key", "update.key"],
            ["pins.json", "--verify", "--update-key", "leaf.pem"],
        ] {
            let run = try CommandRun("holdfast", ["pin", "sign"] + arguments, in: folder)
            #expect(run.exitCode == 2, "\(arguments): \(run.errors)")
        }
    }
}
