package import HoldfastStatements

/// Sentences about what a session does not do, and about answers that it cannot deliver.
package enum SessionSentence: Sentence {
    case plainHTTPRefused(origin: String)
    case noCertificate(origin: String)
    case tunnelWithoutTLS
    case noStream
    case tooManyRedirects(limit: Int)
    case badRedirect(to: String, reason: Statement)
    case undecidedRedirect(from: String)
    case invalidated
    case nothingPresented
    case onlyLookedAt
    case tunnelWithoutProof
    case noPolicy
    case otherServersPolicy(name: String)
    case policyBesideParts
    case nearPins(host: String, pattern: String)
    case notEncoded(type: String, place: String, part: String)
    case encodingThrew(type: String, error: String)
    case bodyNotRead
    case notCached
    case otherLength
    case fileExists(path: String)
    case fileNotWritten(path: String, reason: String)
    case hostFieldIsNoHost(values: String)
    case hostFieldOtherPort(port: UInt16, value: String)
    case hostFieldUnusable(value: String, reason: Statement)
    case hostFieldOtherServer(name: String, value: String)

    package static let topic = "session"

    package var words: LocalizedText {
        switch self {
        case .plainHTTPRefused(let origin):
            LocalizedText(
                "\(origin) has no TLS, which App Transport Security asks for",
                "\(origin) 没有 TLS，而 App Transport Security 要求它")
        case .noCertificate(let origin):
            LocalizedText("\(origin) has no certificate that could be verified", "\(origin) 没有可验证的证书")
        case .tunnelWithoutTLS: LocalizedText("a connection without TLS cannot be judged", "没有 TLS 的连接无法判定")
        case .noStream: LocalizedText("the response came without its stream", "响应没有附带其数据流")
        case .tooManyRedirects(let limit):
            LocalizedText("the server redirected more than \(limit) times", "服务器的重定向超过 \(limit) 次")
        case .badRedirect(let text, let reason):
            LocalizedText("the server redirects to '\(text)': \(reason.english)", "服务器重定向到“\(text)”：\(reason.chinese)")
        case .undecidedRedirect(let url):
            LocalizedText("nothing decided in time about the redirect from \(url)", "未能及时就来自 \(url) 的重定向作出决定")
        case .invalidated:
            LocalizedText("the session was invalidated and takes no more requests", "会话已失效，不再接受请求")
        case .nothingPresented: LocalizedText("the server presented no certificate", "服务器没有发送证书")
        case .onlyLookedAt:
            LocalizedText(
                "the handshake was for looking at the server's certificates only", "该握手仅用于查看服务器的证书")
        case .tunnelWithoutProof:
            LocalizedText(
                "the connection came without the proof that its server was accepted", "连接没有附带其服务器已被接受的证明")
        case .noPolicy:
            LocalizedText("a certificate came on a connection that was to have none", "本不应有证书的连接上收到了证书")
        case .otherServersPolicy(let name):
            LocalizedText(
                "the session's policy is for another purpose or name than the server \(name)",
                "会话的策略针对的用途或名称不是服务器 \(name)")
        case .policyBesideParts:
            LocalizedText(
                "trust.policy is set, and beside it anchors, pins or a profile, which are parts of a policy",
                "已设置 trust.policy，旁边又设置了属于策略一部分的信任锚、固定值或配置文件")
        case .nearPins(let host, let pattern):
            LocalizedText(
                "no pins are in force for \(host), and those for \(pattern), which is written almost the same, do not "
                    + "reach it",
                "\(host) 没有生效的公钥固定，而写法与之相近的 \(pattern) 的公钥固定不适用于它")
        case .notEncoded(let type, let place, let part):
            LocalizedText(
                "the \(type) cannot be encoded as JSON\(place.isEmpty ? "" : " at \(place)"): it holds a \(part) that "
                    + "was not taken",
                "无法将 \(type) 编码为 JSON\(place.isEmpty ? "" : "（位于 \(place)）")：其中的 \(part) 未被接受")
        case .encodingThrew(let type, let error):
            LocalizedText(
                "the \(type) cannot be encoded as JSON: its encoding threw \(error)",
                "无法将 \(type) 编码为 JSON：其编码抛出了 \(error)")
        case .bodyNotRead: LocalizedText("the response's body was not read to its end", "响应的正文没有读完")
        case .notCached:
            LocalizedText(
                "nothing is kept that would answer the request, and it must not be sent", "没有可用于应答该请求的缓存，而该请求又不得发出")
        case .otherLength:
            LocalizedText(
                "the parts of the file do not make up as many bytes as the server says it has", "文件各部分的总字节数与服务器所称不符")
        case .fileExists(let path): LocalizedText("there is a file at \(path) already", "\(path) 处已有文件")
        case .fileNotWritten(let path, let reason):
            LocalizedText("the file \(path) cannot be written: \(reason)", "无法写入文件 \(path)：\(reason)")
        case .hostFieldIsNoHost(let values):
            LocalizedText("the field Host is '\(values)', which is no host", "字段 Host 为“\(values)”，不是主机")
        case .hostFieldOtherPort(let port, let value):
            LocalizedText(
                "the URL leads to port \(port), and the field Host says '\(value)'",
                "URL 指向端口 \(port)，而字段 Host 为“\(value)”")
        case .hostFieldUnusable(let value, let reason):
            LocalizedText(
                "the field Host is '\(value)': \(reason.english)", "字段 Host 为“\(value)”：\(reason.chinese)")
        case .hostFieldOtherServer(let name, let value):
            LocalizedText(
                "the URL is for \(name), and the field Host says '\(value)'", "URL 针对 \(name)，而字段 Host 为“\(value)”")
        }
    }
}

/// Advice about sessions.
package enum SessionAdvice: Sentence {
    case useHTTPS
    case verifyHTTPS
    case nameHTTPS
    case report
    case seeRedirects
    case redirectToHTTPS
    case answerRedirects
    case makeAnother
    case returnThePolicy
    case adjustPolicy
    case encodeOtherwise
    case askServer
    case seeRanges
    case nameOtherPlace
    case checkFolder
    case leaveHostOut

    package static let topic = "sessionAdvice"

    package var words: LocalizedText {
        switch self {
        case .useHTTPS:
            LocalizedText("use https, or make an exception for this server alone", "请使用 https，或仅为该服务器设置例外")
        case .verifyHTTPS: LocalizedText("verify the server's https URL", "请验证该服务器的 https URL")
        case .nameHTTPS: LocalizedText("name the server's https URL", "请指定该服务器的 https URL")
        case .report: LocalizedText("report this", "请报告")
        case .seeRedirects:
            LocalizedText(
                "look at where the redirects lead; they may go round in a circle", "请查看重定向的去向；它们可能循环往复")
        case .redirectToHTTPS: LocalizedText("the server has to redirect to an https URL", "服务器必须重定向到 https URL")
        case .answerRedirects:
            LocalizedText(
                "let the request's redirection answer each redirect, or give it more time",
                "请让请求的 redirection 应答每次重定向，或给它更多时间")
        case .makeAnother: LocalizedText("make another session", "请创建另一个会话")
        case .returnThePolicy:
            LocalizedText(
                "let trust.policy return TrustPolicy.ssl(name) for the name that it is given",
                "请让 trust.policy 为所给名称返回 TrustPolicy.ssl(name)")
        case .adjustPolicy:
            LocalizedText(
                "change a part of the policy by trust.adjustPolicy, or let trust.policy say all of it",
                "请用 trust.adjustPolicy 更改策略的一部分，或让 trust.policy 规定全部")
        case .encodeOtherwise:
            LocalizedText(
                "give a value that JSON can hold, or an encoder whose strategies say how it is written",
                "请给出 JSON 能表示的值，或提供规定写法的编码器")
        case .askServer:
            LocalizedText(
                "let the request's cachePolicy ask the server, or ask once before", "请让该请求的 cachePolicy 询问服务器，或事先请求一次")
        case .seeRanges:
            LocalizedText(
                "look at what the server sends for ranges; another download begins where this one was",
                "请检查服务器对范围请求的应答；再次下载将从此处继续")
        case .nameOtherPlace:
            LocalizedText("name another place, or say that it may be replaced", "请指定另一位置，或说明可以替换")
        case .checkFolder:
            LocalizedText(
                "check its folder, who may write there, and how much room there is", "请检查其文件夹、写入权限与剩余空间")
        case .leaveHostOut:
            LocalizedText(
                "put the name into the URL, and the address into a dial rule; leave the field Host out",
                "请把名称写入 URL，把地址写入拨号规则，并去掉字段 Host")
        }
    }
}
