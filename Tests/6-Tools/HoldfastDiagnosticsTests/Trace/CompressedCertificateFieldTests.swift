import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// RFC 8879 §4: the fields of a CompressedCertificate, by the RFC's names.
@Suite("A compressed certificate in a trace")
struct CompressedCertificateFieldTests {
    private func message(holding certificates: [[UInt8]]) -> HandshakeMessage {
        var context = HandshakeContext(version: .tls13)
        context.compressedCertificates = certificates
        // zlib is 1 (RFC 8879 §7.3); 4,096 bytes made 2.
        return HandshakeMessage([25, 0, 0, 10, 0, 1, 0, 0x10, 0, 0, 0, 2, 9, 8], in: context)
    }

    @Test("algorithm, both lengths and the bytes, and the certificates where OpenSSL has them")
    func fields() throws {
        let unknown = MessageFields.of(message(holding: [])).fields
        #expect(
            unknown.map(\.name) == [
                "msg_type", "length", "algorithm", "uncompressed_length", "compressed_certificate_message",
            ])
        #expect(unknown.map(\.value)[2...3] == ["zlib (1)", "4096"])
        #expect(unknown.last?.fields.map(\.value) == ["2"])
        let known = MessageFields.of(message(holding: [[1, 2, 3], [4]])).fields
        #expect(known.count == 6 && known.last?.name == "certificate_list" && known.last?.fields.count == 2)
    }

    @Test("in the table: how many bytes stand for how many, and what is in them")
    func table() {
        let words = MessageInfo.facts(message(holding: [[1, 2, 3]])).map(\.english)
        #expect(words == ["zlib (1)", "2 bytes for 4096", "1 certificate"])
        #expect(MessageInfo.name(message(holding: [])) == "CompressedCertificate")
    }
}
