#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A client that is measured: one session.
public protocol MeasuredClient: Sendable {
    init(_ invocation: Invocation) throws

    /// Sends a request and reads the whole response.
    ///
    /// - Returns: the bytes of the body.
    /// - Throws: where the status is not 200, or the version of HTTP is not the one that was asked for.
    func get() async throws -> Int

    /// Opens a WebSocket.
    ///
    /// - Returns: sends a message of ``Load/messageLength`` octets, and waits until it is back.
    func echo() async throws -> @Sendable () async throws -> Void
}

extension MeasuredClient {
    /// Throws, for clients without WebSockets.
    public func echo() async throws -> @Sendable () async throws -> Void { throw Usage() }

    /// Measures this client as its arguments say, and prints a line for each figure: `rate`, `processor`, `memory`.
    public static func measure() async throws {
        let invocation = try Invocation(CommandLine.arguments)
        switch invocation.load {
        case .process: _ = try await Self(invocation).get()
        case .firstResponse: try await measureFirst(invocation)
        case .download: try await measureDownload(invocation)
        case .count:
            let client = try Self(invocation)
            try await Counting.run(invocation.times) { _ = try await client.get() }
        case .connect1, .connect32, .request1, .request32:
            try await measureSenders(invocation) { client in
                { _ = try await client.get() }
            }
        case .echo1, .echo32: try await measureSenders(invocation) { try await $0.echo() }
        }
    }

    private typealias Sender = @Sendable () async throws -> Void

    private static func measureSenders(
        _ invocation: Invocation, _ sender: (Self) async throws -> Sender
    ) async throws {
        let client = try Self(invocation)
        var senders: [Sender] = []
        for _ in 0..<invocation.load.concurrency { senders.append(try await sender(client)) }
        // Connections are opened, and the caches of libraries filled, before the clock starts.
        for _ in 0..<2 { _ = try await count(senders, until: .zero) }
        let watch = Stopwatch()
        let sent = try await count(senders, until: invocation.duration)
        print("rate \(Double(sent) / watch.seconds)")
        print("processor \(watch.processor / Double(sent) * 1e6)")
        print("memory \(peakMemory())")
    }

    /// Sends, each sender one after the other, until the time is up; each sends one at least.
    private static func count(_ senders: [Sender], until duration: Duration) async throws -> Int {
        let end = ContinuousClock.now + duration
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for send in senders {
                group.addTask {
                    var sent = 0
                    repeat {
                        try await send()
                        sent += 1
                    } while ContinuousClock.now < end
                    return sent
                }
            }
            return try await group.reduce(0, +)
        }
    }

    private static func measureDownload(_ invocation: Invocation) async throws {
        let client = try Self(invocation)
        let watch = Stopwatch()
        let bytes = try await client.get()
        print("rate \(Double(bytes) / watch.seconds / 1e6)")
        print("processor \(watch.processor * 1e3)")
        print("memory \(peakMemory())")
    }

    private static func measureFirst(_ invocation: Invocation) async throws {
        var times: [Double] = []
        let end = ContinuousClock.now + invocation.duration
        while times.count < 8 || ContinuousClock.now < end {
            let watch = Stopwatch()
            let client = try Self(invocation)
            _ = try await client.get()
            times.append(watch.seconds * 1e3)
        }
        // The first of the process warms the libraries.
        times.removeFirst()
        print("rate \(times.sorted()[times.count / 2])")
    }
}

/// What has passed since it was made, on the clock and of this process's processor time; in seconds.
public struct Stopwatch {
    private let start = ContinuousClock.now
    private let spent = Self.processorTime()

    public init() {}

    public var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
    public var processor: Double { Self.processorTime() - spent }

    private static func processorTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The most memory that this process has had at a time, in MB.
private func peakMemory() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1e3
    #else
        getrusage(RUSAGE_SELF, &usage)
        return Double(usage.ru_maxrss) / 1e6
    #endif
}
