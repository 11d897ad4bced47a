extension CommandOption {
    // Of lists.
    static let revoked = CommandOption(
        "--revoked", "SERIAL", repeatable: true,
        help: "take this certificate back: its serial number in hexadecimal, then, if need be, :REASON and :TIME")
    static let revokedCertificate = CommandOption(
        "--revoked-cert", "FILE", repeatable: true, help: "take back the first certificate of this file")
    static let number = CommandOption("--number", "N", help: "the list's number")
    static let deltaOf = CommandOption(
        "--delta-of", "N", help: "list only what has changed since the complete list of this number")
    static let only = CommandOption(
        "--only", "KIND", help: "speak of certificates of this kind alone: users (of no authority) or authorities")
    static let point = CommandOption(
        "--point", "URL", repeatable: true, help: "speak of certificates that name the list by this URL alone")
    static let indirect = CommandOption("--indirect", help: "take back certificates of other authorities, too")
    static let freshestURL = CommandOption(
        "--freshest-url", "URL", repeatable: true, help: "say that changes since the list are to be had there")

    // Of responses.
    static let certificateAsked = CommandOption(
        "--cert", "FILE", help: "speak of the first certificate of this file")
    static let status = CommandOption("--status", "STATUS", help: "its status: good (default), revoked or unknown")
    static let responder = CommandOption(
        "--responder", "FILE", help: "the certificate that signs in the authority's place (leaf --usage ocsp)")
    static let responderKey = CommandOption(
        "--responder-key", "FILE", help: "its private key, where the file of --responder does not hold it")
    static let digest = CommandOption(
        "--digest", "DIGEST", help: "name the certificate by sha1 (default, as all clients do) or sha256")
    static let nonce = CommandOption("--nonce", "HEX", help: "repeat this nonce of a request: 1 to 128 octets")

    // Of both.
    static let reason = CommandOption(
        "--reason", "REASON", help: "why, as keyCompromise or superseded; of a list where an entry does not say")
    static let revokedAt = CommandOption(
        "--revoked-at", "TIME", help: "when, instead of a minute before --this-update; of a list as --reason")
    static let thisUpdate = CommandOption("--this-update", "TIME", help: "right as of this time")
    static let nextUpdate = CommandOption(
        "--next-update", "TIME", help: "right until this time; none leaves it out, which a response may")
    static let der = CommandOption("--der", help: "write the list in DER, as it is fetched, instead of PEM")
}
