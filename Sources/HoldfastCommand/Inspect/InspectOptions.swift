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
        "--at", "RFC3339", help: "with --lint: as of this time, such as 2026-11-21T10:00:00Z, instead of now")
}

/// `--lint` and what goes with it.
struct LintOptions {
    let profile: Profile
    let at: Instant

    /// Nil where no lint is asked for.
    init?(_ invocation: Invocation) throws(CommandError) {
        guard invocation.has(.lint) else {
            for option in [CommandOption.lintProfile, .lintTime] where invocation.has(option) {
                throw .usage("option \(option.name) needs --lint", hint: "without it nothing is judged")
            }
            return nil
        }
        let name = invocation.value(.lintProfile) ?? Profile.default.name
        guard let profile = Profile.named(name) else {
            throw .usage(
                "\(Wording.quoted(name)) is no profile",
                hint: "profiles are \(Profile.all.map(\.name).joined(separator: ", "))")
        }
        self.profile = profile
        let time = invocation.value(.lintTime)
        guard let at = time.map({ Instant(rfc3339: $0) }) ?? SystemClock.now() else {
            throw .usage(
                "--at: \(Wording.quoted(time ?? "")) is no time", hint: "write it as 2026-11-21T10:00:00Z (RFC 3339)")
        }
        self.at = at
    }
}
