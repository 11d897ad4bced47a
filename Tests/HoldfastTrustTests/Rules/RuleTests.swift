import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// Each rule against one chain that deviates from a good one in one line; the exact set of errors.
@Suite("Rules, one deviation each")
struct RuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("a good chain is trusted without a word, and the proof says how")
    func good() throws {
        let proof = try #require(try test.judge(try test.chain()).success)
        #expect(proof.result == .unspecified)
        #expect(proof.findings.isEmpty, "\(proof.findings)")
        #expect(proof.chain.map(\.subject.commonName) == [TestChain.host, "Test Intermediate", "Test Root"])
        #expect(proof.anchor.kind == .own)
        #expect(proof.work.signatureChecks == 2)
    }

    @Test("validity: both ends are inclusive (RFC 5280 §4.1.2.5)")
    func validity() throws {
        let chain = try test.chain {
            $0.notBefore = TestChain.moment.advanced(bySeconds: -10)
            $0.notAfter = TestChain.moment.advanced(bySeconds: 10)
        }
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: -10)) == [])
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: 10)) == [])
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: -11)) == [.notYetValid])
        #expect(try test.errors(chain, at: TestChain.moment.advanced(bySeconds: 11)) == [.expired])
        // notAfter names a second, all of which is included.
        let fraction = Instant(secondsSince1970: TestChain.moment.secondsSince1970 + 10, nanoseconds: 999_999_999)
        #expect(try test.errors(chain, at: fraction) == [])
    }

    @Test("an expired anchor: a warning under one's own (RFC 5280 §6.1.1(d) leaves it to the relying party)")
    func expiredAnchor() throws {
        let later = TestChain.moment.advanced(byDays: 3_700)
        let root = try CertificateAuthority.root(name: "Old Root", at: TestChain.moment)
        let leaf = try root.issue(CertificateTemplate.server(names: [TestChain.host], at: later))
        let result = try test.judge(leaf.chain, policy: test.policy(anchors: [root.certificate]), at: later)
        #expect(result.codes(.error) == [])
        #expect(result.codes(.warning) == [.expired])
    }

    @Test("signature: one bit of it, or of what is signed (RFC 5280 §6.1.3(a)(1))")
    func signature() throws {
        #expect(try test.errors(test.chain { $0.signatureEdit = .flippingBit(at: -1) }) == [.badSignature])
        var chain = try test.chain()
        // The last byte of the intermediate's validity is its "Z"; its serial number is early in the TBSCertificate.
        chain[1][20] ^= 1
        #expect(try test.errors(chain) == [.badSignature])
    }

    @Test("a signature by another key of the issuer's name does not count")
    func sameNameOtherKey() throws {
        let impostor = try test.root.intermediate(name: "Test Intermediate", at: TestChain.moment)
        let leaf = try impostor.issue(TestChain.server { $0.authorityKeyIdentifier = .omitted })
        let real = test.intermediate.certificate
        #expect(try test.errors([leaf.certificate, real]) == [.badSignature])
        // The right one beside it is found, in whatever order.
        #expect(try test.errors([leaf.certificate, real, impostor.certificate]) == [])
    }

    @Test("version: only version 3 below the anchor")
    func version() throws {
        let leaf = try test.chain { $0.downgrade(to: .v1) }
        #expect(try test.errors(leaf) == [.unsupportedVersion, .missingSubjectAltName, .hostMismatch])
        // "extensions … MUST only appear if the version is 3" (RFC 5280 §4.1.2.9)
        #expect(try test.errors(test.chain { $0.version = .v2 }) == [.unsupportedVersion])
    }

    @Test("basic constraints: a server's certificate signs no other (RFC 5280 §6.1.4(k))")
    func leafAsAuthority() throws {
        let server = try test.intermediate.issue(TestChain.server())
        let forged = try CertificateAuthority(server).issue(TestChain.server())
        #expect(
            try test.errors([forged.certificate] + server.chain) == [.basicConstraints, .keyUsage, .pathLength])
    }

    @Test("basic constraints: absent is not an authority")
    func constraintsAbsent() throws {
        var template = CertificateTemplate.intermediate(name: "No constraints", at: TestChain.moment)
        template.basicConstraints = nil
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.basicConstraints])
    }

    @Test("path length: counts intermediates below, self-issued ones not (RFC 5280 §4.2.1.9)")
    func pathLength() throws {
        let second = try test.intermediate.intermediate(name: "Second", at: TestChain.moment)
        #expect(try test.errors(second.issue(TestChain.server()).chain) == [.pathLength])
        let rollover = try test.intermediate.intermediate(name: "Test Intermediate", at: TestChain.moment)
        #expect(try test.errors(rollover.issue(TestChain.server()).chain) == [])
        // A CA certificate in the place of the leaf is not an intermediate.
        var policy = try test.policy()
        policy.purpose = .basicX509
        #expect(try test.errors(second.identity.chain, policy: policy) == [])
    }

    @Test("the policy's own bound on intermediates")
    func maximumIntermediates() throws {
        var policy = try test.policy()
        policy.maximumIntermediates = 0
        #expect(try test.errors(test.chain(), policy: policy) == [.pathLength])
        policy.maximumIntermediates = 1
        #expect(try test.errors(test.chain(), policy: policy) == [])
    }

    @Test("key usage: keyCertSign above, something for TLS below")
    func keyUsage() throws {
        var template = CertificateTemplate.intermediate(name: "No signing", at: TestChain.moment)
        template.keyUsage = [.cRLSign]
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.keyUsage])
        #expect(try test.errors(test.chain { $0.keyUsage = [.dataEncipherment] }) == [.keyUsage])
        #expect(try test.errors(test.chain { $0.keyUsage = [.keyEncipherment] }) == [])
        // RFC 5280 §4.2.1.3 restricts only where the extension is there.
        #expect(try test.errors(test.chain { $0.keyUsage = nil }) == [])
    }

    @Test("extended key usage: of the leaf, of the authority, absent, any")
    func extendedKeyUsage() throws {
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.clientAuth] }) == [.extendedKeyUsage])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.anyExtendedKeyUsage] }) == [])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [] }) == [.extendedKeyUsage])
        let absent = try test.judge(test.chain { $0.extendedKeyUsage = nil })
        #expect(absent.codes(.error) == [])
        #expect(absent.codes(.warning) == [.extendedKeyUsage])
        var template = CertificateTemplate.intermediate(name: "Mail only", at: TestChain.moment)
        template.extendedKeyUsage = [.emailProtection]
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.extendedKeyUsage])
        var client = try test.policy()
        client.purpose = .sslClient
        #expect(try test.errors(test.chain(), policy: client) == [.extendedKeyUsage])
        #expect(try test.errors(test.chain { $0.extendedKeyUsage = [.clientAuth] }, policy: client) == [])
    }

    @Test("name: the alternative names alone, and each kind with its own (RFC 9525 §6)")
    func names() throws {
        #expect(try test.errors(test.chain { $0.names = ["other.test"] }) == [.hostMismatch])
        #expect(try test.errors(test.chain { $0.names = ["*.holdfast.test"] }) == [])
        #expect(try test.errors(test.chain { $0.names = [] }) == [.hostMismatch, .missingSubjectAltName])
        var policy = try test.policy()
        policy.purpose = .ssl(try ServerName("192.0.2.1"))
        #expect(try test.errors(test.chain { $0.names = ["192.0.2.1"] }, policy: policy) == [])
        #expect(try test.errors(test.chain { $0.names = ["192.0.2.2"] }, policy: policy) == [.hostMismatch])
        // An address written as a dNSName is no address.
        let name = try #require(IA5String("192.0.2.1"))
        let asName = try test.chain {
            $0.names = []
            $0.alternativeNames = [.dnsName(name)]
        }
        #expect(try test.errors(asName, policy: policy) == [.hostMismatch])
    }

    @Test("a NUL in a name hides nothing (CVE-2009-2408)")
    func nulInName() throws {
        let name = try #require(IA5String(TestChain.host + "\u{0}.evil.test"))
        let chain = try test.chain {
            $0.names = []
            $0.alternativeNames = [.dnsName(name)]
        }
        let failure = try #require(try test.judge(chain).failure)
        #expect(failure.cause.code == .hostMismatch)
        #expect(failure.cause.seen.contains("\\00"), "\(failure.cause.seen)")
    }

    @Test("an unknown critical extension refuses, an unknown other one does not (RFC 5280 §4.2)")
    func criticalExtension() throws {
        let oid = ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, 1)
        func chain(isCritical: Bool) throws -> [[UInt8]] {
            try test.chain { $0.additionalExtensions = [Extension(oid, isCritical: isCritical, value: [5, 0])] }
        }
        #expect(try test.errors(chain(isCritical: true)) == [.unknownCriticalExtension])
        #expect(try test.errors(chain(isCritical: false)) == [])
    }

    @Test("policy constraints that ask for an explicit policy are not passed over")
    func policyConstraints() throws {
        var template = CertificateTemplate.intermediate(name: "Policies", at: TestChain.moment)
        template.add(.policyConstraints, PolicyConstraints(requireExplicitPolicy: 0), isCritical: true)
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.unknownCriticalExtension])
    }

    @Test("an extension twice (RFC 5280 §4.2: \"A certificate MUST NOT include more than one instance\")")
    func duplicateExtension() throws {
        let chain = try test.chain { $0.add(.extendedKeyUsage, ExtendedKeyUsage([.serverAuth])) }
        #expect(try test.errors(chain) == [.duplicateExtension])
    }

    @Test("name constraints of an authority, and of the anchor")
    func nameConstraints() throws {
        func constrained(_ constraints: NameConstraints) throws -> [[UInt8]] {
            var template = CertificateTemplate.intermediate(name: "Constrained", at: TestChain.moment)
            template.nameConstraints = constraints
            return try CertificateAuthority(test.root.issue(template)).issue(TestChain.server()).chain
        }
        func dns(_ name: String) throws -> GeneralSubtree {
            .init(.dnsName(try #require(IA5String(name))))
        }
        #expect(try test.errors(constrained(.init(permittedSubtrees: [dns("holdfast.test")]))) == [])
        #expect(
            try test.errors(constrained(.init(permittedSubtrees: [dns("other.test")]))) == [.nameConstraints])
        #expect(
            try test.errors(constrained(.init(excludedSubtrees: [dns("holdfast.test")]))) == [.nameConstraints])
        // Excluded comes before permitted.
        #expect(
            try test.errors(
                constrained(
                    .init(permittedSubtrees: [dns("test")], excludedSubtrees: [dns(TestChain.host)])))
                == [.nameConstraints])
        var root = CertificateTemplate.root(name: "Constrained Root", at: TestChain.moment)
        root.nameConstraints = .init(permittedSubtrees: [try dns("other.test")])
        let authority = CertificateAuthority(try Identity.selfSigned(root))
        let policy = try test.policy(anchors: [authority.certificate])
        #expect(try test.errors(authority.issue(TestChain.server()).chain, policy: policy) == [.nameConstraints])
    }

    @Test("keys: RSA below 2048 bits is a warning under one's own anchor, below 1024 an error")
    func weakKey() throws {
        let medium = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 1024)))
        let judged = try test.judge(medium.chain)
        #expect(judged.codes(.error) == [])
        #expect(judged.codes(.warning) == [.weakKey])
        // Without an anchor the strict reading holds.
        let unanchored = try test.errors(medium.chain, policy: test.policy(anchors: []))
        #expect(unanchored == [.weakKey, .issuerNotFound])
        let small = try test.intermediate.issue(TestChain.server(), key: .generate(.rsa(bits: 512)))
        #expect(try test.errors(small.chain) == [.weakKey])
    }

    @Test("signatures: SHA-1 is refused")
    func weakSignature() throws {
        #expect(try test.errors(test.chain { $0.signatureAlgorithm = .ecdsa(.sha1) }) == [.weakSignature])
    }

    @Test("two algorithms in one certificate (RFC 5280 §4.1.1.2)")
    func algorithmMismatch() throws {
        #expect(try test.errors(test.chain { $0.innerAlgorithm = .ecdsa(.sha384) }) == [.algorithmMismatch])
    }

    @Test("a rule of one's own is applied, and changes the policy's digest")
    func ownRule() throws {
        struct NoWildcards: TrustRule {
            static let none = Requirement(
                "noWildcards.none", FindingCode(custom: "wildcard"), source: "house rules", advice: "name the host")
            var cacheKey: [UInt8]?
            func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
                guard (path.leaf.subjectAlternativeName ?? []).contains(where: { "\($0)".contains("*") }) else {
                    return
                }
                judgement.report(
                    Self.none, at: .certificate(depth: 0), seen: "a wildcard", expected: "none",
                    message: "the certificate holds a wildcard")
            }
        }
        var policy = try test.policy()
        policy.rules = [NoWildcards(cacheKey: [1])]
        #expect(try test.errors(test.chain(), policy: policy) == [])
        #expect(
            try test.errors(test.chain { $0.names = ["*.holdfast.test"] }, policy: policy)
                == [FindingCode(custom: "wildcard")])
        var other = policy
        other.rules = [NoWildcards(cacheKey: [2])]
        #expect(policy.digest == policy.digest)
        #expect(policy.digest != other.digest)
        policy.rules = [NoWildcards(cacheKey: nil)]
        #expect(policy.digest != policy.digest)
    }
}
