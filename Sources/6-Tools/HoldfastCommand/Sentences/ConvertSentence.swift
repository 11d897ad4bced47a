import HoldfastStatements

/// Sentences about what is not converted.
enum ConvertSentence: Sentence {
    case onlyPKCS12(option: String)
    case passphraseWithoutKey
    case noSuchObject(text: String, count: Int)
    case noForm(text: String)
    case parametersAlone(file: String)
    case nothingToConvert(file: String)
    case notConverted(file: String, kind: Statement)
    case malformedObject(file: String, label: String, reason: Statement)
    case noneIsKeys
    case roomForOne(form: String, count: Int)
    case noPrivateKey
    case severalKeys(count: Int)
    case noPublicKey

    static let topic = "commandConvert"

    var words: LocalizedText {
        switch self {
        case .onlyPKCS12(let option):
            LocalizedText("option \(option) goes with --to pkcs12 only", "选项 \(option) 只能与 --to pkcs12 同用")
        case .passphraseWithoutKey:
            LocalizedText(
                "--out-passphrase-file does not apply: no private key is written",
                "--out-passphrase-file 不适用：没有写出私钥")
        case .noSuchObject(let text, let count):
            LocalizedText(
                "--index: \(Wording.quoted(text)) "
                    + (count == 1 ? "is not the only object" : "is none of the \(count) objects"),
                "--index：\(count) 个对象中没有 \(Wording.quoted(text))")
        case .noForm(let text): LocalizedText("\(Wording.quoted(text)) is no form", "\(Wording.quoted(text)) 不是格式")
        case .parametersAlone(let file):
            LocalizedText(
                "\(Wording.quoted(file)) holds parameters, and no key",
                "\(Wording.quoted(file)) 中只有参数，没有密钥")
        case .nothingToConvert(let file):
            LocalizedText("\(Wording.quoted(file)) holds nothing to convert", "\(Wording.quoted(file)) 中没有可以转换的内容")
        case .notConverted(let file, let kind):
            LocalizedText(
                "\(Wording.quoted(file)) holds what is not converted: \(kind.english)",
                "\(Wording.quoted(file)) 中含有无法转换的内容：\(kind.chinese)")
        case .malformedObject(let file, let label, let reason):
            LocalizedText(
                "\(Wording.quoted(file)): \(label): \(reason.english)",
                "\(Wording.quoted(file))：\(label)：\(reason.chinese)")
        case .noneIsKeys: LocalizedText("none of the certificates is the private key's", "这些证书中没有一张属于该私钥")
        case .roomForOne(let form, let count):
            LocalizedText(
                "\(form) has room for one object, and here are \(count)",
                "\(form) 只容得下一个对象，而这里有 \(count) 个")
        case .noPrivateKey: LocalizedText("there is no private key", "没有私钥")
        case .severalKeys(let count): LocalizedText("there are \(count) private keys", "有 \(count) 个私钥")
        case .noPublicKey: LocalizedText("there is no public key", "没有公钥")
        }
    }
}

/// Advice of `holdfast convert`.
enum ConvertAdvice: Sentence {
    case seeHelp
    case onlyKeys
    case keyIsRead
    case countedFromZero
    case endingSaysNothing
    case forms(names: String)
    case nameKeyFile
    case certificatesOrKeys
    case convertedKinds
    case asSafeAsPassphrase
    case chooseFromZero
    case nameByKey
    case chooseOne
    case havePublicKey

    static let topic = "commandConvertAdvice"

    var words: LocalizedText {
        switch self {
        case .seeHelp: LocalizedText("holdfast convert --help", "请看 holdfast convert --help")
        case .onlyKeys: LocalizedText("only those are encrypted", "只有私钥才加密")
        case .keyIsRead: LocalizedText("the key is read, not replaced", "密钥只读取，不会被替换")
        case .countedFromZero: LocalizedText("they are counted from 0", "从 0 开始计数")
        case .endingSaysNothing: LocalizedText("the ending of --out says nothing of the form", "从 --out 的扩展名看不出格式")
        case .forms(let names): LocalizedText("forms are \(names)", "格式有 \(names)")
        case .nameKeyFile:
            LocalizedText(
                "they are shared by many and belong to nobody; name the file of the key or the certificate",
                "参数由许多人共用，不属于任何人；请指定密钥或证书的文件")
        case .certificatesOrKeys: LocalizedText("name a file with certificates or keys", "请指定含有证书或密钥的文件")
        case .convertedKinds:
            LocalizedText(
                "certificates, requests, revocation lists, keys and PKCS #12 are",
                "可转换的有证书、请求、吊销列表、密钥与 PKCS #12")
        case .asSafeAsPassphrase: LocalizedText("the file is as safe as its passphrase", "该文件的安全取决于其口令")
        case .chooseFromZero: LocalizedText("choose one: --index N, counted from 0", "请选择一个：--index N，从 0 开始计数")
        case .nameByKey: LocalizedText("with pkcs12 name it by --key FILE", "使用 pkcs12 时，请以 --key FILE 指定")
        case .chooseOne: LocalizedText("choose one: --index N", "请选择一个：--index N")
        case .havePublicKey: LocalizedText("certificates, requests and keys have one", "证书、请求与密钥才有公钥")
        }
    }
}

/// Lines about what `holdfast convert` does.
enum ConvertNote: Sentence {
    case leftOut(LeftOut)

    static let topic = "commandConvertNote"

    var words: LocalizedText {
        switch self {
        case .leftOut(let thing): LocalizedText("left out: \(thing.english)", "未包括：\(thing.chinese)")
        }
    }
}

/// Things of a file that are not in what is made of it.
enum LeftOut: Sentence {
    case trustSettings(of: String, file: String, Settings)
    case notRead(type: String, file: String)
    case parameters(label: String?, file: String)
    case certificates(count: Int)

    static let topic = "commandLeftOut"

    /// The trust settings behind a certificate.
    enum Settings: Sentence {
        /// The uses by name; nil for all that are not rejected.
        case uses(trusted: [String]?, rejected: [String], alias: String?)
        case unreadable(Statement)

        static let topic = "commandTrustSettings"

        var words: LocalizedText {
            switch self {
            case .uses(let trusted, let rejected, let alias):
                LocalizedText(
                    "trusted for "
                        + (trusted.map { Self.list($0, ", ", none: "nothing") } ?? "all that is not rejected")
                        + ", rejected for \(Self.list(rejected, ", ", none: "nothing"))"
                        + (alias.map { ", alias \(Wording.quoted($0))" } ?? ""),
                    "信任用途为\(trusted.map { Self.list($0, "、", none: "无") } ?? "未被拒绝的全部用途")，"
                        + "拒绝用途为\(Self.list(rejected, "、", none: "无"))"
                        + (alias.map { "，别名为 \(Wording.quoted($0))" } ?? ""))
            case .unreadable(let fault):
                LocalizedText("they cannot be read: \(fault.english)", "无法读取：\(fault.chinese)")
            }
        }

        private static func list(_ names: [String], _ separator: String, none: String) -> String {
            names.isEmpty ? none : names.joined(separator: separator)
        }
    }

    var words: LocalizedText {
        switch self {
        case .trustSettings(let subject, let file, let settings):
            LocalizedText(
                "the trust settings of \(subject) in \(Wording.quoted(file)): \(settings.english)",
                "\(Wording.quoted(file)) 中 \(subject) 的信任设置：\(settings.chinese)")
        case .notRead(let type, let file):
            LocalizedText(
                "\(type) of \(Wording.quoted(file)), which is not read", "\(Wording.quoted(file)) 中的 \(type)，它不被读取")
        case .parameters(let label?, let file):
            LocalizedText("\(label) of \(Wording.quoted(file))", "\(Wording.quoted(file)) 中的 \(label)")
        case .parameters(nil, let file):
            LocalizedText("parameters of \(Wording.quoted(file))", "\(Wording.quoted(file)) 中的参数")
        case .certificates(let count):
            LocalizedText(
                "\(count == 1 ? "a certificate" : "\(count) certificates") not in the key's chain",
                "不在该密钥证书链中的 \(count) 张证书")
        }
    }
}
