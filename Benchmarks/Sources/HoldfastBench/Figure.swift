#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One line of the results: a peer's median, as JSON.
struct Figure {
    let name: String
    let peer: String
    let value: Double
    let unit: String

    /// The line, without its end.
    var json: String {
        let digits = (value * 1_000).rounded() / 1_000
        return "{\"name\":\"\(name)\",\"peer\":\"\(peer)\",\"value\":\(digits),\"unit\":\"\(unit)\"}"
    }
}

/// Something to be measured, by one of those who do it.
struct Peer {
    let name: String
    /// Does it once.
    let run: () throws -> Void
}

/// Runs peers in turn, round by round, so that what disturbs the machine disturbs them alike.
enum Rounds {
    /// The CPU time of this process in milliseconds.
    private static func milliseconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }

    /// The median over the rounds of each peer's CPU time.
    static func measure(_ name: String, _ peers: [Peer], rounds: Int = 7) throws -> [Figure] {
        for peer in peers { try peer.run() }
        var times = peers.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, peer) in peers.enumerated() {
                let start = milliseconds()
                try peer.run()
                times[index].append(milliseconds() - start)
            }
        }
        return zip(peers, times).map { peer, times in
            Figure(name: name, peer: peer.name, value: times.sorted()[times.count / 2], unit: "ms")
        }
    }
}
