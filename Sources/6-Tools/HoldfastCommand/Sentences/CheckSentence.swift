import HoldfastStatements

/// Sentences about servers and chains that cannot be judged.
enum CheckSentence: Sentence {
    case noCertificateBut(file: String, others: [Statement])
    case unknownClient(word: String)
    case noTable
    case hostWithoutName(purpose: String)
    case showsNoCertificate(target: String)
    case notAtHand(target: String)
    case noTerminal
    case nothingShown

    static let topic = "commandCheck"

    var words: LocalizedText {
        switch self {
        case .noCertificateBut(let file, let others):
            LocalizedText(
                "\(Wording.quoted(file)) holds no certificate, but "
                    + others.map(\.english).joined(separator: ", "),
                "\(Wording.quoted(file)) 中没有证书，只有 \(others.map(\.chinese).joined(separator: "、"))")
        case .unknownClient(let word):
            LocalizedText(
                "--as: \(Wording.quoted(word)) is no client that is known here",
                "--as：此处没有名为 \(Wording.quoted(word)) 的客户端")
        case .noTable: LocalizedText("the table of clients cannot be read", "无法读取客户端表")
        case .hostWithoutName(let purpose):
            LocalizedText(
                "--host does not apply to --policy \(purpose), which compares no name",
                "--host 不适用于 --policy \(purpose)，后者不比较名称")
        case .showsNoCertificate(let target):
            LocalizedText("\(target): the connection shows no certificate", "\(target)：该连接没有出示证书")
        case .notAtHand(let target):
            LocalizedText("\(target): the server's certificate is not at hand", "\(target)：手头没有该服务器的证书")
        case .nothingShown: LocalizedText("the connection shows no certificate", "该连接没有出示证书")
        case .noTerminal: LocalizedText("--ask: there is no terminal to ask on", "--ask：没有可供询问的终端")
        }
    }
}

/// Advice of the commands that judge.
enum CheckAdvice: Sentence {
    case certificatesWanted
    case judgedByCheck(target: String)
    case proxyResolves
    case clients(names: String)
    case ownTable
    case protocolsTable
    case checkLive
    case chainAlone
    case ownAnchors

    static let topic = "commandCheckAdvice"

    var words: LocalizedText {
        switch self {
        case .certificatesWanted:
            LocalizedText(
                "name a file with certificates, PEM or DER; the server's own comes first",
                "请指定含有证书的文件，PEM 或 DER；服务器自己的证书在前")
        case .judgedByCheck(let target):
            LocalizedText("a live server is judged by holdfast check \(target)", "在线服务器由 holdfast check \(target) 判定")
        case .proxyResolves:
            LocalizedText(
                "the proxy resolves the name and chooses the address; leave one of them out",
                "由代理解析名称并选择地址；请去掉其中之一")
        case .clients(let names): LocalizedText("clients are \(names)", "客户端有 \(names)")
        case .ownTable:
            LocalizedText("clients have a table of their own; leave one of the two out", "客户端自有表格；请去掉其中之一")
        case .protocolsTable:
            LocalizedText("protocols have a table of their own; leave one of the two out", "协议自有表格；请去掉其中之一")
        case .checkLive: LocalizedText("holdfast check judges a live server", "在线服务器请用 holdfast check 判定")
        case .chainAlone: LocalizedText("give the server's chain alone, its own first", "请只给出服务器的证书链，服务器自己的证书在前")
        case .ownAnchors:
            LocalizedText("--anchors FILE judges by an authority of your own", "--anchors FILE 以您自己的颁发机构判定")
        }
    }
}
