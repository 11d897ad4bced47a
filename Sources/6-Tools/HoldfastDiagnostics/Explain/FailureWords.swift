import HoldfastStatements
import HoldfastTransport

/// The meaning of an error's code, for a reader who has the code alone.
///
/// The English is that of `Docs/errors.md`; a test compares the two.
struct FailureWords: Sendable {
    /// The event, without a full stop.
    let happened: LocalizedText
    /// A remedy; nil where the code alone does not tell one.
    let advice: LocalizedText?

    /// The words of a code; nil for one that is not in the table.
    static func of(_ code: TransportError.Code) -> FailureWords? {
        happened[code].map { FailureWords(happened: $0, advice: remedies[code]) }
    }

    private static let happened: [TransportError.Code: LocalizedText] = before.merging(within) { first, _ in first }
        .merging(after) { first, _ in first }.merging(inside) { first, _ in first }

    static let before: [TransportError.Code: LocalizedText] = [
        .timedOut: LocalizedText(
            "a time limit ended the attempt",
            "超时，尝试被中止"),
        .cancelled: LocalizedText(
            "the task that waited was cancelled, or a handler cancelled the challenge",
            "等待的任务被取消，或处理程序取消了质询"),
        .couldNotResolveHost: LocalizedText(
            "the host's name has no address, or none that may be dialled",
            "主机名没有地址，或没有允许连接的地址"),
        .lookupFailed: LocalizedText(
            "the lookup of the host's name failed, which says nothing about whether the name exists",
            "主机名查询失败，这并不说明该名称是否存在"),
        .tooManyAddresses: LocalizedText(
            "the host's name has more addresses than are looked at",
            "主机名的地址多于所处理的数量"),
        .couldNotResolveProxy: LocalizedText(
            "the proxy's name has no address",
            "代理的名称没有地址"),
        .connectionRefused: LocalizedText(
            "nothing listens at the address and port",
            "该地址和端口上没有程序在监听"),
        .unreachable: LocalizedText(
            "the machine has no way to the address",
            "本机没有到该地址的路由"),
        .couldNotConnect: LocalizedText(
            "the connection did not come about, for another reason of the system",
            "因系统的其他原因未能建立连接"),
        .proxyUnreachable: LocalizedText(
            "the connection to the proxy did not come about",
            "未能连接到代理"),
        .proxyRefused: LocalizedText(
            """
            the proxy refused a tunnel; with the status 407 it asks for a login, or does not take the one that \
            it was told
            """,
            "代理拒绝建立隧道；状态码 407 表示代理要求登录，或不接受所给的登录信息"),
        .proxyNotTrusted: LocalizedText(
            "the proxy's own certificate is not trusted",
            "代理自身的证书不受信任"),
        .proxyHandshakeFailed: LocalizedText(
            "the TLS handshake with the proxy failed",
            "与代理的 TLS 握手失败"),
    ]

    static let within: [TransportError.Code: LocalizedText] = [
        .certificateRefused: LocalizedText(
            "the server's certificate is not trusted; the findings say why",
            "服务器的证书不受信任，原因见检查结果"),
        .certificateMessage: LocalizedText(
            "the server's certificates cannot be read",
            "无法读取服务器的证书"),
        .judgementMismatch: LocalizedText(
            "the verdict is about another handshake than the one that was held",
            "结论所针对的并不是这次握手"),
        .serverTrustRejected: LocalizedText(
            "the handler rejected a server that the session, or the handler's own evaluation, trusts",
            "处理程序拒绝了一个会话或其自己的评估所信任的服务器"),
        .nothingPresented: LocalizedText(
            "the server presented no certificate",
            "服务器没有出示证书"),
        .connectionNotAccepted: LocalizedText(
            "the request was held back: its connection was not accepted for it",
            "请求被扣下：它的连接没有获准用于该请求"),
        .policyChanged: LocalizedText(
            "the request was held back: its policy changed after the connection was accepted",
            "请求被扣下：连接获准之后策略发生了变化"),
        .handshakeFailed: LocalizedText(
            "the TLS handshake failed for a reason of OpenSSL's that has no code of its own",
            "TLS 握手失败，OpenSSL 给出的原因没有专门的代码"),
        .opensslConfiguration: LocalizedText(
            "the machine's configuration of OpenSSL leaves nothing that a connection could use",
            "本机的 OpenSSL 配置没有留下任何可用于连接的选项"),
        .unavailableGroups: LocalizedText(
            "the machine's OpenSSL has none of the groups that the settings for the server ask for",
            "本机的 OpenSSL 没有该服务器设置所要求的任何密钥交换组"),
        .notTLS: LocalizedText(
            "the server does not speak TLS on the port",
            "服务器在该端口上不使用 TLS"),
        .protocolVersion: LocalizedText(
            "the server and the client have no version of TLS in common",
            "服务器与客户端没有共同的 TLS 版本"),
        .handshakeFailure: LocalizedText(
            """
            the server found no cipher suite, group or signature in common (alert 40), or asks for stronger \
            ones (alert 71)
            """,
            "服务器没有找到共同的密码套件、密钥交换组或签名算法（警报 40），或要求更强的（警报 71）"),
        .weakConnection: LocalizedText(
            "the handshake's cipher suite or keys are weaker than the settings for the server ask for",
            "握手所用的密码套件或密钥弱于该服务器设置的要求"),
        .unrecognizedName: LocalizedText(
            "the server does not serve the name (alert 112)",
            "服务器不提供该名称的服务（警报 112）"),
        .noApplicationProtocol: LocalizedText(
            "the server speaks neither HTTP/2 nor HTTP/1.1 on the port (alert 120)",
            "服务器在该端口上既不使用 HTTP/2 也不使用 HTTP/1.1（警报 120）"),
        .tlsAlert: LocalizedText(
            "the server ended TLS with another alert",
            "服务器以其他警报结束了 TLS"),
        .certificateRequest: LocalizedText(
            "the server's request for a client certificate names too many authorities, or cannot be read",
            "服务器的客户端证书请求列出的颁发机构过多，或无法读取"),
        .renegotiationRefused: LocalizedText(
            "the server asked for a second handshake, which was declined, and ended the connection",
            "服务器要求第二次握手，被拒绝后结束了连接"),
        .clientIdentityUnusable: LocalizedText(
            "OpenSSL does not take the client's certificates or their key",
            "OpenSSL 不接受客户端的证书或其私钥"),
        .clientCertificateRefused: LocalizedText(
            "the server refused the client's certificate",
            "服务器拒绝了客户端的证书"),
        .clientCertificateRequired: LocalizedText(
            "the server requires a client certificate, and got none",
            "服务器要求客户端证书，而没有得到"),
        .clientCertificateAskedLate: LocalizedText(
            "the server asked for a client certificate after the handshake, got none, and ended the connection",
            "服务器在握手之后要求客户端证书，没有得到便结束了连接"),
        .clientCertificateOverHTTP2: LocalizedText(
            "the server asked for a client certificate after the handshake over HTTP/2 (RFC 8740)",
            "服务器在 HTTP/2 的握手之后要求客户端证书（RFC 8740）"),
        .connectionClosed: LocalizedText(
            "the connection ended too early: in the handshake, before the request was sent, or in the response",
            "连接过早结束：在握手中、请求发出之前或应答途中"),
        .challengeTimedOut: LocalizedText(
            "the handler did not answer a challenge in time",
            "处理程序没有及时回答质询"),
        .wrongCredential: LocalizedText(
            "the handler answered a challenge with a credential of the wrong kind",
            "处理程序用类型不符的凭据回答了质询"),
    ]

    private static let after: [TransportError.Code: LocalizedText] = [
        .unusableRequest: LocalizedText(
            "the request has a method, target, field or setting that cannot be sent",
            "请求的方法、目标、字段或设置无法发送"),
        .plainHTTP: LocalizedText(
            "the URL is of plain HTTP, which has no certificate that could be verified",
            "URL 使用明文 HTTP，没有可验证的证书"),
        .plainHTTPRefused: LocalizedText(
            "the URL is of plain HTTP, which the settings for its server do not allow",
            "URL 使用明文 HTTP，该服务器的设置不允许"),
        .hostConflict: LocalizedText(
            "the request's `Host` field and its URL name different servers",
            "请求的 `Host` 字段与 URL 指向不同的服务器"),
        .notCached: LocalizedText(
            "nothing is kept that would answer the request, which must not be sent",
            "缓存中没有可用的应答，而请求不得发出"),
        .bodyNotRepeatable: LocalizedText(
            "the request has to be sent again, and its body can be read only once",
            "请求须重新发送，而其正文只能读取一次"),
        .uploadFailed: LocalizedText(
            "the request's body could not be made",
            "未能生成请求的正文"),
        .uploadLength: LocalizedText(
            "the request's body has another length than was announced",
            "请求正文的长度与声明的不同"),
        .unreadableFile: LocalizedText(
            "the file to be sent cannot be read",
            "无法读取要发送的文件"),
        .credentialUnusable: LocalizedText(
            "the authentication scheme cannot carry the user name or password",
            "该认证方案无法携带该用户名或密码"),
        .tooManyAttempts: LocalizedText(
            "the server or proxy refused more answers than are given to one request",
            "服务器或代理拒绝的回答次数超过了一个请求的上限"),
        .digestRefused: LocalizedText(
            "the Digest challenge asks for what is not given: less than before, or another nonce again and again",
            "Digest 质询的要求不予满足：低于先前的强度，或反复更换 nonce"),
        .digestProofWrong: LocalizedText(
            "the server's proof that it knows the password is wrong (RFC 7616)",
            "服务器知道密码的证明是错误的（RFC 7616）"),
        .negotiateFailed: LocalizedText(
            "the negotiation with Kerberos failed, or its ticket was refused",
            "Kerberos 协商失败，或其票据被拒绝"),
        .negotiateProofWrong: LocalizedText(
            "the server's last token does not prove who it is (RFC 4559)",
            "服务器最后的令牌不能证明其身份（RFC 4559）"),
        .negotiateUnavailable: LocalizedText(
            "the machine has no Kerberos library that could negotiate",
            "本机没有可用于协商的 Kerberos 库"),
        .ntlmUnavailable: LocalizedText(
            "the libcurl of the machine was built without NTLM",
            "本机的 libcurl 编译时没有包含 NTLM"),
        .weakNTLM: LocalizedText(
            "the NTLM challenge asks for an answer by NTLMv1, or cannot be read",
            "NTLM 质询要求以 NTLMv1 回答，或无法读取"),
        .loginFormCharset: LocalizedText(
            "the login page is not in UTF-8, and what is to be sent is not ASCII",
            "登录页不是 UTF-8，而要发送的内容不是 ASCII"),
        .loginFormElsewhere: LocalizedText(
            "the login page or its form lies at an origin that the login does not name",
            "登录页或其表单位于登录设置没有写明的源"),
        .loginFormEncoding: LocalizedText(
            "the login form is sent in an encoding that is not supported",
            "登录表单使用不受支持的编码发送"),
        .loginFormInURL: LocalizedText(
            "the login form would put the password into a URL",
            "登录表单会把密码放进 URL"),
        .loginFormMissing: LocalizedText(
            "the login page has no form as described, or is behind too many redirects",
            "登录页没有所描述的表单，或重定向过多"),
        .loginNeedsCookies: LocalizedText(
            "the login by form is kept in cookies, and the request takes none",
            "表单登录的状态保存在 Cookie 中，而请求不接受 Cookie"),
        .emptyReply: LocalizedText(
            """
            the server closed the connection without an answer; over a kept connection, by a method that is not \
            idempotent, the request is not sent again by itself
            """,
            "服务器没有应答便关闭了连接"),
        .http2: LocalizedText(
            "the server broke off the HTTP/2 exchange",
            "服务器中断了 HTTP/2 交换"),
        .notHTTP: LocalizedText(
            "the server's answer is no HTTP response",
            "服务器的应答不是 HTTP 响应"),
        .badChunk: LocalizedText(
            "the chunks of the response's body break RFC 9112 §7.1",
            "响应正文的分块违反 RFC 9112 §7.1"),
        .badLength: LocalizedText(
            """
            the response's `Content-Length` is no number, or two; or the parts of a download are not as long as \
            the server says
            """,
            "响应的 `Content-Length` 不是数字、出现两次，或下载各部分的长度与服务器声明的不同"),
        .badContentEncoding: LocalizedText(
            """
            the response's body cannot be decompressed: it is not in the codings of `Content-Encoding`, or \
            these are more than five. One with a coding that is not known is handed over as it came
            """,
            "响应正文无法解压：与 `Content-Encoding` 的编码不符，或编码层数过多"),
        .headersTooLarge: LocalizedText(
            "the response's header is over the limit",
            "响应头超过上限"),
        .responseTooLarge: LocalizedText(
            "the response's body is over the limit",
            "响应正文超过上限"),
        .unaskedUpgrade: LocalizedText(
            "the server goes over to another protocol, which nobody asked for",
            "服务器转到了没有人要求的另一种协议"),
        .tooManyRedirects: LocalizedText(
            "the server redirected more often than is followed",
            "服务器重定向的次数超过上限"),
        .invalidRedirect: LocalizedText(
            "the redirect's `Location` is no URL that could be followed",
            "重定向的 `Location` 不是可以跟随的 URL"),
        .insecureRedirect: LocalizedText(
            "the redirect leads to a URL without TLS",
            "重定向指向不使用 TLS 的 URL"),
        .transferFailed: LocalizedText(
            "the transfer failed for a reason of libcurl's that has no code of its own",
            "传输失败，libcurl 给出的原因没有专门的代码"),
    ]

    static let inside: [TransportError.Code: LocalizedText] = [
        .invalidated: LocalizedText(
            "the session was invalidated and takes no more requests",
            "会话已失效，不再接受请求"),
        .shutDown: LocalizedText(
            "the session was shut down before the request ended",
            "请求结束之前会话被关闭"),
        .fileExists: LocalizedText(
            "the download's file exists already",
            "下载的目标文件已经存在"),
        .fileNotWritten: LocalizedText(
            "the download's file cannot be written",
            "无法写入下载的文件"),
        .noDescriptors: LocalizedText(
            "the process has no file descriptor left",
            "进程没有剩余的文件描述符"),
        .noThread: LocalizedText(
            "the process could not start a thread",
            "进程无法启动线程"),
        .outOfMemory: LocalizedText(
            "the process has no memory left",
            "进程没有剩余的内存"),
        .selfTest: LocalizedText(
            "the self-test failed: with these libraries a refused certificate would not be refused",
            "自检失败：使用这些库时，被拒绝的证书不会真正被拒绝"),
        .selfTestUnfinished: LocalizedText(
            "the self-test came to no end, so that nothing connects",
            "自检没有完成，因此不建立任何连接"),
        .unusableLibrary: LocalizedText(
            "the libcurl or OpenSSL of the machine is not one that connections can be judged with",
            "本机的 libcurl 或 OpenSSL 不能用来判定连接"),
        .uncheckedConnection: LocalizedText(
            "the libcurl of the machine used a connection without asking",
            "本机的 libcurl 未经询问便使用了连接"),
        .libcurlOption: LocalizedText(
            "the libcurl of the machine does not accept an option",
            "本机的 libcurl 不接受某个选项"),
        .noPolicy: LocalizedText(
            "the server's certificate came on a connection that was to have none",
            "服务器的证书出现在不应有证书的连接上"),
        .noStream: LocalizedText(
            "the response came without its stream",
            "响应没有带来它的流"),
        .policyForAnotherServer: LocalizedText(
            "the policy is for another server than the one that is asked",
            "策略针对的不是所访问的服务器"),
        .policyConflict: LocalizedText(
            "the session has a policy of its own and settings beside it that are parts of a policy",
            "会话有自己的策略，旁边又有属于策略一部分的设置"),
        .twoReaders: LocalizedText(
            "the response's body is read by two tasks at once",
            "响应正文同时被两个任务读取"),
    ]

}
