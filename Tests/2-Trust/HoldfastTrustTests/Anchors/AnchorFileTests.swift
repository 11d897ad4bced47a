import Foundation
import HoldfastAuthority
import HoldfastStatements
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

    @Test("of several certificates those that can be read are anchors, the others are named: given, and the system's")
    func bundle() throws {
        let first = try pem(root())
        let file = try folder.write(first + pem([0x30, 0x00]) + pem(root()), to: "bundle.pem")
        let line = first.split(separator: "\n").count + 1
        for location in [AnchorLocation.given(file), .system(file)] {
            let anchors = try AnchorFiles.read(location)
            #expect(anchors.anchors.count == 2)
            let problem = try #require(anchors.problems.first)
            #expect(anchors.problems.count == 1 && problem.isDefect)
            #expect(problem.path == file && problem.certificate == 2 && problem.line == line)
            #expect(
                problem.description.hasPrefix("anchors '\(file)': certificate 2 (line \(line)): "),
                "\(problem)")
        }
        let set = try TrustAnchors.only(paths: [file]).current()
        #expect(set.anchors.count == 2 && set.problems.count == 1)
        // Two that cannot be read, and one alone, give no anchor at all.
        for text in [pem([0x30, 0x00]) + pem([0x30, 0x00]), pem([0x30, 0x00])] {
            let none = try folder.write(text, to: "none.pem")
            let error = #expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [none]) }
            #expect(error?.description.contains("certificate 1 (line 1)") == true, "\(String(describing: error))")
        }
        // For pins, where nobody would be told, each has to be read.
        #expect(throws: AnchorError.self) { try TrustAnchors.certificates(paths: [file]) }
    }

    /// A BOOLEAN of 01 in its basic constraints, as some private authorities have it: no DER (X.690 §11.1).
    @Test("an issuer that is not found, and an anchor of its name that could not be read: the finding says so")
    func namesake() throws {
        let test = try TestChain()
        var broken = test.root.certificate
        let truth = try #require(broken.indices.dropLast(2).first { broken[$0...($0 + 2)] == [0x01, 0x01, 0xFF] })
        broken[truth + 2] = 0x01
        let file = try folder.write(pem(root()) + pem(broken), to: "bundle.pem")
        var policy = try test.policy()
        policy.anchors = try .only(paths: [file])
        let failure = try #require(try test.judge(test.chain(), policy: policy).failure)
        #expect(failure.cause.code == .issuerNotFound)
        #expect(
            failure.cause.message.hasPrefix(
                "the issuer Test Root of Test Intermediate was not found, and an anchor of that name could not be "
                    + "read: anchors '\(file)': certificate 2 (line "), "\(failure.cause.message)")
        #expect(failure.anchorProblems.map(\.certificate) == [2])
        // Another issuer's name is not there at all, and the sentence stays as it was.
        let other = try CertificateAuthority.root(name: "Elsewhere", at: TestChain.moment)
        let stranger = try test.judge(other.issue(TestChain.server()).chain, policy: policy).failure
        #expect(stranger?.cause.message == "the issuer Elsewhere of \(TestChain.host) was not found")
        #expect(stranger?.anchorProblems.count == 1)
    }

    /// X.690 §11.1: "If the encoding represents the boolean value TRUE, its single contents octet shall have all eight
    /// bits set to one."
    @Test("a certificate that cannot be read is recognised: its place, its subject, its dates, and what to do")
    func recognisable() throws {
        let whole = try Certificate(der: root())
        var broken = Array(whole.bytes)
        let truth = try #require(broken.indices.dropLast(2).first { broken[$0...($0 + 2)] == [0x01, 0x01, 0xFF] })
        broken[truth + 2] = 0x01
        let (subject, validity) = (whole.subject, whole.validity)
        let file = try folder.write("words before it\n" + pem(broken), to: "broken.pem")
        let error = try #require(#expect(throws: AnchorError.self) { try TrustAnchors.only(paths: [file]) })
        #expect(error.certificate == 1 && error.line == 2)
        guard case .malformedCertificate(let certificate) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(certificate.error.reason == .invalidBoolean && certificate.error.offset > 0)
        #expect(certificate.subject == subject && certificate.validity == validity)
        let dates = (validity.notBefore.instant.description, validity.notAfter.instant.description)
        #expect(
            error.statement.text(in: .english).hasSuffix(
                "; it is the certificate of \(subject.shortDescription), from \(dates.0) to \(dates.1)"), "\(error)")
        #expect(
            error.statement.text(in: .chinese).hasSuffix(
                "；它是 \(subject.shortDescription) 的证书，有效期自 \(dates.0) 至 \(dates.1)"))
        #expect(error.adviceStatement.identifier == "malformedCertificateAdvice.boolean")
    }

    @Test("fields behind the fault are read too, and none of what is no certificate")
    func partial() throws {
        let whole = try Certificate(der: root())
        var broken = Array(whole.bytes)
        // The version of X.509, which is 2 for version 3 (RFC 5280 §4.1.2.1), as one that there is none of.
        let version = try #require(broken.indices.dropLast(2).first { broken[$0...($0 + 2)] == [0x02, 0x01, 0x02] })
        broken[version + 2] = 0x05
        let fault = try #require(#expect(throws: DERError.self) { try Certificate(der: broken) })
        let partial = MalformedCertificate(broken[...], error: fault)
        #expect(partial.subject == whole.subject && partial.issuer == whole.issuer)
        #expect(partial.adviceStatement.identifier == "malformedCertificateAdvice.makeAnew")
        // Where it is cut off behind them, they are there.
        #expect(MalformedCertificate(broken.dropLast(), error: fault).subject == whole.subject)
        for cut in [0, 1, 4, 40] {
            let partial = MalformedCertificate(broken.prefix(cut), error: fault)
            #expect(partial.subject == nil && partial.statement == MalformedCertificate([], error: fault).statement)
        }
    }

    @Test("a file of a folder that nearly is PEM is a certificate that is missing; a page is none")
    func nearly() throws {
        try folder.write(pem(root()), to: "a.pem")
        try folder.write(
            pem(root()).replacing("-----BEGIN", with: "----BEGIN").replacing("-----END", with: "----END"), to: "b.pem")
        try folder.write("<html><body>404</body></html>", to: "c.pem")
        let anchors = try AnchorFiles.read(.system(folder.path))
        #expect(anchors.anchors.count == 1)
        #expect(anchors.problems.map(\.isDefect) == [true, false], "\(anchors.problems)")
        #expect(anchors.problems.first?.adviceStatement?.identifier == "formAdvice.writeDashes")
    }

    @Test("a folder of the system's, of which one file is such a bundle")
    func systemFolder() throws {
        try folder.write(pem([0x30, 0x00]) + pem(root()), to: "a.pem")
        let anchors = try AnchorFiles.read(.system(folder.path))
        #expect(anchors.anchors.count == 1)
        #expect(anchors.problems.count == 1)
    }

    @Test("what is no file in a folder is named, and is no certificate that is missing: a folder, a link to nothing")
    func noFiles() throws {
        try folder.write(pem(root()), to: "a.pem")
        try folder.makeFolder("java")
        try folder.link("gone.pem", to: "nowhere.pem")
        try folder.write("read me", to: "README")
        let anchors = try AnchorFiles.read(.system(folder.path))
        #expect(anchors.anchors.count == 1 && anchors.problems.count == 3, "\(anchors.problems)")
        #expect(anchors.problems.allSatisfy { !$0.isDefect }, "\(anchors.problems)")
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
