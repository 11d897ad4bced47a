import HoldfastStatements
import HoldfastDiagnostics
import HoldfastCrypto
import HoldfastX509

extension CommandOption {
    static let form = CommandOption(
        "--to", "FORM",
        help: "pem (crt), der (cer), pkcs8, pkcs8-der, pkcs12, public-key or public-key-der",
        chinese: "pem（crt）、der（cer）、pkcs8、pkcs8-der、pkcs12、public-key 或 public-key-der")
    static let certificateOf = CommandOption(
        "--key", "FILE",
        help: "with pkcs12: the private key, where FILE… do not hold it", chinese: "用于 pkcs12：私钥，当 FILE… 中没有时")
    static let outPassphraseFile = CommandOption(
        "--out-passphrase-file", "FILE",
        help: "protect private keys that are written: the file's first line", chinese: "保护写出的私钥：该文件的第一行")
    static let friendlyName = CommandOption(
        "--friendly-name", "TEXT",
        help: "with pkcs12: the name of the key (keytool's alias)", chinese: "用于 pkcs12：密钥的名称（keytool 的 alias）")
    static let index = CommandOption(
        "--index", "N", help: "take only the Nth of the objects, counted from 0", chinese: "只取第 N 个对象，从 0 数起")
}

extension Command {
    static let convert = Command(
        name: "convert", operands: "FILE…", operandCount: 1...256,
        summary: LocalizedText("write certificates, requests and keys in another form", "以另一种格式写出证书、证书请求与密钥"),
        text: LocalizedText(
            """
            Reads certificates, requests, revocation lists, private and public keys and PKCS #12 in any form, PEM or
            DER, and writes what --to names; without it what the ending of --out says: .pem .crt .key .csr .crl PEM,
            .der .cer DER, .p12 .pfx PKCS #12. - is standard input. A .crt becomes the .cer of iOS by

                holdfast convert server.crt --out server.cer

            DER has room for one object, and public-key takes that of a certificate, a request or a key. PKCS #12 holds
            a private key, its certificate and those above it, under a passphrase; without --out-passphrase-file it is
            not written. Private keys belong to their owner alone (0600), and nothing is replaced without --force.
            --json, with --out FILE, tells what was read and written.
            """,
            """
            读取任何形式的证书、证书请求、吊销列表、私钥、公钥和 PKCS #12，PEM 或 DER，写出 --to 所指的形式；不给出时按 --out 的结尾：.pem .crt .key .csr .crl \
            为 PEM，.der .cer 为 DER，.p12 .pfx 为 PKCS #12。- 为标准输入。把 .crt 转为 iOS 的 .cer：

                holdfast convert server.crt --out server.cer

            DER 只能容纳一个对象；public-key 取证书、证书请求或密钥的公钥。PKCS #12 含一个私钥、其证书及上级证书，由口令保护；不给出 --out-passphrase-file 时不写出。\
            私钥只有其所有者可以访问（0600）；不给出 --force 时不覆盖任何文件。--json 与 --out FILE 同用时，说明读取和写出了什么。
            """),
        options: [
            .form, .certificateOf, .passphraseFile, .outPassphraseFile, .friendlyName, .index, .out, .force,
            .json,
        ],
        examples: [
            "holdfast convert server.crt --to der --out server.cer",
            "holdfast convert store.p12 --passphrase-file secret --to pem --out store.pem",
            "holdfast convert chain.pem --key server.key --out-passphrase-file secret --out server.p12",
            "holdfast convert server.pem --to public-key",
        ],
        exitCodes: [.malformedCertificate]
    ) { invocation throws(CommandError) in
        try ConvertCommand(invocation).run()
    }
}

/// `holdfast convert`: the same things in another form.
struct ConvertCommand {
    private let invocation: Invocation
    private let form: ConvertedForm

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        form = try ConvertedForm(invocation)
        if form != .pkcs12 {
            for option in [CommandOption.certificateOf, .friendlyName] where invocation.has(option) {
                throw .usage(ConvertSentence.onlyPKCS12(option: option.name), hint: ConvertAdvice.seeHelp)
            }
        }
        let files: [CommandOption] = [.certificateOf, .passphraseFile, .outPassphraseFile]
        try StandardInput.check(invocation.operands + files.compactMap { invocation.value($0) })
    }

    func run() throws(CommandError) -> ExitCode {
        let passphrase = try PassphraseFile.passphrase(.passphraseFile, invocation)
        var leftOut: [LeftOut] = []
        func note(_ thing: LeftOut) {
            leftOut.append(thing)
            Console.note(ConvertNote.leftOut(thing))
        }
        var found: [(thing: ConvertedThing, source: String)] = []
        for path in invocation.operands {
            found += try ConvertedThing.all(in: path, passphrase: passphrase, leftOut: note).map { ($0, path) }
        }
        let count = found.count
        let index = try invocation.number(of: .index, in: 0...count - 1) { text in
            .usage(ConvertSentence.noSuchObject(text: text, count: count), hint: ConvertAdvice.countedFromZero)
        }
        if let index { found = [found[index]] }
        let things = found.map(\.thing)
        let isSecret = form.isSecret(things)
        if invocation.has(.outPassphraseFile), !isSecret {
            throw .usage(
                ConvertSentence.passphraseWithoutKey, hint: ConvertAdvice.onlyKeys)
        }
        try CreatedFile.refuse([.certificateOf], namingFileOf: .out, invocation, hint: ConvertAdvice.keyIsRead)
        let output = try CreatedFile.named(by: invocation, isSecret: isSecret)
        if invocation.has(.json), output.isStandardOutput {
            throw .usage(UsageSentence.needs(option: "--json", needed: "--out FILE"), hint: UsageAdvice.roomForOne)
        }
        let writer = FormWriter(
            protection: try PassphraseFile.passphrase(.outPassphraseFile, invocation),
            friendlyName: invocation.value(.friendlyName))
        var key: PrivateKey?
        if let path = invocation.value(.certificateOf) {
            let read = try KeyFile.read(path, passphrase: passphrase)
            found.append((.privateKey(read), path))
            key = read
        }
        let bytes = try writer.bytes(of: things, as: form, key: key, leftOut: note)
        try output.write(bytes)
        guard invocation.has(.json) else { return .success }
        Output.line(
            of: ConversionReport(
                found.map { ConversionReport.Object($0.thing, from: $0.source) }, as: form, out: output.path,
                bytes: bytes, encrypted: isSecret ? writer.protection != nil : nil, leftOut: leftOut))
        return .success
    }
}

/// The forms that are written.
enum ConvertedForm: String, CaseIterable {
    case pem
    case der
    case pkcs8
    case pkcs8DER = "pkcs8-der"
    case pkcs12
    case publicKey = "public-key"
    case publicKeyDER = "public-key-der"

    private static let endings: [String: ConvertedForm] = [
        "pem": .pem, "crt": .pem, "key": .pem, "csr": .pem, "crl": .pem, "der": .der, "cer": .der, "p12": .pkcs12,
        "pfx": .pkcs12,
    ]
    /// Names that people use for a certificate's forms.
    private static let synonyms: [String: ConvertedForm] = ["crt": .pem, "cer": .der, "p12": .pkcs12, "pfx": .pkcs12]

    /// The form that `--to` names, or the ending of `--out`.
    init(_ invocation: Invocation) throws(CommandError) {
        guard let text = invocation.value(.form) else {
            let path = invocation.value(.out) ?? "-"
            let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last.map { $0.lowercased() }
            guard let form = ending.flatMap({ Self.endings[$0] }) else {
                throw .usage(UsageSentence.isNeeded(option: "--to"), hint: ConvertAdvice.endingSaysNothing)
            }
            self = form
            return
        }
        guard let form = ConvertedForm(rawValue: text.lowercased()) ?? Self.synonyms[text.lowercased()] else {
            throw .usage(
                ConvertSentence.noForm(text: text),
                hint: ConvertAdvice.forms(names: Self.allCases.map(\.rawValue).joined(separator: ", ")))
        }
        self = form
    }

    /// Whether what is written lets others speak in one's name.
    func isSecret(_ things: [ConvertedThing]) -> Bool {
        switch self {
        case .pkcs8, .pkcs8DER, .pkcs12: true
        case .publicKey, .publicKeyDER: false
        case .pem, .der: things.contains { if case .privateKey = $0 { true } else { false } }
        }
    }
}
