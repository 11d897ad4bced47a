import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

extension Command {
    static let check = Command(
        name: "check", operands: "URL…", operandCount: 1...10_000,
        summary: "connect to servers and judge their certificates",
        text: """
            Connects to each server, judges its certificates inside the TLS handshake, and says trusted or not, by which
            rule, on what evidence, and what to do. Not one byte of HTTP is sent. A target is https://host[:port]/…,
            host, host:port or an address; - reads targets from standard input, one a line. Several are checked at once
            and reported in their order; the exit code is that of the first that fails.
            """,
        options: CommandOption.trust + CommandOption.dialling + [.json, .help],
        examples: [
            "holdfast check https://www.example.com", "holdfast check www.example.com 192.0.2.7:8443 --json",
            "holdfast check https://www.example.com --connect-to www.example.com:443:127.0.0.1:8443",
        ]
    ) { invocation throws(CommandFailure) in
        try await CheckCommand(invocation).run()
    }
}

/// `holdfast check`: servers in, verdicts out.
struct CheckCommand {
    private let targets: [Target]
    private let checker: Checker
    private let isJSON: Bool

    init(_ invocation: Invocation) throws(CommandFailure) {
        isJSON = invocation.has(.json)
        targets = try Target.all(invocation.operands)
        checker = try Checker(trust: TrustOptions(invocation), dial: DialOptions(invocation))
    }

    func run() async throws(CommandFailure) -> ExitCode {
        var progress = Progress(total: targets.count)
        var finished: [Int: VerdictReport] = [:]
        var next = 0
        var exitCode = ExitCode.success
        for await (index, report) in checker.reports(on: targets) {
            progress.finished(report.target, exitCode: report.exitCode)
            finished[index] = report
            while let report = finished.removeValue(forKey: next) {
                progress.clear()
                show(report, isFirst: next == 0)
                if exitCode == .success { exitCode = ExitCode(rawValue: report.exitCode) }
                next += 1
            }
            progress.draw()
        }
        progress.clear()
        return exitCode
    }

    private func show(_ report: VerdictReport, isFirst: Bool) {
        if isJSON {
            Output.line(of: report)
        } else if report.failure == nil {
            Console.result((isFirst ? "" : "\n") + report.text(Console.resultStyle))
        }
        if let failure = report.failure { Console.complain(CommandFailure(failure, target: report.target)) }
    }
}
