import ConformanceDifferential
import FoundationEssentials
import HoldfastLibC

/// Runs a published suite of chains through the engine: one line of JSON a case, the score on standard error.
@main
enum Conformance {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == "differential" { differential(Array(words.dropFirst())) }
        let arguments: ConformanceArguments
        do throws(ArgumentError) {
            arguments = try ConformanceArguments(words)
        } catch {
            stop(2, error.message, hint: error.hint)
        }
        if arguments.isAskedForHelp {
            write(ConformanceArguments.help, to: STDOUT_FILENO)
            exit(0)
        }
        let reasons = arguments.reasons.map(reasons)
        let run: SuiteRun
        switch arguments.suite {
        case .limbo: run = limbo(arguments)
        case .pkits: run = pkits(arguments)
        }
        guard let reasons else { exit(0) }
        let complaints = reasons.complaints(about: run, suite: arguments.suite.rawValue)
        for complaint in complaints { write("holdfast-conformance: \(complaint)\n", to: STDERR_FILENO) }
        exit(complaints.isEmpty ? 0 : 33)
    }

    /// Runs the subcommand `differential`.
    private static func differential(_ words: [String]) -> Never {
        let arguments: DifferentialArguments
        do throws(ArgumentError) {
            arguments = try DifferentialArguments(words)
        } catch {
            stop(2, error.message, hint: error.hint)
        }
        if arguments.isAskedForHelp {
            write(DifferentialArguments.help, to: STDOUT_FILENO)
            exit(0)
        }
        let run = Differential(
            arguments: arguments, output: { write($0, to: STDOUT_FILENO) }, log: { write($0, to: STDERR_FILENO) })
        do {
            exit(try run.run())
        } catch let error as Differential.RunError {
            stop(1, error.message, hint: error.hint)
        } catch {
            stop(1, "\(error)", hint: nil)
        }
    }

    private static func reasons(_ file: String) -> Reasons {
        do throws(Reasons.LineError) {
            return try Reasons(
                text: String(decoding: bytes(of: file, what: "the file of reasons"), as: UTF8.self), file)
        } catch {
            stop(1, error.description, hint: "a line is SUITE PROFILE CASE accepts|refuses|skips: REASON")
        }
    }

    static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(value) else { stop(1, "cannot write JSON", hint: nil) }
        return String(decoding: json, as: UTF8.self) + "\n"
    }

    static func stop(_ code: Int32, _ message: String, hint: String?) -> Never {
        write("holdfast-conformance: \(message)\n" + (hint.map { "hint: \($0)\n" } ?? ""), to: STDERR_FILENO)
        exit(code)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe HoldfastLibC.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                // Nobody reads any more.
                exit(1)
            }
        }
    }
}
