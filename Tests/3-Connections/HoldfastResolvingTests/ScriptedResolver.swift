import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import Synchronization
import Testing

/// A resolver that answers as a test wants, and counts its questions.
final class ScriptedResolver: Resolver {
    typealias Script = @Sendable (ResolverQuery, Int) async throws(ResolverError) -> ResolverAnswer

    private struct Question: Hashable {
        var name: DNSName
        var kind: AddressKind
    }

    private struct Counts {
        var asked = 0
        var cancelled = 0
        var inFlight: [Question: Int] = [:]
        var perQuestion: [Question: Int] = [:]
        var most = 0
        var all = 0
        var mostOfAll = 0
    }

    /// A closure taken out of a mutex as such would be wrapped once more each time.
    private struct Role {
        var script: Script
    }

    let name: String
    let identifier: String
    let isCacheable: Bool
    private let counts = Mutex(Counts())
    private let role: Mutex<Role>

    /// - Parameter script: gets the question, and its number, from 1 on.
    init(_ name: String = "scripted", isCacheable: Bool = true, _ script: @escaping Script) {
        self.name = name
        identifier = "test:" + name
        self.isCacheable = isCacheable
        role = Mutex(Role(script: script))
    }

    func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
        let question = Question(name: query.name, kind: query.kind)
        let number = counts.withLock { counts in
            counts.asked += 1
            counts.perQuestion[question, default: 0] += 1
            counts.inFlight[question, default: 0] += 1
            counts.most = max(counts.most, counts.inFlight[question] ?? 0)
            counts.all += 1
            counts.mostOfAll = max(counts.mostOfAll, counts.all)
            return counts.asked
        }
        defer {
            counts.withLock { counts in
                counts.inFlight[question, default: 0] -= 1
                counts.all -= 1
                if Task.isCancelled { counts.cancelled += 1 }
            }
        }
        return try await role.withLock { $0 }.script(query, number)
    }

    func says(_ script: @escaping Script) { role.withLock { $0.script = script } }

    /// Questions in all.
    var asked: Int { counts.withLock { $0.asked } }
    /// Questions whose task was cancelled before they ended.
    var cancelled: Int { counts.withLock { $0.cancelled } }
    /// Questions at one time about one name and kind, at most.
    var mostAtOnce: Int { counts.withLock { $0.most } }
    /// Questions at one time, at most.
    var mostOfAllAtOnce: Int { counts.withLock { $0.mostOfAll } }
    /// How often the same was asked, at most.
    var mostPerQuestion: Int { counts.withLock { $0.perQuestion.values.max() ?? 0 } }
}

func dnsName(_ text: String = "www.example.com") throws -> DNSName { try DNSName(text) }

func address(_ number: UInt8) throws -> IPAddress { try #require(IPAddress(bytes: [192, 0, 2, number])) }

extension ResolverAnswer {
    /// Addresses of 192.0.2.0/24, kept for so many seconds; an hour, since tests may be starved for minutes.
    static func of(_ numbers: UInt8..., seconds: Int? = 3_600) -> ResolverAnswer {
        ResolverAnswer(
            numbers.compactMap { IPAddress(bytes: [192, 0, 2, $0]) }, timeToLive: seconds.map { .seconds($0) },
            from: "scripted")
    }
}
