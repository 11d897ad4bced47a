extension Habit {
    /// Words of openssl's commands and of their options, Java's keytool among them, whose options look like these.
    static let openSSL: [Habit] = openSSLOptions + openSSLCommands + keytool

    private static let openSSLOptions: [Habit] = [
        // Where to connect, and as whom.
        Habit(.openssl, "-connect -host", .server()),
        Habit(.openssl, "-servername -verify_hostname -verify_ip", .name),
        Habit(.openssl, "-name= -xmpphost=", .nothing),
        Habit(.openssl, "-noservername", .options("--no-sni")),
        Habit(.openssl, "-port", .port),
        Habit(.openssl, "-starttls", .options("--starttls {PROTOCOL}")),
        Habit(.openssl, "-proxy", .options("--proxy {PROXY}")),
        // Whom to trust.
        Habit(
            .openssl, "-CAfile -CApath -CAstore -trusted -verifyCAfile -verifyCApath --CAfile --CApath",
            .options("--anchors-only {PATH}")),
        Habit(.openssl, "-no-CAfile -no-CApath -no-CAstore", .options("--anchors-only PATH")),
        Habit(.openssl, "-partial_chain", .options("--anchors-only INTERMEDIATE")),
        Habit(.openssl, "-verify_return_error -verify_quiet", .advice(.alwaysJudged)),
        Habit(.openssl, "-verify= -verify_depth=", .advice(.alwaysJudged)),
        Habit(.openssl, "-untrusted", .issuers),
        Habit(.openssl, "-attime", .options("--at {EPOCH}")),
        Habit(.openssl, "-purpose", .options("--policy {PURPOSE}")),
        Habit(.openssl, "-x509_strict", .options("--profile rfc5280")),
        Habit(.openssl, "-crl_check -crl_check_all", .options("--revocation hard")),
        // A stapled response is shown, which a server may do without.
        Habit(.openssl, "-status", .command("trace")),
        Habit(.openssl, "-CRL -CRLfile", .options("--crl {FILE}")),
        Habit(.openssl, "-checkend --checkend", .options("--expires-within {SECONDS}", of: "evaluate")),
        // A certificate of one's own.
        Habit(.openssl, "-cert", .options("--cert {FILE}")),
        Habit(.openssl, "-key", .options("--key {FILE}")),
        Habit(.openssl, "-pass= -passin= -passout=", .advice(.passphraseFile)),
        // What is shown.
        Habit(.openssl, "-showcerts", .command("inspect")),
        Habit(.openssl, "-msg -debug -state -trace -tlsextdebug -security_debug", .command("trace --details")),
        Habit(.openssl, "-brief -prexit -ign_eof -no_ign_eof", .command("check")),
        Habit(.openssl, "-quiet", .options("--quiet")),
        Habit(.openssl, "-in", .file), Habit(.openssl, "-out", .output),
        Habit(
            .openssl,
            "-text -noout -dates -startdate -enddate -subject -issuer -serial -fingerprint -ext -modulus -hash",
            .command("inspect")),
        // The handshake.
        Habit(.openssl, "-tls1", .command("trace --tls 1.0")),
        Habit(.openssl, "-tls1_1", .command("trace --tls 1.1")),
        Habit(.openssl, "-tls1_2 -no_tls1_3", .command("trace --tls 1.2")),
        Habit(.openssl, "-tls1_3 -no_tls1_2", .command("trace --tls 1.3")),
        Habit(.openssl, "-no_ssl3 -no_tls1 -no_tls1_1", .advice(.oldVersionsAreNotSpoken)),
        Habit(.openssl, "-cipher -ciphersuites", .options("--ciphers {LIST}", of: "trace")),
        Habit(.openssl, "-curves -groups", .options("--groups {LIST}")),
        Habit(.openssl, "-alpn", .options("--alpn {LIST}", of: "trace")),
        Habit(.openssl, "-reconnect", .command("trace --resume")),
        Habit(.openssl, "-sess_in= -sess_out=", .command("trace --resume")),
        // Files.
        Habit(.openssl, "-inform= -certform= -keyform= -CAform=", .advice(.formIsFound)),
        Habit(.openssl, "-outform", .command("convert --to {FORM} --out NEW.cer")),
        Habit(.openssl, "-pubkey -pubout", .command("convert --to public-key")),
        Habit(.openssl, "-export", .command("convert --to pkcs12 --out NEW.p12")),
        Habit(.openssl, "-CA", .command("create leaf --ca {FILE}")),
        Habit(.openssl, "-CAkey", .command("create leaf --ca-key {FILE}")),
        Habit(.openssl, "-req", .command("create leaf --csr [FILE] --out NEW.pem")),
        Habit(
            .openssl, "-new -newkey -x509 -nodes -noenc",
            .command("create self-signed --name NAME --out NAME.pem --key NAME.key")),
    ]

    private static let openSSLCommands: [Habit] = [
        Habit(.openssl, "s_client", .command("check")),
        Habit(.openssl, "s_time", .command("trace --repeat 20")),
        Habit(.openssl, "s_server", .command("lab good")),
        Habit(.openssl, "x509, crl, asn1parse, pkcs7, storeutl", .command("inspect")),
        Habit(.openssl, "verify", .command("evaluate")),
        Habit(.openssl, "req", .command("create csr --name NAME --key NAME.key --out NAME.csr")),
        Habit(.openssl, "genrsa, genpkey, ecparam", .command("create key --out NEW.key")),
        Habit(.openssl, "pkcs12", .command("convert --to pkcs12 --out NEW.p12")),
        Habit(.openssl, "pkcs8, pkey, rsa, ec", .command("convert --to pkcs8 --out NEW.key")),
        Habit(.openssl, "ciphers", .command("trace --ciphers LIST")),
    ]

    private static let keytool: [Habit] = [
        Habit(.keytool, "-printcert -list -printcertreq -printcrl", .command("inspect")),
        Habit(.keytool, "-sslserver", .server("inspect")),
        Habit(.keytool, "-importcert -import", .command("trust-store install --only java")),
        Habit(.keytool, "-file", .file),
        Habit(.keytool, "-keystore= -alias=", .nothing), Habit(.keytool, "-cacerts", .nothing),
    ]
}
