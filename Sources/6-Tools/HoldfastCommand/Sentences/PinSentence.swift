import HoldfastPins
import HoldfastStatements
import HoldfastTrust

/// Sentences about files of pins.
enum PinSentence: Sentence {
    case notTrusted(target: String, reason: Statement)
    case notWithVerify(option: String)
    case notWithoutVerify(option: String)
    case noPins(name: String)
    case noPinsForCertificate
    case noPinsForChain
    case nothingWritten(losses: Int)
    case refusedUpdate(file: String, reason: Statement)
    case unchecked(file: String, algorithm: String, keyKind: String)
    case twoFormats(file: String, names: String)
    case pinsNeeded
    case pin(reason: Statement)
    case noFormat(text: String)
    case noAlgorithm(name: String)
    case authorityForCurl(file: String)
    case host(reason: Statement)
    case formatNeedsHost(format: String)
    case curlNeedsHost
    case hostBesideFormat(format: String)
    case anywhereAs
    case binary
    case twoFormatsToExport(file: String)
    case key(reason: Statement)
    case updateKey(reason: Statement)
    case noPublicKey(text: String)
    case noKey(file: String)
    case notSelfSigned(file: String)
    case mixed
    case hostBesideServer

    static let topic = "commandPin"

    var words: LocalizedText {
        switch self {
        case .notTrusted(let target, let reason):
            LocalizedText(
                "\(target) is not trusted: \(Wording.clause(reason.english))",
                "\(target) 不受信任：\(Wording.clause(reason.chinese))")
        case .notWithVerify(let option):
            LocalizedText("option \(option) does not apply to --verify", "选项 \(option) 不适用于 --verify")
        case .notWithoutVerify(let option):
            LocalizedText("option \(option) does not apply without --verify", "没有 --verify 时选项 \(option) 不适用")
        case .noPins(let name): LocalizedText("there are no pins for \(name)", "没有 \(name) 的公钥固定")
        case .noPinsForCertificate:
            LocalizedText("there are no pins for a certificate without a name", "没有未指明名称的证书的公钥固定")
        case .noPinsForChain: LocalizedText("there are no pins for a chain without a name", "没有未指明名称的证书链的公钥固定")
        case .nothingWritten(let losses):
            LocalizedText(
                "nothing is written: \(losses == 1 ? "one thing" : "\(losses) things") above would be lost or do harm",
                "没有写出任何内容：上述 \(losses) 项会丢失或造成损害")
        case .refusedUpdate(let file, let reason):
            LocalizedText(
                "\(Wording.quoted(file)): \(Wording.clause(reason.english))",
                "\(Wording.quoted(file))：\(Wording.clause(reason.chinese))")
        case .unchecked(let file, let algorithm, let keyKind):
            LocalizedText(
                "\(Wording.quoted(file)): the request's own signature was not checked: \(algorithm) "
                    + "by a key of the kind \(keyKind)",
                "\(Wording.quoted(file))：未验证该请求自身的签名：\(algorithm)，密钥种类为 \(keyKind)")
        case .twoFormats(let file, let names):
            LocalizedText(
                "\(Wording.quoted(file)) holds pins of two formats, \(names)",
                "\(Wording.quoted(file)) 含有两种格式的公钥固定：\(names)")
        case .pinsNeeded: LocalizedText("--pins FILE or --pin PIN is needed", "需要 --pins FILE 或 --pin PIN")
        case .pin(let reason): LocalizedText("--pin: \(reason.english)", "--pin：\(reason.chinese)")
        case .noFormat(let text):
            LocalizedText("\(Wording.quoted(text)) is no format of pins", "\(Wording.quoted(text)) 不是公钥固定的格式")
        case .noAlgorithm(let name):
            LocalizedText("\(Wording.quoted(name)) is no algorithm of pins", "\(Wording.quoted(name)) 不是公钥固定的算法")
        case .authorityForCurl(let file):
            LocalizedText(
                "\(Wording.quoted(file)) is an authority's, and curl compares the server's own key alone",
                "\(Wording.quoted(file)) 属于颁发机构，而 curl 只比较服务器自己的密钥")
        case .host(let reason): LocalizedText("--host: \(reason.english)", "--host：\(reason.chinese)")
        case .formatNeedsHost(let format):
            LocalizedText("--format \(format) needs --host PATTERN", "--format \(format) 需要 --host PATTERN")
        case .curlNeedsHost: LocalizedText("curl's pins need --host PATTERN", "curl 的公钥固定需要 --host PATTERN")
        case .hostBesideFormat(let format):
            LocalizedText("--host does not apply to \(format)", "--host 不适用于 \(format)")
        case .anywhereAs:
            LocalizedText(
                "--anywhere-as goes with nspinned, and is leaf or authorities",
                "--anywhere-as 须与 nspinned 同用，值为 leaf 或 authorities")
        case .binary: LocalizedText("--binary goes with trustkit and nspinned", "--binary 须与 trustkit 及 nspinned 同用")
        case .twoFormatsToExport(let file):
            LocalizedText("\(Wording.quoted(file)) holds pins of two formats", "\(Wording.quoted(file)) 含有两种格式的公钥固定")
        case .key(let reason): LocalizedText("--key: \(reason.english)", "--key：\(reason.chinese)")
        case .updateKey(let reason):
            LocalizedText("--update-key: \(reason.english)", "--update-key：\(reason.chinese)")
        case .noPublicKey(let text):
            LocalizedText("\(Wording.quoted(text)) holds no public key", "\(Wording.quoted(text)) 中没有公钥")
        case .noKey(let file): LocalizedText("\(Wording.quoted(file)) holds no key", "\(Wording.quoted(file)) 中没有密钥")
        case .notSelfSigned(let file):
            LocalizedText(
                "\(Wording.quoted(file)): the request is not signed by its own key",
                "\(Wording.quoted(file))：该请求并非由其自身的密钥签名")
        case .mixed: LocalizedText("servers and files cannot be mixed", "服务器与文件不能混用")
        case .hostBesideServer:
            LocalizedText("--host does not apply to a server, which names its own", "--host 不适用于服务器，服务器已有自己的名称")
        }
    }
}

/// Advice of `holdfast pin`.
enum PinAdvice: Sentence {
    case sayWhoseKeys
    case formats(names: String)
    case sayWhose
    case checkPatterns
    case lossy
    case importTakesOut
    case putIntoFile
    case computePrints
    case lintSays
    case algorithms
    case namesNoServer
    case losesNothing
    case toStandardOutput
    case leaveCertificateOut
    case serversCertificate
    case fewerServersOrPins
    case hostForms
    case noServerIn(name: String)
    case nameOneOfThem
    case policyNamesServer
    case fileNamesServers
    case leaveOutOtherwise
    case onlyPropertyLists
    case importFirst
    case jsonHoldsFile
    case seeSignHelp
    case makesKey
    case writesPublicKey
    case certificateRequestOrKey
    case onceIssued
    case holderMakesAgain
    case oneAfterTheOther
    case leaveHostOut

    static let topic = "commandPinAdvice"

    var words: LocalizedText {
        switch self {
        case .sayWhoseKeys:
            LocalizedText(
                "--anywhere-as leaf or --anywhere-as authorities says whose keys they are",
                "--anywhere-as leaf 或 --anywhere-as authorities 指明这些密钥属于谁")
        case .formats(let names): LocalizedText("formats are \(names)", "格式有 \(names)")
        case .sayWhose: LocalizedText("say with --host whose it is", "请以 --host 指明它属于谁")
        case .checkPatterns: LocalizedText("check the patterns of the file", "请检查该文件中的名称模式")
        case .lossy:
            LocalizedText(
                "--lossy writes it all the same; another format may have words for it",
                "--lossy 会照样写出；另一种格式也许能表达它")
        case .importTakesOut:
            LocalizedText("holdfast pin import takes out the one or the other", "holdfast pin import 可取出其中之一")
        case .putIntoFile:
            LocalizedText("leave one of the two out, or put the pin into the file", "请去掉其中之一，或将该固定写入文件")
        case .computePrints: LocalizedText("holdfast pin compute prints pins", "holdfast pin compute 会打印公钥固定")
        case .lintSays:
            LocalizedText("holdfast pin lint says what else is wrong with it", "holdfast pin lint 会说明其余错误")
        case .algorithms: LocalizedText("algorithms are sha256, sha384, sha512", "算法有 sha256、sha384、sha512")
        case .namesNoServer: LocalizedText("a pin alone names no server", "单独的固定不指明服务器")
        case .losesNothing: LocalizedText("a pin alone loses nothing", "单独的固定不会丢失内容")
        case .toStandardOutput: LocalizedText("a pin alone goes to standard output", "单独的固定写到标准输出")
        case .leaveCertificateOut: LocalizedText("leave --certificate out", "请去掉 --certificate")
        case .serversCertificate: LocalizedText("give the server's certificate", "请给出服务器的证书")
        case .fewerServersOrPins: LocalizedText("name fewer servers or fewer pins", "请减少服务器或固定")
        case .hostForms:
            LocalizedText("write a name, an address, *.DOMAIN or **.DOMAIN", "请写名称、地址、*.DOMAIN 或 **.DOMAIN")
        case .noServerIn(let name): LocalizedText("'\(name)' names no server", "\(name) 不指明服务器")
        case .nameOneOfThem: LocalizedText("name one of them", "请指明其中之一")
        case .policyNamesServer: LocalizedText("they name no server, and a policy file does", "它不指明服务器，而策略文件要指明")
        case .fileNamesServers: LocalizedText("the file names its servers", "该文件已指明服务器")
        case .leaveOutOtherwise: LocalizedText("leave it out otherwise", "其他情况下请去掉")
        case .onlyPropertyLists: LocalizedText("only those are property lists", "只有它们是属性列表")
        case .importFirst: LocalizedText("import one of them first", "请先导入其中之一")
        case .jsonHoldsFile: LocalizedText("the JSON holds the file; leave one of the two out", "JSON 中含有该文件；请去掉其中之一")
        case .seeSignHelp: LocalizedText("holdfast pin sign --help", "请看 holdfast pin sign --help")
        case .makesKey:
            LocalizedText(
                "holdfast create key --key-type ed25519 makes a key",
                "holdfast create key --key-type ed25519 可生成密钥")
        case .writesPublicKey:
            LocalizedText(
                "holdfast convert update.key --to public-key writes one",
                "holdfast convert update.key --to public-key 可写出公钥")
        case .certificateRequestOrKey: LocalizedText("name a certificate, a request or a key", "请指定证书、请求或密钥")
        case .onceIssued:
            LocalizedText("name the certificate once it is issued, or the public key", "请在证书签发后指定证书，或指定公钥")
        case .holderMakesAgain: LocalizedText("have it made again by whoever holds the key", "请由持有密钥的人重新生成")
        case .oneAfterTheOther: LocalizedText("verify them one after the other", "请逐一验证")
        case .leaveHostOut: LocalizedText("leave --host out", "请去掉 --host")
        }
    }
}

/// Lines about a certificate that is to come, and pins.
enum PinSimulationNote: Sentence {
    case notAbove(subject: String)
    case verdict(source: String, PinSimulation.Verdict)
    case ownPin(String)

    static let topic = "commandPinSimulation"

    var words: LocalizedText {
        switch self {
        case .notAbove(let subject):
            LocalizedText(
                "not above the first certificate, and not looked at: \(subject)", "不在第一张证书之上，未予查看：\(subject)")
        case .verdict(let source, let verdict):
            LocalizedText(
                "\(source): \(Self.words(verdict).english)", "\(source)：\(Self.words(verdict).chinese)")
        case .ownPin(let pin): LocalizedText("its own pin is \(pin)", "它自己的固定值为 \(pin)")
        }
    }

    private static func words(_ verdict: PinSimulation.Verdict) -> LocalizedText {
        switch verdict {
        case .passes: LocalizedText("would pass", "会通过")
        case .reported:
            LocalizedText("would not match, which is reported and refuses nothing", "不会匹配，仅予报告而不拒绝")
        case .expired: LocalizedText("would pass, since the pins have ended by then", "会通过，因为届时这些固定值已到期")
        case .undecided:
            LocalizedText(
                "undecided: the certificates above are not at hand (--known FILE)", "无法判定：手头没有上级证书（--known FILE）")
        case .fails, .notPinned: LocalizedText("would be refused", "会被拒绝")
        }
    }
}

/// Lines about files in which a lint found nothing.
enum LintNote: Sentence {
    case nothingFound(file: String)

    static let topic = "commandLintNote"

    var words: LocalizedText {
        switch self {
        case .nothingFound(let file): LocalizedText("\(file): nothing found", "\(file)：没有发现问题")
        }
    }
}

/// Lines about what another format of pins says otherwise, or not at all.
enum PinExchangeNote: Sentence {
    case note(PinNote.Kind, file: String, place: String, Statement)

    static let topic = "commandPinExchange"

    var words: LocalizedText {
        switch self {
        case .note(let kind, let file, let place, let statement) where place.beginsWithLine:
            LocalizedText(
                "\(file):\(place): \(Self.words(kind).english): \(statement.english)",
                "\(file):\(place)：\(Self.words(kind).chinese)：\(statement.chinese)")
        case .note(let kind, _, let place, let statement):
            LocalizedText(
                "\(Self.words(kind).english): \(place): \(statement.english)",
                "\(Self.words(kind).chinese)：\(place)：\(statement.chinese)")
        }
    }

    /// The first words of a note.
    private static func words(_ kind: PinNote.Kind) -> LocalizedText {
        switch kind {
        case .cannotExpress: LocalizedText("cannot be expressed", "无法表达")
        case .unpinned: LocalizedText("is not pinned there", "在那里未固定")
        case .stillPinned: LocalizedText("is pinned there", "在那里仍被固定")
        case .fatal: LocalizedText("ends the other program", "会终止另一程序")
        case .noBackup: LocalizedText("without a backup", "没有备用")
        case .adapted: LocalizedText("said otherwise", "改用其他说法")
        case .newerReader: LocalizedText("not for older versions", "不适用于较旧的版本")
        case .notRead: LocalizedText("not read", "不读取")
        }
    }
}
