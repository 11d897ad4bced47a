import Dispatch
import HoldfastDiagnostics
import HoldfastLibC
import HoldfastTransport

/// The command-line tool: arguments and rendering around the library.
@main
enum Tool {
    static func main() {
        Descriptor.prepare()
        // The Swift runtime reads its arguments in /proc; the program's own name is always among them. libdispatch
        // reads there too, and ends a process that lives for a second without it: no task has begun yet.
        guard !CommandLine.arguments.isEmpty else {
            let error = CommandError.usage(UsageSentence.noProc, hint: UsageAdvice.mountProc)
            Console.complain(error)
            exit(error.exitCode.status)
        }
        Task { exit(await run(Array(CommandLine.arguments.dropFirst())).status) }
        dispatchMain()
    }

    private static func run(_ arguments: [String]) async -> any ProcessEnd {
        do throws(CommandError) {
            return try await dispatch(arguments)
        } catch {
            Console.complain(error)
            return error.exitCode
        }
    }

    private static func dispatch(_ arguments: [String]) async throws(CommandError) -> any ProcessEnd {
        guard let first = arguments.first else { return FirstLines.show() }
        switch first {
        case "--help", "-h":
            return HelpText.showTool(asAskedIn: arguments)
        case "help":
            guard let name = arguments.dropFirst().first, !name.hasPrefix("-") else {
                return HelpText.showTool(asAskedIn: arguments)
            }
            return try await Command.named(name, Array(arguments.dropFirst(2)))(
                arguments.dropFirst(2).prefix { !$0.hasPrefix("-") }.prefix(1) + ["--help"]
                    + arguments.filter { $0 == "--all" })
        case "--version", "version":
            Console.result("holdfast \(HelpText.version)\n")
            return ExitCode.success
        default:
            if first.hasPrefix("-") {
                if arguments.contains("--help") { return HelpText.showTool(asAskedIn: arguments) }
                if LanguageOption.isAlone(in: arguments) { return FirstLines.show() }
                if let error = Habit.error(about: first, among: arguments) { throw error }
                throw .usage(
                    UsageSentence.unknownOption(option: first),
                    hint: UsageAdvice.commandFirst)
            }
            return try await Command.named(first, Array(arguments.dropFirst()))(arguments.dropFirst())
        }
    }
}
