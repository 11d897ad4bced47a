import HoldfastAuthority
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastStatements
import HoldfastWords
import HoldfastX509

/// Chapter 5: the five causes for which a server's certificate is refused, each provoked and mended.
enum FailureChapter: LessonPart {
    static let title = LocalizedText("Five failures, and what mends them", "五种失败与修复方法")
    static let lead = LocalizedText(
        """
        Nearly every refused server is one of five cases. Each is made here with a real chain and judged; the finding \
        says which certificate, what was seen, what was expected, and what to do. Then that is done.
        """,
        "被拒绝的服务器，原因几乎都在这五种之内。下面用真实的证书链逐一触发并判定：检查结果会指出是哪一张证书、实际如何、要求如何、该怎么办。然后照着修好。")

    static func content(_ materials: LessonMaterials) throws -> LessonContent {
        let bench = try Bench(materials)
        var content = LessonContent(files: [.certificates("root.pem", [bench.root.certificate])])
        for failure in try failures(bench) {
            let refused = try materials.verdict(
                failure.broken.chain, host: LessonHost.name, anchors: failure.broken.anchors,
                target: "\(failure.name).pem")
            let mended = try materials.verdict(
                failure.mended.chain, host: LessonHost.name, anchors: failure.mended.anchors,
                target: "\(failure.name)-mended.pem")
            content.steps.append(step(failure, refused, mended))
            content.files.append(.certificates("\(failure.name).pem", failure.broken.chain))
            content.files.append(.certificates("\(failure.name)-mended.pem", failure.mended.chain))
        }
        return content
    }

    /// A chain with the anchors that it is judged by, and how the command line names them.
    struct Trial {
        let chain: [[UInt8]]
        let anchors: [[UInt8]]
        let options: String
    }

    /// A cause of refusal: a chain that has it, and the same chain mended.
    struct Case {
        let name: String
        let code: String
        let title: LocalizedText
        let story: LocalizedText
        let mending: LocalizedText
        let question: LessonQuestion
        let broken: Trial
        let mended: Trial
    }

    /// The keys that the cases share.
    struct Bench {
        let materials: LessonMaterials
        let root: CertificateAuthority
        let intermediate: CertificateAuthority
        let key: PrivateKey

        init(_ materials: LessonMaterials) throws {
            self.materials = materials
            root = try .root(name: "Lesson Root", at: materials.at, key: materials.key(.p256))
            intermediate = try root.intermediate(
                name: "Lesson Intermediate", at: materials.at, key: materials.key(.p256))
            key = try materials.key(.p256)
        }

        /// The server's chain, with one thing changed; always with the same key, as a renewal may keep it.
        func chain(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> [[UInt8]] {
            var template = CertificateTemplate.server(names: [LessonHost.name], at: materials.at)
            change(&template)
            return try intermediate.issue(template, key: key).chain
        }

        func underRoot(_ chain: [[UInt8]]) -> Trial {
            Trial(chain: chain, anchors: [root.certificate], options: "--anchors-only root.pem")
        }
    }

    private static func step(_ failure: Case, _ refused: VerdictReport, _ mended: VerdictReport) -> LessonStep {
        let words = FindingCode.named(failure.code).flatMap(FindingWords.of(_:))
        func line(_ name: String, _ trial: Trial, _ report: VerdictReport) -> LessonCommandLine {
            let parts = ["holdfast evaluate \(name).pem --host \(LessonHost.name)", trial.options]
            return LessonCommandLine(
                parts.filter { !$0.isEmpty }.joined(separator: " "), exitCode: report.exitCode)
        }
        return LessonStep(
            failure.title, [failure.story] + (words.map { [$0.meaning] } ?? []) + [failure.mending],
            asking: failure.question,
            exhibits: [.verdict(refused), .verdict(mended)],
            commands: [
                line(failure.name, failure.broken, refused), line(failure.name + "-mended", failure.mended, mended),
            ],
            checks: [
                LessonCheck("The server as it is", "原来的服务器", taught: .refused([failure.code]), seen: .verdict(refused)),
                LessonCheck("After the change", "修复之后", taught: .trusted, seen: .verdict(mended)),
            ])
    }
}

/// The five cases of chapter 5; expired and not yet valid are two sides of one.
extension FailureChapter {
    static func failures(_ bench: Bench) throws -> [Case] {
        let good = try bench.chain()
        let at = bench.materials.at
        let own = try Identity.selfSigned(.server(names: [LessonHost.name], at: at), key: bench.key)
        return [
            Case(
                name: "issuer-missing", code: "issuerNotFound",
                title: LocalizedText("The issuer is not found", "找不到签发者"),
                story: LocalizedText(
                    "The server sends its own certificate and nothing else. The root is an anchor, but between the "
                        + "two a certificate is missing.",
                    "服务器只发送了自己的证书。根证书虽然是信任锚，但两者之间缺了一张证书。"),
                mending: LocalizedText(
                    """
                    Mended by configuring the full chain on the server (fullchain.pem). Browsers often hide the \
                    mistake: \
                    they remember intermediates or fetch them.
                    """,
                    "修复：在服务器上配置完整的证书链（fullchain.pem）。浏览器往往会掩盖这个错误，因为它们会缓存或自行下载中间证书。"),
                question: LessonQuestion(
                    "The root is an anchor, and has signed the certificate that is missing. What is said of the "
                        + "server?",
                    "根证书是信任锚，也签发过缺失的那张证书。服务器会如何判定？"),
                broken: bench.underRoot([good[0]]), mended: bench.underRoot(good)),
            Case(
                name: "expired", code: "expired", title: LocalizedText("Expired", "已过期"),
                story: LocalizedText(
                    "The server's certificate ended two days ago; nobody renewed it.", "服务器证书两天前到期，没有人续期。"),
                mending: LocalizedText(
                    """
                    Mended by a renewal. The key may stay: pins on it go on holding. Let renewals run by themselves, \
                    and watch with holdfast check --expires-within 30d.
                    """,
                    "修复：续期。密钥可以不变，这样对公钥的固定（pin）依然有效。应当设置自动续期，并用 holdfast check --expires-within 30d 监控。"),
                question: LessonQuestion(
                    "Two days over, and everything else in order. What is said of the server?",
                    "只过期两天，其余一切正常。服务器会如何判定？"),
                broken: bench.underRoot(
                    try bench.chain {
                        $0.notBefore = at.advanced(byDays: -42)
                        $0.notAfter = at.advanced(byDays: -2)
                    }), mended: bench.underRoot(good)),
            Case(
                name: "not-yet-valid", code: "notYetValid", title: LocalizedText("Not yet valid", "尚未生效"),
                story: LocalizedText(
                    "The certificate begins in two days. More often it is the other way round: the clock of the "
                        + "client is wrong.",
                    "证书两天后才生效。更常见的情况恰好相反：客户端的时钟不准。"),
                mending: LocalizedText(
                    """
                    Mended by setting the clock, or by issuing with a beginning that lies a little in the past, since \
                    clocks differ.
                    """,
                    "修复：校准时钟；或者在签发时把生效时间略微提前，因为各台机器的时钟总有偏差。"),
                question: LessonQuestion(
                    "It will be good from the day after tomorrow. What is said of it today?",
                    "后天起它就有效了。今天会如何判定？"),
                broken: bench.underRoot(
                    try bench.chain {
                        $0.notBefore = at.advanced(byDays: 2)
                        $0.notAfter = at.advanced(byDays: 42)
                    }), mended: bench.underRoot(good)),
            Case(
                name: "self-signed", code: "selfSignedNotAnchor",
                title: LocalizedText("Self-signed, and not an anchor", "自签名，且不是信任锚"),
                story: LocalizedText(
                    "The server's certificate is signed with its own key, and no anchor is that certificate.",
                    "服务器证书由自己的密钥签名，而信任锚中没有它。"),
                mending: LocalizedText(
                    "Mended by a certificate of an authority that the clients know; or, for one's own clients, by "
                        + "making it an anchor there, as here.",
                    "修复：换用客户端认可的 CA 签发的证书；如果客户端都是自己的，也可以像这里一样把它设为信任锚。"),
                question: LessonQuestion(
                    "The certificate is then made an anchor. What is said of the server after that?",
                    "随后把这张证书设为信任锚，服务器会如何判定？", about: 1),
                broken: Trial(chain: [own.certificate], anchors: [], options: ""),
                mended: Trial(
                    chain: [own.certificate], anchors: [own.certificate],
                    options: "--anchors-only self-signed.pem")),
            Case(
                name: "no-anchor", code: "noAnchor", title: LocalizedText("No anchor at the end", "证书链顶端没有信任锚"),
                story: LocalizedText(
                    """
                    The chain is whole, every signature verifies, and the server even sends the root. But nobody here \
                    decided to trust that root: a private authority, or the proxy of a company.
                    """,
                    "证书链完整，每个签名都验证通过，服务器甚至把根证书也发来了。但这里没有人决定信任这张根证书：它可能属于私有 CA，也可能来自公司的代理。"),
                mending: LocalizedText(
                    "Mended by making the root an anchor, after comparing its fingerprint with one that came another "
                        + "way.",
                    "修复：把根证书设为信任锚，但先要通过另一条渠道核对它的指纹。"),
                question: LessonQuestion(
                    "Every signature verifies, up to the root that was sent along. What is said of the server?",
                    "一直到随附的根证书，每个签名都验证通过。服务器会如何判定？"),
                broken: Trial(chain: good + [bench.root.certificate], anchors: [], options: ""),
                mended: bench.underRoot(good + [bench.root.certificate])),
            Case(
                name: "other-name", code: "hostMismatch", title: LocalizedText("The host name differs", "主机名不符"),
                story: LocalizedText(
                    "A good certificate of a known authority, for mail.example.test. The connection went to "
                        + "www.example.test.",
                    "证书有效，颁发机构也受信任，但它属于 mail.example.test，而连接的是 www.example.test。"),
                mending: LocalizedText(
                    """
                    Mended by a certificate that lists every name under which the server is reached, as subject \
                    alternative names. Not by switching the comparison off: then every certificate fits every server.
                    """,
                    "修复：重新签发证书，在使用者可选名称（SAN）中列出访问该服务器所用的全部名称。切不可关闭名称核对，否则任何证书都能冒充任何服务器。"),
                question: LessonQuestion(
                    "Issued by a trusted authority and valid today. What is said of it for www.example.test?",
                    "由受信任的机构签发，今天也有效。用于 www.example.test 会如何判定？"),
                broken: bench.underRoot(try bench.chain { $0.names = [LessonHost.other] }),
                mended: bench.underRoot(try bench.chain { $0.names = [LessonHost.name, LessonHost.other] })),
        ]
    }
}
