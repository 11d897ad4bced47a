extension Habit {
    /// Words of testssl.sh, sslyze, sslscan and nscurl.
    static let scanners: [Habit] =
        testssl + sslyze + sslscan + [
            Habit(.nscurl, "--ats-diagnostics", .line("ats [HOST]")),
            Habit(.nscurl, "nscurl", .line("ats [HOST]")),
        ]

    private static let testssl: [Habit] = [
        Habit(
            .testssl,
            "--protocols --each-cipher --cipher-per-proto --server-preference --fs --grease --vulnerable --std "
                + "--server-defaults --client-simulation",
            .advice(.scanComes(line: "trace --tls 1.1 [HOST]"))),
        Habit(.testssl, "--ip", .line("check [NAME] --connect-to [NAME]:443:{ADDRESS}:443")),
        Habit(.testssl, "--mx", .line("check --starttls smtp {MAILHOST}")),
        Habit(.testssl, "--xmpphost", .line("check --starttls xmpp {NAME}")),
        Habit(.testssl, "--file -iL", .line("check - < {FILE}")),
        Habit(.testssl, "--jsonfile --jsonfile-pretty --json-pretty -oj -oJ", .options("--json")),
        Habit(.testssl, "--htmlfile --html -oH", .options("--report {page.html}")),
        Habit(.testssl, "--add-ca --add-CA", .options("--anchors {FILE}")),
        Habit(.testssl, "--phone-out", .options("--revocation soft")),
        Habit(.testssl, "--openssl-timeout", .options("--timeout {TIME}")),
        Habit(.testssl, "--parallel --mode", .advice(.severalAtOnce)),
    ]

    private static let sslyze: [Habit] = [
        Habit(.sslyze, "--certinfo", .line("check [HOST]")),
        Habit(.sslyze, "--certinfo_ca_file", .options("--anchors {FILE}")),
        Habit(.sslyze, "--tlsv1_1", .line("trace --tls 1.1 [HOST]")),
        Habit(.sslyze, "--tlsv1_2", .line("trace --tls 1.2 [HOST]")),
        Habit(.sslyze, "--tlsv1_3", .line("trace --tls 1.3 [HOST]")),
        Habit(
            .sslyze,
            "--sslv2 --sslv3 --mozilla_config --heartbleed --robot --openssl_ccs --fallback --compression --reneg "
                + "--early_data --elliptic_curves --ems",
            .advice(.scanComes(line: "trace --tls 1.1 [HOST]"))),
        Habit(.sslyze, "--resum --resum_attempts", .line("trace --resume [HOST]")),
        Habit(.sslyze, "--json_out", .options("--json")),
        Habit(.sslyze, "--targets_in", .line("check - < {FILE}")),
        Habit(.sslyze, "--https_tunnel", .options("--proxy {URL}")),
        Habit(.sslyze, "--slow_connection", .options("--timeout 60")),
    ]

    private static let sslscan: [Habit] =
        [
            Habit(.sslscan, "--targets", .line("check - < {FILE}")),
            Habit(.sslscan, "--sni-name", .line("check {NAME} --connect-to {NAME}:443:[ADDRESS]")),
            Habit(.sslscan, "--show-certificate --certs", .line("inspect [HOST]")),
            Habit(.sslscan, "--xml", .options("--junit {servers.xml}")),
            Habit(.sslscan, "--no-colour", .options("--color never")),
            Habit(.sslscan, "--tls10", .line("trace --tls 1.0 [HOST]")),
            Habit(.sslscan, "--tls11", .line("trace --tls 1.1 [HOST]")),
            Habit(.sslscan, "--tls12", .line("trace --tls 1.2 [HOST]")),
            Habit(.sslscan, "--tls13", .line("trace --tls 1.3 [HOST]")),
            Habit(
                .sslscan, "--ssl2 --ssl3 --tlsall --no-ciphersuites --no-heartbleed",
                .advice(.scanComes(line: "trace --tls 1.1 [HOST]"))),
        ]
        + ["smtp", "imap", "pop3", "ldap", "xmpp"].map { name in
            Habit(.sslscan, "--starttls-\(name)", .options("--starttls \(name)"))
        } + [Habit(.sslscan, "--starttls-psql", .options("--starttls postgres"))]
}
