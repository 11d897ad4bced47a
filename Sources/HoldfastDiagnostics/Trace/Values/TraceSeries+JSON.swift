import HoldfastTracing

extension TraceSeries {
    /// One line of JSON in the schema `holdfast.trace-statistics/1`, keys sorted, without a line end.
    public func jsonLine() throws -> String {
        String(decoding: try JSONLine.bytes(of: self), as: UTF8.self)
    }
}

extension TraceSeries: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, target, attempts, loopback, resumption, handshakes
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(target, forKey: .target)
        try container.encode(count, forKey: .attempts)
        try container.encode(isLoopback, forKey: .loopback)
        if let resumption {
            try container.encode(
                ["wanted": resumption.wanted, "offered": resumption.offered, "resumed": resumption.resumed],
                forKey: .resumption)
        }
        try container.encode(groups.map(GroupJSON.init), forKey: .handshakes)
    }
}

private struct GroupJSON: Encodable {
    struct Values: Encodable {
        let count: Int
        let min: Double
        let median: Double
        let p90: Double
        let max: Double
        let values: [Double]

        init(_ distribution: TraceStatistics.Distribution) {
            count = distribution.count
            min = JSONNumber.rounded(distribution.minimum)
            median = JSONNumber.rounded(distribution.median)
            p90 = JSONNumber.rounded(distribution.p90)
            max = JSONNumber.rounded(distribution.maximum)
            values = distribution.values.map(JSONNumber.rounded)
        }
    }

    let kind: String
    let attempts: Int
    let completed: Int
    let roundTrips: [Int]
    let dns: Values?
    let tcp: Values?
    let tls: Values?
    let trust: Values?
    let ratio: Values?
    let ratioOfMedians: Double?

    init(_ group: TraceSeries.Group) {
        let statistics = group.statistics
        kind = group.isResumed ? "resumed" : "full"
        attempts = statistics.attempts
        completed = statistics.completed
        roundTrips = statistics.roundTrips.sorted()
        dns = statistics.dns.map(Values.init)
        tcp = statistics.tcp.map(Values.init)
        tls = statistics.tls.map(Values.init)
        trust = statistics.trust.map(Values.init)
        ratio = statistics.ratio.map(Values.init)
        ratioOfMedians = statistics.ratioOfMedians.map(JSONNumber.rounded)
    }
}
