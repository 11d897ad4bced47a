import HoldfastHTTPS
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb

/// The policies of a trust object as the engine takes them: one for each purpose.
enum JudgedPolicy {
    static func all(_ settings: TrustSettings) -> [TrustPolicy] {
        var policies: [TrustPolicy] = []
        for policy in settings.policies {
            guard let made = Self.policy(policy.kind), !policies.contains(where: { $0.asksTheSame(as: made) }) else {
                continue
            }
            policies.append(made)
        }
        // Revocation is asked of a chain that has to hold in the first place.
        if policies.isEmpty { policies = [.basicX509] }
        return policies.map { policy in
            var policy = policy
            policy.profile = .apple
            (policy.anchors, policy.anchorConstraints) = (settings.anchors, settings.anchorConstraints)
            policy.publicSuffixes = .system
            policy.revocation = revocation(settings)
            policy.fetching = fetching(settings)
            policy.transparency = settings.transparency
            policy.exceptions = settings.exceptions.isEmpty ? .none : .only(settings.exceptions)
            return policy
        }
    }

    /// Nil for a policy that is about revocation alone.
    private static func policy(_ kind: SecPolicy.Kind) -> TrustPolicy? {
        switch kind {
        case .basicX509: return .basicX509
        case .revocation: return nil
        case .ssl(server: true, name: nil): return TrustPolicy(purpose: .sslWithoutName)
        case .ssl(server: false, name: nil): return .sslClient
        case .ssl(server: true, let name?):
            if let name = try? ServerName(unicode: name) { return .ssl(name) }
            return unmatchable(.sslWithoutName, name)
        case .ssl(server: false, let name?): return unmatchable(.sslClient, name)
        }
    }

    private static func unmatchable(_ purpose: TrustPolicy.Purpose, _ name: String) -> TrustPolicy {
        var policy = TrustPolicy(purpose: purpose)
        policy.rules = [UnmatchableNameRule(name: name)]
        return policy
    }

    /// The evidence that is fetched: "By default, network fetch of missing certificates is enabled if the trust
    /// evaluation includes the SSL policy" (SecTrust.h), and revocation is looked up where a policy is about it.
    private static func fetching(_ settings: TrustSettings) -> EvidenceFetching {
        guard settings.networkFetch != false else { return .none }
        var (isSSL, fetching) = (false, EvidenceFetching.none)
        for policy in settings.policies {
            switch policy.kind {
            case .ssl: isSSL = true
            case .basicX509: continue
            case .revocation(let flags):
                if flags & kSecRevocationOCSPMethod != 0 { fetching.revocation.insert(.ocsp) }
                if flags & kSecRevocationCRLMethod != 0 { fetching.revocation.insert(.lists) }
                if flags & kSecRevocationPreferCRL != 0 { fetching.prefersLists = true }
            }
        }
        fetching.issuers = settings.networkFetch ?? isSSL
        if let limit = settings.fetchLimit { fetching.timeout = limit }
        return fetching
    }

    /// The mode of the revocation check; responses that came with the certificates, as stapled ones do, are looked at
    /// without being asked for.
    private static func revocation(_ settings: TrustSettings) -> RevocationChecking {
        let flags = settings.policies.compactMap { policy -> CFOptionFlags? in
            if case .revocation(let flags) = policy.kind { flags } else { nil }
        }
        guard !flags.isEmpty else { return settings.ocspResponses.isEmpty ? .off : .soft }
        return flags.contains { $0 & kSecRevocationRequirePositiveResponse != 0 } ? .hard : .soft
    }
}

extension TrustPolicy {
    fileprivate func asksTheSame(as other: TrustPolicy) -> Bool {
        purpose == other.purpose && rules.map(\.cacheKey) == other.rules.map(\.cacheKey)
    }
}

/// Refuses where a name was asked for that can be compared with nothing.
struct UnmatchableNameRule: TrustRule {
    let name: String

    private static let comparable = Requirement(
        "serverName.comparable", .hostMismatch, source: "RFC 9525 §6",
        advice: "ask for a DNS name or an IP address, and for a server's certificate")

    var cacheKey: [UInt8]? { Array("unmatchableName \(name)".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        judgement.report(
            Self.comparable, at: .certificate(depth: 0), seen: "the name '\(name)'",
            expected: "a DNS name or an IP address of a server",
            message: "the name that was asked for, '\(name)', can be compared with no name of the certificate")
    }
}
