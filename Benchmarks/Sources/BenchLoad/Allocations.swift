#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What this process has allocated so far, where the counting library of `scripts/bench-counts` is preloaded.
public struct Allocations {
    private typealias Counter = @convention(c) () -> UInt
    private let counter: Counter

    /// Nil where nothing counts.
    public init?() {
        guard let process = unsafe dlopen(nil, RTLD_NOW),
            let symbol = unsafe dlsym(process, "holdfast_bench_allocations")
        else { return nil }
        counter = unsafe unsafeBitCast(symbol, to: Counter.self)
    }

    public var count: Int { Int(counter()) }
}

/// Counts by batches, so that what happens now and then (a table that grows) is not taken for what happens each time.
public enum Counting {
    private static let batches = 9

    /// Does something so many times, and prints what one time allocates, as the median of batches, where that is
    /// counted.
    ///
    /// - Parameter times: how often in all; the first batch's worth again before anything is counted.
    public static func run(_ times: Int, _ work: @Sendable () async throws -> Void) async throws {
        let batch = max(1, times / batches)
        for _ in 0..<batch { try await work() }
        let allocations = Allocations()
        var counts: [Int] = []
        for _ in 0..<batches {
            let before = allocations?.count ?? 0
            for _ in 0..<batch { try await work() }
            counts.append((allocations?.count ?? 0) - before)
        }
        guard allocations != nil else { return }
        print("allocations \((counts.sorted()[batches / 2] + batch / 2) / batch)")
    }
}
