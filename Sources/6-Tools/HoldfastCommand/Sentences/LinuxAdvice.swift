import HoldfastStatements

/// Advice about what Swift on Linux lacks: what to write instead. The table `linux-lacks` names the cases.
enum LinuxAdvice: String, Sentence, CaseIterable {
    case association
    case background
    case bonjour
    case bundle
    case cfNetwork
    case clock
    case combine
    case commonCrypto
    case compression
    case container
    case coreData
    case cryptoKit
    case detector
    case device
    case errorNumber
    case errorReason
    case exception
    case formatter
    case informational
    case integer
    case keyValueCoding
    case libc
    case loading
    case localized
    case lock
    case log
    case mediaType
    case networkKind
    case networkingImport
    case notifications
    case objectiveC
    case observing
    case pool
    case predicate
    case proxy
    case reachability
    case resuming
    case screen
    case security
    case securityImport
    case selector
    case stream
    case streamTask
    case waiting
    case xml

    static let topic = "commandLinuxAdvice"

    var words: LocalizedText {
        switch self {
        case .cfNetwork, .errorNumber, .errorReason, .proxy, .reachability, .stream, .bonjour: network
        case .background, .informational, .loading, .networkKind, .resuming, .streamTask, .waiting: session
        case .networkingImport, .securityImport, .commonCrypto, .cryptoKit, .security, .compression, .xml, .mediaType,
            .coreData, .libc, .log, .screen,
            .device:
            module
        case .association, .keyValueCoding, .objectiveC, .observing, .pool, .selector, .exception, .combine,
            .notifications:
            runtime
        case .bundle, .clock, .container, .detector, .formatter, .integer, .localized, .lock, .predicate: foundation
        }
    }

    private var network: LocalizedText {
        switch self {
        case .cfNetwork:
            LocalizedText(
                "Leave the import out: import HoldfastNetworking has kCFErrorDomainCFNetwork and the keys of "
                    + "connectionProxyDictionary.",
                "请去掉该导入：import HoldfastNetworking 已有 kCFErrorDomainCFNetwork 与 connectionProxyDictionary 的各键。")
        case .errorNumber:
            LocalizedText(
                "Compare with URLError.Code, as in error.code == .serverCertificateUntrusted.",
                "请与 URLError.Code 比较，例如 error.code == .serverCertificateUntrusted。")
        case .errorReason:
            LocalizedText(
                "Leave it out on Linux: the kind of the network and the background are no reasons to fail there.",
                "在 Linux 上请去掉它：那里的请求不会因网络类型或后台执行而失败。")
        case .proxy:
            LocalizedText(
                "Set connectionProxyDictionary of the session's configuration: nothing else names a proxy.",
                "请设置会话配置的 connectionProxyDictionary：代理只由它指定。")
        case .reachability:
            LocalizedText(
                "Send the request and look at the URLError: .notConnectedToInternet, .cannotConnectToHost, .timedOut.",
                "请直接发送请求并查看 URLError：.notConnectedToInternet、.cannotConnectToHost、.timedOut。")
        case .stream:
            LocalizedText(
                "Upload from data or from a file by URLSession; for a connection without HTTP take another package, "
                    + "which Holdfast does not judge.",
                "请用 URLSession 从数据或文件上传；不用 HTTP 的连接请改用其他包，Holdfast 不会判定它。")
        default:
            LocalizedText(
                "Put it into #if canImport(Darwin), and name the servers in the configuration: Linux finds no services "
                    + "by Bonjour.",
                "请放入 #if canImport(Darwin)，并在配置中写明服务器：Linux 不通过 Bonjour 寻找服务。")
        }
    }

    private var session: LocalizedText {
        switch self {
        case .background:
            LocalizedText(
                "Keep the program running until its tasks have ended: transfers end with the process, and nobody "
                    + "starts it again for them.",
                "请让程序运行到任务结束为止：传输随进程结束，也没有谁会为此重新启动程序。")
        case .informational:
            LocalizedText(
                "Do without it: responses 1xx are told to nobody.", "请不要依赖它：1xx 响应不会告知任何人。")
        case .loading: LocalizedText("Leave it out: there is one way of loading.", "请去掉它：加载方式只有一种。")
        case .networkKind:
            LocalizedText(
                "Leave it, it is kept without effect: no kind of network is told from another on Linux.",
                "可以保留，但没有作用：Linux 上不区分网络的种类。")
        case .resuming:
            LocalizedText(
                "Upload the whole again: no upload is resumed.", "请重新上传全部内容：上传不能续传。")
        case .streamTask:
            LocalizedText(
                "Put it into #if canImport(Darwin): the task ends with -1002, unsupportedURL. For a connection without "
                    + "HTTP take another package, which Holdfast does not judge.",
                "请放入 #if canImport(Darwin)：该任务以 -1002（unsupportedURL）结束。不用 HTTP 的连接请改用其他包，Holdfast 不会判定它。")
        default:
            LocalizedText(
                "Send the request again later: without a network it fails at once.", "请稍后重新发送请求：没有网络时请求立即失败。")
        }
    }

    private var module: LocalizedText {
        switch self {
        case .networkingImport:
            LocalizedText(
                "Write import HoldfastNetworking in the place of import Foundation: it brings Foundation, and the "
                    + "Security framework's names; import FoundationNetworking, which the compiler proposes, leaves "
                    + "the requests unjudged.",
                "请以 import HoldfastNetworking 取代 import Foundation：它会带来 Foundation 以及 Security 框架的名称；编译器建议的 "
                    + "import FoundationNetworking 会使请求未经判定。")
        case .securityImport:
            LocalizedText(
                "Add import HoldfastSecurity to the file, or write import HoldfastNetworking in the place of import "
                    + "Foundation.",
                "请在该文件中加入 import HoldfastSecurity，或以 import HoldfastNetworking 取代 import Foundation。")
        case .commonCrypto:
            LocalizedText(
                "Leave it out beside import HoldfastNetworking; else write import HoldfastSecurity, or add the product "
                    + "CommonCrypto of Holdfast to the target, and keep the line: --with-module CommonCrypto.",
                "若已有 import HoldfastNetworking，请去掉它；否则改写为 import HoldfastSecurity，或把 Holdfast 的产品 "
                    + "CommonCrypto 加入目标并保留此行：--with-module CommonCrypto。")
        case .cryptoKit:
            LocalizedText(
                "Write import Crypto, of the package swift-crypto, which has CryptoKit's names; hashes and HMAC are in "
                    + "HoldfastSecurity too, as CC_SHA256 and CCHmac.",
                "请改写为 import Crypto，出自 swift-crypto 包，其中有 CryptoKit 的各名称；散列与 HMAC 亦可用 HoldfastSecurity 的 "
                    + "CC_SHA256 与 CCHmac。")
        case .security:
            LocalizedText(
                "Leave it out beside import HoldfastNetworking; else write import HoldfastSecurity, or add the product "
                    + "Security of Holdfast to the target, and keep the line: --with-module Security.",
                "若已有 import HoldfastNetworking，请去掉它；否则改写为 import HoldfastSecurity，或把 Holdfast 的产品 Security "
                    + "加入目标并保留此行：--with-module Security。")
        case .compression:
            LocalizedText(
                "Leave it out for responses: URLSession decodes gzip, br and zstd itself; for data of your own take "
                    + "another package.",
                "对于响应请去掉它：URLSession 自行解码 gzip、br 与 zstd；自己的数据请改用其他包。")
        case .xml: LocalizedText("Add import FoundationXML to the file.", "请在该文件中加入 import FoundationXML。")
        case .mediaType:
            LocalizedText(
                "Write the media type as text, as \"image/png\".", "请以文本写明媒体类型，例如 \"image/png\"。")
        case .coreData:
            LocalizedText(
                "Keep the data in files or in a database of another package.", "请把数据保存在文件中，或其他包的数据库中。")
        case .libc:
            LocalizedText(
                "Write import Foundation, which brings the C library on both.",
                "请改写为 import Foundation，它在两种平台上都会带来 C 库。")
        case .log:
            LocalizedText(
                "Put it into #if canImport(os), or log by the package swift-log; a session tells its events to its "
                    + "observer.",
                "请放入 #if canImport(os)，或改用 swift-log 包记录日志；会话的事件会告知其 observer。")
        case .screen:
            LocalizedText(
                "Put it into #if canImport of the module: a program on Linux has no user interface of Apple's.",
                "请放入对该模块的 #if canImport：Linux 上的程序没有 Apple 的用户界面。")
        default:
            LocalizedText(
                "Put it into #if canImport(Darwin): there is no such service on Linux.",
                "请放入 #if canImport(Darwin)：Linux 上没有此服务。")
        }
    }

    private var runtime: LocalizedText {
        switch self {
        case .association:
            LocalizedText(
                "Keep the value in a property, or in a dictionary by ObjectIdentifier.",
                "请把值保存在属性中，或以 ObjectIdentifier 为键的字典中。")
        case .keyValueCoding:
            LocalizedText("Name the property, or a Swift key path as \\.name.", "请直接写属性名，或用 Swift 键路径，例如 \\.name。")
        case .objectiveC:
            LocalizedText(
                "Leave it out, or put it into #if canImport(ObjectiveC); what is @objc optional becomes a method with "
                    + "a default in an extension of the protocol.",
                "请去掉它，或放入 #if canImport(ObjectiveC)；@objc optional 的方法改为协议扩展中带默认实现的方法。")
        case .observing:
            LocalizedText(
                "Take the value where it is told, as in urlSession(_:task:didSendBodyData:…) or a completion handler: "
                    + "nothing can be observed by key path.",
                "请在通知该值之处取用，例如 urlSession(_:task:didSendBodyData:…) 或完成回调：无法按键路径观察。")
        case .pool:
            LocalizedText(
                "Call the closure itself: nothing is autoreleased on Linux.", "请直接执行该闭包：Linux 上没有自动释放的对象。")
        case .selector:
            LocalizedText(
                "Pass a closure: addObserver(forName:object:queue:using:), whose token you keep to remove it by, "
                    + "Timer(timeInterval:repeats:block:), a DispatchQueue.",
                "请传入闭包：addObserver(forName:object:queue:using:)（请保存其返回的令牌，以便移除）、"
                    + "Timer(timeInterval:repeats:block:) 或 DispatchQueue。")
        case .exception:
            LocalizedText(
                "Throw an Error of Swift's; a class that forwards calls names each method.",
                "请抛出 Swift 的 Error；转发调用的类须逐一写出各方法。")
        case .combine:
            LocalizedText(
                "Use async functions, as try await URLSession.shared.data(for: request), and AsyncStream for values "
                    + "that follow each other.",
                "请使用 async 函数，例如 try await URLSession.shared.data(for: request)；连续的值请用 AsyncStream。")
        default:
            LocalizedText(
                "Use addObserver(forName:object:queue:using:), and keep the token that it returns: "
                    + "removeObserver takes it.",
                "请使用 addObserver(forName:object:queue:using:)，并保存其返回的令牌：removeObserver 需要它。")
        }
    }

    private var foundation: LocalizedText {
        switch self {
        case .bundle:
            LocalizedText(
                "Convert the array, which is of NSURL on Linux: (… ?? []).map { $0 as URL }.",
                "请转换该数组，它在 Linux 上由 NSURL 组成：(… ?? []).map { $0 as URL }。")
        case .clock:
            LocalizedText(
                "Use ContinuousClock, or ProcessInfo.processInfo.systemUptime.",
                "请使用 ContinuousClock 或 ProcessInfo.processInfo.systemUptime。")
        case .container:
            LocalizedText(
                "Name a folder of the program's own, as FileManager.default.urls(for:in:) gives one.",
                "请指定程序自己的文件夹，例如 FileManager.default.urls(for:in:) 给出的。")
        case .detector: LocalizedText("Use NSRegularExpression, or Regex.", "请使用 NSRegularExpression 或 Regex。")
        case .formatter:
            LocalizedText(
                "Write the text by hand: seconds, minutes and hours of a number.", "请自行写出文本：由数字得出时、分、秒。")
        case .integer: LocalizedText("Write Int, or UInt.", "请写作 Int 或 UInt。")
        case .localized:
            LocalizedText("Use NSLocalizedString(_:comment:).", "请使用 NSLocalizedString(_:comment:)。")
        case .lock:
            LocalizedText(
                "Use NSLock, or Mutex of the module Synchronization.", "请使用 NSLock，或 Synchronization 模块的 Mutex。")
        default:
            LocalizedText(
                "Use a closure: NSPredicate(block:), filter, sorted(by:), or NSSortDescriptor(keyPath:ascending:).",
                "请使用闭包：NSPredicate(block:)、filter、sorted(by:)，或 NSSortDescriptor(keyPath:ascending:)。")
        }
    }
}
