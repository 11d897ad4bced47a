import HoldfastLibC
import HoldfastTransport

/// The command-line tool: arguments and rendering around the library.
@main
enum Tool {
    static func main() async {
        Descriptor.prepare()
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitCode {
        do throws(CommandError) {
            return try await dispatch(arguments)
        } catch {
            Console.complain(error)
            return error.exitCode
        }
    }

    private static func dispatch(_ arguments: [String]) async throws(CommandError) -> ExitCode {
        guard let first = arguments.first else {
            // The Swift runtime reads its arguments there; the program's own name is always among them.
            guard !CommandLine.arguments.isEmpty else {
                throw .usage(
                    "the command line cannot be read: there is no /proc here",
                    hint: "in a bare chroot: mount -t proc proc /proc")
            }
            throw .usage("no command given", hint: "holdfast --help lists the commands")
        }
        switch first {
        case "--help", "-h":
            Console.result(HelpText.tool(width: HelpText.width))
            return .success
        case "help":
            guard let name = arguments.dropFirst().first else {
                Console.result(HelpText.tool(width: HelpText.width))
                return .success
            }
            return try await Command.named(name)(
                arguments.dropFirst(2).prefix { !$0.hasPrefix("-") }.prefix(1) + ["--help"])
        case "--version":
            Console.result("holdfast \(HelpText.version)\n")
            return .success
        default:
            if first.hasPrefix("-") {
                if let error = CurlSpelling.error(about: first) { throw error }
                throw .usage(
                    "unknown option \(ShownURL.text(of: first))",
                    hint: "a command comes first; holdfast --help lists them")
            }
            return try await Command.named(first)(arguments.dropFirst())
        }
    }
}
