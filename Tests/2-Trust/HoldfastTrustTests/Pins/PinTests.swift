import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@Suite("Pins")
struct PinTests {
    /// RFC 7469 §2.1.5, example: pin-sha256="d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM=".
    private static let example = "d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM="

    @Test("a text gives the pin that it says, curl's spelling too", arguments: ["sha256/", "sha256//"])
    func reading(_ prefix: String) throws {
        let pin = try Pin(prefix + Self.example)
        #expect(pin.subject == .publicKey && pin.algorithm == .sha256)
        #expect(pin.digest == Base64.decode(Self.example))
        #expect(pin.description == "sha256/" + Self.example)
    }

    /// In Base64 a hash may begin with the slash: 0xFC… does.
    @Test("a hash that begins with a slash is not cut", arguments: Pin.Algorithm.allCases)
    func slash(_ algorithm: Pin.Algorithm) throws {
        let digest = [0xFF] + Array(repeating: UInt8(1), count: algorithm.digestLength - 1)
        let pin = try Pin(subject: .certificate, algorithm: algorithm, digest: digest)
        #expect(pin.description.hasPrefix("certificate-\(algorithm.rawValue)//"))
        #expect(try Pin(pin.description) == pin)
        #expect(try Pin(pin.description.replacing("/", with: "//", maxReplacements: 1)) == pin)
    }

    /// Base64url (RFC 4648 §5) is another alphabet.
    static let noPins: [(String, PinError)] = [
        ("", .noAlgorithm("")), ("sha256", .noAlgorithm("sha256")), ("sha256/", .wrongLength(.sha256, bytes: 0)),
        ("sha1/2jmj7l5rSw0yVb/vlWAYkK/YBwk=", .unknownAlgorithm("sha1")),
        ("SHA256/\(example)", .unknownAlgorithm("SHA256")), ("sha512/\(example)", .wrongLength(.sha512, bytes: 32)),
        ("sha256/\(example.dropLast())", .badBase64("sha256/\(example.dropLast())")),
        ("sha256/ \(example)", .badBase64("sha256/ \(example)")),
        ("sha256/-\(example.dropFirst())", .badBase64("sha256/-\(example.dropFirst())")),
    ]

    @Test("what is no pin says why", arguments: noPins)
    func malformed(_ text: String, _ expected: PinError) {
        #expect(throws: expected) { try Pin(text) }
    }

    @Test("a key's pin outlives the certificate, a certificate's does not")
    func renewal() throws {
        let test = try TestChain()
        let key = try PrivateKey.generate(.p256)
        let first = try Certificate(der: test.intermediate.issue(TestChain.server(), key: key).certificate)
        let next = try Certificate(der: test.intermediate.issue(TestChain.server(), key: key).certificate)
        #expect(first.bytes != next.bytes)
        #expect(Pin(first).matches(next) && Pin(first, .publicKey, .sha512).matches(next))
        #expect(!Pin(first, .certificate).matches(next) && Pin(first, .certificate).matches(first))
    }
}
