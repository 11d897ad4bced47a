import HoldfastDiagnostics
import HoldfastFiles
import HoldfastStatements
import HoldfastTrustStores

extension CommandOption {
    static let onlyStores = CommandOption(
        "--only", "KIND[,KIND]",
        help: "the stores that are meant, of system, nss (Chromium, Firefox) and java",
        chinese: "所指的存储：system、nss（Chromium、Firefox）与 java")
    static let storeRoot = CommandOption(
        "--root", "DIR",
        help: "the tree whose system and Java stores are meant, as for chroot; browsers' are those of HOME",
        chinese: "所指系统与 Java 存储所在的目录树，如 chroot；浏览器的存储在 HOME 中")
    static let yes = CommandOption("--yes", letter: "y", help: "do it without being asked", chinese: "不经询问直接执行")
    static let printEnvironment = CommandOption(
        "--print-env",
        help: "print lines for a shell alone, by which programs with lists of their own trust it too",
        chinese: "只输出供 shell 使用的各行，使自带列表的程序也信任它")
    static let configurationProfile = CommandOption(
        "--mobileconfig", "FILE",
        help: "write a configuration profile for iPhones, iPads and Macs", chinese: "写出 iPhone、iPad 与 Mac 的配置描述文件")
    static let certificateForPhones = CommandOption(
        "--cer", "FILE",
        help: "write the certificate in DER, as Android and Windows take it",
        chinese: "以 DER 写出证书，供 Android 与 Windows 使用")
    static let replaceExport = CommandOption("--force", help: "replace files that are there", chinese: "替换已有的文件")
}

extension Command {
    static let trustStore = Command(
        name: "trust-store", operands: "VERB CA.pem", operandCount: 0...0,
        summary: LocalizedText(
            "have this machine's programs trust an authority of one's own, or no more", "让本机的程序信任自己的颁发机构，或不再信任"),
        text: LocalizedText(
            """
            CA.pem is the root's certificate, as holdfast create ca makes one; a file with its private key is refused.
            Each store knows it by a name of its own, holdfast- and the beginning of the certificate's SHA-256, and by
            the whole certificate: another thing of that name is left alone.

            holdfast trust-store VERB --help explains a verb.
            """,
            """
            CA.pem 为根证书，如 holdfast create ca 所生成的；含有其私钥的文件会被拒绝。每个信任库以自己的名称记录它，即 holdfast- 加证书 SHA-256 的开头，并核对整张证\
            书：同名的其他内容不予改动。

            holdfast trust-store VERB --help 说明一个动词。
            """),
        examples: [
            "holdfast trust-store install ca.pem", "holdfast trust-store status ca.pem",
            "holdfast trust-store uninstall ca.pem",
        ],
        verbs: [.trustStoreInstall, .trustStoreUninstall, .trustStoreStatus, .trustStoreExport]
    ) { _ throws(CommandError) in ExitCode.usage }

    private static let places = LocalizedText(
        """
        The stores are Debian's and Ubuntu's (/usr/local/share/ca-certificates, update-ca-certificates) or Fedora's
        (/etc/pki/ca-trust/source/anchors, update-ca-trust); the databases of Chromium and of Firefox's profiles in HOME
        (certutil); Java's cacerts of JAVA_HOME, or of all runtimes below /usr/lib/jvm and that of the keytool on the
        path.
        """,
        """
        信任库有：Debian 和 Ubuntu 的（/usr/local/share/ca-certificates，update-ca-certificates）或 Fedora 的（\
        /etc/pki/ca-trust/source/anchors，update-ca-trust）；HOME 中 Chromium 的和各 Firefox 配置的数据库（certutil）；\
        JAVA_HOME 的 Java cacerts，或 /usr/lib/jvm 下所有运行时的，以及路径中 keytool 的。
        """)

    static let trustStoreInstall = Command(
        name: "trust-store install", operands: "CA.pem", operandCount: 1...1,
        summary: LocalizedText("put an authority into the stores of this machine and user", "把颁发机构加入本机与此用户的信任库"),
        text: LocalizedText(
            """
            Shows each file and each command, and asks. Without a terminal it does nothing, unless --yes says so.

            \(places.english)

            The system's store and Java's are root's, browsers' their user's: sudo holdfast trust-store install --only
            system,java CA.pem, and without sudo --only nss. An authority that is over, or is none, is refused, and
            one whose file rejects it for servers; one that may issue for every name in the world is said to be so, and
            which programs that read a store take no notice of it. Browsers' and Java's programs take it first into a
            store that is gone again: where one does not, nothing is done.

            0: trusted wherever there is a store; 1: somewhere it could not be done; 2: not asked for with --yes, and
            nobody there to ask, or the answer was no; 21: it has expired.
            """,
            """
            显示每个文件和每条命令，然后询问。没有终端时什么也不做，除非给出 --yes。

            \(places.chinese)

            系统和 Java 的信任库归 root，浏览器的归各自的用户：sudo holdfast trust-store install --only system,java CA.pem；不用 sudo 时 \
            --only nss。已到期或根本不是颁发机构的证书会被拒绝，其文件声明不用于服务器的也一样；可以为世上任何名称签发的会加以说明，并指出读取信任库的哪些程序不理会限制。浏览器和 Java 的程序先把它\
            放入一个随后删除的信任库：有一个不接受时，什么也不做。

            0：凡有信任库之处均已信任；1：某处无法完成；2：没有给出 --yes 且无人可问，或回答为否；21：已过期。
            """),
        options: [.onlyStores, .storeRoot, .yes, .language, .json],
        examples: [
            "holdfast trust-store install ca.pem", "sudo holdfast trust-store install --only system,java ca.pem",
            "holdfast trust-store install --only nss --yes ca.pem",
        ],
        exitCodes: [.expired, .malformedCertificate]
    ) { invocation throws(CommandError) in
        try TrustStoreChange(.install, invocation).run()
    }

    static let trustStoreUninstall = Command(
        name: "trust-store uninstall", operands: "CA.pem", operandCount: 1...1,
        summary: LocalizedText("take out of the stores what install put there", "从信任库中取出 install 所加入的"),
        text: LocalizedText(
            """
            Shows each file and each command, and asks. What somebody else put there stays, the same certificate too.

            \(places.english)
            """,
            """
            显示每个文件和每条命令，然后询问。别人放入的内容保留，即使是同一张证书。

            \(places.chinese)
            """),
        options: [.onlyStores, .storeRoot, .yes, .language, .json],
        examples: ["holdfast trust-store uninstall ca.pem", "holdfast trust-store uninstall --only nss --yes ca.pem"],
        exitCodes: [.malformedCertificate]
    ) { invocation throws(CommandError) in
        try TrustStoreChange(.uninstall, invocation).run()
    }

    static let trustStoreStatus = Command(
        name: "trust-store status", operands: "CA.pem", operandCount: 1...1,
        summary: LocalizedText(
            "tell which stores trust an authority, and how other programs come to", "说明哪些存储信任某颁发机构，以及其他程序如何信任它"),
        text: LocalizedText(
            """
            Nothing is changed, and nobody needs to be root. Below the stores stand the variables and options for
            programs with lists of their own: Node, Python, curl, Go, git. Where the system's store has the authority,
            they name the system's whole list; where not, the authority alone, and nobody else is trusted by them.

            0: trusted wherever there is a store; 33: somewhere it isn't.
            """,
            """
            不作任何更改，也不需要 root。信任库之后列出自带列表的程序所用的变量和选项：Node、Python、curl、Go、git。系统信任库中有该机构时，指向系统的整个列表；没有时只指向该机构，这些程序\
            便不再信任其他机构。

            0：凡有信任库之处均已信任；33：某处没有。
            """),
        options: [.onlyStores, .storeRoot, .printEnvironment, .language, .json],
        examples: [
            "holdfast trust-store status ca.pem", "eval \"$(holdfast trust-store status --print-env ca.pem)\"",
        ],
        exitCodes: [.malformedCertificate, .findings]
    ) { invocation throws(CommandError) in
        try TrustStoreStatus(invocation).run()
    }

    static let trustStoreExport = Command(
        name: "trust-store export", operands: "CA.pem", operandCount: 1...1,
        summary: LocalizedText("write an authority's certificate as phones take it", "按手机接受的格式写出颁发机构的证书"),
        text: LocalizedText(
            """
            A configuration profile is installed in the settings of an iPhone, an iPad or a Mac; iOS then wants the
            trust switched on too (General, About, Certificate Trust Settings). It is the same for the same certificate,
            and so takes the place of the one before. It is not signed.
            """,
            """
            描述文件在 iPhone、iPad 或 Mac 的设置中安装；iOS 还要求打开信任（通用、关于本机、证书信任设置）。同一证书的描述文件相同，因此会取代之前的。它没有签名。
            """),
        options: [.configurationProfile, .certificateForPhones, .replaceExport, .language, .json],
        examples: [
            "holdfast trust-store export ca.pem --mobileconfig ca.mobileconfig",
            "holdfast trust-store export ca.pem --cer ca.cer",
        ],
        exitCodes: [.malformedCertificate]
    ) { invocation throws(CommandError) in
        try TrustStoreExport(invocation).run()
    }
}

/// The stores and the authority that a command line names.
struct TrustStoreInput {
    let authority: StoreAuthority
    /// The file of the certificate, as it was named.
    let file: String
    let stores: TrustStores
    let places: [any TrustPlace]
    /// Whether the file is PEM, which variables of other programs want.
    let isPEM: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        (file, authority, isPEM) = try Self.authority(invocation)
        let kinds = try Self.kinds(invocation.value(.onlyStores))
        let root = invocation.value(.storeRoot) ?? "/"
        guard !root.isEmpty, (try? FileStatus(of: root))?.kind == .folder else {
            throw .usage(TrustStoreSentence.noRoot(root: root), hint: TrustStoreAdvice.topOfTree)
        }
        stores = TrustStores(root: WholePath.of(root) ?? root)
        places = stores.places(of: kinds)
        guard !places.isEmpty else {
            throw CommandError(
                .internalError, code: .noStore,
                TrustStoreSentence.noStore(kinds: kinds.map(\.rawValue).sorted().joined(separator: ", ")),
                hint: kinds == [.nss] ? TrustStoreAdvice.startBrowser : .lookAtRoot
            )
        }
    }

    /// The authority of the file that is named.
    static func authority(
        _ invocation: Invocation
    ) throws(CommandError) -> (file: String, authority: StoreAuthority, isPEM: Bool) {
        let file = invocation.operands[0]
        let bytes = try InputFile.bytes(of: file)
        do throws(StoreAuthorityError) {
            return (file, try StoreAuthority(file: bytes), bytes.first != 0x30)
        } catch {
            throw CommandError(error, file)
        }
    }

    private static func kinds(_ text: String?) throws(CommandError) -> Set<TrustStoreKind> {
        guard let text else { return Set(TrustStoreKind.allCases) }
        var kinds: Set<TrustStoreKind> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = TrustStoreKind(rawValue: String(word)) else {
                throw .usage(
                    TrustStoreSentence.noKind(word: String(word)),
                    hint: TrustStoreAdvice.kinds(names: TrustStoreKind.allCases.map(\.rawValue).joined(separator: ", "))
                )
            }
            kinds.insert(kind)
        }
        return kinds
    }
}

extension CommandError {
    /// An error for a certificate that is put into no store.
    init(_ error: StoreAuthorityError, _ file: String) {
        let (exitCode, code): (ExitCode, CommandCode) =
            switch error {
            case .expired: (.expired, .expired)
            case .unreadable, .malformed: (.malformedCertificate, .malformedCertificate)
            case .foreign: (.usage, .foreignForm)
            case .holdsPrivateKey: (.usage, .holdsPrivateKey)
            default: (.usage, .notAnAuthority)
            }
        self.init(
            exitCode, .command(code), UsageSentence.fileFault(file: file, reason: error.statement).statement,
            advice: error.adviceStatement)
    }
}
