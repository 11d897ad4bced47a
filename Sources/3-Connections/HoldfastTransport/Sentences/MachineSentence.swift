package import HoldfastStatements

/// Sentences about what nothing that the server or the network did is to blame for: libraries, memory, limits, and the
/// way in which a session is used.
package enum MachineSentence: Sentence {
    case uncheckedConnection
    case option(number: UInt32, library: String)
    case outOfMemory(for: Purpose)
    case noThread(error: Int32)
    case noDescriptor
    case twoReaders
    case shutDown
    case selfTestUnfinished(libraries: String, Obstacle)
    case selfTestFailed(libraries: String, SelfTestFailure)
    case noLibcrypto
    case notOpenSSL(libraries: String)
    case noLibcurl
    case otherOpenSSL(libraries: String)

    package static let topic = "machine"

    /// The things that memory is for.
    package enum Purpose: Sentence {
        case transfer
        case easyHandle
        case multiHandle
        case partition

        package static let topic = "machinePurpose"

        package var words: LocalizedText {
            switch self {
            case .transfer: LocalizedText("a transfer", "传输")
            case .easyHandle: LocalizedText("an easy handle of libcurl", "libcurl 的 easy 句柄")
            case .multiHandle: LocalizedText("a multi handle of libcurl", "libcurl 的 multi 句柄")
            case .partition: LocalizedText("a partition", "分区")
            }
        }
    }

    /// The reason why the self-test came to no end.
    package enum Obstacle: Sentence {
        case noListener
        case noMeeting
        case connectionLost
        case noServer
        case failed(Statement)

        package static let topic = "obstacle"

        package var words: LocalizedText {
            switch self {
            case .noListener: LocalizedText("there is no listening on loopback", "无法在环回地址上监听")
            case .noMeeting: LocalizedText("client and server do not meet on loopback", "客户端与服务器在环回地址上未能相遇")
            case .connectionLost: LocalizedText("the connection was lost", "连接已丢失")
            case .noServer: LocalizedText("there was no server", "没有服务器")
            case .failed(let statement): statement.words
            }
        }
    }

    /// The way in which a refusal did not refuse.
    package enum SelfTestFailure: Sentence {
        case wentThrough
        case cameOut(as: String)
        case unseen(count: Int32)

        package static let topic = "selfTest"

        package var words: LocalizedText {
            switch self {
            case .wentThrough: LocalizedText("a request went through that was refused", "被拒绝的请求仍然通过")
            case .cameOut(let code): LocalizedText("the refusal came out as '\(code)'", "拒绝表现为“\(code)”")
            case .unseen(let count): LocalizedText("the server saw no refusal (\(count))", "服务器没有看到拒绝（\(count)）")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .uncheckedConnection: LocalizedText("a connection was used without being asked about", "未经询问就使用了连接")
        case .option(let number, let library):
            LocalizedText("libcurl does not accept option \(number): \(library)", "libcurl 不接受选项 \(number)：\(library)")
        case .outOfMemory(let purpose):
            LocalizedText("there is no memory for \(purpose.english)", "没有可用于\(purpose.chinese)的内存")
        case .noThread(let error): LocalizedText("no thread could be started (error \(error))", "无法启动线程（错误 \(error)）")
        case .noDescriptor:
            LocalizedText("no file descriptor is left for a connection's thread", "没有可供连接线程使用的文件描述符")
        case .twoReaders: LocalizedText("a response's body is read by two tasks at once", "响应的正文同时被两个任务读取")
        case .shutDown: LocalizedText("the session was shut down", "会话已关闭")
        case .selfTestUnfinished(let libraries, let obstacle):
            LocalizedText(
                "whether a refused certificate is refused with \(libraries) could not be found out: "
                    + obstacle.english,
                "无法查明 \(libraries) 是否真正拒绝被拒绝的证书：\(obstacle.chinese)")
        case .selfTestFailed(let libraries, let failure):
            LocalizedText(
                "a refused certificate would not be refused with \(libraries): \(failure.english)",
                "\(libraries) 不会拒绝被拒绝的证书：\(failure.chinese)")
        case .noLibcrypto: LocalizedText("libcrypto cannot be initialised", "无法初始化 libcrypto")
        case .notOpenSSL(let libraries):
            LocalizedText("libcurl does not use OpenSSL here (\(libraries))", "此处的 libcurl 未使用 OpenSSL（\(libraries)）")
        case .noLibcurl: LocalizedText("libcurl cannot be initialised", "无法初始化 libcurl")
        case .otherOpenSSL(let libraries):
            LocalizedText(
                "libcurl uses another OpenSSL than this program (\(libraries))",
                "libcurl 使用的 OpenSSL 与本程序不同（\(libraries)）")
        }
    }
}

/// Advice about libraries, memory, limits, and the way in which a session is used.
package enum MachineAdvice: Sentence {
    case reportVersion
    case installLibcurl
    case giveMemory
    case raiseProcesses
    case raiseDescriptors
    case raiseBoth
    case readOnce
    case keepSession
    case sendAgain
    case useDistributions
    case installBoth

    package static let topic = "machineAdvice"

    package var words: LocalizedText {
        switch self {
        case .reportVersion:
            LocalizedText(
                "report this, with the version of Holdfast; nothing of the answer was used",
                "请报告，并附 Holdfast 的版本；应答未被使用")
        case .installLibcurl:
            LocalizedText(
                "install libcurl 7.88 or later, built with OpenSSL and HTTP/2",
                "请安装 7.88 或更高版本、以 OpenSSL 与 HTTP/2 构建的 libcurl")
        case .giveMemory: LocalizedText("give the process more memory", "请给进程更多内存")
        case .raiseProcesses:
            LocalizedText(
                "raise the limit of processes, or open fewer connections under different policies at a time",
                "请提高进程数上限，或减少同时以不同策略打开的连接")
        case .raiseDescriptors:
            LocalizedText(
                "raise the limit of open files (ulimit -n), or open fewer at a time", "请提高打开文件数上限（ulimit -n），或减少同时打开的数量"
            )
        case .raiseBoth:
            LocalizedText(
                "raise the limits of open files and threads, or open fewer at a time", "请提高打开文件数与线程数上限，或减少同时打开的数量")
        case .readOnce:
            LocalizedText(
                "read it in one task, or read all of it and share the bytes", "请在一个任务中读取，或全部读出后共享字节")
        case .keepSession: LocalizedText("keep the session until its requests are done", "请保留会话直至其请求完成")
        case .sendAgain:
            LocalizedText(
                "send the request again when the machine has less to do; it is tried anew then",
                "请在机器较空闲时重新发送请求，届时会重新测试")
        case .useDistributions:
            LocalizedText(
                "use the distribution's libcurl 7.88 or later with OpenSSL 3; until then nothing connects",
                "请使用发行版的 libcurl 7.88 或更高版本与 OpenSSL 3；在此之前不会建立任何连接")
        case .installBoth:
            LocalizedText(
                "install libcurl4-openssl-dev and libssl-dev of one distribution; nothing connects without them",
                "请安装同一发行版的 libcurl4-openssl-dev 与 libssl-dev；没有它们就不会建立任何连接")
        }
    }
}
