import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Authorities that all sign each other, and nobody else's they are.
struct Clique: Sendable {
    let authorities: [CertificateAuthority]
    /// Of every authority by every other: n × (n - 1).
    let certificates: [[UInt8]]

    /// - Parameter count: n.
    init(_ count: Int) throws {
        authorities = try (0..<count).map { try CertificateAuthority.root(name: "Clique \($0)", at: TestChain.moment) }
        var certificates: [[UInt8]] = []
        for issuer in authorities {
            for subject in authorities where subject.identity.subject != issuer.identity.subject {
                certificates.append(
                    try issuer.certify(subject, .intermediate(name: "", at: TestChain.moment, pathLength: nil)))
            }
        }
        self.certificates = certificates
    }

    /// Made once. One of a hundred is in the benchmarks: its 9,900 certificates take long to make in a debug build.
    static let ten = try? Clique(10)
    static let thirty = try? Clique(30)

    static func of(_ count: Int) throws -> Clique {
        switch count {
        case 10: try #require(ten)
        case 30: try #require(thirty)
        default: try Clique(count)
        }
    }

    /// A server's certificate by the first authority.
    func leaf(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> [UInt8] {
        try authorities[0].issue(TestChain.server(change)).certificate
    }

    /// A certificate of one of them by an authority outside.
    func certificate(of index: Int, by outside: CertificateAuthority) throws -> [UInt8] {
        try outside.certify(authorities[index], .intermediate(name: "", at: TestChain.moment, pathLength: nil))
    }
}

extension TestChain {
    /// A verdict on more certificates than a server may send, and a generous bound on the CPU time that it may take in
    /// a debug build: what is asserted besides are counts.
    func judge(
        pool: [[UInt8]], within bound: Duration = .seconds(10), _ change: (inout TrustPolicy) -> Void = { _ in }
    ) throws -> (result: Result<TrustEvaluation, TrustFailure>, work: WorkDone) {
        var policy = try policy()
        policy.limits.presentedCertificates = 100_000
        policy.limits.presentedBytes = 1 << 30
        change(&policy)
        let trust = try ServerTrust(derChain: pool, limits: policy.limits)
        let result: Result<TrustEvaluation, TrustFailure>
        let start = ThreadTime.now()
        do throws(TrustFailure) {
            result = .success(try TrustEngine().evaluate(trust, with: policy, at: Self.moment))
        } catch {
            result = .failure(error)
        }
        let time = ThreadTime.now() - start
        #expect(time < bound, "\(time)")
        let work = try #require(result.success?.work ?? result.failure?.work)
        return (result, work)
    }
}

/// The CPU time of this thread: the machine's other work does not count.
enum ThreadTime {
    static func now() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
