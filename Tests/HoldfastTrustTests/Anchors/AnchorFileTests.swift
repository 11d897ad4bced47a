import Foundation
import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// Files and folders that cannot be used as they are: what is given by name is an error, what the system has is named.
@Suite("Anchors: unusable files", .ownThread)
struct AnchorFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pem(_ der: [UInt8]) -> String { PEMBlock(label: "CERTIFICATE", contents: der).encoded }

    private func root() throws -> [UInt8] {
        try CertificateAuthority.root(name: "A", at: TestChain.moment).certificate
    }

    @Test("a folder that was given and holds no certificate")
    func emptyFolder() throws {
        try folder.write("read me", to: "README")
        let error = #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [folder.path]) }
        #expect(error?.path == folder.path)
    }

    @Test("of the system's bundle the certificates that can be read are anchors, the others are named")
    func systemBundle() throws {
        let file = try folder.write(pem([0x30, 0x00]) + pem(root()), to: "bundle.pem")
        let anchors = try AnchorFiles.read(.system(file))
        #expect(anchors.anchors.count == 1)
        #expect(anchors.problems.count == 1 && anchors.problems[0].contains("certificate 1"), "\(anchors.problems)")
        // As a file that was given, it is refused: who names it wants all of it.
        #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [file]) }
    }

    @Test("a folder of the system's, of which one file is such a bundle")
    func systemFolder() throws {
        try folder.write(pem([0x30, 0x00]) + pem(root()), to: "a.pem")
        let anchors = try AnchorFiles.read(.system(folder.path))
        #expect(anchors.anchors.count == 1)
        #expect(anchors.problems.count == 1)
    }

    @Test("files past the limits of size, and of their number")
    func limits() throws {
        let file = try folder.write("", to: "long.pem")
        let handle = try FileHandle(forWritingTo: folder.url("long.pem"))
        try handle.truncate(atOffset: UInt64(AnchorFiles.maximumFileBytes) + 1)
        try handle.close()
        let tooLong = #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [file]) }
        #expect(tooLong?.reason == .tooLarge(limit: AnchorFiles.maximumFileBytes))
        for index in 0..<AnchorFiles.maximumFolderEntries {
            try folder.link("\(index)", to: "long.pem")
        }
        let tooMany = #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [folder.path]) }
        #expect(tooMany?.reason == .tooLarge(limit: AnchorFiles.maximumFolderEntries))
    }

    @Test(
        "a file that opens and cannot be read", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
    func unreadable() throws {
        // Nothing is mapped at address 0, so the first read fails.
        let error = #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: ["/proc/self/mem"]) }
        guard case .unreadable = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("the system's anchors and further ones, which are there whatever the system has")
    func added() throws {
        let certificate = try Certificate(der: root())
        let file = try folder.write(pem(Array(certificate.bytes)), to: "a.pem")
        let system = TrustAnchors.system.current()
        for anchors in [TrustAnchors.system(adding: [certificate]), try .system(addingPaths: [file])] {
            let set = anchors.current()
            #expect(set.anchors.count == system.anchors.count + 1)
            #expect(set.anchor(equalTo: certificate) != nil)
            #expect(system.anchor(equalTo: certificate) == nil)
        }
        #expect(throws: AnchorError.self) { try TrustAnchors.system(addingPaths: [folder.path("none")]) }
    }
}
