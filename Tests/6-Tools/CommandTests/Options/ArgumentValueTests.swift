import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastCommand

/// Dates, times and lengths of time, the same in every option.
@Suite struct ArgumentValueTests {
    /// RFC 3339 §5.6, `full-date` and `date-time`.
    @Test("a date is its beginning in UTC, a time itself")
    func times() throws {
        for option in [CommandOption.at, .ownTime, .lintTime, .start, .thisUpdate, .revokedAt] {
            let date = try TimeArgument.parse("2026-11-21", of: option)
            #expect(date == Instant(rfc3339: "2026-11-21T00:00:00Z"))
            #expect(
                try TimeArgument.parse("2026-11-21T10:00:00+01:00", of: option).description == "2026-11-21T09:00:00Z")
            for text in ["2026-11-31", "21.11.2026", "now", "", "2026-11", "20261121"] {
                #expect(throws: CommandError.self, "\(text)") { try TimeArgument.parse(text, of: option) }
            }
        }
    }

    @Test("an end is a date, a time, or days from now, with their letter or without")
    func ends() throws {
        let now = try #require(Instant(rfc3339: "2026-11-21T10:00:00Z"))
        for (text, end) in [
            ("30", "2026-12-21T10:00:00Z"), ("30d", "2026-12-21T10:00:00Z"), ("2w", "2026-12-05T10:00:00Z"),
            ("12h", "2026-11-21T22:00:00Z"), ("2027-01-31", "2027-01-31T00:00:00Z"),
        ] {
            #expect(try TimeArgument.end(text, from: now, of: .until).description == end, "\(text)")
        }
        for text in ["soon", "-3", "1.5d", "0"] {
            #expect(throws: CommandError.self, "\(text)") { try TimeArgument.end(text, from: now, of: .until) }
        }
    }

    @Test("a bare number counts days where days are meant, and is refused elsewhere")
    func days() throws {
        #expect(try DurationArgument.parse("30", of: .expiresWithin, inDays: true) == .seconds(30 * 86_400))
        #expect(try DurationArgument.parse("30d", of: .expiresWithin, inDays: true) == .seconds(30 * 86_400))
        #expect(throws: CommandError.self) { try DurationArgument.parse("30", of: .gateLife) }
    }

    @Test(
        "a time limit is a number of seconds, with their letter or without, or has a unit of its own",
        arguments: [
            ("2", 2_000), ("2s", 2_000), ("2.5", 2_500), ("500ms", 500), ("0.5s", 500), ("1m", 60_000),
            ("86400", 86_400_000), ("0.0001", 1),
        ])
    func timeouts(_ text: String, _ milliseconds: Int64) throws {
        #expect(try DialOptions.timeout(text) == .milliseconds(milliseconds))
    }

    @Test(
        "what is no time limit is a usage error",
        arguments: ["0", "-1", "1e3", "inf", "nan", "", "s", "2 s", "86401", "2d", ".5", "0x10"])
    func noTimeouts(_ text: String) {
        #expect(throws: CommandError.self) { try DialOptions.timeout(text) }
    }
}
