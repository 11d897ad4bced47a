import HoldfastCrypto
import HoldfastHTTP
import HoldfastX509

/// The user and password of one run, without which somebody else's program cannot use the gate.
struct GateCredentials: Hashable, Sendable {
    static let user = "holdfast"
    /// Octets of randomness in the password, and in tokens.
    private static let randomOctets = 16

    let password: String

    /// Makes a password by the system's randomness.
    init() throws(GateError) { password = try Self.randomText() }

    init(password: String) { self.password = password }

    /// Random text that is hard to guess: 128 bits in hexadecimal.
    static func randomText() throws(GateError) -> String {
        do throws(CryptoError) {
            return HexString.encode(try SystemRandom.bytes(randomOctets))
        } catch {
            throw GateError(.library, .noRandom(error.statement))
        }
    }

    /// Whether a request shows them (RFC 7617 §2); its time says nothing of how much of them is right.
    func areShown(by fields: [HTTPField]) -> Bool {
        guard let value = fields.one("proxy-authorization") else { return false }
        let words = value.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].asciiLowercased() == "basic", let shown = Base64.decode(words[1]) else {
            return false
        }
        return Self.isEqual(shown, Array("\(Self.user):\(password)".utf8))
    }

    /// Compares octets in a time that depends on their number alone.
    static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
