import HoldfastLibC
package import HoldfastStatements

extension SystemText {
    /// The Chinese of the errors that people meet (errno(3)); the system itself speaks English where no locale is set.
    private static let chinese: [(number: Int32, words: String)] = [
        (EPERM, "不允许的操作"), (ENOENT, "没有这样的文件或文件夹"), (EIO, "读写错误"), (ENOEXEC, "不是可执行的格式"),
        (ENOMEM, "内存不足"), (EACCES, "没有权限"), (EBUSY, "正被占用"), (EEXIST, "文件已经存在"), (ENOTDIR, "不是文件夹"),
        (EISDIR, "是文件夹"), (EINVAL, "无效的参数"), (ENFILE, "系统打开的文件过多"), (EMFILE, "打开的文件过多"),
        (EFBIG, "文件过大"), (ENOSPC, "存储空间已满"), (EROFS, "文件系统是只读的"), (EPIPE, "管道已断开"),
        (ENAMETOOLONG, "文件名过长"), (ELOOP, "符号链接层数过多"), (EADDRINUSE, "地址已被占用"),
        (EADDRNOTAVAIL, "本机没有该地址"), (ENETUNREACH, "网络不可达"), (ECONNRESET, "连接被对方重置"),
        (ETIMEDOUT, "连接超时"), (ECONNREFUSED, "连接被拒绝"), (EHOSTUNREACH, "没有到主机的路由"), (EDQUOT, "超出磁盘配额"),
    ]

    /// The words for an error, the system's own in English; in both languages those where no Chinese is known.
    package static func words(_ number: Int32) -> LocalizedText {
        let own = clause(number)
        return LocalizedText(own, chinese.first { $0.number == number }?.words ?? own)
    }

    /// The words that the system has given for an error, with their Chinese; as they are where they are not known.
    package static func words(of text: String) -> LocalizedText {
        let known = chinese.first { clause($0.number) == text || error($0.number) == text }
        return LocalizedText(text, known?.words ?? text)
    }

    /// The words that the system has given for an error, as a statement that is none of a topic.
    package static func statement(of text: String) -> Statement {
        Statement(verbatim: text).replacingWords { _ in words(of: text) }
    }
}
