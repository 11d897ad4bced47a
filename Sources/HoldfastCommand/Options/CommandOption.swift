/// One option as a command offers it.
struct CommandOption: Hashable, Sendable {
    /// The long spelling; it names the option everywhere.
    let name: String
    /// The one-letter spelling, without its dash.
    let letter: Character?
    /// The placeholder of the value in the help; nil for a flag.
    let placeholder: String?
    let isRepeatable: Bool
    /// The part of the help that it stands in.
    let group: OptionGroup
    let help: String

    init(
        _ name: String, letter: Character? = nil, _ placeholder: String? = nil, repeatable: Bool = false,
        in group: OptionGroup = .own, help: String
    ) {
        self.name = name
        self.letter = letter
        self.placeholder = placeholder
        self.isRepeatable = repeatable
        self.group = group
        self.help = help
    }

    var takesValue: Bool { placeholder != nil }

    /// Whether it is spelled so, the long or the short way.
    func isCalled(_ spelling: String) -> Bool { spelling == name || letter.map { "-\($0)" } == spelling }

    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Options that belong together, in the order in which the help shows them.
enum OptionGroup: String, CaseIterable, Sendable {
    /// The options that are one command's own.
    case own = "options"
    case trust = "whom to trust, and by which rules"
    case revocation = "revoked certificates"
    case connection = "the connection"
    case resolvers = "whom to ask for addresses"
    case identity = "a certificate of one's own"
    case output = "what is printed"
}

extension CommandOption {
    // Of every command; Command adds them.
    static let help = CommandOption("--help", letter: "h", in: .output, help: "print this help")
    static let colour = CommandOption(
        "--color", "WHEN", in: .output,
        help: "colours: auto (default: on a terminal, as NO_COLOR and CLICOLOR_FORCE say), always or never")

    static let json = CommandOption("--json", in: .output, help: "print JSON for machines, one object a line")
    static let quiet = CommandOption(
        "--quiet", in: .output, help: "print no verdicts and no progress; errors, the exit code and --json stay")

    // Files beside what is printed.
    static let report = CommandOption(
        "--report", "FILE", in: .output, help: "also write the results to this file, as an HTML page")
    static let junit = CommandOption(
        "--junit", "FILE", in: .output, help: "also write them to this file, as JUnit XML")
    static let sarif = CommandOption(
        "--sarif", "FILE", in: .output, help: "also write them to this file, as SARIF 2.1.0")

    // Whom to trust, and as what.
    static let anchors = CommandOption(
        "--anchors", "PATH", repeatable: true, in: .trust,
        help: "trust the certificates of this file or folder besides the system's")
    static let anchorsOnly = CommandOption(
        "--anchors-only", "PATH", repeatable: true, in: .trust,
        help: "trust the certificates of this file or folder and no others")
    static let policy = CommandOption(
        "--policy", "PURPOSE", in: .trust, help: "judge as ssl, ssl-client or basic-x509 (no name)")
    static let profile = CommandOption(
        "--profile", "PROFILE", in: .trust, help: "the rule set: default, rfc5280, webpki or apple")
    static let at = CommandOption(
        "--at", "TIME", in: .trust, help: "judge as of this time instead of now: \(TimeArgument.forms)")
    static let expiresWithin = CommandOption(
        "--expires-within", "DURATION", in: .trust,
        help: "exit with 32 where a certificate of a trusted chain expires in 30 days (30 or 30d), 90m, 12h, 2w")
    static let host = CommandOption(
        "--host", "NAME", help: "the name or address that the leaf must carry; without it: basic-x509")

    // Where to connect.
    static let connectTo = CommandOption(
        "--connect-to", "HOST:PORT:ADDR:PORT", repeatable: true, in: .connection,
        help: "dial ADDR:PORT for HOST:PORT, as curl does; the certificate is still judged for HOST")
    static let resolve = CommandOption(
        "--resolve", "HOST:PORT:ADDR[,ADDR]", repeatable: true, in: .connection,
        help: "use these addresses for HOST:PORT instead of asking the resolver; IPv6 in brackets")
    static let proxy = CommandOption(
        "--proxy", "URL", in: .connection,
        help: "go through this proxy: http://HOST:PORT, https://…, which is judged too, or socks5://…")
    static let timeout = CommandOption(
        "--timeout", "TIME", in: .connection,
        help: "give up on a target, or one address of it, after this long: 2 or 2s, 500ms, 1m (default 30)")
    static let ipv4 = CommandOption("--ipv4", letter: "4", in: .connection, help: "dial IPv4 addresses only")
    static let ipv6 = CommandOption("--ipv6", letter: "6", in: .connection, help: "dial IPv6 addresses only")
    static let allAddresses = CommandOption(
        "--all-addresses", in: .connection,
        help: "dial every address of each target and judge it by itself, with a verdict for each")
    static let startTLS = CommandOption(
        "--starttls", "PROTOCOL", in: .connection,
        help: "first speak \(StartTLSOption.names), and have it change to TLS")
    static let noSNI = CommandOption(
        "--no-sni", in: .connection, help: "send no server name; the certificate is judged for the name all the same")

    static let groups = CommandOption(
        "--groups", "LIST", in: .connection,
        help: "agree on keys by these groups alone: names with colons between them, such as X25519MLKEM768:x25519; the "
            + "first gets the key share")

    // request
    static let method = CommandOption(
        "--method", letter: "X", "METHOD", help: "the method (default GET; POST with --data)")
    static let header = CommandOption(
        "--header", letter: "H", "'NAME: VALUE'", repeatable: true, help: "send this header field")
    static let data = CommandOption(
        "--data", letter: "d", "TEXT", help: "send this body; @FILE sends a file's bytes, @- standard input's")
    static let fail = CommandOption("--fail", letter: "f", help: "exit with 6 when the status is 400 or more")
    static let bodyOut = CommandOption(
        "--out", letter: "o", "FILE", help: "write the body to this file instead of standard output")
    static let include = CommandOption(
        "--include", letter: "i", help: "print the status line and the header fields before the body")
    static let maxRedirects = CommandOption(
        "--max-redirects", "N", help: "follow at most N redirects (default 20; 0: a redirect is the answer)")
    static let http11 = CommandOption(
        "--http1.1", in: .connection, help: "speak HTTP/1.1, and offer no HTTP/2")
    static let authentication = CommandOption(
        "--auth", "SCHEME", in: .connection,
        help: "answer whoever asks for a login by this alone: basic, digest, ntlm or negotiate")
    static let cache = CommandOption(
        "--cache", "DIR",
        help: "keep the answer in this folder, and answer from there where HTTP's rules allow it; says which it was")

    static let cookie = CommandOption(
        "--cookie", letter: "b", "FILE", repeatable: true,
        help: "send the cookies of this file in Netscape's format, as curl and browsers' tools write it")
    static let cookieJar = CommandOption(
        "--cookie-jar", letter: "c", "FILE",
        help: "write the cookies that outlast the session to this file, for its owner alone")

    // lab
    static let list = CommandOption("--list", help: "list the servers, or the stories, without starting them")
    static let check = CommandOption(
        "--check",
        help: "check every server, and say whether each verdict is as expected; with --stories, run every line"
    )
    static let stories = CommandOption(
        "--stories", help: "start the servers of stories instead, each with the command lines that show it")
    static let roundTrip = CommandOption(
        "--rtt", "TIME", help: "put a delay line of this round-trip time before servers of this machine: 22ms (as root)"
    )

    /// Options of every command that judges a chain.
    static let trust: [CommandOption] = [
        .anchors, .anchorsOnly, .policy, .profile, .policyFile, .dangerousDebugOverrides, .pin, .ctPolicy, .ctLogs,
        .at, .noExceptions,
    ]
    /// Options of every command that connects.
    static let connecting: [CommandOption] =
        [.connectTo, .resolve, .ipv4, .ipv6, .proxy, .noSNI, .groups, .timeout] + resolving + identity
    /// Options of every command that judges servers which may speak something else before TLS.
    static let startingTLS: [CommandOption] = [.startTLS] + connecting
    /// The files that verdicts can go to.
    static let reports: [CommandOption] = [.report, .junit, .sarif]
}
