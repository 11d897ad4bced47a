import HoldfastResolving
import HoldfastTrust
import HoldfastX509

/// One source's answer to one question.
struct SourceAnswer: Sendable {
    /// The source as the user named it.
    let source: String
    let kind: AddressKind
    let result: Result<ResolverAnswer, ResolverError>
    /// From the question to the answer.
    let took: Duration

    /// Asks a source.
    init(asking source: ResolverOptions.Source, _ name: DNSName, _ kind: AddressKind, timeout: Duration) async {
        self.source = source.label
        self.kind = kind
        let start = ContinuousClock.now
        do throws(ResolverError) {
            result = .success(
                try await source.resolver.resolve(ResolverQuery(name, kind, timeout: timeout)))
        } catch {
            result = .failure(error)
        }
        took = start.duration(to: .now)
    }

    var addresses: [IPAddress] { (try? result.get())?.addresses ?? [] }

    /// The time for which the answer may be kept, also one that there is no such name.
    var timeToLive: Duration? {
        switch result {
        case .success(let answer): answer.timeToLive
        case .failure(let error): error.timeToLive
        }
    }

    /// The failure that left no answer; nil where there is one. That a name is not there is an answer.
    var failure: ResolverError? {
        guard case .failure(let error) = result, error.reason != .noSuchName else { return nil }
        return error
    }
}

extension AddressKind {
    /// The type of its records, as people write it.
    var recordName: String { self == .ipv4 ? "A" : "AAAA" }
}
