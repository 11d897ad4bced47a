extension Habit {
    /// Words of testssl.sh, sslyze, sslscan and nscurl.
    static let scanners: [Habit] =
        testssl + sslyze + sslscan + [
            Habit(.nscurl, "--ats-diagnostics", .command("ats"))
        ]

    private static let testssl: [Habit] = [
        Habit(
            .testssl,
            "--protocols --each-cipher --cipher-per-proto --server-preference --fs --grease --vulnerable --std "
                + "--client-simulation",
            .scan),
        Habit(.testssl, "--server-defaults", .command("check")),
        Habit(.testssl, "--ip", .address),
        Habit(.testssl, "--mx", .server("--starttls smtp")),
        Habit(.testssl, "--file -iL", .list),
        Habit(.testssl, "--jsonfile --jsonfile-pretty -oj -oJ", .options("--json > {FILE}")),
        Habit(.testssl, "--json-pretty", .options("--json")),
        Habit(.testssl, "--htmlfile --html -oH", .options("--report {page.html}")),
        Habit(.testssl, "--add-ca --add-CA", .options("--anchors {FILE}")),
        Habit(.testssl, "--phone-out", .options("--revocation soft")),
        Habit(.testssl, "--openssl-timeout", .options("--timeout {TIME}")),
        Habit(.testssl, "--parallel", .advice(.severalAtOnce)), Habit(.testssl, "--mode=", .advice(.severalAtOnce)),
    ]

    private static let sslyze: [Habit] = [
        Habit(.sslyze, "--certinfo", .command("check")),
        Habit(.sslyze, "--certinfo_ca_file", .options("--anchors {FILE}")),
        Habit(.sslyze, "--tlsv1_1", .command("trace --tls 1.1")),
        Habit(.sslyze, "--tlsv1_2", .command("trace --tls 1.2")),
        Habit(.sslyze, "--tlsv1_3", .command("trace --tls 1.3")),
        Habit(
            .sslyze,
            "--sslv2 --sslv3 --heartbleed --robot --openssl_ccs --fallback --compression --reneg "
                + "--early_data --elliptic_curves --ems",
            .scan),
        Habit(.sslyze, "--mozilla_config=", .scan),
        Habit(.sslyze, "--resum", .command("trace --resume")),
        Habit(.sslyze, "--resum_attempts=", .command("trace --resume")),
        Habit(.sslyze, "--json_out", .options("--json > {FILE}")),
        Habit(.sslyze, "--targets_in", .list),
        Habit(.sslyze, "--https_tunnel", .options("--proxy {URL}")),
        Habit(.sslyze, "--slow_connection", .options("--timeout 60")),
    ]

    private static let sslscan: [Habit] =
        [
            Habit(.sslscan, "--targets", .list),
            Habit(.sslscan, "--sni-name", .name),
            Habit(.sslscan, "--show-certificate", .command("inspect")),
            Habit(.sslscan, "--certs", .options("--cert {FILE}")),
            Habit(.sslscan, "--pk", .options("--key {FILE}")),
            Habit(.sslscan, "--pkpass=", .advice(.passphraseFile)),
            Habit(.sslscan, "--xml", .options("--junit {servers.xml}")),
            Habit(.sslscan, "--no-colour", .options("--color never")),
            Habit(.sslscan, "--tls10", .command("trace --tls 1.0")),
            Habit(.sslscan, "--tls11", .command("trace --tls 1.1")),
            Habit(.sslscan, "--tls12", .command("trace --tls 1.2")),
            Habit(.sslscan, "--tls13", .command("trace --tls 1.3")),
            Habit(.sslscan, "--ssl2 --ssl3 --tlsall --no-ciphersuites --no-heartbleed", .scan),
        ]
        + ["smtp", "imap", "pop3", "ldap", "xmpp"].map { name in
            Habit(.sslscan, "--starttls-\(name)", .options("--starttls \(name)"))
        } + [Habit(.sslscan, "--starttls-psql", .options("--starttls postgres"))]
}
