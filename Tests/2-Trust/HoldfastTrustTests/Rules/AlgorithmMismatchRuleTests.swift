import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@Suite("Mismatched algorithms", .ownThread)
struct AlgorithmMismatchRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("two algorithms in one certificate (RFC 5280 §4.1.1.2)")
    func algorithmMismatch() throws {
        #expect(try test.errors(test.chain { $0.innerAlgorithm = .ecdsa(.sha384) }) == [.algorithmMismatch])
    }

    /// "This field MUST contain the same algorithm identifier as the signatureAlgorithm field in the sequence
    /// Certificate" (RFC 5280 §4.1.2.3).
    @Test("of an authority; parameters that differ; not of an anchor, whose signature nobody needs")
    func others() throws {
        let authority = try test.belowIntermediate { $0.innerAlgorithm = .ecdsa(.sha512) }
        #expect(try test.errors(authority) == [.algorithmMismatch])
        // The identifier of ecdsa-with-SHA256 has no parameters (RFC 5758 §3.2); NULL is another identifier.
        let null = try test.chain {
            $0.tbsEdit = .fields { fields in
                var writer = DERWriter()
                writer.sequence { inner in
                    inner.oid(.ecdsaWithSHA256)
                    inner.raw([5, 0])
                }
                fields[2] = writer.bytes
            }
        }
        #expect(try test.errors(null).contains(.algorithmMismatch))
        let (chain, anchors) = try test.belowRoot { $0.innerAlgorithm = .ecdsa(.sha512) }
        #expect(try test.unmet(chain, anchors: anchors) == [])
    }
}
