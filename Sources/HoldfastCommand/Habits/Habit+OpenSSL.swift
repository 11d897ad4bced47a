extension Habit {
    /// Words of openssl's commands and of their options, Java's keytool among them, whose options look like these.
    static let openSSL: [Habit] = openSSLOptions + openSSLCommands + keytool

    private static let openSSLOptions: [Habit] = [
        // Where to connect, and as whom.
        Habit(.openssl, "-connect", .line("check {HOST:PORT}")),
        Habit(
            .openssl, "-servername -verify_hostname -verify_ip -xmpphost",
            .line("check {NAME} --connect-to {NAME}:443:[ADDRESS]")),
        Habit(.openssl, "-noservername", .options("--no-sni")),
        Habit(.openssl, "-port", .line("check [NAME]:{PORT}")),
        Habit(.openssl, "-starttls", .options("--starttls {PROTOCOL}")),
        Habit(.openssl, "-proxy", .options("--proxy http://{HOST:PORT}")),
        // Whom to trust.
        Habit(
            .openssl, "-CAfile -CApath -CAstore -trusted -verifyCAfile -verifyCApath",
            .options("--anchors-only {PATH}")),
        Habit(.openssl, "-no-CAfile -no-CApath -no-CAstore", .options("--anchors-only PATH")),
        Habit(.openssl, "-partial_chain", .options("--anchors-only INTERMEDIATE")),
        Habit(.openssl, "-verify -verify_return_error -verify_depth -verify_quiet", .advice(.alwaysJudged)),
        Habit(.openssl, "-untrusted", .line("evaluate [FILE] {FILE} --host NAME [CA]")),
        Habit(.openssl, "-attime", .options("--at 2026-11-21T10:00:00Z")),
        Habit(.openssl, "-purpose", .options("--policy ssl")),
        Habit(.openssl, "-x509_strict", .options("--profile rfc5280")),
        Habit(.openssl, "-crl_check -crl_check_all -status", .options("--revocation hard")),
        Habit(.openssl, "-CRL -CRLfile", .options("--crl {FILE}")),
        Habit(.openssl, "-checkend", .options("--expires-within 30d", of: "evaluate")),
        // A certificate of one's own.
        Habit(.openssl, "-cert", .options("--cert {FILE}")),
        Habit(.openssl, "-key", .options("--key {FILE}")),
        Habit(.openssl, "-pass -passin -passout", .advice(.passphraseFile)),
        // What is shown.
        Habit(.openssl, "-showcerts", .line("inspect [HOST]")),
        Habit(.openssl, "-msg -debug -state -trace -tlsextdebug -security_debug", .line("trace --details [HOST]")),
        Habit(.openssl, "-brief -prexit -ign_eof -no_ign_eof", .line("check [HOST]")),
        Habit(.openssl, "-quiet", .options("--quiet")),
        Habit(.openssl, "-in", .line("inspect {FILE}")),
        Habit(
            .openssl,
            "-text -noout -dates -startdate -enddate -subject -issuer -serial -fingerprint -ext -modulus -hash",
            .line("inspect [FILE]")),
        // The handshake.
        Habit(.openssl, "-tls1", .line("trace --tls 1.0 [HOST]")),
        Habit(.openssl, "-tls1_1", .line("trace --tls 1.1 [HOST]")),
        Habit(.openssl, "-tls1_2 -no_tls1_3", .line("trace --tls 1.2 [HOST]")),
        Habit(.openssl, "-tls1_3 -no_tls1_2", .line("trace --tls 1.3 [HOST]")),
        Habit(.openssl, "-no_ssl3 -no_tls1 -no_tls1_1", .advice(.oldVersionsAreNotSpoken)),
        Habit(.openssl, "-cipher -ciphersuites", .options("--ciphers {LIST}", of: "trace")),
        Habit(.openssl, "-curves -groups", .options("--groups {LIST}")),
        Habit(.openssl, "-alpn", .options("--alpn {LIST}", of: "trace")),
        Habit(.openssl, "-reconnect -sess_in -sess_out", .line("trace --resume [HOST]")),
        // Files.
        Habit(.openssl, "-inform -certform -keyform -CAform", .advice(.formIsFound)),
        Habit(.openssl, "-outform", .line("convert [FILE] --to der --out NEW.cer")),
        Habit(.openssl, "-pubkey -pubout", .line("convert [FILE] --to public-key")),
        Habit(.openssl, "-export", .line("convert [FILE] --to pkcs12 --out NEW.p12")),
        Habit(.openssl, "-CA -CAkey -req", .line("create leaf --csr [FILE] --ca ca.pem --ca-key ca.key --out NEW.pem")),
        Habit(
            .openssl, "-new -newkey -x509 -nodes -noenc",
            .line("create self-signed --name NAME --out NAME.pem --key NAME.key")),
    ]

    private static let openSSLCommands: [Habit] = [
        Habit(.openssl, "s_client", .line("check [HOST]")),
        Habit(.openssl, "s_time", .line("trace --repeat 20 [HOST]")),
        Habit(.openssl, "s_server", .line("lab good")),
        Habit(.openssl, "x509, crl, asn1parse, pkcs7, crl2pkcs7, storeutl", .line("inspect [FILE]")),
        Habit(.openssl, "verify", .line("evaluate [CA] --host NAME [FILE]")),
        Habit(.openssl, "req", .line("create csr --name NAME --key NAME.key --out NAME.csr")),
        Habit(.openssl, "genrsa, genpkey, ecparam", .line("create key --out NEW.key")),
        Habit(.openssl, "pkcs12", .line("convert [FILE] --to pkcs12 --out NEW.p12")),
        Habit(.openssl, "pkcs8, pkey, rsa, ec", .line("convert [FILE] --to pkcs8 --out NEW.key")),
        Habit(.openssl, "ocsp", .line("check --revocation hard [HOST]")),
        Habit(.openssl, "rehash", .line("check --anchors-only FOLDER HOST")),
        Habit(.openssl, "ciphers", .line("trace --ciphers LIST [HOST]")),
    ]

    private static let keytool: [Habit] = [
        Habit(.keytool, "-printcert -list", .line("inspect [FILE]")),
        Habit(.keytool, "-sslserver", .line("inspect {HOST:PORT}")),
        Habit(.keytool, "-importcert", .line("trust-store install --only java [FILE]")),
    ]
}
