import HoldfastX509
import Testing

@testable import HoldfastTrust

@Suite("The time within which a verdict holds")
struct VerdictPeriodTests {
    private static let at = Instant(secondsSince1970: 1_000)

    private func period(_ change: (inout VerdictPeriod) -> Void) -> VerdictPeriod {
        var period = VerdictPeriod(around: Self.at)
        change(&period)
        return period
    }

    private func seconds(_ period: VerdictPeriod) -> ClosedRange<Int64> { period.first...period.last }

    @Test("at first it is all time")
    func all() { #expect(seconds(period { _ in }) == Int64.min...Int64.max) }

    @Test("a change that has been begins it, the very second too; one to come ends it before")
    func sides() {
        #expect(seconds(period { $0.narrow(toThisSideOf: Instant(secondsSince1970: 900)) }) == 900...Int64.max)
        #expect(seconds(period { $0.narrow(toThisSideOf: Self.at) }) == 1_000...Int64.max)
        #expect(
            seconds(period { $0.narrow(toThisSideOf: Instant(secondsSince1970: 1_001)) }) == Int64.min...1_000)
        #expect(
            seconds(period { $0.narrow(toThisSideOf: Instant(secondsSince1970: .max)) }) == Int64.min...(.max - 1))
        #expect(
            seconds(period { $0.narrow(toThisSideOf: Instant(secondsSince1970: .min)) }) == Int64.min...Int64.max)
    }

    @Test("a change within a second leaves that whole second out")
    func fraction() {
        func change(_ second: Int64) -> Instant { Instant(secondsSince1970: second, nanoseconds: 5) }
        #expect(seconds(period { $0.narrow(toThisSideOf: change(900)) }) == 901...Int64.max)
        #expect(seconds(period { $0.narrow(toThisSideOf: change(1_100)) }) == Int64.min...1_099)
        #expect(!period { $0.narrow(toThisSideOf: change(1_000)) }.contains(Self.at))
    }

    @Test("a validity includes its last second to the end (RFC 5280 §4.1.2.5)")
    func validity() {
        func validity(_ first: Int64, _ last: Int64) -> Validity {
            Validity(
                notBefore: Time(Instant(secondsSince1970: first)), notAfter: Time(Instant(secondsSince1970: last)))
        }
        #expect(seconds(period { $0.narrow(by: validity(900, 1_000)) }) == 900...1_000)
        #expect(period { $0.narrow(by: validity(900, 1_000)) }.contains(Self.at.advanced(bySeconds: 0)))
        #expect(seconds(period { $0.narrow(by: validity(1_001, 2_000)) }) == Int64.min...1_000)
        #expect(seconds(period { $0.narrow(by: validity(0, 999)) }) == 1_000...Int64.max)
    }

    @Test("the narrowest of several counts")
    func several() {
        let both = period {
            $0.narrow(toThisSideOf: Instant(secondsSince1970: 500))
            $0.narrow(toThisSideOf: Instant(secondsSince1970: 600))
            $0.narrow(toThisSideOf: Instant(secondsSince1970: 2_000))
            $0.narrow(toThisSideOf: Instant(secondsSince1970: 3_000))
        }
        #expect(seconds(both) == 600...1_999)
        #expect(seconds(period { $0.narrowToTheSecond() }) == 1_000...1_000)
        var merged = both
        merged.narrow(to: period { $0.narrow(toThisSideOf: Instant(secondsSince1970: 1_500)) })
        #expect(seconds(merged) == 600...1_499)
    }
}
