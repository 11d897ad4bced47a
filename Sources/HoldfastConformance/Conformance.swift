import FoundationEssentials
import Glibc
import HoldfastTrust

/// Runs a published suite of chains through the engine: one line of JSON a case, the score on standard error.
@main
enum Conformance {
    /// Bytes of a suite's file; 1 GiB. The whole of limbo, with the cases of BetterTLS, has some 60 MiB.
    private static let maximumFileBytes: Int64 = 1 << 30

    private struct Line: Encodable {
        let id: String
        let expected: LimboCase.Verdict
        let actual: LimboCase.Verdict
        let findings: [String]
    }

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        if words.first == "differential" { differential(Array(words.dropFirst())) }
        let arguments: ConformanceArguments
        do throws(ConformanceArguments.Problem) {
            arguments = try ConformanceArguments(words)
        } catch {
            stop(2, error.message, hint: error.hint)
        }
        if arguments.isAskedForHelp {
            write(ConformanceArguments.help, to: STDOUT_FILENO)
            exit(0)
        }
        switch arguments.suite {
        case .limbo:
            let suite = read(
                arguments.file, as: LimboFile.self, name: "x509-limbo", hint: "see its schema, limbo-schema.json")
            run(suite.testcases.filter { isChosen($0.id, by: arguments) }, arguments)
        case .pkits: pkits(arguments)
        }
        exit(0)
    }

    private static func run(_ cases: [LimboCase], _ arguments: ConformanceArguments) {
        let judge = LimboJudge(profile: arguments.profile)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var asExpected = 0
        var skipped = 0
        for testCase in cases {
            let outcome = judge.judge(testCase)
            if outcome.actual == .skipped {
                skipped += 1
            } else if outcome.actual == testCase.expectedResult {
                asExpected += 1
            }
            let line = Line(
                id: testCase.id, expected: testCase.expectedResult, actual: outcome.actual, findings: outcome.findings)
            write(self.line(line), to: STDOUT_FILENO)
        }
        let differing = cases.count - asExpected - skipped
        write(
            "\(cases.count) cases, profile \(arguments.profile.name): \(asExpected) as expected, \(differing) not, "
                + "\(skipped) skipped\n", to: STDERR_FILENO)
    }

    static func line(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(value) else { stop(1, "cannot write JSON", hint: nil) }
        return String(decoding: json, as: UTF8.self) + "\n"
    }

    static func isChosen(_ id: String, by arguments: ConformanceArguments) -> Bool {
        func matches(_ pattern: String) -> Bool { unsafe fnmatch(pattern, id, 0) == 0 }
        return (arguments.only.isEmpty || arguments.only.contains(where: matches))
            && !arguments.except.contains(where: matches)
    }

    static func read<Suite: Decodable>(
        _ path: String, as suite: Suite.Type, name: String, hint: String
    ) -> Suite {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            stop(1, "'\(path)' cannot be read: \(systemError())", hint: "name the suite's JSON file")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            stop(2, "'\(path)' is no file", hint: "name the suite's JSON file")
        }
        guard status.st_size <= maximumFileBytes else { stop(1, "'\(path)' is too large", hint: "the limit is 1 GiB") }
        do {
            return try JSONDecoder().decode(suite, from: Data(contentsOf: URL(filePath: path)))
        } catch let error as DecodingError {
            stop(1, "'\(path)' is no \(name) file: \(words(error))", hint: hint)
        } catch {
            stop(1, "'\(path)' cannot be read: \(systemError())", hint: "check the file's rights")
        }
    }

    private static func words(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "not JSON" : "unexpected value at " + context.codingPath.map(\.stringValue).joined(separator: ".")
        @unknown default: "unexpected JSON"
        }
    }

    private static func systemError() -> String {
        guard let text = unsafe strerror(errno) else { return "error \(errno)" }
        return unsafe String(cString: text).lowercased()
    }

    static func stop(_ code: Int32, _ message: String, hint: String?) -> Never {
        write("holdfast-conformance: \(message)\n" + (hint.map { "hint: \($0)\n" } ?? ""), to: STDERR_FILENO)
        exit(code)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                // Nobody reads any more.
                exit(1)
            }
        }
    }
}
