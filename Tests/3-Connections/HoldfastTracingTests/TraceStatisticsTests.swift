import Testing

@testable import HoldfastTracing

@Suite struct TraceStatisticsTests {
    private func timing(tcp: Int, tls: Int?) -> TraceTiming {
        var timing = TraceTiming()
        timing.tcp = .milliseconds(tcp)
        timing.tls = tls.map { .milliseconds($0) }
        timing.roundTrips = 2
        return timing
    }

    @Test("median, nearest-rank percentile and ends of ten values")
    func distribution() throws {
        let ten = try #require(TraceStatistics.Distribution([10, 1, 9, 2, 8, 3, 7, 4, 6, 5]))
        #expect(ten.minimum == 1 && ten.maximum == 10 && ten.median == 5.5 && ten.p90 == 9)
        #expect(ten.quantile(0) == 1 && ten.quantile(1) == 10 && ten.quantile(0.91) == 10)
        let one = try #require(TraceStatistics.Distribution([7]))
        #expect(one.median == 7 && one.p90 == 7)
        #expect(TraceStatistics.Distribution([]) == nil && TraceStatistics.Distribution([.nan]) == nil)
    }

    @Test("the articles' 64 ms : 22 ms, and that an outlier moves neither median")
    func ratio() throws {
        let timings = [timing(tcp: 22, tls: 64), timing(tcp: 22, tls: 64), timing(tcp: 1000, tls: 64)]
        let statistics = TraceStatistics(timings + [timing(tcp: 5, tls: nil)])
        #expect(statistics.attempts == 4 && statistics.completed == 3)
        #expect(statistics.tcp?.values == [22, 22, 1000] && statistics.tls?.median == 64)
        let ratio = try #require(statistics.ratioOfMedians)
        #expect(abs(ratio - 64.0 / 22.0) < 1e-9)
        #expect(statistics.ratio?.minimum == 0.064 && statistics.roundTrips == [2])
        #expect(TraceStatistics([] as [TraceTiming]).tls == nil)
    }
}
