/// The times that many traces of one server took.
public struct TraceStatistics: Hashable, Sendable {
    /// Many measurements of one thing, in milliseconds or as a ratio.
    public struct Distribution: Hashable, Sendable {
        /// In ascending order; at least one.
        public let values: [Double]

        /// Makes the distribution of some values.
        ///
        /// - Parameter values: In any order; nil where there is none, or one that is no number.
        package init?(_ values: some Sequence<Double>) {
            let sorted = values.sorted()
            guard !sorted.isEmpty, sorted.allSatisfy(\.isFinite) else { return nil }
            self.values = sorted
        }

        public var count: Int { values.count }
        public var minimum: Double { values[0] }
        public var maximum: Double { values[values.count - 1] }
        /// The middle one, or the mean of the two in the middle.
        public var median: Double {
            let middle = values.count / 2
            return values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
        }
        /// The smallest value that at least so much of all are not above: the nearest rank.
        ///
        /// - Parameter share: From 0 to 1; 0.9 for the 90th percentile.
        public func quantile(_ share: Double) -> Double {
            let rank = (min(max(share, 0), 1) * Double(values.count)).rounded(.up)
            return values[min(max(Int(rank) - 1, 0), values.count - 1)]
        }
        public var p90: Double { quantile(0.9) }
    }

    /// The number of traces; ``completed`` of them came to the end of the handshake.
    public let attempts: Int
    public let completed: Int
    /// Milliseconds.
    public let dns: Distribution?
    public let tcp: Distribution?
    public let tls: Distribution?
    public let trust: Distribution?
    /// TLS : TCP, of each trace by itself.
    public let ratio: Distribution?
    /// The medians of both, one by the other: what a single outlier does not move.
    public let ratioOfMedians: Double?
    /// The round trips of the TLS handshakes.
    public let roundTrips: Set<Int>

    public init(_ traces: [HandshakeTrace]) { self.init(traces.map(\.timing)) }

    package init(_ timings: [TraceTiming]) {
        let done = timings.filter { $0.tls != nil }
        attempts = timings.count
        completed = done.count
        dns = Distribution(done.compactMap { $0.dns.map(Self.milliseconds) })
        tcp = Distribution(done.compactMap { $0.tcp.map(Self.milliseconds) })
        tls = Distribution(done.compactMap { $0.tls.map(Self.milliseconds) })
        trust = Distribution(done.compactMap { $0.trust.map(Self.milliseconds) })
        ratio = Distribution(done.compactMap(\.ratio))
        ratioOfMedians =
            if let tcp, let tls, tcp.median > 0 { tls.median / tcp.median } else { nil }
        roundTrips = Set(done.map(\.roundTrips))
    }

    static func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }
}
