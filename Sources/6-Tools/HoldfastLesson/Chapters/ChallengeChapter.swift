import HoldfastAuthority
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// Chapter 9: challenges, dispositions, credentials, and how long these are kept.
enum ChallengeChapter: LessonPart {
    static let title = LocalizedText("Challenges and credentials", "质询与凭据")
    static let lead = LocalizedText(
        """
        A session asks before it goes on: is this server trusted, who are you, with which certificate. The questions \
        are called challenges, the answers dispositions and credentials, by Apple's names for them. Each is put to a \
        handler here by a real server.
        """,
        "会话在继续之前会发问：这台服务器可信吗？你是谁？用哪张证书？按 Apple 的叫法，这些问题叫质询（challenge），答复叫处置方式（disposition）和凭据（credential）。"
            + "下面由真实的服务器逐一提出。"
    )

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        return LessonContent(steps: [
            try await serverTrust(network), try await dispositions(network), try await ownCheck(network),
            try await password(network), try await schemes(network), try await persistence(network),
            try await clientCertificate(network),
        ])
    }

    private static func serverTrust(_ network: LessonNetwork) async throws -> LessonStep {
        let requests = LessonNotes<Int>()
        let server = try network.server(try network.identity())
        defer { server.stop() }
        let handler = LessonHandler { _ in
            requests.add(server.counters.requestsReceived)
            return .performDefaultHandling
        }
        let session = try network.session { $0.credentials.handler = handler }
        let url = try network.url(server)
        let status = await network.outcome(of: session, for: HTTPSRequest(url))
        let challenge = handler.asked.all.first
        let space = challenge?.protectionSpace
        return LessonStep(
            LocalizedText("The question about the server", "关于服务器的质询"),
            [
                LocalizedText(
                    """
                    A request to a good server. Before it leaves, the session asks its handler about the server, with \
                    the certificates that were sent: this is the protection space of that challenge, and what else is \
                    in it.
                    """,
                    "向一台正常的服务器发请求。请求送出之前，会话先就这台服务器询问处理者，并附上收到的证书。下面是这次质询的保护空间及其余内容。"),
                LocalizedText(
                    """
                    It comes inside the TLS handshake. No request was sent yet, so there is no answer with the status \
                    401 behind it, and failureResponse is nil: 401 is how HTTP asks who the user is.
                    """,
                    "质询发生在 TLS 握手之中。此时请求还没有发出，所以背后并没有状态码为 401 的响应，failureResponse 是 nil；401 是 HTTP 询问用户身份的方式。"),
            ],
            asking: LessonQuestion(
                "How many requests had the server read when the question came?", "质询到来时，服务器已经读到几个请求？", about: 1,
                against: [.count(1), .count(2)]),
            exhibits: [
                .rows(
                    "The challenge", "质询的内容",
                    [
                        LessonRow("protectionSpace.protocol", "protectionSpace.protocol", text: space?.protocol ?? ""),
                        LessonRow("protectionSpace.host", "protectionSpace.host", text: space?.host ?? ""),
                        LessonRow(
                            "protectionSpace.authenticationMethod", "protectionSpace.authenticationMethod",
                            text: space?.authenticationMethod.rawValue ?? ""),
                        LessonRow("protectionSpace.realm", "protectionSpace.realm", text: space?.realm ?? "nil"),
                        LessonRow(
                            "certificates in protectionSpace.serverTrust", "protectionSpace.serverTrust 中的证书数",
                            text: "\(space?.serverTrust?.presented.count ?? 0)"),
                        LessonRow(
                            "previousFailureCount", "previousFailureCount",
                            text: "\(challenge?.previousFailureCount ?? -1)"),
                        LessonRow(
                            "failureResponse", "failureResponse",
                            text: challenge?.failureResponse.map { "\($0.status)" } ?? "nil"),
                    ])
            ],
            checks: [
                LessonCheck(
                    "The method of the challenge", "质询的方法", taught: .named("NSURLAuthenticationMethodServerTrust"),
                    seen: .named(space?.authenticationMethod.rawValue ?? "")),
                LessonCheck(
                    "Requests that the server had read by then", "此时服务器已读到的请求数", taught: .count(0),
                    seen: .count(requests.all.first ?? -1)),
                LessonCheck(
                    "Is there an HTTP response behind it?", "背后有 HTTP 响应吗", taught: .no,
                    seen: .answer(challenge.map { $0.failureResponse != nil } ?? true)),
                LessonCheck("The answer to the request", "请求得到的响应", taught: .named("200"), seen: status),
            ])
    }

    private static func dispositions(_ network: LessonNetwork) async throws -> LessonStep {
        let stranger = try network.impostor()
        let good = try network.server(try network.identity())
        defer { good.stop() }
        let bad = try network.server(stranger)
        defer { bad.stop() }
        // A proof of the handler's own, by a policy that has the stranger's certificate as an anchor.
        let own = try network.policies(with: [stranger.certificate])
        let at = network.materials.at
        let answers:
            [(name: String, answer: @Sendable (AuthenticationChallenge) -> AuthenticationChallenge.Disposition)] =
                [
                    (
                        "useCredential(trust)",
                        { challenge in
                            guard let trust = challenge.protectionSpace.serverTrust,
                                let name = try? ServerName(challenge.protectionSpace.host),
                                let proof = try? TrustEngine().evaluate(trust, with: own(name), at: at)
                            else { return .cancelAuthenticationChallenge }
                            return .useCredential(Credential(trust: proof))
                        }
                    ), ("performDefaultHandling", { _ in .performDefaultHandling }),
                    ("cancelAuthenticationChallenge", { _ in .cancelAuthenticationChallenge }),
                    ("rejectProtectionSpace", { _ in .rejectProtectionSpace }),
                ]
        var outcomes: [[LessonOutcome]] = []
        for answer in answers {
            let session = try network.session { $0.credentials.handler = LessonHandler(answer.answer) }
            outcomes.append([
                await network.outcome(of: session, for: HTTPSRequest(try network.url(good))),
                await network.outcome(of: session, for: HTTPSRequest(try network.url(bad))),
            ])
        }
        let rows = zip(answers, outcomes).flatMap { answer, outcome in
            [
                LessonRow("\(answer.name), good server", "\(answer.name)，正常的服务器", text: outcome[0].code),
                LessonRow("\(answer.name), unknown authority", "\(answer.name)，未知机构", text: outcome[1].code),
            ]
        }
        return LessonStep(
            LocalizedText("Four answers, two servers", "四种答复，两台服务器"),
            [
                LocalizedText(
                    """
                    The handler may answer in four ways. Each is tried with a good server and with one whose \
                    certificate nobody vouches for. For useCredential the handler has judged the server itself, by \
                    anchors of its own; a credential without such a proof is none.
                    """,
                    "处理者有四种答复方式。每一种都分别对正常的服务器和证书无人担保的服务器试一遍。用 useCredential 时，处理者先按自己的信任锚完成判定；没有这样的结论，凭据就不成立。"),
                LocalizedText(
                    """
                    performDefaultHandling is the session's own judgement, as if there were no handler. Of a server \
                    there is no other method to try, so rejectProtectionSpace ends the request as well.
                    """,
                    "performDefaultHandling 就是会话自己的判定，仿佛没有处理者一样。对服务器的信任没有别的方法可换，所以 rejectProtectionSpace 同样会终止请求。"),
            ],
            asking: LessonQuestion(
                "The handler answers performDefaultHandling about the unknown authority. What comes of the request?",
                "对未知机构的服务器答复 performDefaultHandling，请求结果如何？",
                against: [.named("200"), .named("cancelled")]),
            exhibits: [
                .drawing(ChallengeDrawing.whole), .rows("What came of each", "各自的结果", rows),
            ],
            checks: [
                LessonCheck(
                    "Default handling, unknown authority", "默认处理，未知机构",
                    taught: .refused(["selfSignedNotAnchor"]), seen: outcomes[1][1]),
                LessonCheck(
                    "Default handling, good server", "默认处理，正常的服务器", taught: .named("200"), seen: outcomes[1][0]),
                LessonCheck(
                    "A proof of the handler's own, unknown authority", "处理者自己的判定，未知机构", taught: .named("200"),
                    seen: outcomes[0][1]),
                LessonCheck("Cancelled, good server", "取消，正常的服务器", taught: .named("cancelled"), seen: outcomes[2][0]),
                LessonCheck(
                    "Rejected, good server", "拒绝保护空间，正常的服务器", taught: .named("serverTrustRejected"),
                    seen: outcomes[3][0]),
            ])
    }

    private static func ownCheck(_ network: LessonNetwork) async throws -> LessonStep {
        let server = try network.server(try network.identity())
        defer { server.stop() }
        // Looks for another key than the server has, as after a pin that does not match.
        let other = try network.identity(LessonHost.other)
        @Sendable func isExpected(_ challenge: AuthenticationChallenge) -> Bool {
            let leaf = challenge.protectionSpace.serverTrust?.presented.first?.certificate
            return leaf.map { Array($0.bytes) == other.certificate } ?? false
        }
        func outcome(
            _ whenWrong: AuthenticationChallenge.Disposition
        ) async throws -> LessonOutcome {
            let session = try network.session { configuration in
                configuration.credentials.handler = LessonHandler { challenge in
                    isExpected(challenge) ? .performDefaultHandling : whenWrong
                }
            }
            return await network.outcome(of: session, for: HTTPSRequest(try network.url(server)))
        }
        let byDefault = try await outcome(.performDefaultHandling)
        let cancelled = try await outcome(.cancelAuthenticationChallenge)
        return LessonStep(
            LocalizedText("A check that failed, and was answered by default", "检查失败，却答复默认处理"),
            [
                LocalizedText(
                    """
                    A handler compares the server's certificate with the one that it has, and finds another. Many \
                    examples answer that with performDefaultHandling. The server here is one that the session trusts, \
                    as a proxy's is whose authority a user was talked into.
                    """,
                    "处理者把服务器证书与自己手头的比对，发现不是同一张。许多示例代码此时答复 performDefaultHandling。而这里的服务器恰是会话本来就信任的——正如用户被人诱导、"
                        + "信任了某个代理的机构之后那样。"
                ),
                LocalizedText(
                    """
                    Default handling asks the anchors alone, and these say yes: the check has decided nothing. A check \
                    that failed is answered with cancelAuthenticationChallenge.
                    """,
                    "默认处理只看信任锚，而信任锚说可信：那次检查等于白做。检查失败，应当答复 cancelAuthenticationChallenge。"),
            ],
            asking: LessonQuestion(
                "The check failed, and default handling was the answer. What comes of the request?",
                "检查失败，答复的却是默认处理。请求结果如何？", against: [.named("cancelled"), .named("certificateRefused")]),
            exhibits: [
                .rows(
                    "The same failed check, two answers", "同一次失败的检查，两种答复",
                    [
                        LessonRow("performDefaultHandling", "performDefaultHandling", text: byDefault.code),
                        LessonRow(
                            "cancelAuthenticationChallenge", "cancelAuthenticationChallenge", text: cancelled.code),
                    ])
            ],
            checks: [
                LessonCheck(
                    "Failed, and answered with default "
                        + "handling", "检查失败，答复默认处理", taught: .named("200"), seen: byDefault),
                LessonCheck(
                    "Failed, and cancelled", "检查失败，答复取消", taught: .named("cancelled"), seen: cancelled),
            ])
    }
}
