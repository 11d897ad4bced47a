import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastStatements
import HoldfastX509

/// The later steps of chapter 9: passwords, several schemes at once, how long credentials are kept, and clients'
/// certificates.
extension ChallengeChapter {
    private static let user = PlainChapter.user
    private static let secret = PlainChapter.secret
    private static let right = "Basic \(Base64.encode(PlainChapter.both.utf8))"

    /// A server that lets nobody in without the password.
    private static func closedServer(
        _ network: LessonNetwork, offering challenges: [String] = ["Basic realm=\"account\""]
    ) throws -> TLSServer {
        try network.server(try network.identity()) { request in
            guard request["Authorization"] != right else { return ServerResponse(text: "your account\n") }
            return ServerResponse(status: 401, fields: challenges.map { HTTPField("WWW-Authenticate", $0) })
        }
    }

    /// A handler that leaves servers to the session, and answers HTTP's questions.
    private static func answering(
        _ answer: @escaping @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition
    ) -> LessonHandler {
        LessonHandler { challenge in
            challenge.protectionSpace.authenticationMethod == .serverTrust
                ? .performDefaultHandling : answer(challenge)
        }
    }

    static func password(_ network: LessonNetwork) async throws -> LessonStep {
        let server = try closedServer(network)
        defer { server.stop() }
        let handler = answering { challenge in
            let password = challenge.previousFailureCount == 0 ? "rose-17" : secret
            return .useCredential(Credential(user: user, password: password, persistence: .none))
        }
        let session = try network.session { $0.credentials.handler = handler }
        let status = await network.outcome(of: session, for: HTTPSRequest(try network.url(server, "/account")))
        let asked = handler.asked(by: .httpBasic)
        return LessonStep(
            LocalizedText("401: who are you?", "401：你是谁"),
            [
                LocalizedText(
                    """
                    The server is trusted by now, and wants to know who the user is: 401, Basic. The handler is asked, \
                    answers with a wrong password, and is asked again.
                    """,
                    "此时服务器已被信任，轮到它询问用户是谁：401，Basic。处理者第一次答了错误的密码，于是再次被问。"),
                LocalizedText(
                    """
                    Now there is an answer behind the question, and previousFailureCount says how often an answer was \
                    refused: a handler that does not look at it gives the same wrong password for ever. The session \
                    stops after sixteen.
                    """,
                    "这一次质询背后有响应；previousFailureCount 表示答复被拒绝过几次。处理者如果不看它，就会没完没了地给出同一个错误密码；会话在十六次之后停止。"),
            ],
            asking: LessonQuestion(
                "A wrong password first, then the right one: how often is the handler asked?", "先错后对，处理者被问了几次？",
                against: [.count(1), .count(3)]),
            exhibits: [
                .rows(
                    "The questions", "各次质询",
                    asked.enumerated().map { index, challenge in
                        LessonRow(
                            "question \(index + 1)", "第 \(index + 1) 次",
                            text: "realm \(challenge.protectionSpace.realm ?? "nil"), "
                                + "previousFailureCount \(challenge.previousFailureCount), "
                                + "failureResponse \(challenge.failureResponse.map { "\($0.status)" } ?? "nil")")
                    })
            ],
            checks: [
                LessonCheck("Questions about the user", "询问用户的次数", taught: .count(2), seen: .count(asked.count)),
                LessonCheck(
                    "previousFailureCount of the second", "第二次的 previousFailureCount", taught: .count(1),
                    seen: .count(asked.last?.previousFailureCount ?? -1)),
                LessonCheck(
                    "The answer behind a question", "质询背后的响应", taught: .named("401"),
                    seen: .named("\(asked.first?.failureResponse?.status ?? 0)")),
                LessonCheck("The answer in the end", "最终的响应", taught: .named("200"), seen: status),
            ])
    }

    static func schemes(_ network: LessonNetwork) async throws -> LessonStep {
        let server = try closedServer(
            network,
            offering: [
                "Basic realm=\"account\"",
                "Digest realm=\"account\", qop=\"auth\", algorithm=SHA-256, nonce=\"bm9uY2U\"",
            ])
        defer { server.stop() }
        let handler = answering { challenge in
            guard challenge.protectionSpace.authenticationMethod == .httpBasic else { return .rejectProtectionSpace }
            return .useCredential(Credential(user: user, password: secret, persistence: .none))
        }
        let session = try network.session { $0.credentials.handler = handler }
        let status = await network.outcome(of: session, for: HTTPSRequest(try network.url(server, "/account")))
        let methods = handler.asked.all.map(\.protectionSpace.authenticationMethod).filter { $0 != .serverTrust }
        func name(_ index: Int) -> String { methods.indices.contains(index) ? methods[index].rawValue : "" }
        return LessonStep(
            LocalizedText("Several schemes: reject one, be asked for the next", "多种方案：拒绝一种，再问下一种"),
            [
                LocalizedText(
                    """
                    This server offers Basic and Digest together, in this order. The handler answers Basic alone; \
                    whatever else it is asked for, it answers with rejectProtectionSpace.
                    """,
                    "这台服务器同时提供 Basic 和 Digest，并按这个顺序列出。处理者只回答 Basic，对其余方法一律答复 rejectProtectionSpace。"),
                LocalizedText(
                    """
                    The strongest is asked for first, whatever the order of the server: Negotiate, NTLM, Digest, \
                    Basic. Rejecting one leads to the next that was offered, which is what this disposition is for.
                    """,
                    "无论服务器按什么顺序列出，总是先问最强的：Negotiate、NTLM、Digest、Basic。拒绝其中一种，就接着问对方提供的下一种——这正是该处置方式的用途。"),
            ],
            asking: LessonQuestion(
                "For which method is the handler asked first?", "处理者首先被问到哪种方法？",
                against: [.named("NSURLAuthenticationMethodHTTPBasic")]),
            exhibits: [
                .rows(
                    "Asked for, in this order", "询问的顺序",
                    methods.enumerated().map { index, method in
                        LessonRow("question \(index + 1)", "第 \(index + 1) 次", text: method.rawValue)
                    })
            ],
            checks: [
                LessonCheck(
                    "Asked for first", "首先询问", taught: .named("NSURLAuthenticationMethodHTTPDigest"),
                    seen: .named(name(0))),
                LessonCheck(
                    "Asked for after the rejection", "拒绝之后询问", taught: .named("NSURLAuthenticationMethodHTTPBasic"),
                    seen: .named(name(1))),
                LessonCheck("The answer in the end", "最终的响应", taught: .named("200"), seen: status),
            ])
    }

    /// The questions of two sessions with one store between them: two requests in the first, one in the second.
    private struct Kept {
        let inFirst: Int
        let isProposedInSecond: Bool

        var text: String { "\(inFirst), \(isProposedInSecond ? "✓" : "-")" }
    }

    private static func kept(
        _ persistence: CredentialPersistence, _ server: TLSServer, _ network: LessonNetwork
    ) async throws -> Kept {
        let store = MemoryCredentialStore()
        func handlerOfOne() -> LessonHandler {
            answering { challenge in
                challenge.proposedCredential != nil
                    ? .performDefaultHandling
                    : .useCredential(Credential(user: user, password: secret, persistence: persistence))
            }
        }
        var asked: [LessonHandler] = []
        for requests in [2, 1] {
            let handler = handlerOfOne()
            let session = try network.session { configuration in
                configuration.credentials.handler = handler
                configuration.credentials.store = store
            }
            for _ in 0..<requests {
                _ = await network.outcome(of: session, for: HTTPSRequest(try network.url(server, "/account")))
            }
            asked.append(handler)
        }
        return Kept(
            inFirst: asked[0].asked(by: .httpBasic).count,
            isProposedInSecond: asked[1].asked(by: .httpBasic).first?.proposedCredential != nil)
    }

    static func persistence(_ network: LessonNetwork) async throws -> LessonStep {
        let server = try closedServer(network)
        defer { server.stop() }
        let none = try await kept(.none, server, network)
        let session = try await kept(.forSession, server, network)
        let permanent = try await kept(.permanent, server, network)
        return LessonStep(
            LocalizedText("How long a credential is kept", "凭据保存多久"),
            [
                LocalizedText(
                    """
                    The same password with three persistences. Each time a session makes two requests; then it is \
                    gone, and a new session with the same store makes one.
                    """,
                    "同一个密码，分别使用三种持久性。每次都由一个会话发两个请求；会话结束后，再由共用同一存储的新会话发一个请求。"),
                LocalizedText(
                    """
                    none is for the one request, forSession lasts as long as the session, permanent goes to the store \
                    once a server has taken it, and is proposed by the next session. On iOS that store is the \
                    keychain, which belongs to the app and not to all apps.
                    """,
                    "none 只用于当次请求；forSession 在会话期间有效；permanent 在服务器接受之后写入存储，下一个会话会把它作为建议的凭据。在 iOS 上，这个存储是钥匙串，归该应用所有，"
                        + "并非所有应用共用。"
                ),
            ],
            asking: LessonQuestion(
                "Two requests in one session, the credential given with forSession: how often is the handler asked?",
                "同一会话的两个请求，凭据为 forSession：处理者被问几次？", about: 1, against: [.count(0), .count(2)]),
            exhibits: [
                .rows(
                    "Questions in the first session, and whether the second one proposes it",
                    "第一个会话中的询问次数，以及第二个会话是否提出建议",
                    [
                        LessonRow("none", "none", text: none.text),
                        LessonRow("forSession", "forSession", text: session.text),
                        LessonRow("permanent", "permanent", text: permanent.text),
                    ])
            ],
            checks: [
                LessonCheck(
                    "none: questions for two "
                        + "requests", "none：两个请求的询问次数", taught: .count(2), seen: .count(none.inFirst)),
                LessonCheck(
                    "forSession: questions for two requests", "forSession：两个请求的询问次数", taught: .count(1),
                    seen: .count(session.inFirst)),
                LessonCheck(
                    "forSession: proposed in the next session?", "forSession：下一个会话是否建议", taught: .no,
                    seen: .answer(session.isProposedInSecond)),
                LessonCheck(
                    "permanent: proposed in the next session?", "permanent：下一个会话是否建议", taught: .yes,
                    seen: .answer(permanent.isProposedInSecond)),
            ])
    }

    static func clientCertificate(_ network: LessonNetwork) async throws -> LessonStep {
        let client = try network.root.issue(
            .client(name: "lesson client", at: network.materials.at), key: try network.materials.key(.p256))
        let shown = LessonNotes<[UInt8]?>()
        let authority = try Certificate(der: network.root.certificate).subject
        let server = try network.server(
            try network.identity(),
            answer: { request in
                shown.add(request.connection.clientCertificate)
                return ServerResponse(text: "hello\n")
            },
            change: { configuration in
                configuration.requestsClientCertificate = true
                configuration.acceptedAuthorities = [authority.der]
            })
        defer { server.stop() }
        let with = LessonHandler { challenge in
            challenge.protectionSpace.authenticationMethod == .clientCertificate
                ? .useCredential(Credential(identity: client, persistence: .none)) : .performDefaultHandling
        }
        let without = LessonHandler { _ in .performDefaultHandling }
        for handler in [with, without] {
            let session = try network.session { $0.credentials.handler = handler }
            _ = await network.outcome(of: session, for: HTTPSRequest(try network.url(server)))
        }
        let space = with.asked(by: .clientCertificate).first?.protectionSpace
        return LessonStep(
            LocalizedText("The server asks for a certificate of the client's", "服务器要求客户端出示证书"),
            [
                LocalizedText(
                    """
                    So far servers asked for the user in an answer, by 401. They can ask in the handshake, too, with \
                    CertificateRequest, and name the authorities whose certificates they take. Two clients come, one \
                    with an identity, one without.
                    """,
                    "前面服务器都是在响应里用 401 询问用户。它也可以在握手中用 CertificateRequest 发问，并列出认可的机构。来了两个客户端：一个有身份证书，一个没有。"),
                LocalizedText(
                    """
                    An identity is a private key with its certificate. The key signs the handshake and stays where it \
                    is; a server that asks and does not require goes on without it.
                    """,
                    "身份（identity）是私钥加上它的证书。私钥对握手签名，本身不会离开；服务器如果只是请求而非强制，没有证书也能继续。"),
            ],
            asking: LessonQuestion(
                "The second client has no certificate, and the server does not insist. Does its request get through?",
                "第二个客户端没有证书，服务器也不强求。它的请求能送达吗？", about: 3),
            exhibits: [
                .rows(
                    "The challenge", "质询的内容",
                    [
                        LessonRow(
                            "method", "方法", text: space?.authenticationMethod.rawValue ?? ""),
                        LessonRow(
                            "distinguishedNames", "distinguishedNames",
                            text: space?.distinguishedNames?.map { "\($0)" }.joined(separator: "; ") ?? "nil"),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The method of the challenge", "质询的方法",
                    taught: .named("NSURLAuthenticationMethodClientCertificate"),
                    seen: .named(space?.authenticationMethod.rawValue ?? "")),
                LessonCheck(
                    "The authority that is named", "列出的机构", taught: .same,
                    seen: .comparison(space?.distinguishedNames?.first?.matches(authority) ?? false)),
                LessonCheck(
                    "The certificate that the server got and the client's", "服务器收到的证书与客户端的证书", taught: .same,
                    seen: .comparison(shown.all.first == client.certificate)),
                LessonCheck(
                    "Does the request without a certificate get through?", "没有证书的请求能送达吗", taught: .yes,
                    seen: .answer(shown.all.count == 2)),
            ])
    }
}
