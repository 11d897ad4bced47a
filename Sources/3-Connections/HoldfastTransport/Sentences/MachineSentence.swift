package import HoldfastStatements

/// Sentences about what nothing that the server or the network did is to blame for: libraries, memory, limits, and the
/// way in which a session is used.
package enum MachineSentence: Sentence {
    case uncheckedConnection
    case outOfMemory(for: Purpose)
    case noThread(error: Int32)
    case noDescriptor
    case twoReaders
    case shutDown
    case noLibcrypto

    package static let topic = "machine"

    /// The things that memory is for.
    package enum Purpose: Sentence {
        case partition

        package static let topic = "machinePurpose"

        package var words: LocalizedText {
            switch self {
            case .partition: LocalizedText("a partition", "分区")
            }
        }
    }

    package var words: LocalizedText {
        switch self {
        case .uncheckedConnection: LocalizedText("a connection was used without being asked about", "未经询问就使用了连接")
        case .outOfMemory(let purpose):
            LocalizedText("there is no memory for \(purpose.english)", "没有可用于\(purpose.chinese)的内存")
        case .noThread(let error): LocalizedText("no thread could be started (error \(error))", "无法启动线程（错误 \(error)）")
        case .noDescriptor:
            LocalizedText("no file descriptor is left for a connection's thread", "没有可供连接线程使用的文件描述符")
        case .twoReaders: LocalizedText("a response's body is read by two tasks at once", "响应的正文同时被两个任务读取")
        case .shutDown: LocalizedText("the session was shut down", "会话已关闭")
        case .noLibcrypto: LocalizedText("libcrypto cannot be initialised", "无法初始化 libcrypto")
        }
    }
}

/// Advice about libraries, memory, limits, and the way in which a session is used.
package enum MachineAdvice: Sentence {
    case reportVersion
    case giveMemory
    case raiseProcesses
    case raiseDescriptors
    case raiseBoth
    case readOnce
    case keepSession
    case installOpenSSL

    package static let topic = "machineAdvice"

    package var words: LocalizedText {
        switch self {
        case .reportVersion:
            LocalizedText(
                "report this, with the version of Holdfast; nothing of the answer was used",
                "请报告，并附 Holdfast 的版本；应答未被使用")
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
        case .installOpenSSL:
            LocalizedText(
                "install OpenSSL 3 (libssl3); nothing connects without it", "请安装 OpenSSL 3（libssl3）；没有它就不会建立任何连接")
        }
    }
}
