extension Habit {
    /// Words that mean something else, or nothing, on a whole line of their own program.
    static let lines: [Habit] = openSSLLines + scannerLines + clientLines

    private static let openSSLLines: [Habit] = [
        Habit(.openssl, "-quiet -brief -prexit -ign_eof -no_ign_eof -crlf -nocommands -bugs -build_chain", .nothing),
        Habit(.openssl, "-new -nodes -noenc", .nothing), Habit(.openssl, "-newkey=", .nothing),
        Habit(.openssl, "-addext=", .advice(.leftOut(words: "-addext"))),
        // The hashes that are shown are of SHA-256.
        Habit(.openssl, "-sha256", .nothing), Habit(.openssl, "-keyout", .options("--key {FILE}")),
        Habit(.openssl, "-inkey", .options("--key {FILE}")), Habit(.openssl, "-subj", .options("--name {SUBJECT}")),
        Habit(.openssl, "-check -genkey -topk8 -nocrypt -print_certs -info -pubin", .nothing),
        Habit(.openssl, "-algorithm= -pkeyopt= -name=", .nothing),
        Habit(.openssl, "-text -noout -dates -startdate -enddate -subject -issuer -serial -fingerprint", .nothing),
        Habit(
            .openssl, "-modulus -hash -verbose -show_chain -ignore_unexpected_eof -ct -no_ticket -CAcreateserial",
            .nothing),
        Habit(.openssl, "-nameopt= -ext= -certopt= -msgfile= -rand= -cert_chain=", .nothing),
        Habit(.openssl, "-days", .options("--days {N}")),
    ]

    private static let scannerLines: [Habit] = [
        Habit(
            .testssl,
            "-e -E -s -p -P -f -g -c -U -H -I -T -BB -R -C -B -O -Z -W -A -L -F -J -D -4 -9 --standard "
                + "--pfs --nsa --heartbleed --ccs --ticketbleed --robot --renegotiation --crime --breach "
                + "--poodle --sweet32 --beast --lucky13 --freak --logjam --drown --rc4 --full",
            .scan),
        Habit(.testssl, "-S", .command("check")),
        Habit(.testssl, "-h --header --headers", .command("request --method HEAD --include")),
        Habit(.testssl, "-t", .options("--starttls {PROTOCOL}")),
        Habit(.testssl, "--xmpphost=", .nothing), Habit(.testssl, "--basicauth=", .advice(.userInURL)),
        Habit(.testssl, "--json --csv", .options("--json")), Habit(.testssl, "--html", .options("--report page.html")),
        Habit(.testssl, "--csvfile -oC", .options("--json > {FILE}")),
        Habit(.testssl, "--connect-timeout", .options("--timeout {TIME}")),
        Habit(.testssl, "--proxy", .options("--proxy {PROXY}")),
        Habit(.testssl, "--color=", .nothing),
        Habit(.testssl, "--openssl= --mapping= --severity= --warnings=", .nothing),
        Habit(.testssl, "--nodns= -n= --logfile= -oL= --debug= --outprefix= --phone= --log=", .nothing),
        Habit(
            .testssl,
            "-6 --quiet --wide --fast --bugs --sneaky --hints --colorblind --show-each --ids-friendly --ssl-native "
                + "--assume-http --append --serial",
            .nothing),
        Habit(.sslscan, "--ocsp", .options("--revocation hard")), Habit(.sslscan, "--sleep=", .nothing),
        Habit(.sslscan, "--xml", .options("--junit {FILE}")),
        Habit(.sslscan, "--xmpp-server", .options("--starttls xmpp-server")),
        Habit(
            .sslscan,
            "--verbose --bugs --no-check-certificate --no-compression --no-fallback --no-groups --no-renegotiation "
                + "--no-cipher-details --show-times --show-ciphers --show-cipher-ids --show-sigs --show-client-cas",
            .nothing),
        Habit(.sslyze, "--quiet --regular --tlsv1 --http_headers", .nothing),
        Habit(.sslyze, "--pass=", .advice(.passphraseFile)), Habit(.sslyze, "--keyform=", .advice(.formIsFound)),
        Habit(.sslyze, "--xmpp_to=", .nothing),
        Habit(.nscurl, "--verbose", .nothing),
    ]

    private static let clientLines: [Habit] = [
        Habit(.curl, "-s --silent --no-progress-meter -S --show-error --compressed -g -N -# --http2", .nothing),
        Habit(.curl, "-L --location --ssl-reqd --fail-early --path-as-is -q --tcp-nodelay --globoff", .nothing),
        Habit(.curl, "--cert", .options("--cert {CERTIFICATE}")), Habit(.curl, "--proxy", .options("--proxy {PROXY}")),
        Habit(.curl, "--ciphers", .options("--ciphers {LIST}", of: "trace")),
        Habit(.curl, "-b --cookie", .options("--cookie {COOKIES}", of: "request")),
        Habit(.curl, "--key-type=", .advice(.formIsFound)),
        Habit(.curl, "--json", .options("--data {TEXT} --header 'Content-Type: application/json'", of: "request")),
        Habit(.step, "--insecure", .advice(.nothingSwitchesOff)),
        Habit(.step, "--bundle --short --no-prompt", .nothing), Habit(.step, "--profile=", .nothing),
        Habit(.step, "--force", .nothing),
        Habit(.httpie, "--ssl=", .command("trace --tls 1.2")),
        Habit(.httpie, "-a= --auth=", .advice(.userInURL)),
        Habit(.httpie, "-A --auth-type", .options("--auth {SCHEME}", of: "request")),
        Habit(.httpie, "-v --verbose -h --headers -m --meta", .options("--include", of: "request")),
        Habit(.httpie, "-o --output", .options("--out {FILE}", of: "request")),
        Habit(.httpie, "-d", .options("--out FILE", of: "request")),
        Habit(.httpie, "-p=", .options("--include", of: "request")),
        Habit(
            .httpie,
            "-j --json -f --form -b --body -F --follow -q --quiet -I --ignore-stdin --all --unsorted --sorted "
                + "--ignore-netrc --offline",
            .nothing),
        Habit(.httpie, "-s= --style= --pretty= --format-options= --default-scheme=", .nothing),
        Habit(.keytool, "-v -rfc -noprompt -trustcacerts", .nothing), Habit(.keytool, "-storetype=", .nothing),
        Habit(.gnutls, "-V --verbose --crlf --noticket --x509fmtder --ca-verification", .nothing),
        Habit(.gnutls, "-d= --debug= --logfile= --dh-bits=", .nothing),
        Habit(.gnutls, "--insecure", .advice(.nothingSwitchesOff)),
        Habit(.gnutls, "--ocsp", .options("--revocation hard")),
        Habit(.gnutls, "-r --resume", .command("trace --resume")),
        Habit(.gnutls, "--alpn", .options("--alpn {LIST}", of: "trace")),
        Habit(.wget, "-q --quiet -nv --no-verbose -c --continue -nc", .nothing),
        Habit(.wget, "-O --output-document", .options("--out {FILE}", of: "request")),
        Habit(.wget, "-S --server-response", .options("--include", of: "request")),
        Habit(.wget, "--spider", .options("--method HEAD", of: "request")),
        Habit(.wget, "--no-check-certificate", .advice(.nothingSwitchesOff)),
        Habit(.wget, "-T", .options("--timeout {TIME}")), Habit(.wget, "-t= --tries=", .advice(.noRetry)),
        Habit(.wget, "--post-data", .options("--data {TEXT}", of: "request")),
        Habit(.wget, "--crl-file", .options("--crl {FILE}")),
        Habit(.wget, "-U --user-agent", .options("--header 'User-Agent: {TEXT}'", of: "request")),
        Habit(.wget, "--user= --password=", .advice(.userInURL)),
        Habit(.kubectl, "--client-key", .options("--key {FILE}")),
        Habit(.kubectl, "-s", .server()), Habit(.kubectl, "--tls-server-name", .name),
        Habit(.kubectl, "-n= --namespace= -o= --output= --context= --kubeconfig= --token=", .nothing),
    ]
}
