import HoldfastCrypto
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Judges a case with the engine that everything else uses; what is expected is not looked at.
struct LimboJudge {
    enum Outcome {
        case success
        /// Codes of the errors, first-ranked first; none where the case's leaf or name cannot be read.
        case failure([FindingCode])
        /// The case is for others, or says what is not known here.
        case skipped(reason: String)
    }

    private struct Skipped: Error {
        let reason: String
    }

    let profile: Profile
    private let now = SystemClock.now()

    init(profile: Profile) { self.profile = profile }

    func judge(_ testCase: LimboCase) -> Outcome {
        do throws(Skipped) {
            try checkTerms(of: testCase)
            let at = try instant(of: testCase)
            // The suite counts a leaf or a peer name that cannot be read as a failure.
            guard let leaf = Self.certificates(testCase.peerCertificate).first else {
                return .failure([.malformedCertificate])
            }
            guard let policy = try policy(for: testCase) else { return .failure([]) }
            return judge(testCase, leaf, policy, at)
        } catch {
            return .skipped(reason: error.reason)
        }
    }

    private func judge(_ testCase: LimboCase, _ leaf: [UInt8], _ policy: TrustPolicy, _ at: Instant) -> Outcome {
        do {
            let others = testCase.untrustedIntermediates.flatMap(Self.certificates)
            let trust = try ServerTrust(derChain: [leaf] + others)
            _ = try TrustEngine().evaluate(
                trust, with: policy, at: at, supplying: [.revocationLists(Self.lists(testCase.crls))])
            return .success
        } catch let failure as TrustFailure {
            return .failure(failure.errors.map(\.code))
        } catch {
            return .failure([.workLimit])
        }
    }

    /// Throws for a word that is not known here: guessing would be a verdict about something else.
    private func checkTerms(of testCase: LimboCase) throws(Skipped) {
        func check(_ words: [String], _ kind: String, _ isKnown: (String) -> Bool) throws(Skipped) {
            guard let unknown = words.first(where: { !isKnown($0) }) else { return }
            throw Skipped(reason: "\(kind) '\(unknown)' is not known")
        }
        try check(testCase.features, "the feature", LimboTerms.features.contains)
        try check(testCase.keyUsage, "the key usage") { LimboTerms.keyUsages[$0] != nil }
        try check(testCase.extendedKeyUsage, "the extended key usage") { LimboTerms.purpose($0) != nil }
        try check(testCase.signatureAlgorithms, "the signature algorithm", LimboTerms.isAlgorithm)
        try check([testCase.validationKind], "the validation kind") { ["SERVER", "CLIENT"].contains($0) }
        let names = [testCase.expectedPeerName].compactMap(\.self) + testCase.expectedPeerNames
        try check(names.map(\.kind), "the kind of peer name") { ["DNS", "IP", "RFC822"].contains($0) }
    }

    /// The policy of a case, or nil where its peer name cannot be read, or is none that a server can have.
    private func policy(for testCase: LimboCase) throws(Skipped) -> TrustPolicy? {
        let usages = testCase.extendedKeyUsage.compactMap(LimboTerms.purpose)
        var policy: TrustPolicy
        switch (testCase.validationKind, testCase.expectedPeerName) {
        // A client of something else than TLS, as a sender of mail, is judged by the usages that the case names.
        case ("CLIENT", _): policy = usages.isEmpty || usages.contains(.clientAuth) ? .sslClient : .basicX509
        case (_, nil): policy = .basicX509
        case (_, let name?):
            guard let name = Self.serverName(name) else { return nil }
            policy = .ssl(name)
        }
        policy.profile = profile
        policy.publicSuffixes = .system
        // An anchor that cannot be read is none; the schema has such cases.
        policy.anchors = .only(
            testCase.trustedCerts.flatMap(Self.certificates).compactMap { try? Certificate(der: $0) })
        if let depth = testCase.maxChainDepth {
            guard depth >= 0 else { throw Skipped(reason: "max_chain_depth is \(depth)") }
            policy.maximumIntermediates = depth
        }
        // A case that brings lists is about them; the others are about everything else.
        policy.revocation = testCase.crls.isEmpty ? .off : .hard
        // An empty list of usages means the purpose of the kind.
        let purpose: ObjectIdentifier = testCase.validationKind == "CLIENT" ? .clientAuth : .serverAuth
        policy.rules = [
            ExpectedUsageRule(
                keyUsages: testCase.keyUsage.compactMap { LimboTerms.keyUsages[$0] },
                purposes: usages.isEmpty ? [purpose] : usages),
            ExpectedPeerNamesRule(names: testCase.expectedPeerNames),
            ExpectedAlgorithmRule(names: testCase.signatureAlgorithms),
        ]
        return policy
    }

    private func instant(of testCase: LimboCase) throws(Skipped) -> Instant {
        guard let text = testCase.validationTime else { return now }
        guard let instant = Instant(rfc3339: text) else {
            throw Skipped(reason: "the validation time '\(text)' is not of RFC 3339")
        }
        return instant
    }

    private static func serverName(_ name: LimboCase.PeerName) -> ServerName? {
        switch name.kind {
        // Earlier versions of the suite called the addresses of BetterTLS's cases DNS names.
        case "DNS": (try? DNSName(name.value)).map(ServerName.dns) ?? IPAddress(name.value).map(ServerName.ip)
        case "IP": IPAddress(name.value).map(ServerName.ip)
        default: nil
        }
    }

    private static func certificates(_ pem: String) -> [[UInt8]] {
        ((try? EncodedObject.certificates(in: Array(pem.utf8))) ?? []).map { Array($0) }
    }

    private static func lists(_ pem: [String]) -> [SuppliedRevocationList] {
        pem.flatMap { text in
            let blocks = (try? PEM.blocks(in: Array(text.utf8)[...])) ?? []
            return blocks.filter { $0.label == "X509 CRL" }.map { SuppliedRevocationList(der: $0.contents) }
        }
    }
}
