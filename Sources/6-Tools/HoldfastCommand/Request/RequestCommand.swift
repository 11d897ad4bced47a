import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastFiles
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastLibC
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension Command {
    private static let requestsOwn: [CommandOption] = [
        .method, .header, .data, .cookie, .cookieJar, .include, .bodyOut, .fail, .maxRedirects, .ask, .cache,
    ]
    static let requestOptions: [CommandOption] =
        requestsOwn + CommandOption.trust + CommandOption.liveRevocation + [.http11, .authentication]
        + CommandOption.connecting + [.language, .json]

    static let request = Command(
        name: "request", operands: "URL", operandCount: 1...1,
        summary: LocalizedText("fetch a URL, from a server that was judged first", "获取 URL，服务器先受判定"),
        text: LocalizedText(
            """
            Sends one request and writes the body of the answer to standard output, byte for byte, after decompression.
            No byte of the request leaves before the server's certificates were accepted, at every hop. Any HTTP answer
            is success, 404 and 500 too, unless --fail is given. Redirects to other schemes than https are refused. A
            certificate that the user has excepted for its host (holdfast trust) is accepted, and standard error says
            so, unless --no-exceptions is given. With --ask a terminal shows the warning about a server that is not
            trusted, and asks whether to go on. With --json one line of holdfast.response/1 is printed whatever comes of
            it: the answer, or in its member verdict what kept it from one.

            Revocation is looked up as holdfast check looks it up: soft under the anchors of the public web, and under
            one's own with --revocation.

            A server or a proxy that asks for a login is answered with the user and the password of its URL, by the
            strongest scheme that both sides have: Negotiate, NTLM, Digest, Basic. --auth restricts that to one scheme.
            A user without a password, or --auth negotiate without a user, takes Kerberos tickets that are there already
            (kinit). A server that a redirect leads to gets none of it.

            --http1.1 offers no HTTP/2: for servers that answer a large upload before it has ended, since that answer
            may be lost over HTTP/2, and for those that ask for it.

            --cert and --key show a certificate of one's own to trusted servers that ask for one and accept its issuer,
            those that redirects lead to included. A server that ends the connection for want of one is exit code 5.

            Cookies go along with redirects, and end with the command. --cookie reads files of cookies before, and
            --cookie-jar writes one afterwards, whatever came of the request: with what was read and is still good, and
            without cookies that end with the session. The file that is written replaces one of that name. Lines that no
            server could have set are passed over, and standard error says which.

            --cache DIR keeps answers in a folder of this user's alone (0700), for requests that would show the same
            server the same, judged by the same policy: fields that Vary names, Authorization and Cookie, --cert, the
            proxy. What a kept answer has to do with it is said on standard error, and in the member cache of --json.
            Not kept is what was accepted by an exception, or given to a user with a password. A request with the field
            'Cache-Control: no-cache' asks the server, and one with 'only-if-cached' nobody.
            """,
            """
            发送一个请求，把应答的正文解压后逐字节写到标准输出。每一跳都在服务器的证书被接受之后，才发出请求的第一个字节。任何 HTTP 应答都算成功，404 和 500 也是，除非给出 --fail。重定向到 \
            https 以外的方案会被拒绝。用户为其主机设为例外的证书（holdfast trust）会被接受，标准错误会说明，除非给出 --no-exceptions。给出 --ask 时，终端显示关于不可信服\
            务器的警告，并询问是否继续。给出 --json 时，无论结果如何都输出一行 holdfast.response/1：应答，或在其成员 verdict 中写明未得到应答的原因。

            吊销的查询与 holdfast check 相同：公共网络的信任锚之下为 soft，自己的信任锚之下须给出 --revocation。

            服务器或代理要求登录时，用其 URL 中的用户和密码，以双方都支持的最强方案应答：Negotiate、NTLM、Digest、Basic。--auth 限定为一种方案。没有密码的用户，或没有用户的 \
            --auth negotiate，使用已有的 Kerberos 票据（kinit）。重定向到的服务器得不到这些。

            --http1.1 不提供 HTTP/2：用于在大的上传结束之前就应答的服务器，因为在 HTTP/2 上可能丢失该应答；也用于要求如此的服务器。

            --cert 和 --key 向要求证书且接受其签发者的可信服务器出示自己的证书，重定向到的也在内。因没有证书而结束连接的服务器，退出码为 5。

            Cookie 随重定向传递，随命令结束。--cookie 事先读取 Cookie 文件，--cookie-jar 事后写出一个，无论请求结果如何：包含所读取且仍有效的，不含随会话结束的。所写的文件取代\
            同名文件。任何服务器都不可能设置的行会略过，标准错误会指出是哪些。

            --cache DIR 把应答保存在只有本用户可以访问的文件夹（0700），用于向同一服务器出示相同内容、按同一策略判定的请求：Vary 指明的字段、Authorization 和 Cookie、\
            --cert、代理。保存的应答与本次的关系写在标准错误和 --json 的成员 cache 中。因例外而接受的，或给予带密码用户的，不保存。带有字段 'Cache-Control: no-cache' \
            的请求会询问服务器，带有 'only-if-cached' 的谁也不问。
            """),
        options: requestOptions,
        common: [
            .method, .header, .data, .bodyOut, .include, .fail, .anchors, .clientCertificate, .authentication, .json,
        ],
        examples: [
            "holdfast request https://www.example.com/",
            "holdfast request --fail -o page.html https://www.example.com/",
            "holdfast request -X PUT -H 'Content-Type: application/json' -d @body.json https://api.example.com/item",
        ],
        exitCodes: ExitCode.connections + [.transfer] + ExitCode.refusals
    ) { invocation throws(CommandError) in
        try await RequestCommand(invocation).run()
    }
}

/// `holdfast request`: a request out, the answer's bytes in.
struct RequestCommand {
    /// Bytes of a body to send; 64 MiB, as for a body to receive.
    private static let maximumBodyBytes = 64 << 20

    private let target: Target
    private let request: HTTPSRequest
    private let configuration: HTTPSSession.Configuration
    private let trust: TrustOptions
    private let dial: DialOptions
    private let cookies: CookieOptions
    private let language: PageLanguage
    private let invocation: Invocation

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        target = try Target(invocation.operands[0])
        language = try LanguageOption.parse(invocation)
        try invocation.exclude([.bodyOut, .include], beside: .json, RequestAdvice.holdsFieldsAndBody)
        trust = try TrustOptions(invocation, revocation: .soft)
        if let purpose = trust.purpose, purpose != .ssl {
            throw .usage(
                RequestSentence.policy(purpose: purpose.rawValue),
                hint: RequestAdvice.leavePolicyOut)
        }
        var request = try Self.request(invocation, to: target)
        dial = try DialOptions(invocation)
        try dial.allow(target)
        var configuration = LiveServer.configuration(
            trust: trust, dial: dial, identity: try IdentityOptions(invocation))
        configuration.offersHTTP2 = !invocation.has(.http11)
        try AuthenticationOption(invocation).apply(to: &configuration, &request)
        self.request = request
        let redirects = try invocation.number(of: .maxRedirects, in: 0...100) { text in
            .usage(RequestSentence.noMaxRedirects(text: text), hint: RequestAdvice.zeroFollowsNone)
        }
        if let redirects { configuration.limits.redirects = redirects }
        if let folder = invocation.value(.cache) {
            guard !folder.isEmpty else { throw .usage(RequestSentence.emptyCache, hint: RequestAdvice.ownFolder) }
            configuration.cache = HTTPCache(memoryCapacity: 0, folder: folder) {
                Console.note(StateFileNote.fault($0.statement, advice: $0.adviceStatement))
            }
        }
        cookies = try CookieOptions(invocation, clock: configuration.clock)
        cookies.apply(to: &configuration)
        self.configuration = configuration
    }

    func run() async throws(CommandError) -> ExitCode {
        let response: HTTPSResponse
        do throws(CommandError) { response = try await answer() } catch {
            do throws(CommandError) { try cookies.save() } catch { Console.complain(error) }
            throw error
        }
        dial.complainOfUnused(for: [target.url, response.url] + response.redirects.map(\.url))
        for connection in response.redirects.map(\.connection) + [response.connection] {
            guard let evaluation = connection.evaluation else { continue }
            if let exception = evaluation.exception {
                Console.note(RequestNote.excepted(host: connection.host, until: exception.until))
            }
            // The answer itself has no place for what was asked about transparency and not found out.
            for finding in evaluation.findings where finding.code == .transparency && finding.severity == .warning {
                Console.note(RequestNote.about(host: connection.host, finding.statements.message))
            }
        }
        for upgrade in response.upgrades {
            Console.note(
                RequestNote.upgraded(
                    from: "\(upgrade.from)", host: "\(upgrade.knowledge.host)", to: "\(upgrade.to)"))
        }
        if let use = response.cacheUse {
            Console.note(RequestNote.fromCache(url: "\(response.url)", use.statement))
        } else if invocation.has(.cache) {
            Console.note(RequestNote.fromServer(url: "\(response.url)"))
        }
        let isFailure = invocation.has(.fail) && response.status >= 400
        if invocation.has(.json) {
            Output.line(of: ResponseReport(response))
        } else if !isFailure {
            try write(response)
        }
        try cookies.save()
        guard isFailure else { return .success }
        guard
            let login = UnansweredLogin(
                status: response.status, fields: response.fields, hasUser: target.url.hasPassword)
        else {
            throw CommandError(
                .transfer, code: .status, RequestSentence.answered(target: target.text, status: response.status),
                hint: RequestAdvice.withoutFail)
        }
        throw CommandError(
            .transfer, .command(.status),
            Statement(TargetSentence.about(target: target.text, answer: login.statement)),
            advice: login.adviceStatement)
    }

    /// Sends the request; with `--ask` again after the user decided to go on, at each server once.
    private func answer() async throws(CommandError) -> HTTPSResponse {
        var decided: [TrustException] = []
        while true {
            var configuration = configuration
            if !decided.isEmpty {
                // One handle: policies with different ones share no connection.
                let exceptions = TrustExceptions.only(trust.exceptions.current().exceptions + decided)
                configuration.trust.adjustPolicy { $0.exceptions = exceptions }
            }
            do throws(HTTPSError) {
                let session = HTTPSSession(configuration: configuration)
                let response = try await SlowTarget.during(target.text) { await session.result(of: request) }.get()
                // What is renewed behind the answer's back would end with the process.
                if response.cacheUse?.kind == .staleWhileRevalidating { await session.finishTasksAndInvalidate() }
                return response
            } catch {
                guard invocation.has(.ask), let failure = error.trustFailure,
                    !decided.contains(where: { $0.host == failure.policy.purpose.serverName }),
                    let exception = try InterstitialPrompt.decision(about: failure, in: language)
                else { throw await refused(error) }
                decided.append(exception)
            }
        }
    }

    private func write(_ response: HTTPSResponse) throws(CommandError) {
        let head = invocation.has(.include) ? Array(ResponseReport.head(of: response).utf8) : []
        if let path = invocation.value(.bodyOut), path != "-" {
            try OutputFile.write(head + response.body, to: path)
            return
        }
        if Descriptor.isTerminal(STDOUT_FILENO), response.body.contains(0) {
            throw CommandError(
                .transfer, code: .binaryBody, RequestSentence.binaryBody(target: target.text),
                hint: RequestAdvice.outOrPipe)
        }
        Console.result(bytes: head + response.body)
    }

    /// The words for a failed request, a refused server in its verdict's words; and its line of JSON.
    private func refused(_ error: HTTPSError) async -> CommandError {
        // Where it was redirected, the last place is not told.
        if error.redirects.isEmpty { dial.complainOfUnused(for: [target.url]) }
        let at = trust.at ?? SystemClock.now()
        let name = error.connection.flatMap { try? ServerName($0.host) } ?? target.url.serverName
        var report = VerdictReport(
            .failure(error), target: target.text, policy: trust.policy(for: name), at: at,
            engine: configuration.trust.engine)
        if let failure = report.failure, failure.isEndUnanswered, error.redirects.isEmpty {
            let server = LiveServer(trust: trust, dial: dial)
            report.failure = await server.advisedOfStaple(failure, on: target, within: dial.timeout)
        }
        report = report.inCommandWords(having: Command.requestOptions)
        if invocation.has(.json) {
            Output.line(of: ResponseReport(report, url: target.url, redirects: error.redirects))
        } else if let file = report.policyFile, file.isTelling {
            Console.note(PolicySentence.note(file.statement))
        }
        guard let cause = report.cause else {
            return CommandError(
                report.failure ?? FailureReport(error), target: target.text, having: Command.requestOptions)
        }
        let isRedirected = name != target.url.serverName
        let answer = RequestSentence.refused(cause.statements.message).statement
        let told = isRedirected ? RequestSentence.redirected(to: "\(name)", answer: answer).statement : answer
        return CommandError(
            ExitCode(status: report.exitCode), .library(cause.code),
            TargetSentence.about(target: target.text, answer: told).statement,
            advice: cause.statements.advice)
    }

    private static func request(_ invocation: Invocation, to target: Target) throws(CommandError) -> HTTPSRequest {
        let body = try invocation.value(.data).map { text throws(CommandError) in try Self.body(text) }
        var request = HTTPSRequest(target.url, method: body == nil ? "GET" : "POST", body: body)
        if let method = invocation.value(.method) {
            guard HTTPField(name: method, value: "") != nil else {
                throw .usage(
                    RequestSentence.noMethod(method: method), hint: RequestAdvice.methods)
            }
            request.method = method
        }
        for text in invocation.values(.header) {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let field = HTTPField(name: String(parts[0]), value: String(parts[1])) else {
                throw .usage(RequestSentence.noHeader(text: text), hint: RequestAdvice.writeHeader)
            }
            for reserved in ["Host", "Content-Length"] where field.isNamed(reserved) {
                throw .usage(
                    RequestSentence.reservedHeader(name: reserved),
                    hint: RequestAdvice.otherAddress)
            }
            request.fields.append(field)
        }
        // What curl sends with --data, too; servers refuse a body of no stated kind.
        if body != nil, request["Content-Type"] == nil {
            request.fields.append("Content-Type: application/x-www-form-urlencoded")
        }
        return request
    }

    private static func body(_ text: String) throws(CommandError) -> [UInt8] {
        guard text.hasPrefix("@") else { return Array(text.utf8) }
        return try InputFile.bytes(
            of: String(text.dropFirst()), limit: maximumBodyBytes, advice: FileAdvice.smallerBody)
    }
}

extension HTTPSSession {
    /// The answer to a request, or what kept it from one.
    fileprivate func result(of request: HTTPSRequest) async -> Result<HTTPSResponse, HTTPSError> {
        do throws(HTTPSError) {
            return .success(try await data(for: request))
        } catch {
            return .failure(error)
        }
    }
}
