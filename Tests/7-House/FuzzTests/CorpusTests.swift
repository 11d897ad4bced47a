import Foundation
import HoldfastX509
import TestSupport
import Testing

/// What the fuzzer has found worth keeping, and what it had to say about it, once in every run of the tests.
@Suite(.ownThread) struct CorpusTests {
    private static let root = ProjectFolder.top
    private static let folder = root.appending(path: "Fuzz/corpus")

    @Test("The properties hold of every input of the corpus", arguments: FuzzTarget.all)
    func holds(_ target: FuzzTarget) throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder.appending(path: target.name), includingPropertiesForKeys: nil)
        #expect((1...64).contains(files.count), "a corpus that is there, and small")
        for file in files {
            let input = [UInt8](try Data(contentsOf: file))
            #expect(throws: Never.self, "\(file.lastPathComponent)") { try target.check(input) }
        }
    }

    @Test("The properties hold of what is recorded", arguments: ["catalogue", "revocation"])
    func recorded(_ name: String) throws {
        let folder = Self.root.appending(path: "Vectors/\(name)")
        var count = 0
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let input = [UInt8](try Data(contentsOf: file))
            switch file.pathExtension {
            case "pem":
                try checkPEM(input)
                for block in try PEM.blocks(in: input[...]) {
                    if block.label == "CERTIFICATE" { try checkCertificate(block.contents) }
                    if block.label == "X509 CRL" { try checkRevocationList(block.contents) }
                }
            case "b64":
                let text = String(decoding: input.filter { $0 > 0x20 }, as: UTF8.self)
                try checkOCSPResponse(#require(Base64.decode(text)))
            default: continue
            }
            count += 1
        }
        #expect(count > 10)
    }

    @Test("Every folder of the corpus is a target's")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }

    @Test("Inputs of nothing, of one octet and of many are answered", arguments: FuzzTarget.all)
    func trivial(_ target: FuzzTarget) throws {
        try target.check([])
        for octet in [UInt8(0), 0x30, 0x80, 0xFF] {
            try target.check([octet])
            try target.check([UInt8](repeating: octet, count: 1_000))
        }
    }
}
