import HoldfastStatements

extension CommandOption {
    // Of lists.
    static let revoked = CommandOption(
        "--revoked", "SERIAL", repeatable: true,
        help: "take this certificate back: its serial number in hexadecimal, then, if need be, :REASON and :TIME",
        chinese: "收回此证书：十六进制序列号，需要时再加 :REASON 与 :TIME")
    static let revokedCertificate = CommandOption(
        "--revoked-cert", "FILE", repeatable: true,
        help: "take back the first certificate of this file", chinese: "收回此文件的第一张证书")
    static let number = CommandOption("--number", "N", help: "the list's number", chinese: "列表的编号")
    static let deltaOf = CommandOption(
        "--delta-of", "N",
        help: "list only what has changed since the complete list of this number", chinese: "只列出自此编号的完整列表以来的变化")
    static let only = CommandOption(
        "--only", "KIND",
        help: "speak of certificates of this kind alone: users (of no authority) or authorities",
        chinese: "只涉及此类证书：users（非颁发机构）或 authorities")
    static let point = CommandOption(
        "--point", "URL", repeatable: true,
        help: "speak of certificates that name the list by this URL alone", chinese: "只涉及以此 URL 指明列表的证书")
    static let indirect = CommandOption(
        "--indirect", help: "take back certificates of other authorities, too", chinese: "其他颁发机构的证书也可收回")
    static let freshestURL = CommandOption(
        "--freshest-url", "URL", repeatable: true,
        help: "say that changes since the list are to be had there", chinese: "说明列表之后的变化可在该处取得")

    // Of responses.
    static let certificateAsked = CommandOption(
        "--cert", "FILE", help: "speak of the first certificate of this file", chinese: "涉及此文件的第一张证书")
    static let status = CommandOption(
        "--status", "STATUS",
        help: "its status: good (default), revoked or unknown", chinese: "其状态：good（默认）、revoked 或 unknown")
    static let responder = CommandOption(
        "--responder", "FILE",
        help: "the certificate that signs in the authority's place (leaf --usage ocsp)",
        chinese: "代颁发机构签名的证书（leaf --usage ocsp）")
    static let responderKey = CommandOption(
        "--responder-key", "FILE",
        help: "its private key, where the file of --responder does not hold it",
        chinese: "其私钥，当 --responder 的文件中没有时")
    static let digest = CommandOption(
        "--digest", "DIGEST",
        help: "name the certificate by sha1 (default, as all clients do) or sha256",
        chinese: "以 sha1（默认，所有客户端如此）或 sha256 指明证书")
    static let nonce = CommandOption(
        "--nonce", "HEX",
        help: "repeat this nonce of a request: 1 to 128 octets", chinese: "重复请求中的 nonce：1 至 128 个字节")

    // Of both.
    static let reason = CommandOption(
        "--reason", "REASON",
        help: "why, as keyCompromise or superseded; of a list where an entry does not say",
        chinese: "原因，如 keyCompromise 或 superseded；列表中用于未注明的条目")
    static let revokedAt = CommandOption(
        "--revoked-at", "TIME",
        help: "when, instead of a minute before --this-update; of a list as --reason",
        chinese: "时间，而非 --this-update 前一分钟；列表中同 --reason")
    static let thisUpdate = CommandOption(
        "--this-update", "TIME", help: "right as of this time", chinese: "截至此时间有效")
    static let nextUpdate = CommandOption(
        "--next-update", "TIME",
        help: "right until this time; none leaves it out, which a response may",
        chinese: "有效至此时间；none 表示不写，应答可以不写")
    static let der = CommandOption(
        "--der",
        help: "write the list in DER, as it is fetched, instead of PEM", chinese: "以 DER 写出列表（下载时的格式），而非 PEM")
}
