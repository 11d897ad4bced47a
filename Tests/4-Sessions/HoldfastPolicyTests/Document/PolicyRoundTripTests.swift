import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastPins
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastPolicy

@Suite("What is written of a policy document is read as it was")
struct PolicyRoundTripTests {
    private let now = Instant(secondsSince1970: 1_795_000_000)
    private let certificates: [Certificate]

    init() throws {
        let root = try CertificateAuthority.root(name: "Root \"é\"", at: now)
        let other = try CertificateAuthority.root(name: "Other", at: now)
        certificates = [try Certificate(der: root.certificate), try Certificate(der: other.certificate)]
    }

    private func pins(_ random: inout SeededGenerator) throws -> PinnedHosts.Rule {
        if random.below(4) == 0 { return .excluded }
        var groups: [Set<Pin>] = []
        for _ in 0..<3 {
            var group: Set<Pin> = []
            for _ in 0..<random.below(3) {
                let algorithm = Pin.Algorithm.allCases[random.below(3)]
                let subject: Pin.Subject = random.oneIn(2) ? .publicKey : .certificate
                let digest = (0..<algorithm.digestLength).map { _ in UInt8(random.below(256)) }
                group.insert(try Pin(subject: subject, algorithm: algorithm, digest: digest))
            }
            groups.append(group)
        }
        if groups.allSatisfy(\.isEmpty) { groups[0] = [Pin(certificates[0])] }
        let end = now.advanced(bySeconds: Int64(random.below(1_000_000)))
        let expiry = PinExpiry(
            Instant(secondsSince1970: end.secondsSince1970, nanoseconds: Int32(random.below(3) * 250)),
            then: PinExpiry.Mode.allCases[random.below(3)])
        return .pinned(
            try PinSet(
                anywhere: groups[0], leaf: groups[1], authorities: groups[2],
                enforcement: random.oneIn(2) ? .enforce : .reportOnly, expiry: random.oneIn(2) ? expiry : nil,
                backup: .waived))
    }

    private func notation(of set: PinSet, _ random: inout SeededGenerator) -> PinNotation {
        var labels: [Pin: PinLabel] = [:]
        for pin in set.all.sorted(by: { $0.description < $1.description }) where random.oneIn(3) {
            labels[pin] = PinLabel(random.oneIn(2) ? "in \"é\u{1f600}\\" : nil, isBackup: random.oneIn(2))
        }
        guard random.oneIn(2) else { return PinNotation(labels: labels) }
        let groups = PinSet.Group.allCases.map { group in
            set.pins(of: group).sorted { $0.description > $1.description }
        }
        return PinNotation(groups, labels: labels)
    }

    private func anchors(_ random: inout SeededGenerator) -> AnchorSource {
        var source = AnchorSource(system: random.oneIn(2))
        for file in ["a.pem", "../b c.der", "/etc/\"é\u{1f600}\\.pem"] where random.oneIn(2) {
            source.files.append(file)
        }
        for certificate in certificates where random.oneIn(2) { source.certificates.append(certificate) }
        if source == AnchorSource() { source.system = true }
        return source
    }

    private func transparency(_ random: inout SeededGenerator) -> Transparency {
        if random.oneIn(3) { return .off }
        let scopes = TransparencyRequirement.Scope.allCases
        return .required(
            TransparencyDemand(
                TransparencyPolicy.all[random.below(TransparencyPolicy.all.count)],
                logs: ["logs.json", "../b c.json", "/etc/\"é\u{1f600}\\.json"][random.below(3)],
                scope: scopes[random.below(scopes.count)]))
    }

    private func host(_ random: inout SeededGenerator, isExact: Bool) throws -> HostPolicy {
        var host = HostPolicy()
        if random.oneIn(2) { host.pins = try pins(&random) }
        if case .pinned(let set)? = host.pins { host.pinNotation = notation(of: set, &random) }
        if random.oneIn(3) { host.comments[""] = ["why \"é\u{1f600}\\", "", "two\nlines"][random.below(3)] }
        if host.pins != nil, host.pins != .excluded, random.oneIn(3) { host.comments["pins"] = "#4711" }
        if random.oneIn(2) {
            host.reportURIs = try ["https://r.test/", "https://[::1]:8443/a?b=%22c"].filter { _ in random.oneIn(2) }
                .map { text throws in try HTTPSURL(text) }
        }
        if random.oneIn(2) { host.anchors = anchors(&random) }
        if random.oneIn(2) { host.profile = StandardProfile.allCases[random.below(4)] }
        if random.oneIn(2) { host.revocation = RevocationChecking.allCases[random.below(3)] }
        if random.oneIn(2) { host.transparency = transparency(&random) }
        if random.oneIn(2) { host.minimumTLS = random.oneIn(2) ? .tls12 : .tls13 }
        if random.oneIn(2) {
            host.supportedGroups = try SupportedGroups(
                ["X25519MLKEM768:x25519", "P-384", "MLKEM1024"][random.below(3)])
        }
        if random.oneIn(2) {
            var exceptions = HostTransportSecurity.Exceptions()
            exceptions.forwardSecrecy = random.oneIn(2)
            exceptions.insecureHTTP = random.oneIn(2)
            exceptions.niapPackage = AppTransportSecurity.NIAPTLSPackage.allCases[random.below(3)]
            host.appTransportSecurity = random.oneIn(4) ? .off : .on(exceptions)
        }
        if host.anchors != nil, random.oneIn(3) { host.comments["anchors"] = "theirs" }
        guard isExact else { return host }
        if random.oneIn(2) {
            host.connectTo = ConnectTarget(["192.0.2.7:1", "[2001:db8::7]:65535", "1:[::1]:2"][random.below(3)])
        }
        if random.oneIn(2) {
            host.dangerousDebug = DebugOverride(
                random.oneIn(2) ? .acceptAny : .anchors(anchors(&random)),
                until: now.advanced(bySeconds: Int64(random.below(2_592_001))))
        }
        return host
    }

    private func document(_ random: inout SeededGenerator) throws -> PolicyDocument {
        let texts = [
            "a.test", "*.a.test", "**.a.test", "192.0.2.1", "2001:db8::1", "xn--bcher-kva.example", "localhost",
            "_x.b.test",
        ]
        var hosts: [HostPattern: HostPolicy] = [:]
        for text in texts where random.oneIn(2) {
            let pattern = try HostPattern(text, publicSuffixes: nil)
            hosts[pattern] = try host(&random, isExact: pattern.domain == nil)
        }
        var updates: UpdateSettings?
        if random.oneIn(2) {
            let keys = try (0..<2).map { _ throws in
                try PrivateKey.generate(.ed25519).subjectPublicKeyInfo
            }
            updates = UpdateSettings(
                url: try HTTPSURL("https://updates.test/pins?x=1"), keys: keys, minimumCounter: random.below(1 << 40),
                every: .seconds(60 * (1 + random.below(100_000))))
        }
        var comments = updates != nil && random.oneIn(2) ? ["updates": "once a day"] : [:]
        if random.oneIn(2) { comments[""] = "ours" }
        return try PolicyDocument(
            hosts: hosts, updates: updates, comments: comments,
            editorSchema: random.oneIn(2) ? "../policy.schema.json" : nil)
    }

    @Test("generated documents")
    func generated() throws {
        var random = SeededGenerator(9)
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
