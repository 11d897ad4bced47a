extension CommandOption {
    static let name = CommandOption(
        "--name", "TEXT", help: "the subject: a common name, or CN=…,O=…,C=… (RFC 4514)")
    static let subjectAlternativeName = CommandOption(
        "--san", "NAME", repeatable: true,
        help:
            "a host, wildcard, address, mailbox or URI: of leaf and self-signed a server's own; DNS:, IP:, email: and "
            + "URI: may stand before it"
    )
    static let usage = CommandOption("--usage", "USAGE", help: "server (default), client, ocsp or ct-log")
    static let days = CommandOption(
        "--days", "N", help: "valid for N days, of which the first one has passed, since clocks differ")
    static let start = CommandOption(
        "--at", "TIME", help: "issue as of this time instead of now: \(TimeArgument.forms)")
    static let keyType = CommandOption(
        "--key-type", "TYPE",
        help: "of a new key: p-256 (default), p-384, p-521, ed25519, rsa-2048, rsa-3072, rsa-4096, or with OpenSSL 3.5 "
            + "and newer ml-dsa-44, ml-dsa-65, ml-dsa-87"
    )
    static let key = CommandOption(
        "--key", "FILE", help: "the private key: used where the file is there, made (0600) where it is not")
    static let passphraseFile = CommandOption(
        "--passphrase-file", "FILE",
        help: "opens the key, or encrypts a new one: the file's first line; - is standard input")
    static let issuer = CommandOption(
        "--ca", "FILE", help: "who issues: the authority's certificate, then those above it, PEM, DER or PKCS #12")
    static let issuerKey = CommandOption(
        "--ca-key", "FILE", help: "the authority's private key, where the file of --ca does not hold it")
    static let issuerPassphraseFile = CommandOption(
        "--ca-passphrase-file", "FILE", help: "opens the authority's key: the file's first line")
    static let request = CommandOption(
        "--csr", "FILE", help: "issue for this request: its key, and its names; what else it asks for is reported")
    static let renew = CommandOption(
        "--renew", "FILE", help: "ask for this certificate's successor: the same subject and names")
    static let permit = CommandOption(
        "--permit", "NAME", repeatable: true,
        help: "certificates below may name this domain and those in it, or this address or network, and nothing else")
    static let pathLength = CommandOption(
        "--path-length", "N", help: "so many authorities may stand below (ca: any number; intermediate: 0)")
    static let ocspURL = CommandOption(
        "--ocsp-url", "URL", repeatable: true, help: "name this OCSP responder in the certificate")
    static let revocationListURL = CommandOption(
        "--crl-url", "URL", repeatable: true, help: "name this revocation list in the certificate")
    static let issuerURL = CommandOption(
        "--issuer-url", "URL", repeatable: true, help: "name this place of the authority's certificate (DER)")
    static let mustStaple = CommandOption(
        "--must-staple", help: "promise in the certificate that its server staples OCSP responses (RFC 7633)")
    static let out = CommandOption(
        "--out", letter: "o", "FILE", help: "write to this file; - is standard output (default, but for keys)")
    static let bundle = CommandOption(
        "--p12", "FILE", help: "of leaf and renew: also write key and certificates as PKCS #12; password changeit")
    static let newKey = CommandOption(
        "--new-key", help: "of renew: with a new key of the same kind, in place of the one that there is")
    static let allowRefused = CommandOption(
        "--allow-refused",
        help: "issue what verifiers refuse, too: for forbidden names, by who may not sign it, over before it begins")
    static let force = CommandOption(
        "--force", help: "replace the file of --out; a key file is only ever replaced by create key")
}
