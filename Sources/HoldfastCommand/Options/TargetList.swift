import HoldfastDiagnostics
import HoldfastTracing

/// Targets from arguments, and from standard input where one is `-`.
///
/// Standard input has one target a line. A target that stands there twice is checked twice: each line has its verdict.
enum TargetList {
    /// Targets of one command; as many as arguments are taken.
    static let maximumCount = 10_000

    /// - Parameter startTLS: what is spoken before TLS with all of them; nil for TLS from the first byte.
    static func read(_ arguments: [String], startTLS: StartTLS? = nil) throws(CommandError) -> [Target] {
        guard arguments.count(where: { $0 == "-" }) <= 1 else {
            throw .usage("- is given twice", hint: "standard input can be read once")
        }
        var targets: [Target] = []
        for argument in arguments {
            if argument == "-" {
                targets += try fromStandardInput(startTLS)
            } else {
                targets.append(try Target(argument, startTLS: startTLS))
            }
        }
        guard targets.count <= maximumCount else {
            throw .usage("more than \(maximumCount) targets", hint: "check fewer at once")
        }
        return targets
    }

    private static func fromStandardInput(_ startTLS: StartTLS?) throws(CommandError) -> [Target] {
        let file = ReportPlace.pathOfStandardInput
        return try StandardInputLines.map(of: "target", as: "URL", maximumCount: maximumCount) {
            (word, line, column) throws(CommandError) in
            var target = try Target(word, startTLS: startTLS)
            target.place = file.map {
                ReportPlace(file: $0, line: line, column: column, length: word.utf16.count)
            }
            return target
        }
    }
}
