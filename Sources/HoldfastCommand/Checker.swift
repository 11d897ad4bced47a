import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// Checks servers, several at once.
struct Checker: Sendable {
    /// Targets that are connected to at the same time.
    static let concurrency = 16

    private let session: HTTPSSession
    private let trust: TrustOptions

    init(trust: TrustOptions, dial: DialOptions) throws(CommandFailure) {
        self.trust = trust
        var configuration = dial.configuration(at: trust.at)
        configuration.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = trust.anchors
            policy.profile = trust.profile
            return policy
        }
        session = HTTPSSession(configuration: configuration)
    }

    /// The report about each target with its place in the list, in the order in which they finish.
    func reports(on targets: [Target]) -> AsyncStream<(Int, VerdictReport)> {
        Parallel.map(targets, atOnce: Self.concurrency) { await report(on: $0) }
    }

    func report(on target: Target) async -> VerdictReport {
        let at = trust.at ?? SystemClock.now()
        let policy = trust.policy(for: target.url.serverName)
        let result: Result<ConnectionRecord, HTTPSError>
        do throws(HTTPSError) {
            result = .success(try await session.verify(target.url))
        } catch {
            result = .failure(error)
        }
        return VerdictReport(result, target: target.text, policy: policy, at: at, engine: session.configuration.engine)
    }
}
