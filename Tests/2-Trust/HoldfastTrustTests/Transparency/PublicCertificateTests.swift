import Foundation
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// A certificate of the public web with the timestamps of its logs (Vectors/transparency): signatures that two logs
/// made over the precertificate that an authority showed them.
@Suite("Timestamps of a public certificate", .ownThread)
struct PublicCertificateTests {
    private static let folder = ProjectFolder.top.appending(path: "Vectors/transparency")

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private static func certificate(_ name: String) throws -> [UInt8] {
        Array(try EncodedObject.certificates(in: bytes(name))[0])
    }

    /// 2018-10-01, five days after it was issued.
    private static let moment = RootProgram.day(2018, 10, 1)

    private func outcome(
        _ policy: TransparencyPolicy, of leaf: [UInt8]? = nil, logs: (inout String) -> Void = { _ in }
    ) throws -> TransparencyOutcome {
        let issuer = try Self.certificate("issuer.pem")
        var text = String(decoding: try Self.bytes("logs.json"), as: UTF8.self)
        logs(&text)
        var asked = TrustPolicy.ssl(try ServerName("cryptography.io"))
        asked.anchors = .only([try Certificate(der: issuer)])
        asked.transparency = .required(
            TransparencyRequirement(policy: policy, logs: try TransparencyLogList(json: Array(text.utf8))))
        let trust = try ServerTrust(derChain: [leaf ?? Self.certificate("leaf.pem"), issuer])
        do throws(TrustFailure) {
            return try TrustEngine().evaluate(trust, with: asked, at: Self.moment).transparency
        } catch { return error.transparency }
    }

    @Test("both logs signed the rebuilt precertificate")
    func verified() throws {
        let outcome = try outcome(.chrome)
        #expect(outcome.result == .passed)
        #expect(outcome.timestamps.map(\.isVerified) == [true, true])
        #expect(outcome.timestamps.map(\.operatorName) == ["Google", "Comodo CA Limited"])
        // `openssl x509 -text`: "Sep 26 20:56:33.769 2018 GMT", "Sep 26 20:56:33.904 2018 GMT".
        #expect(
            outcome.timestamps.compactMap(\.at).map(\.description)
                == ["2018-09-26T20:56:33.769Z", "2018-09-26T20:56:33.904Z"])
    }

    @Test("Apple asks for them only of what was issued after 15 October 2018")
    func notYet() throws {
        #expect(try outcome(.apple).result == .notRequired)
    }

    @Test("another octet anywhere in the certificate, and no log has signed it")
    func changed() throws {
        var leaf = try Self.certificate("leaf.pem")
        // The serial number: 03 D3 33 72 A8 …
        let place = try #require(leaf.indices.first { leaf[$0...].starts(with: [0x03, 0xD3, 0x33, 0x72, 0xA8]) })
        leaf[place + 1] ^= 1
        let outcome = try outcome(.chrome, of: leaf)
        #expect(outcome.result == .failed)
        #expect(outcome.timestamps.map(\.isVerified) == [false, false])
    }

    @Test("the same certificate, where one of the logs was rejected")
    func rejected() throws {
        let outcome = try outcome(.chrome) { $0 = $0.replacing("usable", with: "rejected", maxReplacements: 1) }
        #expect(outcome.result == .failed)
        #expect(outcome.timestamps.map(\.isVerified) == [nil, true])
    }
}
