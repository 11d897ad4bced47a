import ConformanceDifferential
import HoldfastTrust

/// The arguments of the command line.
struct ConformanceArguments {
    /// The suites whose files are read.
    enum Suite: String {
        case limbo, pkits
    }

    private(set) var suite = Suite.limbo
    private(set) var file = ""
    private(set) var profile: Profile = .default
    private(set) var only: [String] = []
    private(set) var except: [String] = []
    /// The file that argues the differences which are expected; nil where none is asked for.
    private(set) var reasons: String?
    private(set) var isAskedForHelp = false

    static let help = """
        run a conformance suite through the engine

        usage: holdfast-conformance limbo FILE [--profile PROFILE] [--only GLOB]… [--except GLOB]… [--reasons FILE]
               holdfast-conformance pkits FILE [--only GLOB]… [--except GLOB]… [--reasons FILE]
               holdfast-conformance differential [option]…  (made chains, and what others say of them: see its --help)

        FILE is the JSON of C2SP/x509-limbo, or NIST's PKITS as one JSON file. Each case gives one line of JSON on
        standard output, {"id", "expected", "actual": "SUCCESS|FAILURE|SKIPPED", "findings": [codes]}, with limbo
        "reason" where a case was skipped, with pkits "policies": those the path is valid for. The score by group goes
        to standard error, and the progress, where that is a terminal. The verdict never depends on a case's id. PKITS
        is judged by the profile rfc5280 with revocation lists required and DSA signatures allowed.

          --profile PROFILE  the rule set: default (unless given), rfc5280, webpki or apple
          --only GLOB        run cases whose id matches this pattern of * ? [ ] (repeatable: any of them)
          --except GLOB      leave out cases whose id matches (repeatable)
          --reasons FILE     the expected differences, a line each: SUITE PROFILE CASE accepts|refuses|skips: REASON
          --help             print this help

        exit codes: 0 every chosen case was run and, with --reasons, every difference is one of that file's; 1 a file
        cannot be read, or is damaged: which case, and how; 2 usage; 33 a difference, or a case that was skipped, has no
        reason in the file, or a case agrees that has one

        """

    init(_ arguments: [String]) throws(ArgumentError) {
        var rest = arguments[...]
        let all = "holdfast-conformance --help shows the usage"
        if rest.contains("--help") || rest.contains("-h") {
            isAskedForHelp = true
            return
        }
        switch rest.popFirst() {
        case "limbo": suite = .limbo
        case "pkits": suite = .pkits
        case let other?: throw ArgumentError(message: "unknown suite '\(other)'", hint: all)
        case nil: throw ArgumentError(message: "no suite given", hint: all)
        }
        var files: [String] = []
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                files.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard
                ["--only", "--except", "--reasons"].contains(parts[0]) || (parts[0] == "--profile" && suite == .limbo)
            else {
                throw ArgumentError(message: "unknown option \(parts[0])", hint: all)
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                throw ArgumentError(message: "option \(parts[0]) needs a value", hint: all)
            }
            switch parts[0] {
            case "--only": only.append(value)
            case "--except": except.append(value)
            case "--reasons": reasons = value
            default:
                guard let named = Profile.named(value) else {
                    throw ArgumentError(
                        message: "'\(value)' is no profile",
                        hint: "profiles are \(Profile.all.map(\.name).joined(separator: ", "))")
                }
                profile = named
            }
        }
        guard files.count == 1 else {
            let problem = files.isEmpty ? "needs FILE" : "takes one FILE"
            throw ArgumentError(message: "\(suite.rawValue) \(problem)", hint: all)
        }
        file = files[0]
    }
}
