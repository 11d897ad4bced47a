import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509

/// Judges a case with the engine that everything else uses; what is expected is not looked at.
struct LimboJudge {
    struct Outcome {
        let actual: LimboCase.Verdict
        /// Codes of the errors, first-ranked first.
        let findings: [String]

        static func failure(_ findings: [FindingCode] = []) -> Outcome {
            Outcome(actual: .failure, findings: findings.map(\.rawValue))
        }
    }

    let profile: Profile

    func judge(_ testCase: LimboCase) -> Outcome {
        // The suite counts a leaf or a peer name that cannot be read as a failure.
        guard let leaf = Self.certificates(testCase.peerCertificate).first else {
            return .failure([.malformedCertificate])
        }
        guard let policy = policy(for: testCase) else { return .failure() }
        guard let at = instant(of: testCase) else { return Outcome(actual: .skipped, findings: []) }
        do {
            let others = testCase.untrustedIntermediates.flatMap(Self.certificates)
            let trust = try ServerTrust(derChain: [leaf] + others)
            _ = try TrustEngine().evaluate(
                trust, with: policy, at: at, supplying: [.revocationLists(Self.lists(testCase.crls))])
            return Outcome(actual: .success, findings: [])
        } catch let failure as TrustFailure {
            return .failure(failure.errors.map(\.code))
        } catch {
            return .failure([.workLimit])
        }
    }

    /// The policy of a case, or nil where its peer name cannot be read.
    private func policy(for testCase: LimboCase) -> TrustPolicy? {
        var policy: TrustPolicy
        switch (testCase.validationKind, testCase.expectedPeerName) {
        case (.client, _): policy = .sslClient
        case (.server, nil): policy = .basicX509
        case (.server, let name?):
            guard let name = Self.serverName(name) else { return nil }
            policy = .ssl(name)
        }
        policy.profile = profile
        policy.publicSuffixes = .system
        // An anchor that cannot be read is none; the schema has such cases.
        policy.anchors = .only(
            testCase.trustedCerts.flatMap(Self.certificates).compactMap { try? Certificate(der: $0) })
        policy.maximumIntermediates = testCase.maxChainDepth
        // A case that brings lists is about them; the others are about everything else.
        policy.revocation = testCase.crls.isEmpty ? .off : .hard
        policy.rules = [
            ExpectedUsageRule(
                keyUsage: testCase.keyUsage, extendedKeyUsage: testCase.extendedKeyUsage,
                kind: testCase.validationKind),
            ExpectedPeerNamesRule(names: testCase.expectedPeerNames),
        ]
        return policy
    }

    private func instant(of testCase: LimboCase) -> Instant? {
        guard let text = testCase.validationTime else { return SystemClock.now() }
        return Instant(rfc3339: text)
    }

    private static func serverName(_ name: LimboCase.PeerName) -> ServerName? {
        switch name.kind {
        case .dns: (try? DNSName(name.value)).map(ServerName.dns)
        case .ip: IPAddress(name.value).map(ServerName.ip)
        case .mail: nil
        }
    }

    private static func certificates(_ pem: String) -> [[UInt8]] {
        ((try? CertificateFile.certificates(in: Array(pem.utf8))) ?? []).map { Array($0) }
    }

    private static func lists(_ pem: [String]) -> [SuppliedRevocationList] {
        pem.flatMap { text in
            let blocks = (try? PEM.blocks(in: Array(text.utf8)[...])) ?? []
            return blocks.filter { $0.label == "X509 CRL" }.map { SuppliedRevocationList(der: $0.contents) }
        }
    }
}
