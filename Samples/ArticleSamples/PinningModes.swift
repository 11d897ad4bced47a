import HoldfastCrypto
import HoldfastNetworking
import HoldfastServing

/// Article 001, AFNetworking's three modes of pinning, by its names.
enum PinningModes {
    /// A manager's session, with a security policy that answers for servers.
    static func told(
        _ policy: AFSecurityPolicy, _ request: URLRequest, at server: TLSServer,
        _ configuration: URLSessionConfiguration
    ) async -> String {
        let responder = AFChallengeResponder()
        responder.securityPolicy = policy
        return await outcome(of: request, at: server, configuration, responder)
    }

    /// The article's table of modes: none, "unconditional"; the key; the whole certificate.
    ///
    /// None is not unconditional. It pins nothing, and evaluates: what it lets through is whatever any authority of the
    /// system's has signed, a proxy's certificate too. The certificate is pinned until its renewal, no longer.
    static func asItStands(_ mode: AFSSLPinningMode, _ certificates: Set<Data>) -> AFSecurityPolicy {
        mode == .none
            ? AFSecurityPolicy.defaultPolicy()
            : AFSecurityPolicy(pinningMode: mode, withPinnedCertificates: certificates)
    }

    /// None, and unconditional in truth: by the two switches of AFNetworking's that leave out the chain and the name.
    ///
    /// They are dangerous, and named so here; they hold for one host and for a minute.
    static func unconditional(_ host: String) -> AFSecurityPolicy {
        let policy = AFSecurityPolicy.defaultPolicy()
        let end = Date(timeIntervalSinceNow: 60)
        policy.dangerouslyAllowInvalidCertificates(for: [host], until: end)
        policy.dangerouslySkipDomainName(for: [host], until: end)
        return policy
    }

    /// The key, which a renewal can keep, and that of the next certificate beside it (RFC 7469 §4.3: a backup pin).
    static func asItShouldBe(_ certificates: Set<Data>, backup: Data) -> AFSecurityPolicy {
        AFSecurityPolicy(pinningMode: .publicKey, withPinnedCertificates: certificates.union([backup]))
    }

    static func tell(_ bench: ArticleBench, _ report: Report) async throws {
        let (key, nextKey) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        let pinned = try bench.system.identity(key: key)
        let next = try bench.system.identity(key: nextKey)
        let certificates: Set<Data> = [Data(pinned.certificate)]
        let servers: [(Report.Server, String, TLSServer)] = [
            (.good, "as pinned", try bench.system.server(pinned)),
            (.good, "renewed with its key", try bench.server(by: bench.system, key: key)),
            (.good, "renewed with the next key", try bench.system.server(next)),
            (.bad, "a proxy that the system trusts", try bench.server(by: bench.system)),
            (.bad, "a stranger", try bench.server(by: bench.stranger)),
            (.bad, "a stranger with the pinned key", try bench.server(by: bench.stranger, key: key)),
        ]
        let modes: [(String, AFSSLPinningMode)] = [
            ("none", .none), ("publicKey", .publicKey), ("certificate", .certificate),
        ]
        for (word, mode) in modes {
            for (kind, which, server) in servers {
                let policy = asItStands(mode, certificates)
                let told = await told(policy, try bench.request(server), at: server, bench.configuration(server))
                report.say(.stands, kind, "mode \(word), \(which): \(told)")
            }
        }
        let stranger = try bench.server(by: bench.stranger)
        let unseen = await told(
            unconditional(ArticleBench.host), try bench.request(stranger), at: stranger, bench.configuration(stranger))
        report.say(.stands, .bad, "mode none, unconditional, a stranger: \(unseen)")
        for (kind, which, server) in servers {
            let policy = asItShouldBe(certificates, backup: Data(next.certificate))
            let told = await told(policy, try bench.request(server), at: server, bench.configuration(server))
            report.say(.should, kind, "mode publicKey with a backup, \(which): \(told)")
        }
        // A private authority: its certificate is pinned, and what it issues may change.
        let policy = AFSecurityPolicy(
            pinningMode: .certificate, withPinnedCertificates: AFSecurityPolicy.certificates(in: bench.bundle))
        for (kind, which, server) in [
            (Report.Server.good, "its server", try bench.server(by: bench.company)),
            (.bad, "a proxy that the system trusts", try bench.server(by: bench.system)),
            (.bad, "its server of another name", try bench.server(by: bench.company, names: ["other.holdfast.test"])),
        ] {
            let told = await told(policy, try bench.request(server), at: server, bench.configuration(server))
            report.say(.should, kind, "mode certificate with the company's authority, \(which): \(told)")
        }
    }
}
