import HoldfastTransport
import HoldfastX509
import Testing

@testable import HoldfastHTTPS

/// RFC 5929 §4.1: which hash of the certificate `tls-server-end-point` is.
@Suite("Channel binding")
struct ChannelBindingTests {
    @Test("the signature's own hash, SHA-256 for the broken ones, none where there is not one")
    func digests() {
        for (algorithm, digest): (SignatureAlgorithm, DigestAlgorithm?) in [
            (.rsaPKCS1(.md5), .sha256), (.rsaPKCS1(.sha1), .sha256), (.ecdsa(.sha1), .sha256),
            (.rsaPKCS1(.sha256), .sha256), (.ecdsa(.sha384), .sha384), (.rsaPKCS1(.sha512), .sha512),
            (.rsaPSS(RSAPSSParameters(.sha384)), .sha384),
            (.rsaPSS(RSAPSSParameters(.sha256, maskGenerationDigest: .sha1)), nil), (.ed25519, nil), (.ed448, nil),
        ] {
            #expect(TLSServerEndPoint.digest(for: algorithm) == digest, "\(algorithm)")
        }
        #expect(TLSServerEndPoint.binding(of: FlowConnection.record) == nil)
    }
}
