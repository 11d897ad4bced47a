import HoldfastX509
import Testing

@testable import HoldfastTracing

/// RFC 8879 §4: `struct { CertificateCompressionAlgorithm algorithm; uint24 uncompressed_length; opaque
/// compressed_certificate_message<1..2^24-1>; } CompressedCertificate`.
@Suite("CompressedCertificate")
struct CompressedCertificateTests {
    private func read(_ body: [UInt8], holding certificates: [[UInt8]] = []) -> HandshakeMessage {
        var context = HandshakeContext(version: .tls13)
        context.compressedCertificates = certificates
        return HandshakeMessage([25, 0, 0, UInt8(body.count)] + body, in: context)
    }

    @Test("algorithm, the length before, and the compressed bytes are read")
    func content() throws {
        guard case .compressedCertificate(let message) = read([0, 2, 0, 1, 0, 0, 0, 2, 9, 8]).content else {
            return #expect(Bool(false))
        }
        #expect(message.algorithm == 2 && message.uncompressedLength == 256 && message.compressed == [9, 8])
        #expect(message.certificates.isEmpty)
    }

    @Test("what libssl has of it stands beside it")
    func known() throws {
        let certificates: [[UInt8]] = [[1, 2, 3], [4]]
        // 1 for the context, 3 for the list, and 3 + 2 for each entry (RFC 8446 §4.4.2).
        let body: [UInt8] = [0, 3, 0, 0, 18, 0, 0, 1, 9]
        guard case .compressedCertificate(let message) = read(body, holding: certificates).content else {
            return #expect(Bool(false))
        }
        #expect(message.certificates == certificates && message.uncompressedLength == 18)
    }

    /// "Implementations MAY impose a limit lower than" the frame's; "the output of the decompression function" may not
    /// be longer than is said.
    @Test(
        "a length that no Certificate message has is an error",
        arguments: [([0, 0, 0], 0), ([0, 0, 3], 0), ([0x10, 0, 1], 0), ([0xFF, 0xFF, 0xFF], 0), ([0, 0, 17], 2)])
    func lies(length: [UInt8], known: Int) {
        let message = read([0, 1] + length + [0, 0, 1, 9], holding: Array([[1, 2, 3], [4]].prefix(known)))
        #expect(message.content == .unread)
        #expect(message.error?.field == "uncompressed_length", "\(message)")
    }

    @Test("the longest that is taken, and the shortest")
    func bounds() {
        for length: [UInt8] in [[0x10, 0, 0], [0, 0, 4]] {
            #expect(read([0, 1] + length + [0, 0, 1, 9]).error == nil)
        }
        #expect(CompressedCertificate.maximumLength == 1 << 20)
    }

    @Test("a compressed message that is empty, longer or shorter than it says is an error")
    func cut() {
        #expect(read([0, 1, 0, 1, 0, 0, 0, 0]).error?.reason == .empty)
        #expect(read([0, 1, 0, 1, 0, 0, 0, 2, 9]).error?.reason == .truncated(needed: 2, available: 1))
        #expect(read([0, 1, 0, 1, 0, 0, 0, 1, 9, 9]).error?.reason == .trailingBytes(1))
    }
}
