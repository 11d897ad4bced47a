import HoldfastFiles
import HoldfastStatements

/// Sentences about the browser that `holdfast browse` starts.
enum BrowseSentence: Sentence {
    case unknownBrowser(browser: String)
    case noCertutil
    case certutilFailed(verb: String, code: Int)
    case notInstalled(browser: String)
    case lineBreak(folder: String)
    case noPipe(fault: String)
    case moreJudged(count: Int)

    static let topic = "commandBrowse"

    var words: LocalizedText {
        switch self {
        case .unknownBrowser(let browser):
            LocalizedText(
                "--browser: \(Wording.quoted(browser)) is not known here",
                "--browser：此处没有名为 \(Wording.quoted(browser)) 的浏览器")
        case .noCertutil:
            LocalizedText(
                "certutil, which writes what a browser trusts, is not installed here",
                "本机没有安装 certutil，而浏览器信任谁由它写入")
        case .certutilFailed(let verb, let code):
            LocalizedText("certutil \(verb) failed with \(code)", "certutil \(verb) 失败，退出码为 \(code)")
        case .notInstalled(let browser): LocalizedText("no \(browser) is installed here", "本机没有安装 \(browser)")
        case .lineBreak(let folder):
            LocalizedText(
                "the path of temporary files has a line break: \(Wording.quoted(folder))",
                "临时文件的路径含有换行符：\(Wording.quoted(folder))")
        case .noPipe(let fault):
            LocalizedText("no pipe to its keeper: \(fault)", "无法建立通往看守进程的管道：\(SystemText.words(of: fault).chinese)")
        case .moreJudged(let count):
            LocalizedText(
                "holdfast browse: \(count) more connections were judged, and are in no report",
                "holdfast browse：另有 \(count) 个连接经过判定，而不在任何报告中")
        }
    }
}

/// Advice of `holdfast browse`.
enum BrowseAdvice: Sentence {
    case browsers(names: String)
    case installTools
    case installBrowser(package: String)
    case setTMPDIR
    case anotherUser

    static let topic = "commandBrowseAdvice"

    var words: LocalizedText {
        switch self {
        case .browsers(let names): LocalizedText("it is one of \(names)", "可选 \(names)")
        case .installTools:
            LocalizedText("on Debian: apt-get install libnss3-tools", "在 Debian 上：apt-get install libnss3-tools")
        case .installBrowser(let package):
            LocalizedText("on Debian: apt-get install \(package)", "在 Debian 上：apt-get install \(package)")
        case .anotherUser:
            LocalizedText(
                "Chromium does not run as the superuser: run holdfast browse as another user",
                "Chromium 不以超级用户身份运行：请以另一个用户运行 holdfast browse")
        case .setTMPDIR: LocalizedText("set TMPDIR", "请设置 TMPDIR")
        }
    }
}
