import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

extension CommandOption {
    static let opening = CommandOption(
        "--passphrase-file", "FILE",
        help: "opens encrypted keys and PKCS #12: the file's first line; - is standard input")
    static let allEntries = CommandOption(
        "--all", help: "show every entry of revocation lists and OCSP responses, instead of the first ten")
    static let recursive = CommandOption("--recursive", letter: "r", help: "go into the folders of a folder too")
    static let lint = CommandOption(
        "--lint", help: "also say what the rules of a profile have against each certificate; exit with 33 for errors")
    static let lintProfile = CommandOption(
        "--profile", "PROFILE", help: "with --lint: default, rfc5280, webpki or apple")
    static let lintTime = CommandOption(
        "--at", "TIME", help: "with --lint: as of this time instead of now: \(TimeArgument.forms)")
}

/// `--lint` and what goes with it.
struct LintOptions {
    let profile: Profile
    let at: Instant

    /// Nil where no lint is asked for.
    init?(_ invocation: Invocation) throws(CommandError) {
        guard invocation.has(.lint) else {
            for option in [CommandOption.lintProfile, .lintTime] where invocation.has(option) {
                throw .usage(InspectSentence.needsLint(option: option.name), hint: InspectAdvice.nothingJudged)
            }
            return nil
        }
        let name = invocation.value(.lintProfile) ?? Profile.default.name
        guard let profile = Profile.named(name) else {
            throw .usage(
                UsageSentence.noProfile(name: name),
                hint: UsageAdvice.profiles(names: Profile.all.map(\.name).joined(separator: ", ")))
        }
        self.profile = profile
        at = try TimeArgument.value(of: .lintTime, invocation) ?? SystemClock.now()
    }
}
