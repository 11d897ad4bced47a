import HoldfastStatements
import HoldfastTransport

/// The errors after the handshake, and those of the program itself.
extension FailureWords {
    static let after: [FailureWords] = [
        FailureWords(
            .unusableRequest, "the request has a method, target, field or setting that cannot be sent",
            "请求的方法、目标、字段或设置无法发送"),
        FailureWords(
            .plainHTTP, "the URL is of plain HTTP, which has no certificate that could be verified",
            "URL 使用明文 HTTP，没有可验证的证书"),
        FailureWords(
            .plainHTTPRefused, "the URL is of plain HTTP, which the settings for its server do not allow",
            "URL 使用明文 HTTP，该服务器的设置不允许"
        )
        .advising("use https://, or state an exception for the host", "请使用 https://，或为该主机声明例外"),
        FailureWords(
            .hostConflict, "the request's `Host` field and its URL name different servers",
            "请求的 `Host` 字段与 URL 指向不同的服务器"),
        FailureWords(
            .notCached, "nothing is kept that would answer the request, which must not be sent", "缓存中没有可用的应答，而请求不得发出"),
        FailureWords(
            .bodyNotRepeatable, "the request has to be sent again, and its body can be read only once",
            "请求须重新发送，而其正文只能读取一次"),
        FailureWords(.uploadFailed, "the request's body could not be made", "未能生成请求的正文"),
        FailureWords(.uploadLength, "the request's body has another length than was announced", "请求正文的长度与声明的不同"),
        FailureWords(.unreadableFile, "the file to be sent cannot be read", "无法读取要发送的文件")
            .advising(
                "check the path and its rights; holdfast inspect FILE says what it holds",
                "请检查路径和权限；holdfast inspect FILE 说明其内容"),
        FailureWords(
            .credentialUnusable, "the authentication scheme cannot carry the user name or password",
            "该认证方案无法携带该用户名或密码"),
        FailureWords(
            .tooManyAttempts, "the server or proxy refused more answers than are given to one request",
            "服务器或代理拒绝的回答次数超过了一个请求的上限"),
        FailureWords(
            .digestRefused,
            "the Digest challenge asks for what is not given: less than before, or another nonce again and again",
            "Digest 质询的要求不予满足：低于先前的强度，或反复更换 nonce"),
        FailureWords(
            .digestProofWrong, "the server's proof that it knows the password is wrong (RFC 7616)",
            "服务器知道密码的证明是错误的（RFC 7616）"),
        FailureWords(
            .negotiateFailed, "the negotiation with Kerberos failed, or its ticket was refused", "Kerberos 协商失败，或其票据被拒绝"
        ),
        FailureWords(
            .negotiateProofWrong, "the server's last token does not prove who it is (RFC 4559)",
            "服务器最后的令牌不能证明其身份（RFC 4559）"),
        FailureWords(
            .negotiateUnavailable, "the machine has no Kerberos library that could negotiate", "本机没有可用于协商的 Kerberos 库"),
        FailureWords(
            .ntlmUnavailable, "the machine has no mechanism for NTLM (Debian's gss-ntlmssp)",
            "本机没有 NTLM 机制（Debian 的 gss-ntlmssp）"),
        FailureWords(
            .weakNTLM, "the NTLM challenge asks for an answer by NTLMv1, or cannot be read",
            "NTLM 质询要求以 NTLMv1 回答，或无法读取"),
        FailureWords(
            .loginFormCharset, "the login page is not in UTF-8, and what is to be sent is not ASCII",
            "登录页不是 UTF-8，而要发送的内容不是 ASCII"),
        FailureWords(
            .loginFormElsewhere, "the login page or its form lies at an origin that the login does not name",
            "登录页或其表单位于登录设置没有写明的源"),
        FailureWords(
            .loginFormEncoding, "the login form is sent in an encoding that is not supported", "登录表单使用不受支持的编码发送"),
        FailureWords(.loginFormInURL, "the login form would put the password into a URL", "登录表单会把密码放进 URL"),
        FailureWords(
            .loginFormMissing, "the login page has no form as described, or is behind too many redirects",
            "登录页没有所描述的表单，或重定向过多"),
        FailureWords(
            .loginNeedsCookies, "the login by form is kept in cookies, and the request takes none",
            "表单登录的状态保存在 Cookie 中，而请求不接受 Cookie"),
        FailureWords(
            .emptyReply,
            """
            the server closed the connection without an answer; over a kept connection, by a method that is not \
            idempotent, the request is not sent again by itself
            """,
            "服务器没有应答便关闭了连接"
        )
        .headed("The server closed without an answer", "服务器未作应答即关闭连接"),
        FailureWords(.http2, "the server broke off the HTTP/2 exchange", "服务器中断了 HTTP/2 交换"),
        FailureWords(.notHTTP, "the server's answer is no HTTP response", "服务器的应答不是 HTTP 响应")
            .headed("The answer is no HTTP", "应答不是 HTTP"),
        FailureWords(.badChunk, "the chunks of the response's body break RFC 9112 §7.1", "响应正文的分块违反 RFC 9112 §7.1"),
        FailureWords(
            .badLength,
            """
            the response's `Content-Length` is no number, or two; or the parts of a download are not as long as \
            the server says
            """,
            "响应的 `Content-Length` 不是数字、出现两次，或下载各部分的长度与服务器声明的不同"),
        FailureWords(
            .badContentEncoding,
            """
            the response's body cannot be decompressed: it is not in the codings of `Content-Encoding`, or \
            these are more than five. One with a coding that is not known is handed over as it came
            """,
            "响应正文无法解压：与 `Content-Encoding` 的编码不符，或编码层数过多"),
        FailureWords(.headersTooLarge, "the response's header is over the limit", "响应头超过上限"),
        FailureWords(.responseTooLarge, "the response's body is over the limit", "响应正文超过上限"),
        FailureWords(
            .unaskedUpgrade, "the server goes over to another protocol, which nobody asked for", "服务器转到了没有人要求的另一种协议"),
        FailureWords(
            .webSocketRefused, "the server does not go over to WebSocket, or not as it was asked",
            "服务器没有转为 WebSocket，或未按要求"),
        FailureWords(
            .webSocketBroken, "the server broke the protocol of WebSocket, which this side has ended",
            "服务器违反了 WebSocket 协议，本方已结束连接"),
        FailureWords(.webSocketClosed, "the WebSocket was closed, by either side", "WebSocket 已由一方关闭"),
        FailureWords(.tooManyRedirects, "the server redirected more often than is followed", "服务器重定向的次数超过上限"),
        FailureWords(
            .invalidRedirect, "the redirect's `Location` is no URL that could be followed",
            "重定向的 `Location` 不是可以跟随的 URL"),
        FailureWords(.insecureRedirect, "the redirect leads to a URL without TLS", "重定向指向不使用 TLS 的 URL"),
    ]

    static let inside: [FailureWords] = [
        FailureWords(.invalidated, "the session was invalidated and takes no more requests", "会话已失效，不再接受请求"),
        FailureWords(.shutDown, "the session was shut down before the request ended", "请求结束之前会话被关闭"),
        FailureWords(.fileExists, "the download's file exists already", "下载的目标文件已经存在"),
        FailureWords(.fileNotWritten, "the download's file cannot be written", "无法写入下载的文件"),
        FailureWords(.noDescriptors, "the process has no file descriptor left", "进程没有剩余的文件描述符"),
        FailureWords(.noThread, "the process could not start a thread", "进程无法启动线程"),
        FailureWords(.outOfMemory, "the process has no memory left", "进程没有剩余的内存"),
        FailureWords(
            .unusableLibrary, "the OpenSSL of the machine is not one that connections can be judged with",
            "本机的 OpenSSL 不能用来判定连接"),
        FailureWords(
            .uncheckedConnection, "a connection was used without being asked about", "未经询问便使用了连接"),
        FailureWords(
            .noPolicy, "the server's certificate came on a connection that was to have none", "服务器的证书出现在不应有证书的连接上"),
        FailureWords(.noStream, "the response came without its stream", "响应没有带来它的流"),
        FailureWords(
            .policyForAnotherServer, "the policy is for another server than the one that is asked", "策略针对的不是所访问的服务器"),
        FailureWords(
            .policyConflict, "the session has a policy of its own and settings beside it that are parts of a policy",
            "会话有自己的策略，旁边又有属于策略一部分的设置"),
        FailureWords(.twoReaders, "the response's body is read by two tasks at once", "响应正文同时被两个任务读取"),
    ]
}
