import HoldfastAuthority
import HoldfastPolicy
import HoldfastX509

/// The five cases of chapter 5; expired and not yet valid are two sides of one.
extension FailureChapter {
    static func failures(_ bench: Bench) throws -> [Failure] {
        let good = try bench.chain()
        let at = bench.materials.at
        let own = try Identity.selfSigned(.server(names: [LessonHost.name], at: at), key: bench.key)
        return [
            Failure(
                name: "issuer-missing", code: "issuerNotFound",
                title: Words("The issuer is not found", "找不到签发者"),
                story: Words(
                    "The server sends its own certificate and nothing else. The root is an anchor, but between the two a certificate is missing.",
                    "服务器只发送了自己的证书。根证书虽然是信任锚，但两者之间缺了一张证书。"),
                mending: Words(
                    """
                    Mended by configuring the full chain on the server (fullchain.pem). Browsers often hide the mistake: \
                    they remember intermediates or fetch them.
                    """,
                    "修复：在服务器上配置完整的证书链（fullchain.pem）。浏览器往往会掩盖这个错误，因为它们会缓存或自行下载中间证书。"),
                broken: bench.underRoot([good[0]]), mended: bench.underRoot(good)),
            Failure(
                name: "expired", code: "expired", title: Words("Expired", "已过期"),
                story: Words(
                    "The server's certificate ended two days ago; nobody renewed it.", "服务器证书两天前到期，没有人续期。"),
                mending: Words(
                    """
                    Mended by a renewal. The key may stay: pins on it go on holding. Let renewals run by themselves, \
                    and watch with holdfast check --expires-within 30d.
                    """,
                    "修复：续期。密钥可以不变，这样对公钥的固定（pin）依然有效。应当设置自动续期，并用 holdfast check --expires-within 30d 监控。"),
                broken: bench.underRoot(
                    try bench.chain {
                        $0.notBefore = at.advanced(byDays: -42)
                        $0.notAfter = at.advanced(byDays: -2)
                    }), mended: bench.underRoot(good)),
            Failure(
                name: "not-yet-valid", code: "notYetValid", title: Words("Not yet valid", "尚未生效"),
                story: Words(
                    "The certificate begins in two days. More often it is the other way round: the clock of the client is wrong.",
                    "证书两天后才生效。更常见的情况恰好相反：客户端的时钟不准。"),
                mending: Words(
                    """
                    Mended by setting the clock, or by issuing with a beginning that lies a little in the past, since \
                    clocks differ.
                    """,
                    "修复：校准时钟；或者在签发时把生效时间略微提前，因为各台机器的时钟总有偏差。"),
                broken: bench.underRoot(
                    try bench.chain {
                        $0.notBefore = at.advanced(byDays: 2)
                        $0.notAfter = at.advanced(byDays: 42)
                    }), mended: bench.underRoot(good)),
            Failure(
                name: "self-signed", code: "selfSignedNotAnchor",
                title: Words("Self-signed, and not an anchor", "自签名，且不是信任锚"),
                story: Words(
                    "The server's certificate is signed with its own key, and no anchor is that certificate.",
                    "服务器证书由自己的密钥签名，而信任锚中没有它。"),
                mending: Words(
                    "Mended by a certificate of an authority that the clients know; or, for one's own clients, by making it an anchor there, as here.",
                    "修复：换用客户端认可的 CA 签发的证书；如果客户端都是自己的，也可以像这里一样把它设为信任锚。"),
                broken: Trial(chain: [own.certificate], anchors: [], options: ""),
                mended: Trial(
                    chain: [own.certificate], anchors: [own.certificate],
                    options: "--anchors-only self-signed.pem")),
            Failure(
                name: "no-anchor", code: "noAnchor", title: Words("No anchor at the end", "证书链顶端没有信任锚"),
                story: Words(
                    """
                    The chain is whole, every signature verifies, and the server even sends the root. But nobody here \
                    decided to trust that root: a private authority, or the proxy of a company.
                    """,
                    "证书链完整，每个签名都验证通过，服务器甚至把根证书也发来了。但这里没有人决定信任这张根证书：它可能属于私有 CA，也可能来自公司的代理。"),
                mending: Words(
                    "Mended by making the root an anchor, after comparing its fingerprint with one that came another way.",
                    "修复：把根证书设为信任锚，但先要通过另一条渠道核对它的指纹。"),
                broken: Trial(chain: good + [bench.root.certificate], anchors: [], options: ""),
                mended: bench.underRoot(good + [bench.root.certificate])),
            Failure(
                name: "other-name", code: "hostMismatch", title: Words("The host name differs", "主机名不符"),
                story: Words(
                    "A good certificate of a known authority, for mail.example.test. The connection went to www.example.test.",
                    "证书有效，签发机构也受信任，但它属于 mail.example.test，而连接的是 www.example.test。"),
                mending: Words(
                    """
                    Mended by a certificate that lists every name under which the server is reached, as subject \
                    alternative names. Not by switching the comparison off: then every certificate fits every server.
                    """,
                    "修复：重新签发证书，在使用者可选名称（SAN）中列出访问该服务器所用的全部名称。切不可关闭名称核对，否则任何证书都能冒充任何服务器。"),
                broken: bench.underRoot(try bench.chain { $0.names = [LessonHost.other] }),
                mended: bench.underRoot(try bench.chain { $0.names = [LessonHost.name, LessonHost.other] })),
        ]
    }
}
