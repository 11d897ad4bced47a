import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTLS
import HoldfastTracing
import HoldfastStatements

/// The later steps of chapter 7: what each version fell by, and what is spoken today.
extension RecordChapter {
    private static let wanted = AttackedRequest.cookie.utf8.first ?? 0

    private static func opening(_ found: UInt8?) -> LessonOutcome { .opening(found.map { [$0] }, of: [wanted]) }

    static func padding(_ materials: LessonMaterials) throws -> LessonStep {
        let records = SSL3Records(key: try materials.random(32), checkSumKey: try materials.random(32))
        let attack = try PaddingAttack(on: records, random: materials.random)
        return LessonStep(
            LocalizedText("SSL 3.0: padding that nobody checks (POODLE)", "SSL 3.0：无人检查的填充（POODLE）"),
            [
                LocalizedText(
                    """
                    SSL 3.0 (1996) seals a record so: content, check sum, then padding up to a whole block. The check \
                    sum does not cover the padding, and only its last byte is looked at. The attacker has no key. He \
                    puts another block of the same record in the padding's place, and watches whether the server \
                    takes it.
                    """,
                    "SSL 3.0（1996 年）这样封装记录：内容、校验值，再用填充补足整块。校验值不覆盖填充，填充也只看最后一个字节。攻击者没有密钥，他把同一记录中的另一个密文块搬到填充的位置，"
                        + "观察服务器是否接受。"
                ),
                LocalizedText(
                    """
                    Once in about 256 tries the last byte is right by chance: then the server takes the record, and a \
                    byte of the cookie is known; a script of his lets the browser send as many as he needs. RFC 7568 \
                    forbade SSL 3.0 in 2015.
                    """,
                    "大约每 256 次尝试，最后一个字节会碰巧正确一次：服务器接受了记录，Cookie 的一个字节便水落石出；他的脚本可以让浏览器要发多少请求就发多少。2015 年 RFC 7568 禁用了 SSL "
                        + "3.0。"),
            ],
            asking: LessonQuestion(
                "Does he come to a digit of the cookie without any key?", "没有密钥，他能得到 Cookie 的一个数字吗？"),
            exhibits: [
                .rows(
                    "The attack", "攻击结果",
                    [
                        LessonRow("records that he has sent", "发送的记录数", text: "\(attack.tries)"),
                        LessonRow(
                            "digit that he has found", "得到的数字",
                            text: attack.found.map { String(decoding: [$0], as: UTF8.self) } ?? ""),
                        LessonRow("the cookie", "真正的 Cookie", text: AttackedRequest.cookie),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The first digit of the cookie, without a key", "不用密钥取得 Cookie 的第一个数字", taught: .opened,
                    seen: opening(attack.found))
            ])
    }

    static func vector(_ materials: LessonMaterials) throws -> LessonStep {
        let cipher = ChainedCipher(key: try materials.random(32))
        let block = ChainedCipher.blockCount
        let first = try materials.random(block)
        let chained = try VectorAttack(on: cipher, first: first) { last throws(CryptoError) in last }
        let renewed = try VectorAttack(on: cipher, first: first) { last throws(CryptoError) in
            // Drawn when the guess is already made: he cannot undo what he does not know.
            ChainedCipher.mixed(try materials.random(block), Array(Digest.sha256(last).prefix(block)))
        }
        return LessonStep(
            LocalizedText("TLS 1.0: a vector that is known beforehand (BEAST)", "TLS 1.0：事先可知的初始向量（BEAST）"),
            [
                LocalizedText(
                    """
                    TLS 1.0 (1999) says what each byte of the padding has to be. But each record is chained to the \
                    last block of the one before, which has gone over the wire already. The attacker lets the browser \
                    send a block of his: one of sixteen guesses of a digit, mixed so that the right one gives the very \
                    bytes that he has seen.
                    """,
                    "TLS 1.0（1999 年）规定了填充的每个字节。但每条记录都链接到上一条记录的最后一块，而那一块早已在线路上公开。攻击者让浏览器发送他构造的块：对一个数字猜十六次，预先异或好，"
                        + "猜中时得到的正是他见过的密文。"
                ),
                LocalizedText(
                    """
                    TLS 1.1 (2006) sends a new random vector with each record (RFC 4346 §6.2.3.2). Both still sign \
                    with MD5 and SHA-1; RFC 8996 forbade them in 2021.
                    """,
                    "TLS 1.1（2006 年）为每条记录附上新的随机向量（RFC 4346 §6.2.3.2）。但两者签名仍用 MD5 和 SHA-1，2021 年被 RFC 8996 一并禁用。"),
            ],
            asking: LessonQuestion(
                "In TLS 1.1 the vector is new and random. Does the same attack still work?",
                "TLS 1.1 改用新的随机向量，同样的攻击还奏效吗？",
                about: 1),
            exhibits: [
                .rows(
                    "The digit that he finds", "他得到的数字",
                    [
                        LessonRow(
                            "TLS 1.0", "TLS 1.0",
                            text: chained.found.map { String(decoding: [$0], as: UTF8.self) } ?? "-"),
                        LessonRow(
                            "TLS 1.1", "TLS 1.1",
                            text: renewed.found.map { String(decoding: [$0], as: UTF8.self) } ?? "-"),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The digit, with the chained vector of TLS 1.0", "TLS 1.0 的链式向量下取得数字", taught: .opened,
                    seen: opening(chained.found)),
                LessonCheck(
                    "The digit, with a random vector for each record", "每条记录使用随机向量时取得数字", taught: .notOpened,
                    seen: opening(renewed.found)),
            ])
    }

    static func compression() -> LessonStep {
        let attack = LengthAttack()
        let right = "GET /?session=\(AttackedRequest.cookie) Cookie: session=\(AttackedRequest.cookie)"
        let wrong = "GET /?session=9b0e Cookie: session=\(AttackedRequest.cookie)"
        return LessonStep(
            LocalizedText("Compression: the length gives it away (CRIME)", "压缩：长度泄露内容（CRIME）"),
            [
                LocalizedText(
                    """
                    Until TLS 1.2 the record layer could compress before it encrypted. Compressing replaces what stood \
                    there before by a reference. The attacker writes a guess of the cookie into the URL, and sees \
                    nothing but the length of the encrypted request.
                    """,
                    "在 TLS 1.2 及以前，记录层可以先压缩再加密。压缩就是把前面出现过的内容换成一个引用。攻击者把对 Cookie 的猜测写进 URL，而他能看到的只有密文的长度。"),
                LocalizedText(
                    """
                    The right guess stands there twice and is shorter. Digit by digit he has all of it. Since 2012 \
                    clients offer no compression, and TLS 1.3 has none (RFC 8446 §4.1.2: one byte, zero). To compress \
                    a page that holds both a secret and a stranger's words is still a mistake today.
                    """,
                    "猜对的内容出现了两次，压缩后更短，于是一位一位地全部得到。2012 年以后客户端不再提供压缩，TLS 1.3 则干脆没有（RFC 8446 §4.1.2：仅一个字节，值为零）。时至今日，"
                        + "把机密与外来内容放在同一页面里一起压缩，仍然是错误的做法。"),
            ],
            asking: LessonQuestion(
                "Does he come to the whole cookie by lengths alone?", "仅凭长度，他能得到整个 Cookie 吗？"),
            exhibits: [
                .rows(
                    "Length of the compressed request, in bits", "压缩后请求的长度（比特）",
                    [
                        LessonRow(
                            "guess \(AttackedRequest.cookie.prefix(1)), which is right",
                            "猜测 \(AttackedRequest.cookie.prefix(1))（猜对）", text: "\(attack.firstLengths.min() ?? 0)"),
                        LessonRow(
                            "each of the fifteen others", "其余十五种猜测", text: "\(attack.firstLengths.max() ?? 0)"),
                    ])
            ],
            commands: [
                LessonCommandLine(
                    "test $(printf '\(right)' | gzip -c | wc -c) -lt $(printf '\(wrong)' | gzip -c | wc -c)")
            ],
            checks: [
                LessonCheck(
                    "The whole cookie, from lengths alone", "仅凭长度取得整个 Cookie", taught: .opened,
                    seen: .opening(Array(attack.found.utf8), of: Array(AttackedRequest.cookie.utf8)))
            ])
    }

    static func versions(
        _ network: LessonNetwork, _ identity: Identity, _ stopped: HandshakeTrace
    ) async throws -> LessonStep {
        let old = try network.server(
            identity,
            change: { configuration in
                configuration.minimumVersion = .tls10
                configuration.maximumVersion = .tls10
                configuration.securityLevel = 0
            })
        defer { old.stop() }
        let refused = try await network.trace(old)
        let asked = try await network.trace(old) { configuration in
            configuration.dangerousLegacyProtocols = true
            configuration.minimumVersion = .tls10
        }
        var alert = ""
        if case .refusedByServer(let description, _) = refused.outcome { alert = description.name }
        let history = [
            ("SSL 3.0: padding that nobody checks", "SSL 3.0：无人检查的填充", "RFC 6101 (1996), RFC 7568 (2015)"),
            ("TLS 1.0: vectors known beforehand", "TLS 1.0：事先可知的初始向量", "RFC 2246 (1999), RFC 8996 (2021)"),
            ("TLS 1.1: signs with MD5 and SHA-1", "TLS 1.1：签名使用 MD5 和 SHA-1", "RFC 4346 (2006), RFC 8996 (2021)"),
            (
                "TLS 1.2: good where it is kept to AEAD and ECDHE", "TLS 1.2：限定使用 AEAD 和 ECDHE 时仍然可靠",
                "RFC 5246 (2008), RFC 9325"
            ),
            ("TLS 1.3: only what has held", "TLS 1.3：只留下经得起考验的", "RFC 8446 (2018)"),
        ]
        return LessonStep(
            LocalizedText("What is spoken today", "如今使用的版本"),
            [
                LocalizedText(
                    """
                    A client of today offers TLS 1.2 and 1.3 and meets two servers: one that speaks nothing newer than \
                    1.0, and one that speaks 1.3, while somebody has held the client to 1.2.
                    """,
                    "如今的客户端提供 TLS 1.2 和 1.3，分别遇到两台服务器：一台最高只支持 1.0；另一台支持 1.3，但客户端被人限制在 1.2。"),
                LocalizedText(
                    """
                    The first ends with an alert, before there was any certificate. The second server writes a sign \
                    into the last eight bytes of its random (RFC 8446 §4.1.3): a client that can do 1.3 and sees it \
                    knows that somebody has made its offer smaller. Chapter 3 showed what else 1.2 still allows.
                    """,
                    "第一台在出示证书之前就以警报告终。第二台会在随机数的最后八个字节写入标记（RFC 8446 §4.1.3）：支持 1.3 的客户端看到它，就知道有人压低了自己的版本。1.2 还容许哪些做法，"
                        + "第 3 "
                        + "章已经演示过。"),
            ],
            asking: LessonQuestion(
                "What does the client get from the server that speaks TLS 1.0 alone?", "面对只支持 TLS 1.0 的服务器，客户端得到什么？",
                against: [.named("certificate"), .named("close_notify")]),
            exhibits: [
                .rows(
                    "The versions, by what they fell or stand by", "各版本及其成败之处",
                    history.map { LessonRow($0.0, $0.1, text: $0.2) }),
                .rows(
                    "In the two connections", "两次连接",
                    [
                        LessonRow("alert of the old server", "旧服务器的警报", text: alert),
                        LessonRow(
                            "version that it speaks when asked for", "主动要求时它使用的版本",
                            text: asked.negotiated.version?.name ?? "-"),
                        LessonRow(
                            "the random of the newer server", "新服务器的随机数",
                            record(stopped, holding: .serverHello)?.messages.compactMap { message -> [UInt8]? in
                                if case .serverHello(let hello) = message.content { hello.random } else { nil }
                            }.first ?? []),
                    ]),
            ],
            checks: [
                LessonCheck(
                    "From the server that speaks TLS 1.0 alone", "只支持 TLS 1.0 的服务器", taught: .named("protocol_version"),
                    seen: .named(alert)),
                LessonCheck(
                    "Certificates that it had shown by then", "此前出示的证书数", taught: .count(0),
                    seen: .count(refused.negotiated.certificates.count)),
                LessonCheck(
                    "The sign of a newer version, in the random of the other server", "另一台服务器的随机数中是否有新版本标记",
                    taught: .yes, seen: .answer(stopped.negotiated.downgradeSentinel == .tls12)),
            ])
    }
}
