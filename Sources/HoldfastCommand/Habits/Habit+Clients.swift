extension Habit {
    /// Words of step, HTTPie, gnutls-cli, Wget, kubectl and mkcert.
    static let clients: [Habit] = step + httpie + gnutls + others

    private static let step: [Habit] = [
        Habit(.step, "--roots", .options("--anchors-only {FILE}")),
        Habit(.step, "--servername", .line("check {NAME} --connect-to {NAME}:443:[ADDRESS]")),
        Habit(.step, "--expires-in", .options("--expires-within 30d")),
        Habit(.step, "--not-after", .options("--days N", of: "create leaf")),
        Habit(.step, "certificate inspect, certificate fingerprint, certificate", .line("inspect [ANY]")),
        Habit(.step, "certificate verify", .line("check [CA] [HOST]")),
        Habit(.step, "certificate lint", .line("inspect --lint [ANY]")),
        Habit(.step, "certificate needs-renewal", .line("check --expires-within 30d [HOST]")),
        Habit(.step, "certificate create", .line("create leaf [NEW]")),
        Habit(.step, "certificate sign", .line("create leaf --csr [FILE] --ca ca.pem --ca-key ca.key --out NEW.pem")),
        Habit(.step, "certificate format", .line("convert [FILE] --to der --out NEW.cer")),
        Habit(.step, "certificate key", .line("convert [FILE] --to public-key")),
        Habit(.step, "certificate p12", .line("convert [FILE] --to pkcs12 --out NEW.p12")),
        Habit(.step, "certificate install", .line("trust-store install [FILE]")),
        Habit(.step, "certificate uninstall", .line("trust-store uninstall [FILE]")),
        Habit(.step, "crypto keypair, crypto", .line("create key --out NEW.key")),
        Habit(.step, "ca certificate", .line("create leaf [NEW]")),
        Habit(.step, "ca", .line("create ca")),
    ]

    private static let httpie: [Habit] = [
        Habit(.httpie, "--verify", .advice(.verifyOption)),
        Habit(.httpie, "--cert-key", .options("--key {FILE}")),
        Habit(.httpie, "--cert-key-pass", .advice(.passphraseFile)),
        Habit(.httpie, "--ssl", .line("trace --tls 1.2 [HOST]")),
        Habit(.httpie, "--check-status", .options("--fail", of: "request")),
        Habit(.httpie, "--follow", .advice(.redirectsAreFollowed)),
        Habit(.httpie, "--headers --print", .options("--include", of: "request")),
        Habit(.httpie, "--download", .options("--out FILE", of: "request")),
        Habit(.httpie, "--session", .options("--cookie FILE", of: "request")),
        Habit(.httpie, "https, http", .line("request [CA] https://[HOST]")),
        Habit(nil, "get, GET", .line("request [HOST]")),
        Habit(nil, "policy lint, policy check, policy validate, policy verify", .line("policy test [FILE]")),
        Habit(nil, "policy create, policy new, policy init", .line("pin compute --format policy [HOST]")),
    ]

    private static let gnutls: [Habit] = [
        Habit(.gnutls, "--x509cafile", .options("--anchors-only {PATH}")),
        Habit(.gnutls, "--print-cert --save-cert", .line("inspect [HOST]")),
        Habit(.gnutls, "--sni-hostname --verify-hostname", .line("check {NAME} --connect-to {NAME}:443:[ADDRESS]")),
        Habit(.gnutls, "--starttls-proto", .options("--starttls {PROTOCOL}")),
        Habit(.gnutls, "--no-ca-verification", .advice(.nothingSwitchesOff)),
        Habit(.gnutls, "--x509certfile", .options("--cert {FILE}")),
        Habit(.gnutls, "--x509keyfile", .options("--key {FILE}")),
        Habit(.gnutls, "--priority", .options("--ciphers LIST", of: "trace")),
        Habit(.gnutls, "--tofu --strict-tofu", .line("trust add [HOST] --until 30d --codes CODES")),
    ]

    private static let others: [Habit] = [
        Habit(.wget, "--ca-certificate --ca-directory", .options("--anchors-only {PATH}")),
        Habit(.wget, "--certificate", .options("--cert {FILE}")),
        Habit(.wget, "--private-key", .options("--key {FILE}")),
        Habit(.wget, "--secure-protocol", .line("trace --tls 1.2 [HOST]")),
        Habit(.kubectl, "--certificate-authority", .options("--anchors-only {FILE}")),
        Habit(.kubectl, "--client-certificate", .options("--cert {FILE}")),
        Habit(.kubectl, "--insecure-skip-tls-verify", .advice(.nothingSwitchesOff)),
        Habit(.mkcert, "-install", .line("trust-store install CA.pem")),
        Habit(.mkcert, "-uninstall", .line("trust-store uninstall CA.pem")),
        Habit(.mkcert, "-client", .line("create leaf --usage client [NEW]")),
        Habit(.mkcert, "-pkcs12", .line("create leaf NAME --p12 NAME.p12")),
        Habit(.mkcert, "-csr", .line("create leaf --csr {FILE} --out NEW.pem")),
        Habit(.mkcert, "-CAROOT", .line("create ca")),
        Habit(.mkcert, "-key-file", .options("--key {FILE}", of: "create leaf")),
        Habit(.mkcert, "-cert-file", .options("--out {FILE}", of: "create leaf")),
    ]

    /// Words that many programs have.
    static let anyProgram: [Habit] = [
        Habit(
            nil,
            "--ca-file --cafile --ca --ca-cert --ca-certs --ca-bundle --cacerts --root-ca --root-cert --truststore",
            .options("--anchors-only {PATH}")),
        Habit(
            nil, "--sni --server-name --hostname --host",
            .line("check {NAME} --connect-to {NAME}:443:[ADDRESS]")),
        Habit(nil, "--port -p", .line("check [NAME]:{PORT}")),
        Habit(nil, "--url --server --target", .line("check {HOST}")),
        Habit(nil, "--format --output-format --csv --yaml", .options("--json")),
        Habit(nil, "--retry --retries", .advice(.noRetry)),
        Habit(nil, "--client-cert --cert-file", .options("--cert {FILE}")),
        Habit(nil, "--client-key --key-file", .options("--key {FILE}")),
        Habit(
            nil,
            "--no-verify --no-verify-ssl --no-ssl-verify --skip-verify --tls-skip-verify "
                + "--allow-insecure --trust-all",
            .advice(.nothingSwitchesOff)),
        Habit(nil, "--days --warn --warning --warn-days --expires --expiry", .options("--expires-within 30d")),
        Habit(nil, "--debug", .line("trace --details [HOST]")),
        Habit(nil, "--no-color", .options("--color never")),
        Habit(nil, "--all-ips", .options("--all-addresses")),
        Habit(nil, "--input --list-file", .line("check - < {FILE}")),
        Habit(nil, "create cert, create certificate, create server", .line("create leaf [NEW]")),
        Habit(nil, "create client", .line("create leaf --usage client [NEW]")),
        Habit(nil, "create root, create authority", .line("create ca")),
        Habit(nil, "create request, create req", .line("create csr --name NAME --key NAME.key --out NAME.csr")),
        Habit(nil, "create rsa, create keypair", .line("create key --out NEW.key")),
        Habit(nil, "create p12, create pkcs12", .line("create leaf NAME --p12 NAME.p12")),
    ]
}
