import HoldfastDiagnostics
import HoldfastResolving
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension Command {
    static let inspect = Command(
        name: "inspect", operands: "FILE…|FOLDER|SERVER", operandCount: 1...256,
        summary: LocalizedText("show what certificates, requests, lists and keys say", "显示证书、证书请求、吊销列表与密钥的内容"),
        meaning: LocalizedText(
            "FILE holds anything of the kind, PEM or DER; SERVER is what check takes; - is standard input.",
            "FILE 可含任何此类对象，PEM 或 DER；SERVER 与 check 相同；- 为标准输入。"),
        text: LocalizedText(
            """
            Shows everything that files hold, PEM or DER, or that a server sends: certificates, requests, revocation
            lists, OCSP requests and responses, private and public keys, PKCS #12, secrets of Kubernetes as kubectl get
            secret -o json or yaml prints them; and what belongs together: which certificate issued which, whether a
            chain is in order, which certificate a private key is of. Of a private key nothing is shown but its kind
            and its public half. - is standard input. A file may have up to 128 MiB.

            Of a folder each thing gets one line, file by file in the order of their names.

            Nothing is said about trust; holdfast evaluate and holdfast check do that. --lint tells what the rules of a
            profile about form and content find in each certificate, graded as under an anchor of the public web.

            The exit code is 0 where everything is shown, also what is of a kind that is not supported; 1 for a file
            that is not there or too large; 2 for a wrong passphrase, or a file that holds nothing known; 30 for what is
            malformed; 31 for a folder of too many files; 33 for errors of --lint; 3 to 7 for a server that shows
            nothing.
            """,
            """
            显示文件所含或服务器所发送的一切，PEM 或 DER：证书、证书请求、吊销列表、OCSP 请求和应答、私钥和公钥、PKCS #12、\
            kubectl get secret -o json 或 yaml 输出的 Kubernetes Secret；以及哪些属于一起：哪张证书签发了哪张，证书链的顺序是否正确，私钥属于\
            哪张证书。私钥只显示其种类和公开的一半。- 为标准输入。文件最大 128 MiB。

            对文件夹，按名称顺序逐个文件，每样东西一行。

            不说明是否可信；那由 holdfast evaluate 和 holdfast check 判定。--lint 说明规则集关于格式和内容的规则在每张证书中发现了什么，严重程度与公共网络信任锚之下相同。

            全部显示时退出码为 0，种类不受支持的也在内；文件不存在或过大时为 1；口令错误，或文件中没有任何已知内容时为 2；格式错误时为 30；文件夹中文件过多时为 31；--lint 有错误时为 33；服务\
            器没有出示任何内容时为 3 至 7。
            """),
        options: [.opening, .allEntries, .recursive, .lint, .lintProfile, .lintTime] + CommandOption.startingTLS
            + [.json],
        common: [.lint, .lintProfile, .opening, .recursive, .startTLS, .connectTo, .json],
        examples: [
            "holdfast inspect chain.pem", "holdfast inspect https://www.example.com",
            "holdfast inspect server.pem server.key", "holdfast inspect store.p12 --passphrase-file secret",
            "holdfast inspect chain.pem --lint --profile webpki", "holdfast inspect --recursive /etc/ssl",
            "holdfast inspect --json /etc/ssl/certs/ca-certificates.crt",
            "kubectl get secret -A -o json | holdfast inspect -",
        ],
        exitCodes: ExitCode.connections + [.malformedCertificate, .workLimit, .findings]
    ) { invocation throws(CommandError) in
        try await InspectCommand(invocation).run()
    }
}

/// `holdfast inspect`: things in, what they say out.
struct InspectCommand {
    private let invocation: Invocation
    private let isJSON: Bool
    private let lint: LintOptions?
    private let operands: [Operand]
    private let server: LiveServer?

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        isJSON = invocation.has(.json)
        lint = try LintOptions(invocation)
        try StandardInput.check(invocation.operands + invocation.values(.opening))
        operands = try Operand.read(invocation)
        let targets = operands.compactMap(\.target)
        guard targets.isEmpty else {
            let dial = try DialOptions(invocation)
            try LiveServer.check(targets, by: dial)
            let identity = try IdentityOptions(invocation, opensOthers: true)
            server = LiveServer(trust: nil, dial: dial, identity: identity)
            return
        }
        server = nil
        try Operand.refuse(connectionOptionsOf: invocation)
    }

    func run() async throws(CommandError) -> ExitCode {
        let passphrase = try PassphraseFile.passphrase(.opening, invocation)
        let maximum = invocation.has(.allEntries) ? nil : Inspection.usualEntries
        var files = InspectedFiles(Inspection(passphrase: passphrase, maximumEntries: maximum))
        var listed: Set<Int> = []
        for operand in operands {
            let count = files.inspection.items.count
            switch operand {
            case .server(let target):
                guard let server else { continue }
                files.add(try await server.presented(by: target), from: target.text)
            case .file(let path) where InspectedFiles.isFolder(path):
                try files.add(folder: path, isRecursive: invocation.has(.recursive))
                listed.formUnion(count..<files.inspection.items.count)
            case .file(let path): try files.add(file: path)
            }
        }
        show(files, listed: listed)
        let lints = lint.map { options in
            LintInspection.all(
                of: files.inspection, profile: options.profile, at: options.at, publicSuffixes: .system)
        }
        show(lints ?? [])
        return exitCode(files, lints ?? [])
    }

    // MARK: Showing

    private func show(_ files: InspectedFiles, listed: Set<Int>) {
        let relations = InspectionRelations(files.inspection)
        if isJSON {
            for item in files.inspection.items {
                switch item {
                case .certificate(let inspection, _): Output.line(of: inspection)
                case .object(let inspection): Output.line(of: inspection)
                }
            }
            for nothing in files.nothing { Output.line(of: nothing) }
            if !relations.isEmpty { Output.line(of: relations) }
            return
        }
        let (style, language) = (Console.resultStyle, LanguageOption.spoken)
        var isFirst = true
        for (index, item) in files.inspection.items.enumerated() {
            if listed.contains(index) {
                Console.result(Wording.line("\(item.source): ") + item.line(in: language) + "\n")
            } else {
                let text =
                    switch item {
                    case .certificate(let inspection, _): inspection.text(style, language: language)
                    case .object(let inspection): inspection.text(style, language: language)
                    }
                Console.result((isFirst ? "" : "\n") + text)
            }
            isFirst = false
        }
        for part in files.nothing {
            guard let words = part.part else { continue }
            Console.result(Wording.line("\(part.source): ") + words.text(in: language) + "\n")
        }
        let count = files.nothing.count { $0.part == nil }
        if count > 0 {
            let words = InspectNothing.files(count: count).words
            Console.result(words.text(in: language) + "\n")
        }
        if !relations.isEmpty { Console.result((isFirst ? "" : "\n") + relations.text(style, language: language)) }
    }

    private func show(_ lints: [LintInspection]) {
        for lint in lints {
            if isJSON {
                Output.line(of: lint)
            } else {
                Console.result("\n" + lint.text(Console.resultStyle, language: LanguageOption.spoken))
            }
        }
    }

    /// Exit code of an inspection: a file that cannot be read comes first; in a folder it is one entry among others.
    private func exitCode(_ files: InspectedFiles, _ lints: [LintInspection]) -> ExitCode {
        for item in files.inspection.items {
            if item.isDefective { return .malformedCertificate }
            if case .object(let object) = item, object.problem == .wrongPassphrase {
                Console.complain(
                    InspectSentence.doesNotOpen(source: object.source),
                    hint: UsageAdvice.passphraseOfItsFile)
                return .usage
            }
        }
        return lints.contains(where: \.hasErrors) ? .findings : .success
    }
}

/// Standard input can be read once.
enum StandardInput {
    /// Checks the names of files.
    ///
    /// - Throws: where more than one of the names of files is `-`.
    static func check(_ paths: [String]) throws(CommandError) {
        guard paths.count(where: { $0 == "-" }) > 1 else { return }
        throw .usage(UsageSentence.dashTwice, hint: UsageAdvice.readOnce)
    }
}
