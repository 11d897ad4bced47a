import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// "The signature on the certificate can be verified" (RFC 5280 §6.1.3(a)(1)): every bit below the anchor is signed, or
/// is the signature, or says how the signature is to be read.
@Suite("Property: no changed byte becomes trust", .ownThread)
struct MutationTests {
    let test: TestChain
    private static let masks: [UInt8] = [0x01, 0x20, 0x80]

    init() throws { test = try TestChain() }

    /// The places and masks whose change of a presented certificate leaves the chain trusted; without masks, one a
    /// byte.
    private func survivors(
        _ chain: [[UInt8]], at position: Int, policy: TrustPolicy? = nil, masks: [UInt8]? = nil
    ) throws -> [(index: Int, mask: UInt8)] {
        var chain = chain
        var survivors: [(index: Int, mask: UInt8)] = []
        for index in chain[position].indices {
            for mask in masks ?? (Effort.isWhole ? Self.masks : [Self.masks[index % Self.masks.count]]) {
                chain[position][index] ^= mask
                if try test.judge(chain, policy: policy).success != nil { survivors.append((index, mask)) }
                chain[position][index] ^= mask
            }
        }
        return survivors
    }

    @Test("of a trusted chain: every byte of the leaf and of the intermediate counts", arguments: [0, 1])
    func trusted(_ position: Int) throws {
        let chain = try test.chain()
        #expect(try test.errors(chain) == [])
        let kept = try survivors(chain, at: position).map { "\($0)" }
        #expect(kept == [])
    }

    @Test("of other signatures", arguments: ["RSA", "RSA-PSS", "Ed25519", "P-384"])
    func algorithms(_ name: String) throws {
        let kinds: [String: (KeyKind, SignatureAlgorithm?)] = [
            "RSA": (.rsa(bits: 2048), nil), "RSA-PSS": (.rsa(bits: 2048), .rsaPSS(RSAPSSParameters(.sha256))),
            "Ed25519": (.ed25519, nil), "P-384": (.p384, nil),
        ]
        let (kind, algorithm) = try #require(kinds[name])
        let root = try CertificateAuthority.root(name: "Root", at: TestChain.moment, key: .generate(kind))
        let chain = try root.issue(TestChain.server { $0.signatureAlgorithm = algorithm }).chain
        let policy = try test.policy(anchors: [root.certificate])
        #expect(try test.errors(chain, policy: policy) == [])
        #expect(try survivors(chain, at: 0, policy: policy, masks: [0x01]).map { "\($0)" } == [])
    }

    /// The anchor is what was given as such, and not what was sent.
    @Test("of what is not needed: a stranger, and the root that is an anchor anyhow")
    func unneeded() throws {
        let chain = try test.chain()
        let stranger = try CertificateAuthority.root(name: "Stranger", at: TestChain.moment).certificate
        for extra in [stranger, test.root.certificate] {
            let kept = try survivors(chain + [extra], at: 2, masks: [0x01]).count
            #expect(kept == extra.count)
        }
    }

    @Test("cut anywhere, a byte more, a byte less in the middle, and each in the other's place")
    func lengths() throws {
        let chain = try test.chain()
        for position in chain.indices {
            for count in stride(from: 0, to: chain[position].count, by: 3) {
                var changed = chain
                changed[position].removeLast(changed[position].count - count)
                #expect(try !test.errors(changed).isEmpty, "certificate \(position), the first \(count) bytes")
                changed[position] = chain[position]
                changed[position].remove(at: count)
                #expect(try !test.errors(changed).isEmpty, "certificate \(position) without byte \(count)")
            }
            for byte: UInt8 in [0, 0x30, 0xFF] {
                var changed = chain
                changed[position].append(byte)
                #expect(try !test.errors(changed).isEmpty, "certificate \(position) and \(byte)")
                changed[position] = [byte] + chain[position]
                #expect(try !test.errors(changed).isEmpty, "\(byte) and certificate \(position)")
            }
        }
        #expect(try !test.errors([chain[1], chain[0]]).isEmpty)
        #expect(try !test.errors([test.root.certificate, chain[0], chain[1]]).isEmpty)
    }

    @Test(
        "of a refused chain: nothing that was signed wrong is put right by one byte",
        arguments: ["expired", "host", "authority", "constraints"])
    func refused(_ kind: String) throws {
        let chain = try refusedChain(kind)
        #expect(try !test.errors(chain).isEmpty)
        // Where the mistake is.
        let position = ["expired", "host"].contains(kind) ? 0 : 1
        let kept = try survivors(chain, at: position, masks: [0x01]).map { "\($0)" }
        #expect(kept == [])
    }

    private func refusedChain(_ kind: String) throws -> [[UInt8]] {
        switch kind {
        // One bit of the date would do, were it not signed.
        case "expired": return try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
        // So would one bit of the name.
        case "host": return try test.chain { $0.names = ["vww.holdfast.test"] }
        case "authority": return try test.belowIntermediate { $0.basicConstraints = BasicConstraints(isCA: false) }
        default:
            return try test.belowIntermediate {
                $0.nameConstraints = NameConstraints(
                    excludedSubtrees: [GeneralSubtree(.dnsName(IA5String(TestChain.host) ?? .empty))])
            }
        }
    }

    @Test("of a chain of nobody's: no change of its own root makes that an anchor")
    func strangersRoot() throws {
        let root = try CertificateAuthority.root(name: "Test Root", at: TestChain.moment)
        let chain = try root.issue(TestChain.server()).chain + [root.certificate]
        for position in chain.indices {
            #expect(try survivors(chain, at: position, masks: [0x01]).map { "\($0)" } == [], "\(position)")
        }
    }

    /// A signature that ends with a zero bit is good DER with that bit left out, and another value.
    @Test("of a signature that is remembered: the count of its unused bits counts", arguments: [0, 1])
    func unusedBits(_ position: Int) throws {
        var chain = try test.chain()
        // Half of all signatures end so.
        while chain[position].last.map({ $0 & 1 }) != 0 {
            let intermediate = try test.root.intermediate(name: "Test Intermediate", at: TestChain.moment)
            chain = try intermediate.issue(TestChain.server()).chain
        }
        #expect(try test.errors(chain) == [])
        let signature = try Certificate(der: chain[position]).signature.bytes.count
        chain[position][chain[position].count - signature - 1] = 1
        #expect(try Certificate(der: chain[position]).signature.unusedBits == 1)
        #expect(try test.errors(chain) == [.badSignature])
    }

    @Test("of a signature with one bit wrong: that bit, and no other, makes it right")
    func repaired() throws {
        let good = try test.chain()
        var bad = good
        bad[0][good[0].count - 3] ^= 0x01
        #expect(try test.errors(bad) == [.badSignature])
        let repairs = try survivors(bad, at: 0, masks: [0x01, 0x80])
        #expect(repairs.map(\.index) == [good[0].count - 3])
        #expect(repairs.map(\.mask) == [0x01])
    }
}
