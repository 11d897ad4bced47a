import Glibc

extension Conformance {
    /// Runs the subcommand `differential`.
    static func differential(_ words: [String]) -> Never {
        let arguments: DifferentialArguments
        do throws(ConformanceArguments.Problem) {
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
        } catch let problem as Differential.Problem {
            stop(1, problem.message, hint: problem.hint)
        } catch {
            stop(1, "\(error)", hint: nil)
        }
    }
}
