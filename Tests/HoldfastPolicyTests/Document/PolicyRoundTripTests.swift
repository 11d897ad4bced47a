import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPolicy

/// Numbers that are the same in each run (SplitMix64).
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
    mutating func isHeads() -> Bool { number(2) == 0 }
}

@Suite("What is written of a policy document is read as it was")
struct PolicyRoundTripTests {
    private let now = Instant(secondsSince1970: 1_795_000_000)
    private let certificates: [Certificate]

    init() throws {
        let root = try CertificateAuthority.root(name: "Root \"é\"", at: now)
        let other = try CertificateAuthority.root(name: "Other", at: now)
        certificates = [try Certificate(der: root.certificate), try Certificate(der: other.certificate)]
    }

    private func pins(_ random: inout Generator) throws -> PinnedHosts.Rule {
        if random.number(4) == 0 { return .excluded }
        var groups: [Set<Pin>] = []
        for _ in 0..<3 {
            var group: Set<Pin> = []
            for _ in 0..<random.number(3) {
                let algorithm = Pin.Algorithm.allCases[random.number(3)]
                let subject: Pin.Subject = random.isHeads() ? .publicKey : .certificate
                let digest = (0..<algorithm.digestLength).map { _ in UInt8(random.number(256)) }
                group.insert(try Pin(subject: subject, algorithm: algorithm, digest: digest))
            }
            groups.append(group)
        }
        if groups.allSatisfy(\.isEmpty) { groups[0] = [Pin(certificates[0])] }
        let end = now.advanced(bySeconds: Int64(random.number(1_000_000)))
        let expiry = PinExpiry(
            Instant(secondsSince1970: end.secondsSince1970, nanoseconds: Int32(random.number(3) * 250)),
            then: PinExpiry.Mode.allCases[random.number(3)])
        return .pinned(
            try PinSet(
                anywhere: groups[0], leaf: groups[1], authorities: groups[2],
                enforcement: random.isHeads() ? .enforce : .reportOnly, expiry: random.isHeads() ? expiry : nil,
                backup: .waived))
    }

    private func anchors(_ random: inout Generator) -> AnchorSource {
        var source = AnchorSource(system: random.isHeads())
        for file in ["a.pem", "../b c.der", "/etc/\"é\u{1f600}\\.pem"] where random.isHeads() {
            source.files.append(file)
        }
        for certificate in certificates where random.isHeads() { source.certificates.append(certificate) }
        if source == AnchorSource() { source.system = true }
        return source
    }

    private func host(_ random: inout Generator, isExact: Bool) throws -> HostPolicy {
        var host = HostPolicy()
        if random.isHeads() { host.pins = try pins(&random) }
        if random.isHeads() {
            host.reportURIs = try ["https://r.test/", "https://[::1]:8443/a?b=%22c"].filter { _ in random.isHeads() }
                .map { text throws in try HTTPSURL(text) }
        }
        if random.isHeads() { host.anchors = anchors(&random) }
        if random.isHeads() { host.profile = StandardProfile.allCases[random.number(4)] }
        if random.isHeads() { host.revocation = RevocationChecking.allCases[random.number(3)] }
        if random.isHeads() { host.transparency = .off }
        if random.isHeads() { host.minimumTLS = random.isHeads() ? .tls12 : .tls13 }
        guard isExact else { return host }
        if random.isHeads() {
            host.connectTo = ConnectTarget(["192.0.2.7:1", "[2001:db8::7]:65535", "1:[::1]:2"][random.number(3)])
        }
        if random.isHeads() {
            host.dangerousDebug = DebugOverride(
                random.isHeads() ? .acceptAny : .anchors(anchors(&random)),
                until: now.advanced(bySeconds: Int64(random.number(2_592_001))))
        }
        return host
    }

    private func document(_ random: inout Generator) throws -> PolicyDocument {
        let texts = [
            "a.test", "*.a.test", "**.a.test", "192.0.2.1", "2001:db8::1", "xn--bcher-kva.example", "localhost",
            "_x.b.test",
        ]
        var hosts: [HostPattern: HostPolicy] = [:]
        for text in texts where random.isHeads() {
            let pattern = try HostPattern(text, publicSuffixes: nil)
            hosts[pattern] = try host(&random, isExact: pattern.domain == nil)
        }
        var updates: UpdateSettings?
        if random.isHeads() {
            let keys = try (0..<2).map { _ throws in
                try PrivateKey.generate(.ed25519).subjectPublicKeyInfo
            }
            updates = UpdateSettings(
                url: try HTTPSURL("https://updates.test/pins?x=1"), keys: keys, minimumCounter: random.number(1 << 40),
                every: .seconds(60 * (1 + random.number(100_000))))
        }
        return try PolicyDocument(hosts: hosts, updates: updates)
    }

    @Test("generated documents")
    func generated() throws {
        var random = Generator(state: 9)
        for number in 0..<300 {
            let document = try document(&random)
            let bytes = document.bytes
            let read = try PolicyDocument(bytes, publicSuffixes: nil, dangerouslyAllowingDebugOverridesAt: now)
            #expect(read == document, "\(number): \(String(decoding: bytes, as: UTF8.self))")
            #expect(read.bytes == bytes)
        }
    }

    private func document(reportURI uri: String) throws -> PolicyDocument {
        let text = """
            {"schema":"holdfast.policy/1","hosts":{"a.test":{"reportURIs":["\(uri)"]}}}
            """
        return try PolicyDocument(Array(text.utf8), publicSuffixes: nil)
    }

    /// RFC 3986 §3.5: a fragment is no part of what is asked for.
    @Test(
        "URIs of reports are the same once they are written",
        arguments: ["https://rep#rts.example.co%/", "https://reports.test/#a", "https://reports.test.:/x?y z#"])
    func reportURIs(uri: String) throws {
        let document = try document(reportURI: uri)
        let read = try PolicyDocument(document.bytes, publicSuffixes: nil)
        #expect(read == document)
        #expect(read.bytes == document.bytes)
    }

    @Test(
        "URIs of reports that are read as two servers are refused",
        arguments: [
            "https://reports.exaDefaultIn..//pins", "https:///reports.test/", "https://127.1/", "https://a@b@c/",
        ])
    func ambiguousReportURIs(uri: String) {
        #expect(throws: PolicyDocumentError.self) { try document(reportURI: uri) }
    }

    @Test("recorded documents, too", arguments: PolicyCase.all.filter(\.isRead))
    func recorded(_ recorded: PolicyCase) throws {
        let document = try PolicyCase.read(recorded.bytes)
        #expect(try PolicyCase.read(document.bytes) == document)
    }

    @Test(
        "lengths of time", arguments: [("90m", 5_400), ("12h", 43_200), ("24h", 86_400), ("2w", 1_209_600), ("1m", 60)])
    func durations(text: String, seconds: Int) {
        #expect(DurationText.duration(text) == .seconds(seconds))
        #expect(DurationText.duration(DurationText.text(.seconds(seconds))) == .seconds(seconds))
    }
}
