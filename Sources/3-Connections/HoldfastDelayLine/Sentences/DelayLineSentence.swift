import HoldfastStatements

/// Sentences about delay lines that cannot be had.
enum DelayLineSentence: Sentence {
    case roundTrip(String)
    case loss(String)
    case noAddress(String)
    case elsewhere(address: String)
    case inUse(addresses: [String])
    case noTUN(path: String)
    case mayNotOpen(path: String)
    case mayNotMake
    case tooMany(name: String)
    case system(Subject, error: String)

    static let topic = "delayLine"

    /// Things that the operating system refused.
    enum Subject: Sentence {
        case call(String)
        case callOn(String, device: String)
        case noThread
        case noPipe

        static let topic = "delayLineSubject"

        var words: LocalizedText {
            switch self {
            case .call(let name): .same(name)
            case .callOn(let name, let device): LocalizedText("\(name) on \(device)", "\(device) 上的 \(name)")
            case .noThread: LocalizedText("no thread", "无法启动线程")
            case .noPipe: LocalizedText("no pipe", "无法建立管道")
            }
        }
    }

    var words: LocalizedText {
        switch self {
        case .roundTrip(let time):
            LocalizedText(
                "a round-trip time from 0 to 60 s is expected, not \(time)", "往返时间应为 0 至 60 秒，而不是 \(time)")
        case .loss(let share):
            LocalizedText("a loss from 0 to 1 is expected, not \(share)", "丢包率应为 0 至 1，而不是 \(share)")
        case .noAddress(let text): LocalizedText("'\(text)' is no address", "“\(text)”不是地址")
        case .elsewhere(let address):
            LocalizedText("\(address) is no address of this machine", "\(address) 不是本机的地址")
        case .inUse(let addresses):
            LocalizedText(
                "198.18.0.0/15 is in use here: \(addresses) are all taken", "198.18.0.0/15 在此已被使用：\(addresses) 均已占用")
        case .noTUN(let path):
            LocalizedText(
                "no \(path): the kernel has no TUN, or this container hides it", "没有 \(path)：内核没有 TUN，或此容器将其隐藏")
        case .mayNotOpen(let path):
            LocalizedText(
                "not allowed to open \(path): needs root (CAP_NET_ADMIN)", "不允许打开 \(path)：需要 root（CAP_NET_ADMIN）")
        case .mayNotMake:
            LocalizedText(
                "not allowed to make a TUN device: needs root (CAP_NET_ADMIN)", "不允许建立 TUN 设备：需要 root（CAP_NET_ADMIN）")
        case .tooMany(let name): LocalizedText("too many lines: \(name)", "线路过多：\(name)")
        case .system(let subject, let error):
            LocalizedText("\(subject.english): \(error)", "\(subject.chinese)：\(error)")
        }
    }
}
