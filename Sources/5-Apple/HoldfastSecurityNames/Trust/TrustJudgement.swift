import Foundation
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509
import Synchronization

/// The verdict on a trust object under all of its policies.
struct TrustJudgement: Sendable {
    /// The failure under one purpose: the codes that an exception would have to override.
    struct Failure: Sendable {
        let purpose: TrustPolicy.Purpose
        let codes: Set<FindingCode>
    }

    let result: SecTrustResultType
    /// The path that was built, the leaf first; at least the leaf.
    let chain: [SecCertificate]
    /// All findings, none twice: those that refuse first, in the order in which Apple names them.
    let findings: [Finding]
    /// The reasons of a refusal, purpose by purpose; empty where nothing was judged.
    let failures: [Failure]
    /// The refusal with the findings of every policy that refuses; nil where none does.
    let refusal: TrustFailure?
    let revocation: [RevocationAnswer]
    /// Whether the chain has the timestamps of logs that every policy about a server asks for; false where none asks.
    let isTransparent: Bool
    /// The moment that was judged for.
    let at: Instant
    /// Everything that was fetched, for whoever judges the same again.
    let fetched: [Evidence]
    /// The reason why nothing could be judged at all; nil where there is a verdict.
    let problem: String?

    /// One for the process: what this module's functions remember is signatures that were verified, and nothing that
    /// one caller could tell another.
    static let engine = TrustEngine()

    init(_ settings: TrustSettings) {
        let at = settings.verifyDate.map(Instant.init) ?? SystemClock.now()
        var outcomes: [Outcome] = []
        var problem: String?
        let source = RecordedSource(settings.evidenceSource ?? EvidenceFetcher.shared)
        do throws(ServerTrustError) {
            let trust = try Self.serverTrust(settings)
            let evidence = Self.evidence(settings)
            outcomes = JudgedPolicy.all(settings).map {
                Outcome($0, trust, evidence, at: at, source, by: Self.engine)
            }
        } catch {
            problem = error.description
        }
        let refused = outcomes.filter { $0.failure != nil }
        let telling = refused.first ?? outcomes.first
        let path = telling?.chain.map(SecCertificate.init) ?? []
        self.problem = problem
        self.at = at
        fetched = source.answers
        result = telling == nil ? .otherError : Self.result(outcomes)
        chain = path.isEmpty ? Array(settings.certificates.prefix(1)) : path
        findings = Self.merged(refused.isEmpty ? outcomes : refused)
        failures = refused.compactMap(\.failure)
        let refusals = refused.compactMap(\.refusal)
        refusal = refusals.first.map { first in refusals.dropFirst().reduce(first) { $0.adding($1.findings) } }
        revocation = telling?.revocation ?? []
        let transparency = outcomes.map(\.transparency).filter { $0.policy != nil }
        isTransparent = !transparency.isEmpty && transparency.allSatisfy { $0.result == .passed }
    }

    /// The finding that an error is named after; nil where nothing refuses, and where nothing was judged.
    var cause: Finding? { findings.first.flatMap { $0.severity == .error ? $0 : nil } }

    private static func serverTrust(_ settings: TrustSettings) throws(ServerTrustError) -> ServerTrust {
        // The response that came with the certificates may carry timestamps.
        let isAsked = settings.transparency.isAsked
        var trust = try ServerTrust(
            presented: settings.certificates.map(\.presented),
            stapledOCSP: isAsked ? settings.ocspResponses.first.map { Array($0) } : nil,
            signedCertificateTimestamps: TimestampList.encoded(settings.timestamps))
        trust.keyUse = settings.keyUse
        return trust
    }

    static func evidence(_ settings: TrustSettings) -> [Evidence] {
        guard !settings.ocspResponses.isEmpty else { return [] }
        return [.ocspResponses(settings.ocspResponses.map { SuppliedOCSPResponse(der: Array($0)) })]
    }

    private static func result(_ outcomes: [Outcome]) -> SecTrustResultType {
        let results = outcomes.map(\.result)
        for weighty in [TrustResult.otherError, .fatalTrustFailure, .recoverableTrustFailure, .proceed]
        where results.contains(weighty) {
            return SecTrustResultType(weighty)
        }
        return results.allSatisfy { $0 == .unspecified } ? .unspecified : .otherError
    }

    private static func merged(_ outcomes: [Outcome]) -> [Finding] {
        var known: Set<Finding> = []
        let findings = outcomes.flatMap(\.findings).filter { known.insert($0).inserted }
        let refusing = findings.filter { $0.severity == .error }.enumerated().sorted { left, right in
            let (a, b) = (FindingRank.rank(of: left.element.code), FindingRank.rank(of: right.element.code))
            return a != b ? a < b : left.offset < right.offset
        }
        return refusing.map(\.element) + findings.filter { $0.severity != .error }
    }
}

/// The outcome under one policy.
private struct Outcome {
    let result: TrustResult
    let chain: [Certificate]
    let findings: [Finding]
    let revocation: [RevocationAnswer]
    let transparency: TransparencyOutcome
    let failure: TrustJudgement.Failure?
    let refusal: TrustFailure?

    init(
        _ policy: TrustPolicy, _ trust: ServerTrust, _ evidence: [Evidence], at instant: Instant,
        _ source: RecordedSource, by engine: TrustEngine
    ) {
        let outcome: any TrustOutcome
        switch Self.verdict(policy, trust, evidence, at: instant, source, by: engine) {
        case .success(let proof):
            outcome = proof
            (failure, refusal) = (nil, nil)
        case .failure(let error):
            outcome = error
            failure = TrustJudgement.Failure(purpose: policy.purpose, codes: Set(error.errors.map(\.code)))
            refusal = error
        }
        result = outcome.result
        chain = outcome.chain
        findings = outcome.findings
        revocation = outcome.revocation
        transparency = outcome.transparency
    }

    /// The verdict; the calling thread waits where something has to be fetched, as it does on Apple's platforms.
    private static func verdict(
        _ policy: TrustPolicy, _ trust: ServerTrust, _ evidence: [Evidence], at instant: Instant,
        _ source: RecordedSource, by engine: TrustEngine
    ) -> Result<TrustEvaluation, TrustFailure> {
        if let result = engine.resultWithoutFetching(trust, with: policy, at: instant, supplying: evidence) {
            return result
        }
        let waiting = WaitingVerdict()
        Task.detached {
            do throws(TrustFailure) {
                let proof = try await engine.evaluate(
                    trust, with: policy, at: instant, using: source, supplying: evidence)
                waiting.give(.success(proof))
            } catch {
                waiting.give(.failure(error))
            }
        }
        // Where callers hold every thread that tasks run on, nothing is fetched, and the verdict is one without.
        if let result = waiting.result(within: policy.fetching.timeout + .seconds(1)) { return result }
        var alone = policy
        alone.fetching = .none
        do throws(TrustFailure) {
            return .success(try engine.evaluate(trust, with: alone, at: instant, supplying: evidence))
        } catch {
            return .failure(error)
        }
    }
}

/// A source that remembers the answers of another one.
private final class RecordedSource: EvidenceSource {
    private let source: any EvidenceSource
    private let given = Mutex<[Evidence]>([])

    init(_ source: any EvidenceSource) { self.source = source }

    var answers: [Evidence] { given.withLock(\.self) }

    func evidence(for requests: [EvidenceRequest], at instant: Instant, within limit: Duration) async -> [Evidence] {
        let answers = await source.evidence(for: requests, at: instant, within: limit)
        given.withLock { $0 += answers }
        return answers
    }

    func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) { source.keep(fetches, at: instant) }
}

/// A verdict that a task works out while a thread waits for it.
private final class WaitingVerdict: Sendable {
    private let verdict = Mutex<Result<TrustEvaluation, TrustFailure>?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ result: Result<TrustEvaluation, TrustFailure>) {
        verdict.withLock { $0 = result }
        isGiven.signal()
    }

    func result(within limit: Duration) -> Result<TrustEvaluation, TrustFailure>? {
        _ = isGiven.wait(timeout: .now() + .milliseconds(Int(limit / .milliseconds(1))))
        return verdict.withLock(\.self)
    }
}
