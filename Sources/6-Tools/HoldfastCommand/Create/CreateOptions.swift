import HoldfastStatements

extension CommandOption {
    static let name = CommandOption(
        "--name", "TEXT",
        help: "the subject: a common name, or CN=…,O=…,C=… (RFC 4514)",
        chinese: "主题：通用名称，或 CN=…,O=…,C=…（RFC 4514）")
    static let subjectAlternativeName = CommandOption(
        "--san", "NAME", repeatable: true,
        help: "a host, wildcard, address, mailbox or URI: of leaf and self-signed a server's own; "
            + "DNS:, IP:, email: and "
            + "URI: may stand before it",
        chinese: "主机、通配符、地址、邮箱或 URI：leaf 与 self-signed 中为服务器自己的；之前可写 DNS:、IP:、email: 与 URI:")
    static let usage = CommandOption(
        "--usage", "USAGE",
        help: "server (default), client, ocsp or ct-log", chinese: "server（默认）、client、ocsp 或 ct-log")
    static let days = CommandOption(
        "--days", "N",
        help: "valid for N days, of which the first one has passed, since clocks differ",
        chinese: "有效 N 天，其中第一天已过，因为时钟各有偏差")
    static let start = CommandOption(
        "--at", "TIME",
        help: "issue as of this time instead of now: \(TimeArgument.forms.english)",
        chinese: "以此时间而非现在签发：\(TimeArgument.forms.chinese)")
    static let keyType = CommandOption(
        "--key-type", "TYPE",
        help: "of a new key: p-256 (default), p-384, p-521, ed25519, rsa-2048, rsa-3072, rsa-4096, or with OpenSSL 3.5 "
            + "and newer ml-dsa-44, ml-dsa-65, ml-dsa-87",
        chinese: "新密钥的种类：p-256（默认）、p-384、p-521、ed25519、rsa-2048、rsa-3072、rsa-4096，OpenSSL 3.5 起还有 ml-dsa-44、"
            + "ml-dsa-65、ml-dsa-87")
    static let key = CommandOption(
        "--key", "FILE",
        help: "the private key: used where the file is there, made (0600) where it is not",
        chinese: "私钥：文件已有则使用，没有则生成（0600）")
    static let passphraseFile = CommandOption(
        "--passphrase-file", "FILE",
        help: "opens the key, or encrypts a new one: the file's first line; - is standard input",
        chinese: "打开密钥，或加密新密钥：该文件的第一行；- 为标准输入")
    static let issuer = CommandOption(
        "--ca", "FILE",
        help: "who issues: the authority's certificate, then those above it, PEM, DER or PKCS #12",
        chinese: "签发者：颁发机构的证书，其上级证书在后，PEM、DER 或 PKCS #12")
    static let issuerKey = CommandOption(
        "--ca-key", "FILE",
        help: "the authority's private key, where the file of --ca does not hold it",
        chinese: "颁发机构的私钥，当 --ca 的文件中没有时")
    static let issuerPassphraseFile = CommandOption(
        "--ca-passphrase-file", "FILE",
        help: "opens the authority's key: the file's first line", chinese: "打开颁发机构的密钥：该文件的第一行")
    static let request = CommandOption(
        "--csr", "FILE",
        help: "issue for this request: its key, and its names; what else it asks for is reported",
        chinese: "为此申请签发：采用其密钥与名称；它另外要求的会被报告")
    static let renew = CommandOption(
        "--renew", "FILE",
        help: "ask for this certificate's successor: the same subject and names", chinese: "申请此证书的后继：主题与名称相同")
    static let permit = CommandOption(
        "--permit", "NAME", repeatable: true,
        help: "certificates below may name this domain and those in it, or this address or network, and nothing else",
        chinese: "其下的证书只可使用此域及其子域，或此地址、网络，不得使用其他")
    static let pathLength = CommandOption(
        "--path-length", "N",
        help: "so many authorities may stand below (ca: any number; intermediate: 0)",
        chinese: "其下可有多少级颁发机构（ca：不限；intermediate：0）")
    static let ocspURL = CommandOption(
        "--ocsp-url", "URL", repeatable: true,
        help: "name this OCSP responder in the certificate", chinese: "在证书中指明此 OCSP 应答服务")
    static let revocationListURL = CommandOption(
        "--crl-url", "URL", repeatable: true,
        help: "name this revocation list in the certificate", chinese: "在证书中指明此吊销列表")
    static let issuerURL = CommandOption(
        "--issuer-url", "URL", repeatable: true,
        help: "name this place of the authority's certificate (DER)", chinese: "指明颁发机构证书（DER）的地址")
    static let mustStaple = CommandOption(
        "--must-staple",
        help: "promise in the certificate that its server staples OCSP responses (RFC 7633)",
        chinese: "在证书中承诺服务器会装订 OCSP 应答（RFC 7633）")
    static let out = CommandOption(
        "--out", letter: "o", "FILE",
        help: "write to this file; - is standard output (default, but for keys)",
        chinese: "写入此文件；- 为标准输出（默认，密钥除外）")
    static let bundle = CommandOption(
        "--p12", "FILE",
        help: "of leaf and renew: also write key and certificates as PKCS #12; password changeit",
        chinese: "用于 leaf 与 renew：另以 PKCS #12 写出密钥与证书；口令为 changeit")
    static let newKey = CommandOption(
        "--new-key",
        help: "of renew: with a new key of the same kind, in place of the one that there is",
        chinese: "用于 renew：生成同种新密钥，替换原有的")
    static let allowRefused = CommandOption(
        "--allow-refused",
        help: "issue what verifiers refuse, too: for forbidden names, by who may not sign it, over before it begins",
        chinese: "验证方会拒绝的也签发：名称被禁止、签发者无权签名、尚未开始即已结束")
    static let force = CommandOption(
        "--force",
        help: "replace the file of --out; a key file is only ever replaced by create key",
        chinese: "替换 --out 的文件；密钥文件只由 create key 替换")
}
