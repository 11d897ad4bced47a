import HoldfastFiles
import HoldfastStatements

/// Sentences about the options that say whom to trust, and the files that they name.
enum PolicySentence: Sentence {
    case line(file: String, problem: Statement)
    case errors(file: String, count: Int)
    case noRevocationList(file: String)
    case noOCSPResponse(file: String)
    case notRevocationList(file: String, reason: Statement)
    case notOCSPResponse(file: String, reason: Statement)
    case pin(reason: Statement)
    case noMode(option: String, text: String)
    case offLooksAtNothing(option: String)
    case nothingFetched(option: String)
    case noProgramme(option: String, name: String)
    case ctWithoutServer(option: String, purpose: String)
    case logList(file: String, count: Int)
    case policyFileWithoutName(purpose: String)
    case noPolicy(text: String)
    case noAnchorsHere
    case unreadableAnchors(path: String, fault: String)
    case anchorsTooLarge(path: String, limit: String)
    /// The part of a policy file in what was not judged, or has no room for it.
    case note(Statement)
    /// The part of a policy file, and the host before it, which its words do not name.
    case noteOfHost(host: String, Statement)
    case noExactHost(file: String)
    case notOneHost(count: Int, patterns: String)
    case matchesNoHost(count: Int, patterns: String)

    static let topic = "commandPolicy"

    var words: LocalizedText {
        switch self {
        case .line(let file, let problem): LocalizedText("\(file):\(problem.english)", "\(file):\(problem.chinese)")
        case .errors(let file, let count):
            LocalizedText(
                "policy \(Wording.quoted(file)): it has \(count) errors",
                "策略 \(Wording.quoted(file))：有 \(count) 处错误")
        case .noRevocationList(let file):
            LocalizedText("\(Wording.quoted(file)) holds no revocation list", "\(Wording.quoted(file)) 中没有吊销列表")
        case .noOCSPResponse(let file):
            LocalizedText("\(Wording.quoted(file)) holds no OCSP response", "\(Wording.quoted(file)) 中没有 OCSP 应答")
        case .notRevocationList(let file, let reason):
            LocalizedText(
                "\(Wording.quoted(file)) is no revocation list: \(reason.english)",
                "\(Wording.quoted(file)) 不是吊销列表：\(reason.chinese)")
        case .notOCSPResponse(let file, let reason):
            LocalizedText(
                "\(Wording.quoted(file)) is no OCSP response: \(reason.english)",
                "\(Wording.quoted(file)) 不是 OCSP 应答：\(reason.chinese)")
        case .pin(let reason): LocalizedText("--pin: \(reason.english)", "--pin：\(reason.chinese)")
        case .noMode(let option, let text):
            LocalizedText("\(option): \(Wording.quoted(text)) is no mode", "\(option)：\(Wording.quoted(text)) 不是模式")
        case .offLooksAtNothing(let option): LocalizedText("\(option) off looks at no file", "\(option) off 不查看任何文件")
        case .nothingFetched(let option):
            LocalizedText("\(option) does not apply where nothing is fetched", "\(option) 在不获取任何内容时不适用")
        case .noProgramme(let option, let name):
            LocalizedText(
                "\(option): \(Wording.quoted(name)) is no programme",
                "\(option)：\(Wording.quoted(name)) 不是计划")
        case .ctWithoutServer(let option, let purpose):
            LocalizedText("\(option) does not apply to --policy \(purpose)", "\(option) 不适用于 --policy \(purpose)")
        case .logList(let file, let count):
            LocalizedText(
                "list of logs \(Wording.quoted(file)): it has \(count) errors",
                "日志列表 \(Wording.quoted(file)) 有 \(count) 处错误")
        case .policyFileWithoutName(let purpose):
            LocalizedText(
                "--policy-file does not apply to --policy \(purpose), which compares no name",
                "--policy-file 不适用于 --policy \(purpose)，后者不比较名称")
        case .noPolicy(let text):
            LocalizedText("\(Wording.quoted(text)) is no policy", "\(Wording.quoted(text)) 不是策略")
        case .noAnchorsHere: LocalizedText("no anchors were found on this system", "在此系统上没有找到信任锚")
        case .note(let part): LocalizedText("note: policy \(part.english)", "提示：策略 \(part.chinese)")
        case .noteOfHost(let host, let part):
            LocalizedText("note: \(host): policy \(part.english)", "提示：\(host)：策略 \(part.chinese)")
        case .noExactHost(let file):
            LocalizedText(
                "policy \(Wording.quoted(file)) names no single host", "策略 \(Wording.quoted(file)) 没有指明任何单个主机")
        case .notOneHost(let count, let patterns):
            LocalizedText(
                count == 1
                    ? "note: not judged is \(patterns), which names no single host"
                    : "note: \(count) patterns are not judged, since they name no single host: \(patterns)",
                "提示：\(count) 个模式未判定，因为它们没有指明单个主机：\(patterns)")
        case .matchesNoHost(let count, let patterns):
            LocalizedText(
                count == 1
                    ? "note: \(patterns) matches no host that the file names"
                    : "note: \(count) patterns match no host that the file names: \(patterns)",
                "提示：\(count) 个模式不匹配文件所列的任何主机：\(patterns)")
        case .unreadableAnchors(let path, let fault):
            LocalizedText(
                "anchors \(Wording.quoted(path)): \(fault)",
                "信任锚 \(Wording.quoted(path))：\(SystemText.words(of: fault).chinese)")
        case .anchorsTooLarge(let path, let limit):
            LocalizedText(
                "anchors \(Wording.quoted(path)) are too large: the limit is \(limit)",
                "信任锚 \(Wording.quoted(path)) 过大：上限为 \(limit)")
        }
    }
}

/// Advice about whom to trust.
enum PolicyAdvice: Sentence {
    case nothingCounts
    case fileIn(form: String)
    case pinForm
    case leaveSome
    case inForce
    case modes(names: String)
    case leaveFilesOut
    case leaveOutOrOff(option: String)
    case inspectSaysWhat
    case whoseRules(programmes: String)
    case programmes(names: String)
    case onlyServersLogged
    case holdsForServers
    case certificatesLogged
    case basicX509
    case policies(names: String)
    case policyFile
    case oneOrTheOther
    case installCertificates
    case nameServersBeside
    case askForPort(file: String, server: String, port: Int)

    static let topic = "commandPolicyAdvice"

    var words: LocalizedText {
        switch self {
        case .nothingCounts:
            LocalizedText(
                "nothing of it counts until all of it is right: get it anew from its publisher",
                "全部正确之前一概不采用：请向发布者重新获取")
        case .fileIn(let form): LocalizedText("name a file in \(form) or DER", "请指定 \(form) 或 DER 格式的文件")
        case .pinForm: LocalizedText("as sha256/ and 44 characters of Base64", "形式为 sha256/ 加 44 个 Base64 字符")
        case .leaveSome: LocalizedText("leave some out", "请去掉一些")
        case .inForce: LocalizedText("what was in force before stays so", "原先生效的内容保持不变")
        case .modes(let names): LocalizedText("modes are \(names)", "模式有 \(names)")
        case .leaveFilesOut: LocalizedText("leave the files out, or say soft", "请去掉这些文件，或写 soft")
        case .leaveOutOrOff(let option): LocalizedText("leave it out, or \(option) off", "请将其去掉，或去掉 \(option) off")
        case .inspectSaysWhat: LocalizedText("holdfast inspect says what it is", "holdfast inspect 会说明它是什么")
        case .whoseRules(let programmes):
            LocalizedText("say whose rules count the timestamps: \(programmes)", "请指明按谁的规则计算时间戳：\(programmes)")
        case .programmes(let names): LocalizedText("programmes are \(names)", "计划有 \(names)")
        case .onlyServersLogged:
            LocalizedText(
                "only certificates of servers are logged; leave one of the two out",
                "只有服务器的证书才会记入日志；请去掉其中之一")
        case .holdsForServers: LocalizedText("it says what holds for which servers", "它规定对哪些服务器适用什么")
        case .certificatesLogged: LocalizedText("only certificates of servers are logged", "只有服务器的证书才会记入日志")
        case .basicX509:
            LocalizedText("without a name judge by --policy basic-x509", "不指定名称时，请用 --policy basic-x509 判定")
        case .policies(let names): LocalizedText("policies are \(names)", "策略有 \(names)")
        case .policyFile: LocalizedText("a policy file is named with --policy-file", "策略文件请用 --policy-file 指定")
        case .oneOrTheOther: LocalizedText("give all files with the one or with the other", "请把所有文件都用其中一个选项给出")
        case .installCertificates:
            LocalizedText("install ca-certificates, or give --anchors PATH", "请安装 ca-certificates，或给出 --anchors PATH")
        case .nameServersBeside:
            LocalizedText("name the servers: SERVER… --policy-file FILE", "请指明服务器：SERVER… --policy-file FILE")
        case .askForPort(let file, let server, let port):
            LocalizedText(
                "connectTo of \(file) is for port \(port): ask for \(server)",
                "\(file) 的 connectTo 用于端口 \(port)：请写 \(server)")
        }
    }
}

/// Lines about anchors that could not be read.
enum AnchorNote: Sentence {
    case passedOver(Statement)
    case morePassedOver(count: Int)

    static let topic = "commandAnchorNote"

    var words: LocalizedText {
        switch self {
        case .passedOver(let problem):
            LocalizedText("warning: \(problem.english); it is passed over", "警告：\(problem.chinese)；已跳过")
        case .morePassedOver(let count):
            LocalizedText("warning: \(count) more of the anchors are passed over", "警告：另有 \(count) 个信任锚被跳过")
        }
    }
}
