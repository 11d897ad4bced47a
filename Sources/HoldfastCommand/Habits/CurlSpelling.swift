/// Options as curl spells them, and the words that lead from them to ours.
///
/// Where ours is spelled as curl's, nothing is to be said. No spelling of curl's is taken for ours: `--cacert` puts a
/// file in the place of the system's authorities, and `-k` would switch off what this tool is for.
struct CurlSpelling: Sendable {
    private let spellings: [String]
    /// Our option; nil where there is none, and the hint says it all.
    private let ours: CommandOption?
    /// The hint where the command has our option, or where there is none.
    private let hint: CurlAdvice

    private init(_ spellings: String, _ ours: CommandOption?, _ hint: CurlAdvice) {
        self.spellings = spellings.split(separator: " ").map(String.init)
        (self.ours, self.hint) = (ours, hint)
    }

    /// An option of ours that is spelled otherwise.
    private init(_ spellings: String, _ ours: CommandOption) {
        self.init(
            spellings, ours,
            ours.placeholder.map { .write(option: ours.name, placeholder: $0) } ?? .writeFlag(option: ours.name))
    }

    /// The usage error about an option of curl's; nil where the spelling is none.
    ///
    /// - Parameter command: the command that lacks it; nil where it stands before any.
    static func error(about spelling: String, for command: Command? = nil) -> CommandError? {
        let name = String(spelling.prefix { $0 != "=" })
        guard let known = all.first(where: { $0.spellings.contains(name) }) else { return nil }
        return .usage(UsageSentence.curlOption(name: name), hint: known.hint(for: command))
    }

    private func hint(for command: Command?) -> CurlAdvice {
        guard let ours, let command, !command.options.contains(ours) else { return hint }
        let commands = Command.all.flatMap { $0.verbs.isEmpty ? [$0] : $0.verbs }
        let names = commands.filter { $0.options.contains(ours) }.prefix(3).map(\.name).joined(separator: ", ")
        return .otherCommand(option: ours.name, command: command.name, others: names)
    }

    // curl 8, its manual's names.
    private static let all: [CurlSpelling] = [
        CurlSpelling(
            "-k --insecure --no-check-certificate --proxy-insecure --doh-insecure", nil,
            .nothingSwitchesOff),
        CurlSpelling("--cacert --capath", .anchorsOnly, .anchorsOnly),
        CurlSpelling("--proxy-cacert --proxy-capath", .anchors, .anchorsForProxies),
        CurlSpelling("-V", nil, .version),
        CurlSpelling("-E", .clientCertificate),
        CurlSpelling("--pass", .clientPassphrase, .passphraseFile),
        CurlSpelling("--cert-type --proxy-cert-type", .clientCertificate, .formIsFound),
        CurlSpelling("--pinnedpubkey", .pin, .pinOnceForEach),
        CurlSpelling("--crlfile", .revocationList),
        CurlSpelling("--cert-status", .revocation, .revocationHard),
        CurlSpelling("-x", .proxy),
        CurlSpelling(
            "--socks5 --socks5-hostname --preproxy", .proxy, .socksProxy),
        CurlSpelling("--noproxy", .proxy, .noProxyByItself),
        CurlSpelling("-m --max-time --connect-timeout", .timeout),
        CurlSpelling("--doh-url --dns-servers", .resolver, .resolverURL),
        CurlSpelling("--ssl --ssl-reqd", .startTLS),
        CurlSpelling("-1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max", .tlsVersion),
        CurlSpelling("--tls13-ciphers", .ciphers),
        CurlSpelling("--curves", .groups),
        CurlSpelling("--no-alpn", .alpn, .noALPN),
        CurlSpelling("-0 --http1.0 --http1.1", .http11),
        CurlSpelling(
            "--http2 --http2-prior-knowledge", nil,
            .http2),
        CurlSpelling("--basic --digest --ntlm --negotiate --anyauth", .authentication),
        CurlSpelling(
            "--proxy-basic --proxy-digest --proxy-ntlm --proxy-negotiate --proxy-anyauth", .authentication,
            .authForProxies),
        CurlSpelling(
            "-v --verbose --trace --trace-ascii", nil, .traceShows),
        CurlSpelling("-s --silent --no-progress-meter", .quiet),
        CurlSpelling("-S --show-error", nil, .errorsAlwaysTold),
        CurlSpelling("--output", .bodyOut),
        CurlSpelling("-O --remote-name", .bodyOut),
        CurlSpelling("--request", .method),
        CurlSpelling("-I --head", .method, .head),
        CurlSpelling("-T --upload-file", .data, .upload),
        CurlSpelling("--data-binary --data-raw --data-ascii", .data, .data),
        CurlSpelling("-D --dump-header --show-headers", .include),
        CurlSpelling("--fail-with-body", .fail),
        CurlSpelling(
            "-L --location", .maxRedirects, .redirectsAreFollowed),
        CurlSpelling("--max-redirs", .maxRedirects),
        CurlSpelling("-A --user-agent", .header, .userAgent),
        CurlSpelling("-e --referer", .header, .referer),
        CurlSpelling("--compressed", .header, .decompressed),
        CurlSpelling("-u --user", .authentication, .userInURL),
        CurlSpelling("-U --proxy-user", .proxy, .proxyUser),
    ]
}
