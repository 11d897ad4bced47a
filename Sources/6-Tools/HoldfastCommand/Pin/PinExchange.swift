import HoldfastStatements
import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastPins
import HoldfastResolving
import HoldfastTrust
import HoldfastWeb

extension Command {
    static let pinImport = Command(
        name: "pin import", operands: "FORMAT FILE", operandCount: 2...2,
        summary: LocalizedText("make a policy file of the pins of another program", "由其他程序的固定值制作策略文件"),
        text: LocalizedText(
            """
            FORMAT is trustkit, nspinned, android, okhttp, curl or policy, or auto to find out; FILE the file; - is
            standard input. The policy file goes to standard output, and to standard error what it cannot say, or says
            in other words: nothing is left out silently. okhttp reads lists PATTERN PIN…, and Kotlin or Java source
            code. curl's pins name no server, so they need --host PATTERN; FILE holds the option's value or is the
            public key that it names. Where a host would lose all its pins, nothing is written and the exit code is 33;
            --lossy writes the rest.

            Pins that are none are errors; holdfast pin lint shows all of them at once. Whether there is a backup is not
            asked.
            """,
            """
            FORMAT 为 trustkit、nspinned、android、okhttp、curl 或 policy，或用 auto 自动识别；FILE 为文件；- 为标准输入。策略文件写到标准输出，它无法\
            表达或换了说法的内容写到标准错误：不会悄悄丢掉任何内容。okhttp 读取 PATTERN PIN… 的列表，以及 Kotlin 或 Java 源代码。curl 的固定值不指明服务器，因此需要 \
            --host PATTERN；FILE 含该选项的值，或就是它所指的公钥。会使主机失去全部固定值时，不写出任何内容，退出码为 33；--lossy 写出其余部分。

            无效的固定值为错误；holdfast pin lint 一次列出全部。是否有备用不作要求。
            """),
        options: [.pinPattern, .lossy, .json],
        examples: [
            "holdfast pin import trustkit Info.plist > policy.json",
            "holdfast pin import android network_security_config.xml",
            "holdfast pin import curl pins.txt --host www.example.com",
        ],
        exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        try PinExchange(invocation).readOther()
    }

    static let pinExport = Command(
        name: "pin export", operands: "FORMAT POLICYFILE", operandCount: 2...2,
        summary: LocalizedText("write the pins of a policy file as another program reads them", "按其他程序的格式写出策略文件的固定值"),
        text: LocalizedText(
            """
            FORMAT is trustkit, nspinned (or apple), android, okhttp, curl or policy. The file goes to standard output,
            or to that of --out, and to standard error what the format cannot say: an end, pins for the leaf alone,
            exclusions. Pins that only report are never written where they would refuse. POLICYFILE may be in any format
            that is imported; - is standard input.

            Where a host would lose all its pins, one that is excluded would be pinned, or the program that reads the
            file would end because of it (TrustKit with one pin, or with a name like printer.internal), nothing is
            written and the exit code is 33: --lossy writes it.

            curl has one set of pins for a call: --host NAME says for which server. Apple's format has no word for pins
            anywhere in the chain: --anywhere-as says whose they are.
            """,
            """
            FORMAT 为 trustkit、nspinned（或 apple）、android、okhttp、curl 或 policy。文件写到标准输出或 --out 所指之处，格式无法表达的内容写到标准错\
            误：期限、只针对叶证书的固定值、排除项。只报告的固定值绝不写成会拒绝的。POLICYFILE 可为任何可导入的格式；- 为标准输入。

            会使主机失去全部固定值，或读取该文件的程序会因此终止时（只有一个固定值，或名称如 printer.internal 的 TrustKit），不写出任何内容，退出码为 33；--lossy 仍然写出。

            curl 一次调用只有一组固定值：--host NAME 说明针对哪台服务器。Apple 的格式无法表达证书链中任意位置的固定值：--anywhere-as 说明属于谁。
            """),
        options: [.pinPattern, .anywhereAs, .binaryPropertyList, .lossy, .pinOut, .json],
        examples: [
            "holdfast pin export okhttp policy.json",
            "holdfast pin export nspinned --anywhere-as authorities policy.json",
            "curl --pinnedpubkey \"$(holdfast pin export curl policy.json --host www.example.com)\" "
                + "https://www.example.com",
        ],
        exitCodes: [.findings]
    ) { invocation throws(CommandError) in
        try PinExchange(invocation).writeOther()
    }
}

/// `holdfast pin import` and `export`: pins in one format in, in another out.
struct PinExchange {
    private let invocation: Invocation
    private let path: String

    init(_ invocation: Invocation) {
        self.invocation = invocation
        path = invocation.operands[1]
    }

    func readOther() throws(CommandError) -> ExitCode {
        let word = invocation.operands[0]
        let format = word == "auto" ? nil : try PinInput.format(word)
        let pattern = invocation.value(.pinPattern) ?? ""
        let files = try PinInput.files(path, as: format, for: pattern)
        guard let file = files.first, files.count == 1 else {
            let names = files.map(\.format.rawValue).joined(separator: " and ")
            throw .usage(
                PinSentence.twoFormats(file: path, names: names), code: .ambiguous,
                hint: PinAdvice.nameOneOfThem)
        }
        if file.format == .curl, pattern.isEmpty {
            throw .usage(PinSentence.curlNeedsHost, hint: PinAdvice.policyNamesServer)
        }
        if file.format != .curl, !pattern.isEmpty {
            throw .usage(PinSentence.hostBesideFormat(format: file.format.rawValue), hint: PinAdvice.fileNamesServers)
        }
        let (pins, notes) = try PinInput.pins(of: file, path)
        return try show(pins, as: .policy, ExchangedPins.WritingOptions(), after: notes)
    }

    func writeOther() throws(CommandError) -> ExitCode {
        let format = try PinInput.format(invocation.operands[0])
        var options = ExchangedPins.WritingOptions()
        if let text = invocation.value(.pinPattern) {
            guard format == .curl else {
                throw .usage(PinSentence.hostBesideFormat(format: format.rawValue), hint: PinAdvice.fileNamesServers)
            }
            options.host = try HostArgument.parse(text)
        }
        if let text = invocation.value(.anywhereAs) {
            guard format == .pinnedDomains, let group = PinSet.Group(rawValue: text), group != .anywhere else {
                throw .usage(
                    PinSentence.anywhereAs, hint: PinAdvice.leaveOutOtherwise)
            }
            options.anywhereAs = group
        }
        options.publicSuffixes = .system
        options.isBinary = invocation.has(.binaryPropertyList)
        if options.isBinary, format != .trustKit && format != .pinnedDomains {
            throw .usage(PinSentence.binary, hint: PinAdvice.onlyPropertyLists)
        }
        try invocation.exclude([.json], beside: .binaryPropertyList, UsageAdvice.leaveOneOut)
        let files = try PinInput.files(path)
        guard let file = files.first, files.count == 1 else {
            throw .usage(
                PinSentence.twoFormatsToExport(file: path), code: .ambiguous, hint: PinAdvice.importFirst
            )
        }
        try invocation.exclude([.json], beside: .pinOut, PinAdvice.jsonHoldsFile)
        let (pins, notes) = try PinInput.pins(of: file, path)
        let hasFreePins = pins.hosts.rules.values.contains { rule in
            if case .pinned(let set) = rule { !set.anywhere.isEmpty } else { false }
        }
        let lacksGroup = format == .pinnedDomains && options.anywhereAs == nil && hasFreePins
        return try show(
            pins, as: format, options, after: notes,
            hint: lacksGroup ? .sayWhoseKeys : nil)
    }

    private func show(
        _ pins: ExchangedPins, as format: PinFormat, _ options: ExchangedPins.WritingOptions, after notes: [PinNote],
        hint: PinAdvice? = nil
    ) throws(CommandError) -> ExitCode {
        let written: (bytes: [UInt8], notes: [PinNote])
        do throws(PinFileError) { written = try pins.written(as: format, options) } catch {
            throw PinInput.failure(error, path)
        }
        let all = notes + written.notes
        if !invocation.has(.json) { PinInput.say(all, of: path) }
        let isWritten = PinInput.permits(all, invocation, hint: hint)
        if invocation.has(.json) {
            Output.line(of: PinExchangeLine(format, isWritten ? written.bytes : nil, all))
        } else if isWritten {
            try PinInput.write(written.bytes, invocation)
        }
        return isWritten ? .success : .findings
    }
}

/// A file of pins and what it does not say, in the schema `holdfast.pinExchange/1`.
private struct PinExchangeLine: Encodable {
    private let schema = "holdfast.pinExchange/1"
    private let format: String
    /// null where it was not written.
    @Nullable private var file: String?
    private let notes: [PinNoteLine]

    init(_ format: PinFormat, _ bytes: [UInt8]?, _ notes: [PinNote]) {
        self.format = format.rawValue
        file = bytes.map { String(decoding: $0, as: UTF8.self) }
        self.notes = notes.map { PinNoteLine($0) }
    }
}
