import HoldfastStatements

/// Sentences about the user's exceptions.
enum TrustCommandSentence: Sentence {
    case notExceptable(source: String, codes: String)
    case unreadable(source: String, reason: Statement)
    case trustedAlready(source: String, host: String)
    case codesNeeded(source: String)
    case hostDiffers(name: String)
    case noCode(name: String)
    case codes(reason: Statement)
    case until(reason: Statement)
    case note(reason: Statement)
    case neitherFingerprintNorHost(text: String)
    case noException(operand: String)
    case several(count: Int, operand: String)
    case noPlace

    static let topic = "commandTrustCommand"

    var words: LocalizedText {
        switch self {
        case .notExceptable(let source, let codes):
            LocalizedText(
                "\(source): \(codes) cannot be excepted; nothing was added",
                "\(source)：\(codes) 不能设为例外；没有添加任何内容")
        case .unreadable(let source, let reason):
            LocalizedText(
                "\(source): the certificate cannot be read, and so not be excepted: \(reason.english)",
                "\(source)：该证书无法读取，因此不能设为例外：\(reason.chinese)")
        case .trustedAlready(let source, let host):
            LocalizedText(
                "\(source): trusted for \(host) without an exception; nothing was added",
                "\(source)：对 \(host) 无须例外即受信任；没有添加任何内容")
        case .codesNeeded(let source):
            LocalizedText(
                "\(source): --codes says what to override; nothing was added",
                "\(source)：须以 --codes 指明要忽略的问题；没有添加任何内容")
        case .hostDiffers(let name):
            LocalizedText("--host differs from the server's name \(name)", "--host 与服务器的名称 \(name) 不同")
        case .noCode(let name):
            LocalizedText(
                "--codes: \(Wording.quoted(name)) is no finding's code",
                "--codes：\(Wording.quoted(name)) 不是问题代码")
        case .codes(let reason): LocalizedText("--codes: \(reason.english)", "--codes：\(reason.chinese)")
        case .until(let reason): LocalizedText("--until: \(reason.english)", "--until：\(reason.chinese)")
        case .note(let reason): LocalizedText("--note: \(reason.english)", "--note：\(reason.chinese)")
        case .neitherFingerprintNorHost(let text):
            LocalizedText(
                "\(Wording.quoted(text)) is neither a SHA-256 nor a host",
                "\(Wording.quoted(text)) 既不是 SHA-256，也不是主机")
        case .noException(let operand):
            LocalizedText("no exception for \(Wording.quoted(operand))", "没有 \(Wording.quoted(operand)) 的例外")
        case .several(let count, let operand):
            LocalizedText(
                "\(count) exceptions for \(Wording.quoted(operand)); nothing was removed",
                "\(Wording.quoted(operand)) 有 \(count) 个例外；没有删除任何一个")
        case .noPlace: LocalizedText("there is no place for exceptions", "没有存放例外的位置")
        }
    }
}

/// Advice of `holdfast trust`.
enum TrustCommandAdvice: Sentence {
    case jsonNamesCodes
    case explains(command: String)
    case installAgain
    case nameIt
    case addCodes(codes: String)
    case connectElsewhere
    case oneHost
    case writeUntil
    case mend
    case stillToCome
    case addAnew
    case writeLess
    case allRemovesExceptions
    case listShowsBoth
    case listShows
    case addAll
    case setStateHome
    case authorityOrServer(file: String)

    static let topic = "commandTrustCommandAdvice"

    var words: LocalizedText {
        switch self {
        case .jsonNamesCodes: LocalizedText("holdfast check --json names the codes", "holdfast check --json 会列出代码")
        case .explains(let command):
            LocalizedText("holdfast \(command) explains what is wrong with it", "holdfast \(command) 会说明它的问题")
        case .installAgain: LocalizedText("have it installed again as its authority delivered it", "请按颁发机构交付的原样重新安装")
        case .nameIt:
            LocalizedText(
                "to except a finding that is not there, name it with --codes",
                "若要对尚不存在的问题设置例外，请以 --codes 指明")
        case .addCodes(let codes):
            LocalizedText(
                "if you know that this certificate is the server's, add --codes \(codes)",
                "若您知道该证书属于此服务器，请加 --codes \(codes)")
        case .connectElsewhere:
            LocalizedText(
                "leave --host out; --connect-to reaches the server elsewhere",
                "请去掉 --host；--connect-to 可在别处连接该服务器")
        case .oneHost: LocalizedText("an exception is for one host", "一个例外只针对一台主机")
        case .writeUntil:
            LocalizedText("write a length such as 30d, or a date; 398 days at most", "请写时长，如 30d，或日期；最长 398 天")
        case .mend: LocalizedText("what is wrong there has to be mended", "其中的问题必须修正")
        case .stillToCome: LocalizedText("name a time that is still to come", "请给出尚未到来的时间")
        case .addAnew: LocalizedText("look at it again then, and add it anew", "请届时再次查看，并重新添加")
        case .writeLess: LocalizedText("write less", "请写短一些")
        case .allRemovesExceptions: LocalizedText("--all alone removes every exception", "单用 --all 会删除全部例外")
        case .listShowsBoth:
            LocalizedText("holdfast trust list shows both of each exception", "holdfast trust list 会列出每个例外的这两项")
        case .listShows: LocalizedText("holdfast trust list shows what there is", "holdfast trust list 列出现有的例外")
        case .addAll:
            LocalizedText(
                "add --all to remove them together, or name one by the SHA-256 of its certificate",
                "请加 --all 一并删除，或以证书的 SHA-256 指明其中之一")
        case .setStateHome:
            LocalizedText("set XDG_STATE_HOME or HOME to an absolute path", "请将 XDG_STATE_HOME 或 HOME 设为绝对路径")
        case .authorityOrServer(let file):
            LocalizedText(
                "an authority is trusted by holdfast trust-store install \(HabitWords.quoted(file)), one server's "
                    + "certificate by holdfast trust add \(HabitWords.quoted(file)) --host NAME",
                "信任颁发机构用 holdfast trust-store install \(HabitWords.quoted(file))，信任一台服务器的证书用 holdfast trust add "
                    + "\(HabitWords.quoted(file)) --host NAME")
        }
    }
}

/// Lines about the user's exceptions.
enum TrustNote: Sentence {
    case none
    case standing(inForce: Bool, from: String, until: String, codes: [String])
    case replaces
    case notCovered(codes: String)
    case notFoundNow(codes: String)
    case finding(code: String, Statement)
    case removed(name: String, certificate: String)

    static let topic = "commandTrustNote"

    var words: LocalizedText {
        switch self {
        case .none: LocalizedText("no exceptions", "没有例外")
        case .standing(let inForce, let begin, let end, let codes):
            LocalizedText(
                "\(inForce ? "trusted" : "not trusted now") from \(begin) until \(end), whatever "
                    + "\(codes.joined(separator: ", ")) says",
                "\(inForce ? "受信任" : "现不受信任")，自 \(begin) 至 \(end)，不论 \(codes.joined(separator: "、"))")
        case .replaces: LocalizedText("replaces the exception that was there for it", "取代了原有的例外")
        case .notCovered(let codes):
            LocalizedText("not covered, and so still refused: \(codes)", "未涵盖，因此仍被拒绝：\(codes)")
        case .notFoundNow(let codes):
            LocalizedText("not found now, and overridden all the same: \(codes)", "现未发现，但同样会放行：\(codes)")
        case .finding(let code, let message):
            LocalizedText("  \(code): \(message.english)", "  \(code)：\(message.chinese)")
        case .removed(let name, let certificate):
            LocalizedText("removed: \(name), SHA-256 \(certificate)", "已删除：\(name)，SHA-256 \(certificate)")
        }
    }
}
