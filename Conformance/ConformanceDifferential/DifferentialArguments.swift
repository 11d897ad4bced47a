import HoldfastTrust

/// An argument that is none, and a hint of what would be.
package struct ArgumentError: Error {
    package let message: String
    package let hint: String

    package init(message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}

/// The arguments of the subcommand `differential`.
package struct DifferentialArguments {
    /// The cases that the documentation speaks of.
    static let defaultCount = 10_000

    private(set) var seed: UInt64 = 1
    private(set) var count = DifferentialArguments.defaultCount
    /// The number of the only case to make; nil for all.
    private(set) var onlyCase: Int?
    private(set) var profile: Profile = .default
    /// Names of the peers; nil for OpenSSL, which is quick enough to be asked always.
    private(set) var peers: [String]?
    private(set) var isJSON = false
    private(set) var keptFolder: String?
    private(set) var explanations: String?
    private(set) var helpers = "Conformance/Helpers"
    package private(set) var isAskedForHelp = false
    private(set) var isAskedForList = false

    static let allPeers = ["openssl", "openssl-strict", "gnutls", "cryptography"]

    package static let help = """
        judge made chains with deviations, and compare with what other programs say

        usage: holdfast-conformance differential [option]…

        The same seed gives the same chains. Cases of even numbers deviate in one way each, those of odd numbers in two
        to four. The classes of disagreement are printed as a table; each has to be explained by the list of
        explanations.

          --seed N             begin from this number: 1
          --count N            make so many cases: 10000
          --case N             make this one alone
          --profile PROFILE    the rule set: default (unless given), rfc5280, webpki or apple
          --peers LIST         openssl, openssl-strict (with -x509_strict and -policy_check), gnutls, cryptography, with
                               commas between them: openssl,openssl-strict
          --json               one line of JSON a case on standard output; the table goes to standard error
          --keep FOLDER        keep the certificates of the cases in this folder
          --explanations FILE  the list: Docs/differential.txt
          --helpers FOLDER     where the scripts lie that ask gnutls and cryptography: Conformance/Helpers
          --list               print the deviations and what they change
          --help               print this help

        Exit code 0 when every disagreement is explained, and 33 when one is not, or an explanation is not needed any
        more.

        """

    package init(_ arguments: [String]) throws(ArgumentError) {
        var rest = arguments[...]
        let hint = "holdfast-conformance differential --help shows the usage"
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch argument {
            case "--help", "-h":
                isAskedForHelp = true
                return
            case "--json":
                isJSON = true
                continue
            case "--list":
                isAskedForList = true
                continue
            default: break
            }
            guard argument.hasPrefix("--") else {
                throw ArgumentError(message: "differential takes no '\(argument)'", hint: hint)
            }
            let options = [
                "--seed", "--count", "--case", "--profile", "--peers", "--keep", "--explanations", "--helpers",
            ]
            guard options.contains(parts[0]) else {
                throw ArgumentError(message: "unknown option \(parts[0])", hint: hint)
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                throw ArgumentError(message: "option \(parts[0]) needs a value", hint: hint)
            }
            try take(parts[0], value)
        }
    }

    private mutating func take(_ option: String, _ value: String) throws(ArgumentError) {
        switch option {
        case "--seed":
            guard let number = UInt64(value) else { throw Self.notANumber(option, value, "0 to 2^64 - 1") }
            seed = number
        case "--count":
            guard let number = Int(value), (1...10_000_000).contains(number) else {
                throw Self.notANumber(option, value, "1 to 10000000")
            }
            count = number
        case "--case":
            guard let number = Int(value), number >= 0 else { throw Self.notANumber(option, value, "0 and up") }
            onlyCase = number
        case "--profile":
            guard let named = Profile.named(value) else {
                throw ArgumentError(
                    message: "'\(value)' is no profile",
                    hint: "profiles are \(Profile.all.map(\.name).joined(separator: ", "))")
            }
            profile = named
        case "--peers":
            let list = value.split(separator: ",").map(String.init)
            if let unknown = list.first(where: { !Self.allPeers.contains($0) }) {
                throw ArgumentError(
                    message: "no peer '\(unknown)' is known", hint: "peers are \(Self.allPeers.joined(separator: ", "))"
                )
            }
            peers = list
        case "--keep": keptFolder = value
        case "--explanations": explanations = value
        default: helpers = value
        }
    }

    private static func notANumber(_ option: String, _ value: String, _ range: String) -> ArgumentError {
        ArgumentError(
            message: "\(option) takes a whole number, not '\(value)'", hint: "\(range)")
    }
}
