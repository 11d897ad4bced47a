package import HoldfastStatements

/// Sentences about delay lines that cannot be had.
package enum DelayLineSentence: Sentence {
    case roundTrip(String)
    case loss(String)
    case noAddress(String)
    case elsewhere(address: String)
    case networkInUse(taken: [String])
    case noDevice(path: String)
    case mayNotOpen(path: String)
    case mayNotMake
    case tooManyLines(device: String)
    case system(Attempt, said: String)

    package static let topic = "delayLine"

    /// The thing that the operating system was asked for.
    package enum Attempt: Sentence {
        case thread
        case pipe
        /// A call, a file or a place, by its name.
        case call(String)
        case onDevice(call: String, device: String)

        package static let topic = "delayLineAttempt"

        package var words: LocalizedText {
            switch self {
            case .thread: LocalizedText("no thread", "无法建立线程")
            case .pipe: LocalizedText("no pipe", "无法建立管道")
            case .call(let name): .same(name)
            case .onDevice(let call, let device): LocalizedText("\(call) on \(device)", "\(device) 上的 \(call)")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .roundTrip(let given):
            LocalizedText(
                "a round-trip time from 0 to 60 s is expected, not \(given)", "往返时间应为 0 到 60 秒，而不是 \(given)")
        case .loss(let given):
            LocalizedText("a loss from 0 to 1 is expected, not \(given)", "丢包率应为 0 到 1，而不是 \(given)")
        case .noAddress(let text): LocalizedText("'\(text)' is no address", "“\(text)”不是地址")
        case .elsewhere(let address):
            LocalizedText("\(address) is no address of this machine", "\(address) 不是本机的地址")
        case .networkInUse(let taken):
            LocalizedText("198.18.0.0/15 is in use here: \(taken) are all taken", "198.18.0.0/15 在此处已被使用：\(taken) 均已占用")
        case .noDevice(let path):
            LocalizedText(
                "no \(path): the kernel has no TUN, or this container hides it", "没有 \(path)：内核没有 TUN，或此容器将其隐藏")
        case .mayNotOpen(let path):
            LocalizedText(
                "not allowed to open \(path): needs root (CAP_NET_ADMIN)", "不允许打开 \(path)：需要 root（CAP_NET_ADMIN）")
        case .mayNotMake:
            LocalizedText(
                "not allowed to make a TUN device: needs root (CAP_NET_ADMIN)",
                "不允许建立 TUN 设备：需要 root（CAP_NET_ADMIN）")
        case .tooManyLines(let device): LocalizedText("too many lines: \(device)", "线路过多：\(device)")
        case .system(let attempt, let said):
            LocalizedText("\(attempt.english): \(said)", "\(attempt.chinese)：\(said)")
        }
    }
}
