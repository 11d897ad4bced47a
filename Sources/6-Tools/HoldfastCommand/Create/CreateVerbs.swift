import HoldfastStatements
import HoldfastDiagnostics

extension Command {
    static let create = Command(
        name: "create", operands: "VERB …", operandCount: 0...0,
        summary: LocalizedText(
            "make keys, requests, certificates and what revokes them", "制作密钥、证书请求、证书以及吊销它们的列表与 OCSP 应答"),
        text: LocalizedText(
            """
            create ca without --out and --key makes the user's own authority: ca.pem and ca.key in holdfast/authority of
            XDG_DATA_HOME (~/.local/share), which may issue for test, localhost, 127.0.0.0/8 and ::1 unless --permit
            says otherwise. create leaf NAME… writes NAME.pem and NAME.key; without --ca it takes ca.pem and ca.key of
            the current folder, else that authority.

            Certificates are PEM, those above them (without the root) behind them, as a server sends them. What is
            issued is judged by the profile default before it is handed out; what it would refuse is said. Names that
            the authority's constraints forbid are an error, and nothing is made, without --allow-refused. Private keys
            belong to their owner alone (0600) and never go over an existing file; nothing does without --force. With
            --passphrase-file a new key is encrypted: PBES2, PBKDF2-HMAC-SHA256 with 600,000 iterations, AES-256-CBC.

            Of a request only the key and the names are taken. Whether it is a CA's, what its key may do and how long it
            lasts are the issuer's to say.

            holdfast create VERB --help explains a verb, with its options.
            """,
            """
            create ca 不给出 --out 和 --key 时，建立用户自己的颁发机构：ca.pem 和 ca.key，位于 XDG_DATA_HOME（~/.local/share）的 \
            holdfast/authority 中；除非 --permit 另有说明，它可以为 test、localhost、127.0.0.0/8 和 ::1 签发。create leaf NAME… 写出 \
            NAME.pem 和 NAME.key；不给出 --ca 时取当前文件夹的 ca.pem 和 ca.key，没有时取该颁发机构。

            证书为 PEM，其后是上级证书（不含根证书），与服务器发送的相同。签发的证书在交付之前按规则集 default 判定，会被拒绝的会加以说明。颁发机构的约束所禁止的名称是错误，不生成任何内容，除非给出 \
            --allow-refused。私钥只有其所有者可以访问（0600），绝不覆盖已有文件；其他文件也须有 --force 才覆盖。给出 --passphrase-file 时，新密钥会加密：PBES2、\
            PBKDF2-HMAC-SHA256（600,000 次迭代）、AES-256-CBC。

            从证书请求中只取密钥和名称。是否为颁发机构、密钥的用途和有效期由签发者决定。

            holdfast create VERB --help 说明一个动词及其选项。
            """),
        examples: [
            "holdfast create ca --name 'Development CA' --permit test --permit localhost --permit 127.0.0.0/8 "
                + "--permit ::1 --out ca.pem --key ca.key",
            "holdfast create leaf www.example.test localhost", "holdfast create renew www.example.test+1.pem",
        ],
        verbs: CreateKind.allCases.map(\.command)
    ) { _ throws(CommandError) in ExitCode.usage }
}

extension CreateKind {
    /// The command that makes things of this kind.
    fileprivate var command: Command {
        let (operands, count): (String, ClosedRange<Int>) =
            switch self {
            case .leaf: ("[NAME…]", 0...100)
            case .renew: ("FILE", 1...1)
            default: ("", 0...0)
            }
        return Command(
            name: "create \(rawValue)", operands: operands, operandCount: count, summary: summary, text: text,
            options: options + [.json], common: options.filter(common.contains) + [.json], examples: examples,
            exitCodes: [.malformedCertificate]
        ) { invocation throws(CommandError) in
            try CreateCommand(self, invocation).run()
        }
    }

    private var summary: LocalizedText {
        switch self {
        case .key: LocalizedText("make a private key (PKCS #8, PEM)", "制作私钥（PKCS #8，PEM）")
        case .csr: LocalizedText("make a request for a certificate (PKCS #10)", "制作证书请求（PKCS #10）")
        case .selfSigned: LocalizedText("make a certificate that its own key signed", "制作以自己的密钥签名的证书")
        case .ca:
            LocalizedText(
                "make a root authority; with --permit one for development, which can harm nobody else",
                "制作根颁发机构；用 --permit 则为只供开发、不会危及他人的机构")
        case .intermediate: LocalizedText("make an authority below another one", "制作另一颁发机构之下的颁发机构")
        case .leaf:
            LocalizedText(
                "make a certificate for a server, a client, a signer of OCSP responses or the key of a log",
                "为服务器、客户端、OCSP 应答签名者或日志密钥制作证书")
        case .renew: LocalizedText("make a certificate's successor in its place", "制作证书的后继并取代它")
        case .crl:
            LocalizedText(
                "make a list of what an authority takes back (PEM, or DER with --der)",
                "制作颁发机构的吊销列表（PEM，用 --der 则为 DER）")
        case .ocsp:
            LocalizedText(
                "make an OCSP response about one certificate (DER), such as servers staple",
                "制作关于一张证书的 OCSP 应答（DER），如服务器所装订的")
        }
    }

    private var text: LocalizedText {
        switch self {
        case .key:
            LocalizedText(
                "--key or --out names the file, which only its owner can read, and is no other key's.",
                """
                --key 或 --out 指明文件；只有其所有者可以读取，且不是其他密钥的文件。
                """)
        case .csr:
            LocalizedText(
                """
                The key is new, or one that is there: a renewal that keeps its key keeps the pins of it. --renew takes
                subject and names of a certificate.
                """,
                """
                密钥为新的，或已有的：续期时沿用密钥，其固定值也不变。--renew 取一张证书的主题和名称。
                """)
        case .selfSigned:
            LocalizedText(
                "Nobody else vouches for it: who trusts it has to have it as an anchor.",
                """
                没有别人为它担保：信任它的人须把它作为信任锚。
                """)
        case .ca:
            LocalizedText(
                """
                Without --out and --key it is the user's own authority, in holdfast/authority of XDG_DATA_HOME. --permit
                names what it may issue for; without it, it may issue for every name in the world.
                """,
                """
                不给出 --out 和 --key 时，它是用户自己的颁发机构，位于 XDG_DATA_HOME 的 holdfast/authority 中。--permit 指明它可以签发的名称；不给出\
                时，可以为世上任何名称签发。
                """)
        case .intermediate:
            LocalizedText(
                "Its issuer is --ca, with its key; what that does not permit it cannot permit.",
                """
                签发者为 --ca 及其密钥；签发者不允许的，它也不能允许。
                """)
        case .leaf:
            LocalizedText(
                """
                NAME… are names and addresses of a server: its files are called after the first one. Without --ca it is
                issued by ca.pem and ca.key of the current folder, else by the user's own authority. --csr issues for
                somebody else's key.
                """,
                """
                NAME… 为服务器的名称和地址：文件以第一个命名。不给出 --ca 时，由当前文件夹的 ca.pem 和 ca.key 签发，没有时由用户自己的颁发机构签发。--csr 为别人的密钥签发。
                """)
        case .renew:
            LocalizedText(
                """
                FILE is the certificate, and is replaced. By who issued it: names, usages, key and length of life stay;
                with --new-key another key of the same kind.
                """,
                """
                FILE 为证书，会被取代。由原来的签发者签发：名称、用途、密钥和有效期的长短不变；用 --new-key 则换成同一种类的另一密钥。
                """)
        case .crl:
            LocalizedText(
                """
                It holds for a week, from an hour before now, since clocks differ; --this-update and --next-update say
                otherwise. Its number is the time of its making in seconds, so that each is higher than those before;
                --number says otherwise.
                """,
                """
                有效期一周，从现在之前一小时算起，因为时钟有差异；--this-update 和 --next-update 另行指定。编号为制作时刻的秒数，因此总大于以前的；--number 另行指定。
                """)
        case .ocsp:
            LocalizedText(
                """
                It holds for a week, from an hour before now, since clocks differ; --this-update and --next-update say
                otherwise.
                """,
                """
                有效期一周，从现在之前一小时算起，因为时钟有差异；--this-update 和 --next-update 另行指定。
                """)
        }
    }

    private var examples: [String] {
        switch self {
        case .key: ["holdfast create key --key-type ed25519 --out update.key"]
        case .csr: ["holdfast create csr --renew server.pem --key server.key --out server.csr"]
        case .selfSigned: ["holdfast create self-signed --name a.test --out a.pem --key a.key"]
        case .ca:
            [
                "holdfast create ca", "holdfast create ca --name 'Test CA' --permit test --out ca.pem --key ca.key",
            ]
        case .intermediate:
            [
                "holdfast create intermediate --name 'Test CA 2' --ca ca.pem --ca-key ca.key --out ca2.pem "
                    + "--key ca2.key"
            ]
        case .leaf:
            [
                "holdfast create leaf www.example.test localhost",
                "holdfast create leaf --san example.test --san 127.0.0.1 --ca ca.pem --ca-key ca.key "
                    + "--out server.pem --key server.key",
                "holdfast create leaf --csr server.csr --ca ca.pem --ca-key ca.key --days 90 --out server.pem --force",
            ]
        case .renew: ["holdfast create renew www.example.test+1.pem"]
        case .crl:
            [
                "holdfast create crl --revoked-cert server.pem --reason keyCompromise --ca ca.pem --ca-key ca.key "
                    + "--out ca.crl"
            ]
        case .ocsp: ["holdfast create ocsp --cert server.pem --ca ca.pem --ca-key ca.key --out server.ocsp"]
        }
    }
}
