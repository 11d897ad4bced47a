import HoldfastFiles
import HoldfastStatements

/// Sentences about files that a command reads.
enum FileSentence: Sentence {
    case wrongKind
    case largerThan(limit: Int)
    case isFolder(file: String)
    case missing(file: String, fault: String)
    case notPermitted(file: String, fault: String)
    case fault(file: String, fault: String)
    case tooLarge(file: String, mebibytes: Int)
    case readableByOthers(file: String)
    case writableByOthers(file: String, place: String)
    case foreignOwner(file: String, place: String, user: String)
    case noTemporaryFolder(base: String, fault: String)

    static let topic = "commandFile"

    var words: LocalizedText {
        switch self {
        case .wrongKind: LocalizedText("it is no regular file and no pipe", "它不是普通文件，也不是管道")
        case .largerThan(let limit): LocalizedText("it is larger than \(limit) bytes", "它超过 \(limit) 字节")
        case .isFolder(let file): LocalizedText("\(Wording.quoted(file)) is a folder", "\(Wording.quoted(file)) 是文件夹")
        case .missing(let file, let fault):
            LocalizedText("\(Wording.quoted(file)): \(fault)", "没有 \(Wording.quoted(file)) 这个文件")
        case .notPermitted(let file, let fault):
            LocalizedText("\(Wording.quoted(file)): \(fault)", "没有读取 \(Wording.quoted(file)) 的权限")
        case .fault(let file, let fault):
            LocalizedText(
                "\(Wording.quoted(file)): \(fault)",
                "无法读取 \(Wording.quoted(file))：\(SystemText.words(of: fault).chinese)")
        case .tooLarge(let file, let mebibytes):
            LocalizedText(
                "\(Wording.quoted(file)) is too large: more than \(mebibytes) MiB",
                "\(Wording.quoted(file)) 过大：超过 \(mebibytes) MiB")
        case .readableByOthers(let file):
            LocalizedText("\(file) can be read or written by others, and holds secrets", "\(file) 可被他人读写，而其中有机密")
        case .writableByOthers(let file, let place):
            LocalizedText(
                "\(file) holds secrets, and others may change \(Wording.quoted(place))",
                "\(file) 中有机密，而他人可以更改 \(Wording.quoted(place))")
        case .foreignOwner(let file, let place, let user):
            LocalizedText(
                "\(file) holds secrets, and \(Wording.quoted(place)) belongs to user \(user)",
                "\(file) 中有机密，而 \(Wording.quoted(place)) 属于用户 \(user)")
        case .noTemporaryFolder(let base, let fault):
            LocalizedText(
                "no temporary folder in \(Wording.quoted(base)): \(fault)",
                "无法在 \(Wording.quoted(base)) 中创建临时文件夹：\(SystemText.words(of: fault).chinese)")
        }
    }
}

/// Advice about files.
enum FileAdvice: Sentence {
    case checkSpelling
    case mayRead
    case checkFile
    case logList
    case revocationList
    case update
    case signature
    case publicKey
    case pins
    case largestThings
    case propertyList
    case passphrase
    case smallerBody
    case description
    case spellingAndRights
    case chmodFile
    case chmodPlace
    case ownFile
    case nameTMPDIR

    static let topic = "commandFileAdvice"

    var words: LocalizedText {
        switch self {
        case .checkSpelling:
            LocalizedText("check the spelling; a relative path starts at the current folder", "请检查拼写；相对路径从当前文件夹开始")
        case .mayRead:
            LocalizedText("give yourself the right to read it, or run as a user who may", "请为自己取得读取权限，或以有权限的用户运行")
        case .checkFile: LocalizedText("check the file", "请检查该文件")
        case .logList:
            LocalizedText(
                "name a list of logs; the longest that is published has less than 1 MiB",
                "请指定日志列表；已发布的最长列表不到 1 MiB")
        case .revocationList: LocalizedText("a revocation list has at most 128 MiB", "吊销列表最大为 128 MiB")
        case .update: LocalizedText("updates have up to 1 MiB", "更新最大为 1 MiB")
        case .signature: LocalizedText("signatures have up to 16 KiB", "签名最大为 16 KiB")
        case .publicKey: LocalizedText("a public key has less than 64 KiB", "公钥不到 64 KiB")
        case .pins: LocalizedText("files of pins have up to 4 MiB", "公钥固定的文件最大为 4 MiB")
        case .largestThings:
            LocalizedText("the largest things are revocation lists, with up to 128 MiB", "最大的是吊销列表，可达 128 MiB")
        case .propertyList: LocalizedText("name the Info.plist of an app", "请指定应用的 Info.plist")
        case .passphrase: LocalizedText("the passphrase is the first line of the file", "口令是文件的第一行")
        case .smallerBody: LocalizedText("send a smaller body", "请发送较小的正文")
        case .description: LocalizedText("a description has a few hundred bytes", "描述文件只有几百字节")
        case .spellingAndRights: LocalizedText("check the spelling and the file's rights", "请检查拼写与文件的权限")
        case .chmodFile: LocalizedText("take their rights away: chmod 600 FILE", "请收回他人的权限：chmod 600 FILE")
        case .chmodPlace: LocalizedText("take their rights away: chmod go-w", "请收回他人的权限：chmod go-w")
        case .ownFile: LocalizedText("use a file of your own, in a folder of your own", "请使用自己文件夹中自己的文件")
        case .nameTMPDIR: LocalizedText("name a folder that can be written to in TMPDIR", "请在 TMPDIR 中指定可写的文件夹")
        }
    }
}

/// Lines about files that a command keeps for itself, without which it goes on.
enum StateFileNote: Sentence {
    case fault(Statement, advice: Statement?)

    static let topic = "commandStateFileNote"

    var words: LocalizedText {
        switch self {
        case .fault(let fault, let advice?):
            LocalizedText("\(fault.english); hint: \(advice.english)", "\(fault.chinese)；提示：\(advice.chinese)")
        case .fault(let fault, nil): fault.words
        }
    }
}
