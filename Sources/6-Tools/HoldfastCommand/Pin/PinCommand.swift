import HoldfastDiagnostics
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastPins
import HoldfastPolicy
import HoldfastResolving
import HoldfastStatements
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension CommandOption {
    static let pinFile = CommandOption(
        "--pins", "FILE",
        help: "the pins of this file: a policy file, or of any format", chinese: "此文件的固定值：策略文件，或任何一种格式")
    static let pinAlgorithm = CommandOption(
        "--algorithm", "ALGORITHM",
        help: "the hash: sha256 (default), sha384 or sha512", chinese: "散列算法：sha256（默认）、sha384 或 sha512")
    static let pinOfCertificate = CommandOption(
        "--certificate",
        help: "pins of whole certificates, which are others after each renewal", chinese: "整张证书的固定值，每次更新后都会改变")
    static let pinOfChain = CommandOption(
        "--chain", help: "every certificate of the chain, with its subject beside it", chinese: "链中每张证书，旁注其主题")
    static let pinFormat = CommandOption(
        "--format", "FORMAT",
        help: "text (default), policy, trustkit, nspinned (or apple), android, okhttp or curl",
        chinese: "text（默认）、policy、trustkit、nspinned（或 apple）、android、okhttp 或 curl")
    static let pinPattern = CommandOption(
        "--host", "PATTERN",
        help: "whose pins they are: NAME, an address, *.DOMAIN or **.DOMAIN; a URL names its own",
        chinese: "固定值属于谁：NAME、地址、*.DOMAIN 或 **.DOMAIN；URL 自带名称")
    static let pinnedServer = CommandOption(
        "--host", "NAME",
        help: "the server that the certificates are for; a URL names its own", chinese: "证书所属的服务器；URL 自带名称")
    static let knownIssuers = CommandOption(
        "--known", "FILE", repeatable: true,
        help: "certificates of authorities above those that are given", chinese: "所给证书之上的颁发机构证书")
    static let lintCertificates = CommandOption(
        "--certificates", "FILE",
        help: "the server's chain, its own certificate first, by which more is found",
        chinese: "服务器的证书链，自己的证书在前，可发现更多问题")
    static let anywhereAs = CommandOption(
        "--anywhere-as", "GROUP",
        help: "with nspinned: whose pins those are that may stand anywhere in the chain, leaf or authorities",
        chinese: "用于 nspinned：链中位置不限的固定值属于谁，leaf 或 authorities")
    static let binaryPropertyList = CommandOption(
        "--binary", help: "write property lists in their binary form", chinese: "以二进制格式写出属性列表")
    static let lossy = CommandOption(
        "--lossy",
        help:
            "write a file that leaves servers unpinned, pins excluded ones, or ends the program that reads it, all the "
            + "same",
        chinese: "即使文件会使服务器失去固定、固定已排除的服务器，或使读取它的程序终止，也照样写出")
    static let pinOut = CommandOption(
        "--out", letter: "o", "FILE",
        help: "write to this file, as a whole; - is standard output (default)", chinese: "整体写入此文件；- 为标准输出（默认）")
    static let ownTime = CommandOption(
        "--at", "TIME",
        help: "as of this time instead of now: \(TimeArgument.forms.english)",
        chinese: "以此时间而非现在为准：\(TimeArgument.forms.chinese)")
}

extension Command {
    static let pin = Command(
        name: "pin", operands: "VERB …", operandCount: 0...0,
        summary: LocalizedText("compute, check and move pins of keys and certificates", "计算、检查、转换密钥与证书的固定值"),
        text: LocalizedText(
            """
            A pin is the hash of a public key, sha256/BASE64 over the DER SubjectPublicKeyInfo (RFC 7469 §2.4), or of a
            whole certificate, certificate-sha256/BASE64. A program that carries pins connects only where one of them
            matches.

            holdfast pin VERB --help explains a verb.
            """,
            """
            固定值（pin）是公钥的散列，即 DER 编码的 SubjectPublicKeyInfo 的 sha256/BASE64（RFC 7469 §2.4），或整张证书的散列 \
            certificate-sha256/BASE64。带有固定值的程序只在其中之一匹配时才连接。

            holdfast pin VERB --help 说明一个动词。
            """),
        examples: [
            "holdfast pin compute https://www.example.com",
            "holdfast pin simulate --pins policy.json --host a.example new.pem",
            "holdfast pin lint policy.json",
        ],
        verbs: [.pinCompute, .pinVerify, .pinSimulate, .pinImport, .pinExport, .pinLint, .pinSign]
    ) { _ throws(CommandError) in ExitCode.usage }
}

/// Pins out of the files and options that a user names.
enum PinInput {
    /// As many bytes as a file of pins may have.
    static func files(
        _ path: String, as format: PinFormat? = nil, for pattern: String = ""
    ) throws(CommandError) -> [PinFile] {
        let bytes = try bytes(of: path)
        do throws(PinFileError) {
            return try PinFile.read(bytes, as: format, for: pattern, okHttpSource: OkHttpSource.calls(in:_:))
        } catch {
            throw failure(error, path)
        }
    }

    static func bytes(of path: String) throws(CommandError) -> [UInt8] {
        try InputFile.bytes(of: path, limit: PinFile.sizeLimit, advice: FileAdvice.pins)
    }

    /// The pins of a file, whatever the format; what it says differently goes to standard error.
    static func pins(_ path: String) throws(CommandError) -> ExchangedPins {
        let files = try files(path)
        guard let file = files.first, files.count == 1 else {
            let names = files.map(\.format.rawValue).joined(separator: " and ")
            throw .usage(
                PinSentence.twoFormats(file: path, names: names), code: .ambiguous,
                hint: PinAdvice.importTakesOut)
        }
        let (pins, notes) = try pins(of: file, path)
        say(notes, of: path)
        return pins
    }

    static func pins(of file: PinFile, _ path: String) throws(CommandError) -> (ExchangedPins, [PinNote]) {
        do throws(PinFileError) {
            let (pins, notes) = try file.pins(publicSuffixes: .system)
            return (pins, notes)
        } catch {
            throw failure(error, path)
        }
    }

    /// The pins that `--pins` and `--pin` say.
    static func pins(_ invocation: Invocation) throws(CommandError) -> ExchangedPins {
        let texts = invocation.values(.pin)
        try invocation.exclude([.policyFile, .pin], beside: .pinFile, PinAdvice.putIntoFile)
        if let path = invocation.value(.pinFile) ?? invocation.value(.policyFile), texts.isEmpty {
            return try pins(path)
        }
        guard !texts.isEmpty else {
            throw .usage(PinSentence.pinsNeeded, hint: PinAdvice.computePrints)
        }
        var pins: Set<Pin> = []
        for text in texts {
            do throws(PinError) { pins.insert(try Pin(text)) } catch {
                throw .usage(PinSentence.pin(reason: error.statement), hint: PinAdvice.computePrints)
            }
        }
        do throws(PinSetError) {
            return ExchangedPins(.everywhere(try PinSet(anywhere: pins, backup: .waived)))
        } catch {
            throw .usage(PinSentence.pin(reason: error.statement))
        }
    }

    static func failure(_ error: PinFileError, _ path: String) -> CommandError {
        .usage(
            UsageSentence.fileFault(file: path, reason: error.statement), code: .pinFile,
            hint: PinAdvice.lintSays)
    }

    /// Tells notes, those about a line with the file before it.
    static func say(_ notes: [PinNote], of path: String) {
        for note in notes {
            Console.note(
                PinExchangeNote.note(note.kind, file: Wording.line(path), place: note.place, note.statement))
        }
    }

    /// Whether a file may be written: where it leaves servers unpinned, pins excluded ones or ends the other program,
    /// only with `--lossy`.
    ///
    /// - Parameter hint: the way on, where the caller knows one.
    static func permits(_ notes: [PinNote], _ invocation: Invocation, hint: PinAdvice? = nil) -> Bool {
        let losses = notes.filter(\.isLoss)
        if losses.isEmpty || invocation.has(.lossy) { return true }
        Console.complain(
            PinSentence.nothingWritten(losses: losses.count),
            hint: hint ?? .lossy)
        return false
    }

    /// Writes a file of pins where `--out` says.
    static func write(_ bytes: [UInt8], _ invocation: Invocation) throws(CommandError) {
        guard let path = invocation.value(.pinOut), path != "-" else { return Console.result(bytes: bytes) }
        try ReplacedFile(path).write(bytes)
    }

    /// Other words for a format, by those who ship it.
    private static let otherNames: [String: PinFormat] = ["apple": .pinnedDomains, "ios": .pinnedDomains]

    static func format(_ text: String) throws(CommandError) -> PinFormat {
        let name = text.lowercased()
        if let format = PinFormat(rawValue: name) ?? otherNames[name] { return format }
        let names = PinFormat.allCases.map(\.rawValue)
        throw .usage(
            PinSentence.noFormat(text: text),
            hint: Suggestion.closest(to: name, among: names + otherNames.keys.sorted()).map {
                UsageAdvice.didYouMean(word: $0)
            } ?? PinAdvice.formats(names: names.joined(separator: ", ")))
    }

    static func instant(_ invocation: Invocation) throws(CommandError) -> Instant {
        try TimeArgument.value(of: .ownTime, invocation) ?? SystemClock.now()
    }
}

/// A note as JSON.
struct PinNoteLine: Encodable {
    private let kind: String
    private let what: String
    private let place: String
    private let statement: StatementReport

    init(_ note: PinNote) {
        (kind, what, place) = (note.kind.rawValue, note.what, note.place)
        statement = StatementReport(note.statement)
    }
}
