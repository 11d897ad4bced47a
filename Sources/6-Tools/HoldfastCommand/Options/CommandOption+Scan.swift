extension CommandOption {
    static let concurrency = CommandOption(
        "--concurrency", "N", in: .connection,
        help: "connections at once (default \(Checker.concurrency))",
        chinese: "同时进行的连接数（默认 \(Checker.concurrency)）")
    static let rate = CommandOption(
        "--rate", "N", in: .connection,
        help: "begin at most N connections a second", chinese: "每秒最多开始 N 个连接")
    static let perAddress = CommandOption(
        "--per-address", "N", in: .connection,
        help: "connections to one address at once; each name is looked up a second time for it",
        chinese: "对同一地址同时进行的连接数；为此每个名称多查询一次")
    static let retry = CommandOption(
        "--retry", "N", in: .connection,
        help: "ask up to N times more where a server was not reached or took too long (exit codes 3 and 7)",
        chinese: "服务器无法到达或超时（退出码 3 和 7）时，最多再尝试 N 次")
    static let shard = CommandOption(
        "--shard", "I/N",
        help: "ask only part I of N, from 1: which part a target is in depends on nothing but its line",
        chinese: "只处理 N 份中的第 I 份（从 1 起）：目标属于哪一份只取决于它的那一行")
    static let strict = CommandOption(
        "--strict",
        help: "end with 2 at the first line that is wrong, instead of going on with the others",
        chinese: "遇到第一个有误的行即以 2 结束，而不继续处理其他行")
    static let least = CommandOption(
        "--least", "LEVEL", in: .output,
        help: "leave out the lines of the table, and results of SARIF, below this level: error, warning or note",
        chinese: "略去低于此级别的表格行与 SARIF 结果：error、warning 或 note")
    static let csv = CommandOption(
        "--csv", "FILE", in: .output,
        help: "also write the results to this file, as CSV", chinese: "另把结果写入此文件（CSV）")
    static let nagios = CommandOption(
        "--nagios", in: .output,
        help: "print one line with figures, and exit with 0 to 3, as plugins of Nagios and Icinga do",
        chinese: "输出一行及其数据，以 0 至 3 退出，与 Nagios 和 Icinga 的插件相同")

    /// Options of `scan` alone.
    static let scan: [CommandOption] = [
        .concurrency, .rate, .perAddress, .retry, .shard, .strict,
    ]
}
