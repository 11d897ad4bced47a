/// Options as curl spells them, and the words that lead from them to ours.
///
/// Where ours is spelled as curl's, nothing is to be said. No spelling of curl's is taken for ours: `--cacert` puts a
/// file in the place of the system's authorities, and `-k` would switch off what this tool is for.
struct CurlSpelling: Sendable {
    private let spellings: [String]
    /// Our option; nil where there is none, and the hint says it all.
    private let ours: CommandOption?
    /// The hint where the command has our option, or where there is none.
    private let hint: String

    private init(_ spellings: String, _ ours: CommandOption?, _ hint: String) {
        self.spellings = spellings.split(separator: " ").map(String.init)
        (self.ours, self.hint) = (ours, hint)
    }

    /// An option of ours that is spelled otherwise.
    private init(_ spellings: String, _ ours: CommandOption) {
        self.init(spellings, ours, "write \(ours.name)\(ours.placeholder.map { " \($0)" } ?? "")")
    }

    /// The usage error about an option of curl's; nil where the spelling is none.
    ///
    /// - Parameter command: the command that lacks it; nil where it stands before any.
    static func error(about spelling: String, for command: Command? = nil) -> CommandError? {
        let name = String(spelling.prefix { $0 != "=" })
        guard let known = all.first(where: { $0.spellings.contains(name) }) else { return nil }
        return .usage("unknown option \(name), which is curl's", hint: known.hint(for: command))
    }

    private func hint(for command: Command?) -> String {
        guard let ours, let command, !command.options.contains(ours) else { return hint }
        let commands = Command.all.flatMap { $0.verbs.isEmpty ? [$0] : $0.verbs }
        let names = commands.filter { $0.options.contains(ours) }.prefix(3).map(\.name).joined(separator: ", ")
        return "it is \(ours.name) here, which \(command.name) does not take; \(names) do"
    }

    // curl 8, its manual's names.
    private static let all: [CurlSpelling] = [
        CurlSpelling(
            "-k --insecure --no-check-certificate --proxy-insecure --doh-insecure", nil,
            "nothing switches the judging off: --anchors FILE, or holdfast trust add, says whom to trust"),
        CurlSpelling("--cacert --capath", .anchorsOnly, "write --anchors-only PATH; --anchors adds to the system's"),
        CurlSpelling("--proxy-cacert --proxy-capath", .anchors, "write --anchors PATH: it counts for proxies too"),
        CurlSpelling("-V", nil, "write holdfast --version"),
        CurlSpelling("-E", .clientCertificate),
        CurlSpelling("--pass", .clientPassphrase, "write --passphrase-file FILE: an argument is seen by everybody"),
        CurlSpelling("--cert-type --proxy-cert-type", .clientCertificate, "leave it out: the file's form is found out"),
        CurlSpelling("--pinnedpubkey", .pin, "write --pin sha256/BASE64, once for each"),
        CurlSpelling("--crlfile", .revocationList),
        CurlSpelling("--cert-status", .revocation, "write --revocation hard"),
        CurlSpelling("-x", .proxy),
        CurlSpelling(
            "--socks5 --socks5-hostname --preproxy", .proxy, "write --proxy socks5://HOST:PORT; the proxy resolves"),
        CurlSpelling("--noproxy", .proxy, "leave it out: there is a proxy only where --proxy names one"),
        CurlSpelling("-m --max-time --connect-timeout", .timeout),
        CurlSpelling("--doh-url --dns-servers", .resolver, "write --resolver https://HOST/PATH"),
        CurlSpelling("--ssl --ssl-reqd", .startTLS),
        CurlSpelling("-1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max", .tlsVersion),
        CurlSpelling("--tls13-ciphers", .ciphers),
        CurlSpelling("--curves", .groups),
        CurlSpelling("--no-alpn", .alpn, "write --alpn ''"),
        CurlSpelling("-0 --http1.0 --http1.1", .http11),
        CurlSpelling(
            "--http2 --http2-prior-knowledge", nil,
            "leave it out: holdfast request offers HTTP/2 unless --http1.1 is given, holdfast trace with --alpn h2"),
        CurlSpelling("--basic --digest --ntlm --negotiate --anyauth", .authentication),
        CurlSpelling(
            "--proxy-basic --proxy-digest --proxy-ntlm --proxy-negotiate --proxy-anyauth", .authentication,
            "write --auth SCHEME: it counts for proxies too"),
        CurlSpelling(
            "-v --verbose --trace --trace-ascii", nil, "holdfast trace shows the handshake, message by message"),
        CurlSpelling("-s --silent --no-progress-meter", .quiet),
        CurlSpelling("-S --show-error", nil, "leave it out: errors are always told"),
        CurlSpelling("--output", .bodyOut),
        CurlSpelling("-O --remote-name", .bodyOut),
        CurlSpelling("--request", .method),
        CurlSpelling("-I --head", .method, "write --method HEAD --include"),
        CurlSpelling("-T --upload-file", .data, "write --method PUT --data @FILE"),
        CurlSpelling("--data-binary --data-raw --data-ascii", .data, "write --data TEXT, or --data @FILE"),
        CurlSpelling("-D --dump-header --show-headers", .include),
        CurlSpelling("--fail-with-body", .fail),
        CurlSpelling(
            "-L --location", .maxRedirects, "leave it out: redirects are followed; --max-redirects 0 follows none"),
        CurlSpelling("--max-redirs", .maxRedirects),
        CurlSpelling("-A --user-agent", .header, "write --header 'User-Agent: …'"),
        CurlSpelling("-e --referer", .header, "write --header 'Referer: …'"),
        CurlSpelling("--compressed", .header, "leave it out: answers are decompressed as they come"),
        CurlSpelling("-u --user", .authentication, "write https://USER:PASSWORD@HOST/; --auth SCHEME restricts it"),
        CurlSpelling("-U --proxy-user", .proxy, "write --proxy with USER:PASSWORD@ before the proxy's host"),
    ]
}
