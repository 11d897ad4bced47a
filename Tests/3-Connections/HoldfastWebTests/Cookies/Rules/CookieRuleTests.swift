import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// A clock that a row sets.
final class RuleClock: Sendable {
    private let state: Mutex<Instant>

    init(_ now: Instant) { state = Mutex(now) }

    var now: Instant {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
}

@Suite("The rules of cookies as a table: rule, sentence, our result", .ownThread)
struct CookieRuleTests {
    @Test("in memory", arguments: CookieRule.all) func inMemory(rule: CookieRule) async throws {
        let sent = try await rule.field { MemoryCookieStore(publicSuffixes: CookieRule.suffixes, clock: $0) }
        #expect(sent == rule.sent)
    }

    @Test("in a file, the same", arguments: CookieRule.all) func inAFile(rule: CookieRule) async throws {
        let folder = try TemporaryFolder()
        let problems = Notes<String>()
        let sent = try await rule.field { clock in
            CookieFileStore(path: folder.path("cookies.sqlite"), publicSuffixes: CookieRule.suffixes, clock: clock) {
                problems.add("\($0)")
            }
        }
        #expect(sent == rule.sent)
        #expect(problems.all == [])
    }

    @Test("the table has its rows") func count() {
        #expect(CookieRule.all.count >= 250)
    }
}
