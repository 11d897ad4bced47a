public import HoldfastStatements

extension CacheUse: CustomStringConvertible {
    /// The way in which a kept response answered, as a statement.
    public var statement: Statement { CacheUseSentence.answered(kind, place, age: age).statement }

    /// One clause in English, without a full stop.
    public var description: String { statement.description }
}

/// The sentence about a kept response that answered.
enum CacheUseSentence: Sentence {
    case answered(CacheUse.Kind, CacheUse.Place?, age: Int)

    static let topic = "cacheUse"

    var words: LocalizedText {
        switch self {
        case .answered(let kind, let place, let age):
            let source = place.map { place in
                LocalizedText(
                    " from \(place == .disk ? "the disk" : "memory"), \(age) s old",
                    "，来自\(place == .disk ? "磁盘" : "内存")，已保存 \(age) 秒")
            }
            let (english, chinese) = (source?.english ?? "", source?.chinese ?? "")
            return switch kind {
            case .fresh: LocalizedText("fresh" + english, "仍新鲜" + chinese)
            case .stale: LocalizedText("stale" + english, "已陈旧" + chinese)
            case .staleWhileRevalidating:
                LocalizedText("stale\(english), renewed meanwhile", "已陈旧\(chinese)，同时正在更新")
            case .staleIfError:
                LocalizedText("stale\(english), since its server has no answer", "已陈旧\(chinese)，因为其服务器没有应答")
            case .validated: LocalizedText("still valid" + english, "仍然有效" + chinese)
            case .completed: LocalizedText("completed" + english, "已补全" + chinese)
            case .absent: LocalizedText("nothing is kept", "没有缓存")
            }
        }
    }
}

extension NetscapeCookieFile.Problem: CustomStringConvertible {
    /// The line and what is wrong with it, without its text, which may be a secret, as a statement.
    public var statement: Statement { CookieLineSentence.line(line, reason).statement }

    /// One clause in English, without the line's text, which may be a secret.
    public var description: String { statement.description }
}

/// The sentence about a line of a file of cookies.
enum CookieLineSentence: Sentence {
    case line(Int, NetscapeCookieFile.Problem.Reason)

    static let topic = "cookieLine"

    var words: LocalizedText {
        switch self {
        case .line(let number, let reason):
            LocalizedText("line \(number): \(reason.english)", "第 \(number) 行：\(reason.chinese)")
        }
    }
}

extension CookieLineSentence: PlacedSentence {
    var placed: (place: String, fault: Statement)? {
        switch self {
        case .line(let number, let reason): ("\(number)", Statement(reason))
        }
    }
}

extension NetscapeCookieFile.Problem.Reason: Sentence {
    package static let topic = "cookieLineReason"

    package var words: LocalizedText {
        let chinese =
            switch self {
            case .form: "它没有 Cookie 的七个字段"
            case .encoding: "它不是 UTF-8"
            case .tooLong: "它太长"
            case .refused: "没有服务器能设置这样的 Cookie"
            case .unknownSuffix: "它用于某个域之下的主机，而没有公共后缀列表"
            case .tooMany: "行数过多"
            }
        return LocalizedText(rawValue, chinese)
    }
}

/// The sentence about the index of a cache that is none.
enum CacheFileSentence: Sentence {
    /// The index has no salt, without which no key can be derived.
    case noSalt

    static let topic = "cacheFile"

    var words: LocalizedText { LocalizedText("it has no salt", "其中没有盐") }
}
