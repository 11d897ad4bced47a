import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Key usage", .ownThread)
struct KeyUsageRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    @Test("key usage: keyCertSign above, something for TLS below")
    func keyUsage() throws {
        var template = CertificateTemplate.intermediate(name: "No signing", at: TestChain.moment)
        template.keyUsage = [.cRLSign]
        let authority = CertificateAuthority(try test.root.issue(template))
        #expect(try test.errors(authority.issue(TestChain.server()).chain) == [.keyUsage])
        #expect(try test.errors(test.chain { $0.keyUsage = [.dataEncipherment] }) == [.keyUsage])
        // RFC 5280 §4.2.1.3 restricts only where the extension is there.
        #expect(try test.errors(test.chain { $0.keyUsage = nil }) == [])
    }

    /// "If there is no purpose consistent with both extensions, then the certificate MUST NOT be used for any purpose"
    /// (RFC 5280 §4.2.1.12), where serverAuth is consistent with "digitalSignature, keyEncipherment or keyAgreement".
    @Test("a key usage that contradicts the extended one refuses under every profile")
    func contradiction() throws {
        func unmet(_ usage: KeyUsage, _ purposes: [ObjectIdentifier]?, client: Bool = false) throws -> Set<String> {
            let chain = try test.chain {
                $0.keyUsage = usage
                $0.extendedKeyUsage = purposes
            }
            let unmet = try test.unmet(chain) { if client { $0.purpose = .sslClient } }
            return Set(unmet.filter { $0.hasPrefix("keyUsage.") })
        }
        for usage in [KeyUsage.nonRepudiation, .dataEncipherment, .cRLSign] {
            #expect(try unmet(usage, [.serverAuth]) == ["keyUsage.purpose"])
            #expect(try unmet(usage, nil) == ["keyUsage.handshake"])
        }
        #expect(try unmet(.keyAgreement, [.serverAuth]) == ["keyUsage.handshake"])
        #expect(try unmet(.keyEncipherment, [.clientAuth], client: true) == ["keyUsage.purpose"])
        for profile in Profile.all { #expect(profile.severity(of: KeyUsageRule.purpose, under: .own) == .error) }
    }

    /// "the digitalSignature bit MUST be set if the Key Usage extension is present" (RFC 8446 §4.4.2.2); for an RSA key
    /// of TLS 1.2 without (EC)DHE, "the keyEncipherment bit MUST be set" (RFC 5246 §7.4.2).
    @Test("what a handshake needs, by the kind of key and who holds it")
    func handshake() throws {
        func errors(_ key: KeyKind, _ usage: KeyUsage, client: Bool = false) throws -> Set<FindingCode> {
            var template = TestChain.server()
            if client { template.extendedKeyUsage = [.clientAuth] }
            template.keyUsage = usage
            let chain = try test.intermediate.issue(template, key: .generate(key)).chain
            var policy = try test.policy()
            if client { policy.purpose = .sslClient }
            return Set(try test.errors(chain, policy: policy))
        }
        for usage in [KeyUsage.keyEncipherment, .keyAgreement] {
            #expect(try errors(.p256, usage) == [.keyUsage])
            #expect(try errors(.rsa(bits: 2048), usage, client: true) == [.keyUsage])
        }
        #expect(try errors(.rsa(bits: 2048), .keyEncipherment) == [])
        #expect(try errors(.rsa(bits: 2048), .keyAgreement) == [.keyUsage])
        #expect(try errors(.p256, [.digitalSignature, .keyAgreement]) == [])
    }

    /// RFC 8446 §4.4.2.2: "the digitalSignature bit MUST be set if the Key Usage extension is present"; RFC 5246
    /// §7.4.2, of DHE_RSA and ECDHE_RSA: "the digitalSignature bit MUST be set if the key usage extension is present",
    /// and of RSA the keyEncipherment bit. Chromium 156 and GnuTLS refuse, under anchors of one's own too.
    @Test("an RSA key that may be encrypted to alone, by what the handshake asks of it")
    func use() throws {
        var template = TestChain.server()
        template.keyUsage = .keyEncipherment
        let chain = try test.intermediate.issue(template, key: .generate(.rsa(bits: 2048))).chain
        let rows: [(ServerKeyUse?, Profile, Severity?)] =
            [.default, .webpki, .apple].map { (.signature, $0, .error) } + [(.signature, .rfc5280, .warning)]
            + Profile.all.map { (.keyTransport, $0, nil) } + Profile.all.map { (nil, $0, .note) }
        for (use, profile, severity) in rows {
            let result = try verdict(on: chain, use, profile)
            let findings = result.success?.findings ?? result.failure?.findings ?? []
            let own = findings.filter { $0.requirement == "keyUsage.handshake" }
            #expect(own.map(\.severity) == [severity].compactMap(\.self), "\(profile.name) \(String(describing: use))")
            let refuses = result.failure?.errors.contains { $0.code == .keyUsage } ?? false
            #expect(refuses == (severity == .error), "\(profile.name) \(String(describing: use))")
        }
        // What may sign may be used either way, and a key of a curve has one way alone.
        for use in [ServerKeyUse.signature, .keyTransport] {
            #expect(try verdict(on: test.chain(), use).failure == nil)
            let agreeing = try test.chain { $0.keyUsage = .keyEncipherment }
            #expect(try verdict(on: agreeing, use).codes(.error) == [.keyUsage])
        }
    }

    /// RFC 5246 §7.4.2, of RSA: "the certificate MUST allow the key to be used for encryption (the keyEncipherment bit
    /// MUST be set if the key usage extension is present)". Chromium 156, GnuTLS 3.8.9 and NSS 3.132 refuse.
    @Test("an RSA key that may sign alone, by what the handshake asks of it")
    func exchange() throws {
        var template = TestChain.server()
        template.keyUsage = .digitalSignature
        let key = try PrivateKey.generate(.rsa(bits: 2048))
        let chain = try test.intermediate.issue(template, key: key).chain
        for profile in Profile.all {
            let result = try verdict(on: chain, .keyTransport, profile)
            let findings = result.success?.findings ?? result.failure?.findings ?? []
            let severity: Severity = profile.name == "rfc5280" ? .warning : .error
            #expect(
                findings.filter { $0.requirement == "keyUsage.exchange" }.map(\.severity) == [severity],
                "\(profile.name)")
            for use in [ServerKeyUse.signature, nil] {
                let other = try verdict(on: chain, use, profile)
                let codes = (other.success?.findings ?? other.failure?.findings ?? []).map(\.requirement)
                #expect(!codes.contains { $0.hasPrefix("keyUsage.") })
            }
        }
        template.keyUsage = [.digitalSignature, .keyEncipherment]
        #expect(try verdict(on: test.intermediate.issue(template, key: key).chain, .keyTransport).failure == nil)
    }

    @Test("an acceptance for one use of the key is none for another")
    func remembered() throws {
        var template = TestChain.server()
        template.keyUsage = .keyEncipherment
        let chain = try test.intermediate.issue(template, key: .generate(.rsa(bits: 2048))).chain
        #expect(try verdict(on: chain, .keyTransport).failure == nil)
        #expect(try verdict(on: chain, .signature).codes(.error) == [.keyUsage])
        #expect(try verdict(on: chain, .keyTransport).failure == nil)
    }

    private func verdict(
        on chain: [[UInt8]], _ use: ServerKeyUse?, _ profile: Profile = .default
    ) throws -> Result<TrustEvaluation, TrustFailure> {
        var trust = try ServerTrust(derChain: chain)
        trust.keyUse = use
        var policy = try test.policy()
        policy.profile = profile
        do throws(TrustFailure) {
            return .success(try test.engine.evaluate(trust, with: policy, at: TestChain.moment))
        } catch {
            return .failure(error)
        }
    }

    /// RFC 5246 appendix A.5 and RFC 8446 appendix B.4: names with a method of key exchange, and without.
    @Test(
        "a cipher suite says what the key is used for",
        arguments: [
            ("TLS_AES_128_GCM_SHA256", ServerKeyUse.signature), ("TLS_RSA_WITH_AES_128_CBC_SHA", .keyTransport),
            ("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", .signature), ("TLS_DHE_RSA_WITH_AES_128_CBC_SHA", .signature),
            ("TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8", .signature), ("TLS_DH_anon_WITH_AES_128_CBC_SHA", nil),
            ("TLS_RSA_PSK_WITH_AES_128_CBC_SHA", nil), ("(NONE)", nil),
        ] as [(String, ServerKeyUse?)])
    func suites(_ name: String, _ use: ServerKeyUse?) { #expect(ServerKeyUse(cipherSuite: name) == use) }

    /// "Conforming CAs MUST include this extension in certificates that contain public keys that are used to validate
    /// digital signatures on other public key certificates" (RFC 5280 §4.2.1.3).
    @Test("an authority without a key usage")
    func absent() throws {
        let chain = try test.belowIntermediate { $0.keyUsage = nil }
        #expect(try test.unmet(chain) == ["keyUsage.present"])
        #expect(try test.refusals(chain) == [.keyUsage])
        #expect(try test.errors(chain) == [])
        let (below, anchors) = try test.belowRoot { $0.keyUsage = nil }
        #expect(try test.unmet(below, anchors: anchors) == ["keyUsage.anchorPresent"])
        #expect(try test.refusals(below, anchors: anchors) == [])
    }

    @Test("an anchor whose key usage contradicts what its key did")
    func anchor() throws {
        let (chain, anchors) = try test.belowRoot { $0.keyUsage = [.cRLSign] }
        #expect(try test.unmet(chain, anchors: anchors) == ["keyUsage.anchor"])
        #expect(try test.refusals(chain, anchors: anchors) == [.keyUsage])
        #expect(try test.errors(chain, policy: test.policy(anchors: anchors)) == [])
    }

    /// "If the keyCertSign bit is asserted, then the cA bit in the basic constraints extension (Section 4.2.1.9) MUST
    /// also be asserted"; "at least one of the bits MUST be set to 1" (RFC 5280 §4.2.1.3).
    @Test("keyCertSign without an authority, and no usage at all")
    func inconsistent() throws {
        let signing = try test.chain { $0.keyUsage = [.digitalSignature, .keyCertSign] }
        #expect(try test.unmet(signing) { $0.purpose = .basicX509 } == ["keyUsage.withoutAuthority"])
        #expect(try test.unmet(signing) == ["keyUsage.withoutAuthority", "subscriber.consistentAuthority"])
        #expect(try test.refusals(signing) == [.keyUsage, .basicConstraints])
        let empty = try test.chain { $0.keyUsage = [] }
        #expect(try test.unmet(empty) { $0.purpose = .basicX509 } == ["keyUsage.empty"])
        #expect(try test.refusals(empty) == [.keyUsage])
    }
}
