extension Habit {
    /// Words of step, HTTPie, gnutls-cli, Wget, kubectl and mkcert.
    static let clients: [Habit] = step + httpie + gnutls + others

    private static let step: [Habit] = [
        Habit(.step, "--roots", .options("--anchors-only {FILE}")),
        Habit(.step, "--servername", .name),
        Habit(.step, "--expires-in", .options("--expires-within {DURATION}")),
        Habit(.step, "--not-after=", .options("--days N", of: "create leaf")),
        Habit(.step, "--verify-ocsp --verify-crl", .options("--revocation hard")),
        Habit(.step, "certificate inspect, certificate fingerprint, certificate", .command("inspect")),
        Habit(.step, "certificate verify", .command("check")),
        Habit(.step, "certificate lint", .command("inspect --lint")),
        Habit(.step, "certificate needs-renewal", .command("check --expires-within 30d")),
        Habit(.step, "certificate create", .command("create leaf")),
        Habit(
            .step, "certificate sign",
            .command("create leaf --csr [FILE] --ca [FILE] --ca-key [FILE] --out NEW.pem")),
        Habit(.step, "certificate format", .command("convert --to der --out NEW.cer")),
        Habit(.step, "certificate key", .command("convert --to public-key")),
        Habit(.step, "certificate p12", .command("convert --to pkcs12 --out [FILE]")),
        Habit(.step, "certificate install", .command("trust-store install")),
        Habit(.step, "certificate uninstall", .command("trust-store uninstall")),
        Habit(.step, "crypto keypair, crypto", .command("create key --out NEW.key")),
        Habit(.step, "ca certificate", .command("create leaf")),
        Habit(.step, "ca, ca init", .command("create ca")),
        Habit(.step, "ca bootstrap", .command("trust-store install")),
    ]

    private static let httpie: [Habit] = [
        Habit(.httpie, "--verify", .options("--anchors-only {FILE}", of: "request")),
        Habit(.httpie, "--cert-key", .options("--key {FILE}")),
        Habit(.httpie, "--cert-key-pass=", .advice(.passphraseFile)),
        Habit(.httpie, "--check-status", .options("--fail", of: "request")),
        Habit(.httpie, "--follow", .advice(.redirectsAreFollowed)),
        Habit(.httpie, "--headers", .options("--include", of: "request")),
        Habit(.httpie, "--print=", .options("--include", of: "request")),
        Habit(.httpie, "--download", .options("--out FILE", of: "request")),
        Habit(.httpie, "--session=", .options("--cookie FILE", of: "request")),
        Habit(nil, "get, GET", .command("request")),
    ]

    private static let gnutls: [Habit] = [
        Habit(.gnutls, "--x509cafile", .options("--anchors-only {PATH}")),
        Habit(.gnutls, "--x509crlfile", .options("--crl {FILE}")),
        Habit(.gnutls, "--print-cert", .command("inspect")), Habit(.gnutls, "--save-cert=", .command("inspect")),
        Habit(.gnutls, "--sni-hostname --verify-hostname", .name),
        Habit(.gnutls, "--starttls-proto --app-proto", .options("--starttls {PROTOCOL}")),
        Habit(.gnutls, "--disable-sni", .options("--no-sni")),
        Habit(.gnutls, "--no-ca-verification --verify-allow-broken", .advice(.nothingSwitchesOff)),
        Habit(.gnutls, "--x509certfile", .options("--cert {FILE}")),
        Habit(.gnutls, "--x509keyfile", .options("--key {FILE}")),
        Habit(.gnutls, "--priority=", .options("--ciphers LIST", of: "trace")),
        Habit(.gnutls, "--rehandshake", .command("trace")),
        Habit(.gnutls, "--tofu --strict-tofu", .command("trust add --until 30d --codes CODES")),
    ]

    private static let others: [Habit] = [
        Habit(.wget, "--ca-certificate --ca-directory", .options("--anchors-only {PATH}")),
        Habit(.wget, "--certificate", .options("--cert {FILE}")),
        Habit(.wget, "--private-key", .options("--key {FILE}")),
        Habit(.wget, "--secure-protocol=", .command("trace --tls 1.2")),
        Habit(.kubectl, "--certificate-authority", .options("--anchors-only {FILE}")),
        Habit(.kubectl, "--client-certificate", .options("--cert {FILE}")),
        Habit(.kubectl, "--insecure-skip-tls-verify", .advice(.nothingSwitchesOff)),
        Habit(.mkcert, "-install", .command("trust-store install")),
        Habit(.mkcert, "-uninstall", .command("trust-store uninstall")),
        Habit(.mkcert, "-client", .command("create leaf --usage client")),
        Habit(.mkcert, "-pkcs12", .command("create leaf --p12 NEW.p12")),
        Habit(.mkcert, "-csr", .command("create leaf --csr {FILE} --out NEW.pem")),
        Habit(.mkcert, "-CAROOT", .command("create ca")),
        Habit(.mkcert, "-key-file", .options("--key {FILE}", of: "create leaf")),
        Habit(.mkcert, "-cert-file", .options("--out {FILE}", of: "create leaf")),
    ]

    /// Words that many programs have.
    static let anyProgram: [Habit] = [
        Habit(
            nil,
            "--ca-file --cafile --ca --ca-cert --ca-certs --ca-bundle --cacerts --root-ca --root-cert --truststore",
            .options("--anchors-only {PATH}")),
        Habit(nil, "--sni --server-name --hostname --host", .name),
        Habit(nil, "--port -p", .port),
        Habit(nil, "--url --server --target", .server()),
        Habit(nil, "-o --out --outfile --output-file", .output),
        Habit(nil, "--dry-run --dryrun --noop --what-if --simulate --pretend", .trial),
        Habit(nil, "--format= --output-format=", .options("--json")),
        Habit(nil, "--csv --yaml --nagios", .options("--json")),
        Habit(nil, "--retry= --retries=", .advice(.noRetry)),
        Habit(nil, "--metrics= --prometheus=", .advice(.metrics, "--json")),
        Habit(nil, "--since=", .advice(.compareRuns, "--json")),
        Habit(nil, "--fail-on=", .advice(.warnings, "--json")),
        Habit(nil, "--client-cert --cert-file", .options("--cert {FILE}")),
        Habit(nil, "--client-key --key-file", .options("--key {FILE}")),
        Habit(
            nil,
            "--no-verify --no-verify-ssl --no-ssl-verify --skip-verify --tls-skip-verify "
                + "--allow-insecure --trust-all",
            .advice(.nothingSwitchesOff)),
        Habit(
            nil, "--days --warn --warning --warn-days --expires --expiry", .options("--expires-within {DURATION}")),
        Habit(nil, "--debug", .command("trace --details")),
        Habit(nil, "--no-color", .options("--color never")),
        Habit(nil, "--all-ips", .options("--all-addresses")),
        Habit(nil, "--input --list-file", .list),
    ]
}
