import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

/// What the lint finds, each mistake alone and as the exact set of rules.
@Suite("Lint of pins")
struct PinLintTests {
    private typealias Fixture = ExchangeFixture

    static let now = Instant(secondsSince1970: 1_780_300_800)  // 2026-06-01T08:00:00Z

    private static let suffixes = PublicSuffixes(identity: "test") { $0 == "co.uk" ? .icann : nil }

    private func rules(
        _ pins: String, host: String = "a.example", more: String = "", certificates: [Certificate] = []
    ) throws -> [String] {
        let text = """
            {"schema":"holdfast.policy/1","hosts":{"\(host)":{"pins":\(pins)\(more)}}}
            """
        return try lint(text, certificates).findings.map(\.rule.rawValue).sorted()
    }

    private func lint(_ text: String, _ certificates: [Certificate] = []) throws -> PinLint {
        PinLint(
            try Fixture.read(text), certificates: certificates, at: Self.now, publicSuffixes: Self.suffixes)
    }

    private func group(_ hashes: [String], _ more: String = "") -> String {
        "{\"anywhere\":[\(hashes.map { "\"\($0)\"" }.joined(separator: ","))]\(more)}"
    }

    private static let two = ExchangeFixture.hashes[..<2].map { "sha256/\($0)" }

    @Test("two pins of keys: nothing is found")
    func good() throws {
        #expect(try rules(group(Self.two)) == [])
        #expect(try rules("{\"leaf\":[\"\(Self.two[0])\",\"\(Self.two[1])\"]}") == [])
    }

    /// The hashes of nothing are those of FIPS 180-4's empty message; the others were computed with openssl dgst over
    /// what the name says.
    static let impossible: [(pin: String, rule: String)] = [
        ("sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "pin.emptyInput"),
        ("sha384/OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb", "pin.emptyInput"),
        (
            "sha512/z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
            "pin.emptyInput"
        ),
        ("sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "pin.placeholder"),
        ("sha256/BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA=", "pin.placeholder"),
        ("sha256/" + Base64.encode([UInt8](repeating: 0xFF, count: 32)), "pin.placeholder"),
        ("sha256/7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=", "pin.sample"),
        ("sha256/afwiKY3RxoMmLkuRW1l7QsPZTJPwDS2pdDROQjXw8ig=", "pin.sample"),
        ("sha256/Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=", "pin.retired"),
        ("sha256/AAAA", "pin.malformed"), ("sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "pin.sha1"),
        ("sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA=", "pin.sha1"), ("md5/AAAA", "pin.malformed"), ("AAAA", "pin.malformed"),
        ("sha256/ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb", "pin.malformed"),
        ("sha256//zcdub5klOLQMwbSBFA9RRlY2Bm1nVCOIVUDQ5khK9JY=", "pin.malformed"),
        ("certificate-sha256/zcdub5klOLQMwbSBFA9RRlY2Bm1nVCOIVUDQ5khK9JY=", "pin.wholeCertificate"),
    ]

    @Test("hashes that no key of one's own can have, and what is none", arguments: impossible)
    func impossibleHash(_ row: (pin: String, rule: String)) throws {
        #expect(try rules(group(Self.two + [row.pin])) == [row.rule])
    }

    @Test("the hash of an empty key of each usual algorithm")
    func emptyKeys() throws {
        for algorithm: AlgorithmIdentifier in [try empty(of: .p256), try empty(of: .p384), try empty(of: .ed25519)] {
            var writer = DERWriter()
            writer.sequence { inner in
                inner.value(algorithm)
                inner.raw([0x03, 0x01, 0x00])
            }
            let pin = try Pin(subject: .publicKey, algorithm: .sha256, digest: Digest.sha256(writer.bytes))
            #expect(try rules(group(Self.two + ["\(pin)"])) == ["pin.emptyKey"], "\(algorithm)")
        }
    }

    private func empty(of kind: KeyKind) throws -> AlgorithmIdentifier {
        try PrivateKey.generate(kind).subjectPublicKeyInfo.algorithm
    }

    @Test("a missing backup, a waived one, the same pin twice, in two groups")
    func backups() throws {
        #expect(try rules(group([Self.two[0]])) == ["set.noBackup"])
        let waived = try lint(
            "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\"a.example\":{\"pins\":"
                + group([Self.two[0]], ",\"backup\":\"waived\"") + "}}}")
        #expect(waived.findings.map(\.severity) == [.note] && !waived.hasProblems)
        #expect(try rules(group([Self.two[0], Self.two[0]])) == ["pin.duplicate", "set.noBackup"])
        let both =
            "{\"leaf\":[\"\(Self.two[0])\",\"\(Self.two[1])\"],\"authorities\":[\"\(Self.two[0])\",\"\(Self.two[1])\"]}"
        #expect(try rules(both) == ["pin.duplicate", "pin.duplicate"])
    }

    @Test("ends: over, near, far; and none where others have one")
    func ends() throws {
        let ends = { (text: String) in self.group(Self.two, ",\"expires\":\"\(text)\",\"afterExpiry\":\"open\"") }
        #expect(try rules(ends("2026-06-01T08:00:00Z")) == ["set.expired"])
        #expect(try rules(ends("2026-07-01T08:00:00Z")) == ["set.expiresSoon"])
        #expect(try rules(ends("2026-07-01T08:00:01Z")) == [])
        let other = "},\"b.example\":{\"pins\":\(group(Self.two))"
        #expect(try rules(ends("2027-01-01T00:00:00Z"), more: other) == ["set.noExpiry"])
    }

    @Test("patterns: none, over a public suffix, twice, an exclusion of nothing; report-only")
    func patterns() throws {
        #expect(try rules(group(Self.two), host: "a..b") == ["pattern.invalid"])
        #expect(try rules(group(Self.two), host: "*.co.uk") == ["pattern.publicSuffix"])
        #expect(try rules("\"excluded\"") == ["pattern.needlessExclusion"])
        let above = "},\"**.example\":{\"pins\":\(group(Self.two))"
        #expect(try rules("\"excluded\"", more: above) == [])
        #expect(try rules(group(Self.two, ",\"enforcement\":\"reportOnly\"")) == ["set.reportOnly"])
    }

    @Test("reports: in the clear, to the pinned server itself, to nowhere")
    func reports() throws {
        let to = { (text: String) in
            try self.rules(self.group(Self.two), host: "**.a.example", more: ",\"reportURIs\":[\"\(text)\"]")
        }
        #expect(try to("https://r.example/x") == [])
        #expect(try to("http://r.example/x") == ["policy.invalid", "report.plainHTTP"])
        #expect(try to("https://r.a.example:8443/x") == ["report.pinnedHost"])
        #expect(try to("https://user@r.a.example/x") == ["policy.invalid", "report.pinnedHost"])
        #expect(try to("ftp://r.example") == ["policy.invalid", "report.invalid"])
        #expect(try to("https://a@r.example@r.a.example/") == ["policy.invalid", "report.invalid"])
        #expect(try to("https://r.example\\\\@r.a.example/") == ["policy.invalid", "report.invalid"])
        #expect(try to("https:///r.a.example/") == ["policy.invalid", "report.invalid"])
        #expect(try to("https://") == ["policy.invalid", "report.invalid"])
    }

    /// A root, an intermediate and a server's certificate for 90 days.
    private func chain(days: Int64 = 90) throws -> [Certificate] {
        let root = try CertificateAuthority.root(name: "Root", at: Self.now)
        let intermediate = try root.intermediate(name: "Intermediate", at: Self.now)
        var template = CertificateTemplate.server(names: ["a.example"], at: Self.now)
        template.notAfter = template.notBefore.advanced(byDays: days)
        let leaf = try intermediate.issue(template)
        return try (leaf.chain + [root.certificate]).map { try Certificate(der: $0) }
    }

    @Test("with the chain: the hash of the key alone, and of the certificate in a key's place")
    func wrongParts() throws {
        let chain = try chain()
        let bare = try Pin(
            subject: .publicKey, algorithm: .sha256,
            digest: Digest.sha256(chain[0].subjectPublicKeyInfo.subjectPublicKey.bytes))
        #expect(try rules(group(Self.two + ["\(bare)"]), certificates: chain) == ["pin.bareKey"])
        let whole = try Pin(subject: .publicKey, algorithm: .sha256, digest: Digest.sha256(chain[1].bytes))
        #expect(try rules(group(Self.two + ["\(whole)"]), certificates: chain) == ["pin.certificateHash"])
    }

    /// Apple looks for NSPinnedLeafIdentities at the server's certificate, for NSPinnedCAIdentities among those above
    /// it (NSPinnedDomains).
    @Test("with the chain: a key of an authority among the leaf's pins, and the leaf's among those of authorities")
    func wrongGroups() throws {
        let chain = try chain(days: 200)
        let pins = chain.map { "\(Pin($0))" }
        let other = Self.two[0]
        let authoritys = "{\"leaf\":[\"\(pins[1])\",\"\(other)\"]}"
        #expect(try rules(authoritys, certificates: chain) == ["pin.wrongGroup"])
        let leafs = "{\"authorities\":[\"\(pins[0])\",\"\(other)\"]}"
        #expect(try rules(leafs, certificates: chain) == ["pin.wrongGroup"])
        #expect(try rules("{\"leaf\":[\"\(pins[0])\",\"\(other)\"]}", certificates: chain) == [])
        #expect(try rules("{\"authorities\":[\"\(pins[2])\",\"\(other)\"]}", certificates: chain) == [])
        // An end that issued itself stands at its own place, whatever it says of itself.
        #expect(try rules("{\"leaf\":[\"\(pins[2])\",\"\(other)\"]}", certificates: [chain[2]]) == [])
    }

    @Test("with the chain: a backup that is in it, and a key that changes every 90 days")
    func chains() throws {
        let chain = try chain()
        let pins = chain.map { "\(Pin($0))" }
        #expect(try rules(group([pins[0], pins[1]]), certificates: chain) == ["set.backupInChain"])
        // One that is marked as the backup, though another is not in the chain.
        let marked = "{\"pin\":\"\(pins[1])\",\"backup\":true}"
        #expect(
            try rules(group([pins[0], Self.two[1]]).replacing("[\"", with: "[\(marked),\""), certificates: chain)
                == ["set.backupInChain"])
        #expect(try rules(group([pins[1], Self.two[0]]), certificates: chain) == [])
        #expect(try rules(group([pins[0], Self.two[0]]), certificates: chain) == ["pin.shortLived"])
        let long = try self.chain(days: 200)
        #expect(try rules(group(["\(Pin(long[0]))", Self.two[0]]), certificates: long) == [])
    }

    @Test("pins of authorities' certificates are not those that change with each renewal")
    func authorities() throws {
        let chain = try chain()
        let pins = ["\(Pin(chain[1], .certificate))", "\(Pin(chain[2], .certificate))", Self.two[0]]
        #expect(try rules(group(pins), certificates: chain) == [])
        #expect(try rules("{\"authorities\":[\"\(pins[0])\",\"\(pins[1])\"]}") == [])
    }

    @Test("a policy file that its strict reader refuses")
    func policies() throws {
        #expect(try rules(group(Self.two, ",\"leef\":[]")) == ["policy.invalid"])
        // What is wrong with a labelled pin is said once; a label that is none is no matter of pins.
        let placeholder = "{\"pin\":\"sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\",\"label\":\"own\"}"
        #expect(
            try rules(group(Self.two).replacing("[\"", with: "[\(placeholder),\""))
                == rules(group(["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="] + Self.two)))
        let sha1 = "{\"pin\":\"sha1/2jmj7l5rSw0yVb/vlWAYkK/YBwk=\",\"label\":\"old\"}"
        #expect(try rules(group(Self.two).replacing("[\"", with: "[\(sha1),\"")) == ["pin.sha1"])
        #expect(
            try rules(group(Self.two).replacing("[\"", with: "[\(sha1.replacing("old", with: "")),\""))
                == ["pin.sha1", "policy.invalid"])
        #expect(try rules(group(Self.two), more: ",\"profile\":\"gopher\"") == ["policy.invalid"])
    }

    @Test("files of other formats are looked at too, and what cannot be read is an error")
    func formats() throws {
        let okHttp = "*.co.uk sha256/\(Fixture.hashes[0]) sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAA="
        #expect(try lint(okHttp).findings.map(\.rule) == [.publicSuffix, .sha1, .noBackup])
        let unreadable = PinLint(unreadable: PinFileError(.empty))
        #expect(unreadable.hasProblems && unreadable.findings.map(\.rule) == [.unreadable])
    }
}
