import HoldfastFiles
public import HoldfastStatements

/// The sentence about the files of a cache.
enum CacheFileSentence: Sentence {
    case cache(path: String, HTTPCacheError.Reason)
    /// The index has no salt, without which no key can be derived.
    case noSalt

    static let topic = "cacheFile"

    var words: LocalizedText {
        switch self {
        case .cache(let path, let reason):
            LocalizedText("the cache in \(path): \(reason.english)", "\(path) 中的缓存：\(reason.chinese)")
        case .noSalt: LocalizedText("it has no salt", "其中没有盐")
        }
    }
}

extension HTTPCacheError.Reason: Sentence {
    package static let topic = "cacheFileReason"

    /// The trouble as a statement: a clause.
    public var statement: Statement { Statement(self) }

    package var words: LocalizedText {
        switch self {
        case .wrongKind:
            LocalizedText("it is a link, or no file in a folder; it is not used", "它是链接，或不是文件夹中的文件；不使用它")
        case .foreignOwner(let user):
            LocalizedText("it belongs to user \(user); it is not used", "它属于用户 \(user)；不使用它")
        case .openToOthers(let mode):
            LocalizedText(
                "others may read or write it (0\(String(mode, radix: 8))); it is not used until files are 0600 and "
                    + "folders 0700",
                "他人可以读写它（0\(String(mode, radix: 8))）；在文件为 0600、文件夹为 0700 之前不使用它")
        case .system(let number):
            LocalizedText(
                "it cannot be used: \(SystemText.clause(number))", "无法使用它：\(SystemText.clause(number))")
        case .corrupt(let fault, let place?):
            LocalizedText(
                "it is damaged, or another program's (\(fault.english)), and counts as empty; it is kept as \(place)",
                "它已损坏，或属于另一个程序（\(fault.chinese)），按空的处理；它被另存为 \(place)")
        case .corrupt(let fault, nil):
            LocalizedText(
                "it is damaged, or another program's (\(fault.english)), and counts as empty; it could not be put "
                    + "aside and is not used",
                "它已损坏，或属于另一个程序（\(fault.chinese)），按空的处理；无法将其移开，不使用它")
        case .newer(let version):
            LocalizedText("a newer version wrote it (\(version)); it is not used", "它由较新的版本写入（\(version)）；不使用它")
        case .otherKey: LocalizedText("it was made with another key; it is not used", "它以另一密钥建立；不使用它")
        case .wasOpen:
            LocalizedText("it was made without a key; what was in it is removed", "它建立时没有密钥；其中的内容已删除")
        case .noKey(let reason):
            LocalizedText(
                "there is no key for it: \(reason.english); it is not used", "没有它的密钥：\(reason.chinese)；不使用它")
        case .badRows(let count):
            LocalizedText("\(count) of its responses make no sense and were dropped", "其中 \(count) 个应答没有意义，已丢弃")
        case .full: LocalizedText("there is no room for more", "没有更多空间")
        case .busy: LocalizedText("another process holds it; some responses were not kept", "另一进程占用着它；部分应答未保存")
        case .failed(let fault):
            LocalizedText("\(fault.english); some responses were not kept", "\(fault.chinese)；部分应答未保存")
        }
    }
}
