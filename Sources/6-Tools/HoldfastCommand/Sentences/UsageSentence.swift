import HoldfastFiles
import HoldfastStatements
import HoldfastTransport
import HoldfastWeb

/// Sentences about command lines that no command takes.
enum UsageSentence: Sentence {
    case hostIsURL(option: String, text: String)
    case hostWithPort(option: String, text: String)
    case hostWithPath(option: String, text: String)
    case noStandardInput(command: String)
    case cannotPrint(fault: String)
    case needsFile(option: String)
    case needsValue(option: String)
    case optionNeeds(option: String, needed: String)
    case excludes(option: String, other: String)
    case needs(option: String, needed: String)
    case isNeeded(option: String)
    case sameFile(option: String, other: String)
    case doesNotGoWith(option: String, other: String)
    case fileFault(file: String, reason: Statement)
    case emptyArgument(command: String)
    case emptyArgumentAt(command: String, number: Int)
    case noneOf(option: String, text: String, names: String)
    case standardOutputHasJSON(option: String)
    case standardOutputHasVerdicts(option: String)
    case standardOutputHasTable(option: String)
    case hostFault(option: String, text: String, reason: Statement)
    case cannotMake(path: String, fault: String)
    case cannotWrite(path: String, fault: String)
    case emptyFile(file: String)
    case noCertificate(file: String)
    case noFile(file: String)
    case nameOneFile(option: String, other: String, file: String)
    case unknownCommand(name: String)
    case tooManyArguments(word: String)
    case needsBefore(command: String, operands: String, option: String)
    case noVerb(word: String, command: String)
    case noNumber(option: String, text: String, least: Int64, most: Int64)
    case noPrivateKey(file: String)
    case noNumberUpTo(option: String, text: String, most: String)
    case untilIsOver(until: String)
    case dashTwice
    case noProfile(name: String)
    case cannotWriteJSON(fault: String)
    case foreignOption(name: String, tool: String)
    case foreignCommand(name: String, tool: String)
    case takesNoValue(option: String)
    case givenTwice(option: String)
    case doesNotApply(option: String, command: String)
    case unknownOption(option: String)
    case notForFile(option: String)
    case noRoundTrip(text: String)
    case noTime(option: String, text: String)
    case noDuration(option: String, text: String)
    case durationOutOfRange(option: String, text: String)
    case noShare(option: String, text: String)
    case noLanguage(text: String)
    case noPipe(fault: String)
    case noProc

    static let topic = "commandUsage"

    var words: LocalizedText {
        switch self {
        case .hostIsURL(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is a URL, and no name",
                "\(option)：\(Wording.quoted(text)) 是 URL，不是名称")
        case .hostWithPort(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is a name with a port, and no certificate has a port in it",
                "\(option)：\(Wording.quoted(text)) 是带端口的名称，而证书中没有端口")
        case .hostWithPath(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) has more than a name in it",
                "\(option)：\(Wording.quoted(text)) 中不只有名称")
        case .noStandardInput(let command):
            LocalizedText("\(command) does not read standard input", "\(command) 不读取标准输入")
        case .cannotPrint(let fault):
            LocalizedText(
                "cannot write to standard output: \(fault)", "无法写到标准输出：\(SystemText.words(of: fault).chinese)")
        case .needsFile(let option): LocalizedText("\(option) needs a file", "\(option) 需要一个文件")
        case .needsValue(let option): LocalizedText("option \(option) needs a value", "选项 \(option) 需要一个值")
        case .optionNeeds(let option, let needed):
            LocalizedText("option \(option) needs \(needed)", "选项 \(option) 需要 \(needed)")
        case .excludes(let option, let other):
            LocalizedText("\(option) excludes \(other)", "\(option) 与 \(other) 不能同时使用")
        case .needs(let option, let needed): LocalizedText("\(option) needs \(needed)", "\(option) 需要 \(needed)")
        case .isNeeded(let option): LocalizedText("\(option) is needed", "需要 \(option)")
        case .sameFile(let option, let other):
            LocalizedText("\(option) and \(other) name the same file", "\(option) 与 \(other) 指向同一个文件")
        case .doesNotGoWith(let option, let other):
            LocalizedText("\(option) does not go with \(other)", "\(option) 不能与 \(other) 同用")
        case .fileFault(let file, let reason):
            reason.words(in: Wording.line(file))
                ?? LocalizedText(
                    "\(Wording.quoted(file)): \(reason.english)", "\(Wording.quoted(file))：\(reason.chinese)")
        case .emptyArgument(let command): LocalizedText("\(command): the argument is empty", "\(command)：参数为空")
        case .emptyArgumentAt(let command, let number):
            LocalizedText("\(command): argument \(number) is empty", "\(command)：第 \(number) 个参数为空")
        case .noneOf(let option, let text, let names):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is none of \(names)",
                "\(option)：\(Wording.quoted(text)) 不在 \(names) 之中")
        case .standardOutputHasJSON(let option):
            LocalizedText("\(option) -: standard output has the JSON", "\(option) -：标准输出已用于 JSON")
        case .standardOutputHasVerdicts(let option):
            LocalizedText("\(option) -: standard output has the verdicts", "\(option) -：标准输出已用于判定结论")
        case .standardOutputHasTable(let option):
            LocalizedText("\(option) -: standard output has the table", "\(option) -：标准输出已用于表格")
        case .hostFault(let option, let text, let reason):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) \(reason.english)",
                "\(option)：\(Wording.quoted(text)) 不能作为服务器的名称：\(reason.chinese)")
        case .cannotMake(let path, let fault):
            LocalizedText(
                "cannot make \(Wording.quoted(path)): \(fault)",
                "无法创建 \(Wording.quoted(path))：\(SystemText.words(of: fault).chinese)")
        case .cannotWrite(let path, let fault):
            LocalizedText(
                "cannot write \(Wording.quoted(path)): \(fault)",
                "无法写入 \(Wording.quoted(path))：\(SystemText.words(of: fault).chinese)")
        case .emptyFile(let file): LocalizedText("\(Wording.quoted(file)) is empty", "\(Wording.quoted(file)) 是空文件")
        case .noCertificate(let file):
            LocalizedText("\(Wording.quoted(file)) holds no certificate", "\(Wording.quoted(file)) 中没有证书")
        case .noFile(let file): LocalizedText("\(Wording.quoted(file)) is no file", "\(Wording.quoted(file)) 不是文件")
        case .nameOneFile(let option, let other, let file):
            LocalizedText(
                "\(option) and \(other) name one file, \(Wording.quoted(file))",
                "\(option) 与 \(other) 指向同一个文件 \(Wording.quoted(file))")
        case .unknownCommand(let name):
            LocalizedText("unknown command \(Wording.quoted(name))", "未知的命令 \(Wording.quoted(name))")
        case .tooManyArguments(let word):
            LocalizedText("too many arguments: \(Wording.quoted(word))", "参数过多：\(Wording.quoted(word))")
        case .needsBefore(let command, let operands, let option):
            LocalizedText(
                "\(command) needs \(operands) before the option \(ShownURL.text(of: option))",
                "\(command) 在选项 \(ShownURL.text(of: option)) 之前需要 \(operands)")
        case .noVerb(let word, let command):
            LocalizedText(
                "\(Wording.quoted(word)) is nothing that holdfast \(command) does",
                "holdfast \(command) 没有名为 \(Wording.quoted(word)) 的功能")
        case .noNumber(let option, let text, let least, let most):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is no number from \(least) to \(most)",
                "\(option)：\(Wording.quoted(text)) 不是 \(least) 到 \(most) 之间的数")
        case .noPrivateKey(let file):
            LocalizedText("\(Wording.quoted(file)) holds no private key", "\(Wording.quoted(file)) 中没有私钥")
        case .noNumberUpTo(let option, let text, let most):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is no number from 0 to \(most)",
                "\(option)：\(Wording.quoted(text)) 不是 0 到 \(most) 之间的数")
        case .untilIsOver(let until): LocalizedText("--until: \(until) is over already", "--until：\(until) 已经过去")
        case .dashTwice: LocalizedText("- is given twice", "- 给出了两次")
        case .noProfile(let name):
            LocalizedText("\(Wording.quoted(name)) is no profile", "\(Wording.quoted(name)) 不是规则集")
        case .cannotWriteJSON(let fault): LocalizedText("cannot write JSON: \(fault)", "无法写出 JSON：\(fault)")
        case .foreignOption(let name, let tool):
            LocalizedText("unknown option \(name), which is \(tool)'s", "未知的选项 \(name)，它是 \(tool) 的选项")
        case .foreignCommand(let name, let tool):
            LocalizedText(
                "unknown command \(Wording.quoted(name)), which is \(tool)'s",
                "未知的命令 \(Wording.quoted(name))，它是 \(tool) 的命令")
        case .takesNoValue(let option): LocalizedText("option \(option) takes no value", "选项 \(option) 不带值")
        case .givenTwice(let option): LocalizedText("option \(option) is given twice", "选项 \(option) 给出了两次")
        case .doesNotApply(let option, let command):
            LocalizedText("option \(option) does not apply to \(command)", "选项 \(option) 不适用于 \(command)")
        case .unknownOption(let option):
            LocalizedText("unknown option \(ShownURL.text(of: option))", "未知的选项 \(ShownURL.text(of: option))")
        case .notForFile(let option):
            LocalizedText("option \(option) does not apply to a file", "选项 \(option) 不适用于文件")
        case .noRoundTrip(let text):
            LocalizedText(
                "--rtt: \(Wording.quoted(text)) is no round-trip time from 0 to 10 s",
                "--rtt：\(Wording.quoted(text)) 不是 0 到 10 秒之间的往返时间")
        case .noTime(let option, let text):
            LocalizedText("\(option): \(Wording.quoted(text)) is no time", "\(option)：\(Wording.quoted(text)) 不是时间")
        case .noDuration(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is no length of time",
                "\(option)：\(Wording.quoted(text)) 不是时长")
        case .durationOutOfRange(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is not between one minute and a hundred years",
                "\(option)：\(Wording.quoted(text)) 不在一分钟与一百年之间")
        case .noShare(let option, let text):
            LocalizedText(
                "\(option): \(Wording.quoted(text)) is no share from 1% to 99%",
                "\(option)：\(Wording.quoted(text)) 不是 1% 到 99% 之间的比例")
        case .noLanguage(let text):
            LocalizedText(
                "--language: \(Wording.quoted(text)) is no language of this command",
                "--language：此命令没有语言 \(Wording.quoted(text))")
        case .noPipe(let fault): LocalizedText("no pipe: \(fault)", "无法建立管道：\(SystemText.words(of: fault).chinese)")
        case .noProc: LocalizedText("the command line cannot be read: there is no /proc here", "无法读取命令行：此处没有 /proc")
        }
    }
}

/// Advice that several commands give.
enum UsageAdvice: Sentence {
    case nameAlone(option: String, name: String)
    case fileOrFolder
    case didYouMean(word: String)
    case checkFolder
    case nameAnother
    case listsCommands
    case takesNoArgument(command: String)
    case takes(command: String, operands: String)
    case verbs(names: String)
    case nameKeyFile
    case leaveJSONOut
    case addQuiet
    case passphraseOfItsFile
    case listsOptions(command: String)
    case writeName
    case leaveOneOut
    case ownEach
    case showsExamples(command: String)
    case lookAtQuotes(command: String, operands: String)
    case showsWhatItDoes(command: String)
    case roomForOne
    case readForms
    case haveMadeAgain
    case madeAndSentAgain
    case certificateOfKey
    case giveOne
    case inDigits
    case keyForms
    case nameAFile
    case readOnce
    case profiles(names: String)
    case leaveOneOfThemOut
    case leaveOptionOut(option: String)
    case certificateForms
    case tableForPeople
    case writeAlone(option: String)
    case giveItOnce
    case write(option: String, placeholder: String)
    case listsOptionsThatDo(command: String)
    case nameServer
    case writeRoundTrip
    case leaveItOut
    case fileOfCertificates
    case leaveOutForAuto
    case languages(names: String)
    case mountProc
    case commandFirst

    static let topic = "commandUsageAdvice"

    var words: LocalizedText {
        switch self {
        case .nameAlone(let option, let name):
            LocalizedText("give the name alone: \(option) \(name)", "请只给出名称：\(option) \(name)")
        case .fileOrFolder: LocalizedText("name a file or a folder", "请指定一个文件或文件夹")
        case .didYouMean(let word): LocalizedText("did you mean \(word)?", "您是指 \(word) 吗？")
        case .checkFolder: LocalizedText("check the folder and its rights", "请检查该文件夹及其权限")
        case .nameAnother: LocalizedText("name another", "请指定另一个文件")
        case .listsCommands: LocalizedText("holdfast --help lists the commands", "holdfast --help 列出全部命令")
        case .takesNoArgument(let command):
            LocalizedText("holdfast \(command) takes no argument", "holdfast \(command) 不带参数")
        case .takes(let command, let operands):
            LocalizedText("\(command) takes \(operands)", "\(command) 的参数为 \(operands)")
        case .verbs(let names): LocalizedText("it does \(names)", "它有 \(names)")
        case .nameKeyFile: LocalizedText("name its file with --key", "请以 --key 指定其文件")
        case .leaveJSONOut: LocalizedText("leave --json out, or name a file", "请去掉 --json，或指定文件")
        case .addQuiet: LocalizedText("add --quiet, or name a file", "请加 --quiet，或指定文件")
        case .passphraseOfItsFile: LocalizedText("the passphrase is the first line of its file", "口令是其文件的第一行")
        case .listsOptions(let command):
            LocalizedText(
                "holdfast \(command) --help --all lists the options", "holdfast \(command) --help --all 列出全部选项")
        case .writeName:
            LocalizedText("write a DNS name or an IP address, without scheme and port", "请写 DNS 名称或 IP 地址，不带方案与端口")
        case .leaveOneOut: LocalizedText("leave one of the two out", "请去掉其中之一")
        case .ownEach: LocalizedText("give each its own", "请各用一个文件")
        case .showsExamples(let command):
            LocalizedText("holdfast \(command) --help shows examples", "holdfast \(command) --help 给出示例")
        case .lookAtQuotes(let command, let operands):
            LocalizedText(
                "\(command) takes \(operands); look at what stands in quotes",
                "\(command) 的参数为 \(operands)；请检查引号中的内容")
        case .showsWhatItDoes(let command):
            LocalizedText("holdfast \(command) --help shows what it does", "holdfast \(command) --help 说明它的用途")
        case .roomForOne: LocalizedText("standard output has room for one of the two", "标准输出只容得下两者之一")
        case .readForms: LocalizedText("PEM, DER or PKCS #12 is read", "可读取 PEM、DER 或 PKCS #12")
        case .haveMadeAgain: LocalizedText("have it made again", "请让人重新生成")
        case .madeAndSentAgain: LocalizedText("have it made and sent again", "请让人重新生成并发送")
        case .certificateOfKey: LocalizedText("give the certificate that was made with this key", "请给出以此密钥制作的证书")
        case .giveOne: LocalizedText("give one of them", "请只给出其中之一")
        case .inDigits: LocalizedText("write it in digits", "请用数字书写")
        case .keyForms:
            LocalizedText("PKCS #8, PKCS #12, or OpenSSL's own forms", "可用 PKCS #8、PKCS #12 或 OpenSSL 自己的格式")
        case .nameAFile: LocalizedText("name a file", "请指定一个文件")
        case .readOnce: LocalizedText("standard input can be read once", "标准输入只能读取一次")
        case .profiles(let names): LocalizedText("profiles are \(names)", "规则集有 \(names)")
        case .leaveOneOfThemOut: LocalizedText("leave one of them out", "请去掉其中之一")
        case .leaveOptionOut(let option): LocalizedText("leave \(option) out", "请去掉 \(option)")
        case .certificateForms: LocalizedText("PEM, DER or PKCS #12", "可用 PEM、DER 或 PKCS #12")
        case .tableForPeople: LocalizedText("the table is for people; leave one of the two out", "表格供人阅读；请去掉其中之一")
        case .writeAlone(let option): LocalizedText("write \(option) alone", "请只写 \(option)")
        case .giveItOnce: LocalizedText("give it once", "请只给出一次")
        case .write(let option, let placeholder):
            LocalizedText("write \(option) \(placeholder)", "请写 \(option) \(placeholder)")
        case .listsOptionsThatDo(let command):
            LocalizedText(
                "holdfast \(command) --help --all lists the options that do",
                "holdfast \(command) --help --all 列出适用的选项")
        case .nameServer: LocalizedText("name a server: host, host:port or URL", "请指定服务器：host、host:port 或 URL")
        case .writeRoundTrip: LocalizedText("write a number and ms or s, such as 22ms", "请写数字并加 ms 或 s，例如 22ms")
        case .leaveItOut: LocalizedText("leave it out", "请将其去掉")
        case .fileOfCertificates:
            LocalizedText(
                "name a file of certificates; the largest bundles have less than 1 MiB",
                "请指定证书文件；最大的证书集也不到 1 MiB")
        case .leaveOutForAuto: LocalizedText("leave it out for auto", "去掉即为 auto")
        case .languages(let names): LocalizedText("languages are \(names)", "语言有 \(names)")
        case .mountProc:
            LocalizedText("in a bare chroot: mount -t proc proc /proc", "在精简的 chroot 中：mount -t proc proc /proc")
        case .commandFirst:
            LocalizedText("a command comes first; holdfast --help lists them", "命令写在最前；holdfast --help 列出全部命令")
        }
    }
}
