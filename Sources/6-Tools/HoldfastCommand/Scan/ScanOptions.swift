import HoldfastDiagnostics
import HoldfastLibC
import HoldfastStatements

/// The options by which a scan goes about its list.
struct ScanOptions: Sendable {
    private static let mostAtOnce = 1_000
    private static let fastest = 100_000
    private static let mostRetries = 10
    private static let mostShards = 100_000
    /// Files that a connection may have open besides its own socket: those of a lookup, of what is fetched.
    private static let filesOfConnection = 3

    let concurrency: Int
    let retries: Int
    let pace: ConnectionPace
    let shard: ScanShard?
    let isStrict: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        concurrency =
            try Self.number(.concurrency, 1...Self.mostAtOnce, invocation) ?? Checker.concurrency
        retries = try Self.number(.retry, 0...Self.mostRetries, invocation) ?? 0
        pace = ConnectionPace(
            rate: try Self.number(.rate, 1...Self.fastest, invocation),
            perAddress: try Self.number(.perAddress, 1...Self.mostAtOnce, invocation))
        shard = try invocation.value(.shard).map { text throws(CommandError) in try Self.shard(text) }
        isStrict = invocation.has(.strict)
        let files = sysconf(Int32(_SC_OPEN_MAX))
        if invocation.has(.concurrency), files > 0, concurrency * Self.filesOfConnection > files {
            throw .usage(
                ScanSentence.tooFewFiles(concurrency: concurrency, files: files),
                hint: ScanAdvice.raiseFiles(files: concurrency * Self.filesOfConnection))
        }
    }

    private static func number(
        _ option: CommandOption, _ range: ClosedRange<Int>, _ invocation: Invocation
    ) throws(CommandError) -> Int? {
        try invocation.number(of: option, in: range) { text in
            .usage(
                UsageSentence.noNumber(
                    option: option.name, text: text, least: Int64(range.lowerBound), most: Int64(range.upperBound)),
                hint: UsageAdvice.inDigits)
        }
    }

    private static func shard(_ text: String) throws(CommandError) -> ScanShard {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], count <= mostShards,
            let shard = ScanShard(number, of: count)
        else {
            throw .usage(ScanSentence.noShard(text: text), hint: ScanAdvice.writeShard)
        }
        return shard
    }
}
