import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTLS
import HoldfastTracing
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements

/// Chapter 10: how often a certificate is judged.
enum RepetitionChapter: LessonPart {
    static let title = LocalizedText("How often a certificate is judged", "证书多久判定一次")
    static let lead = LocalizedText(
        """
        Once a session? Once a request? Once on one's own network, and each time on the internet? All three are told. \
        A certificate is judged once for each handshake in which it is shown; all else follows from how connections \
        are kept. Here it is counted.
        """,
        "每个会话一次？每个请求一次？内网一次、公网每次？三种说法都有人讲。其实，每次出示证书的握手判定一次；其余都取决于连接如何复用。本章实际数一数。")

    private static let requests = 5

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        let server = try network.server(try network.identity())
        defer { server.stop() }
        return LessonContent(steps: [
            try await kept(server, network), try await closed(server, network), try await resumed(server, network),
            try await remembered(server, network), try await changed(server, network),
        ])
    }

    /// Sends five requests one after the other.
    private static func send(
        _ session: HTTPSSession, to server: TLSServer, _ network: LessonNetwork, closing: Bool
    ) async throws {
        for number in 1...requests {
            var request = HTTPSRequest(try network.url(server, "/\(number)"))
            request.closesConnection = closing
            _ = try await session.data(for: request)
        }
    }

    private static func rows(_ statistics: HTTPSSession.Statistics, of requests: Int = requests) -> LessonExhibit {
        .rows(
            "Counted by the session", "会话的计数",
            [
                LessonRow("requests", "请求", text: "\(requests)"),
                LessonRow("connections opened", "建立的连接", text: "\(statistics.connectionsOpened)"),
                LessonRow("requests on a kept connection", "复用连接的请求", text: "\(statistics.connectionsReused)"),
                LessonRow("certificates judged", "判定证书的次数", text: "\(statistics.verifications)"),
                LessonRow("times the handler was asked", "询问处理者的次数", text: "\(statistics.challengesAsked)"),
            ])
    }

    private static func kept(_ server: TLSServer, _ network: LessonNetwork) async throws -> LessonStep {
        let session = try network.session {
            $0.credentials.handler = LessonHandler { _ in .performDefaultHandling }
        }
        try await send(session, to: server, network, closing: false)
        let statistics = session.statistics
        return LessonStep(
            LocalizedText("Kept: five requests, one connection", "保持连接：五个请求，一个连接"),
            [
                LocalizedText(
                    """
                    Five requests to one server, one after the other. HTTP/1.1 keeps the connection open unless one \
                    side says otherwise (RFC 9112 §9.3).
                    """,
                    "向同一台服务器依次发五个请求。除非有一方另有说明，HTTP/1.1 会保持连接（RFC 9112 §9.3）。"),
                LocalizedText(
                    """
                    The judgement belongs to the connection: whoever is at the other end is the same for all that is \
                    sent on it. This is where it comes from that "one success holds for the whole session".
                    """,
                    "判定的结果属于连接：在同一连接上发送的一切，对端始终是同一个。“一次成功，整个会话有效”的说法，就是这么来的。"),
            ],
            asking: LessonQuestion(
                "How often is the certificate judged?", "证书被判定几次？", against: [.count(0), .count(requests)]),
            exhibits: [rows(statistics)],
            checks: [
                LessonCheck(
                    "Certificates judged, for five requests", "五个请求，判定证书的次数", taught: .count(1),
                    seen: .count(statistics.verifications)),
                LessonCheck(
                    "Times the handler was asked", "询问处理者的次数", taught: .count(1),
                    seen: .count(statistics.challengesAsked)),
            ])
    }

    private static func closed(_ server: TLSServer, _ network: LessonNetwork) async throws -> LessonStep {
        let session = try network.session {
            $0.credentials.handler = LessonHandler { _ in .performDefaultHandling }
        }
        try await send(session, to: server, network, closing: true)
        let statistics = session.statistics
        return LessonStep(
            LocalizedText("Closed: each request opens its own", "关闭连接：每个请求各开一个"),
            [
                LocalizedText(
                    """
                    The same five requests, each with Connection: close, as some servers and proxies do it anyway. On \
                    the internet connections are closed more often than on one's own network, by idle limits, load \
                    balancers and changes of network.
                    """,
                    "同样五个请求，但每个都带 Connection: close；有些服务器和代理本来就这么做。公网上的连接比内网更容易断开：空闲超时、负载均衡、切换网络，都会造成。"),
                LocalizedText(
                    """
                    Nothing else than this makes the difference between a server on one's own network and one on the \
                    internet. Be prepared for a judgement with each request.
                    """,
                    "内网服务器与公网服务器在判定次数上的差别，原因仅在于此。编程时应当按“每个请求都要判定”来准备。"),
            ],
            asking: LessonQuestion(
                "How often is the certificate judged now?", "现在证书被判定几次？", against: [.count(1), .count(2)]),
            exhibits: [rows(statistics)],
            checks: [
                LessonCheck(
                    "Certificates judged, for five requests", "五个请求，判定证书的次数", taught: .count(requests),
                    seen: .count(statistics.verifications)),
                LessonCheck(
                    "Times the handler was asked", "询问处理者的次数", taught: .count(requests),
                    seen: .count(statistics.challengesAsked)),
            ])
    }

    private static func resumed(_ server: TLSServer, _ network: LessonNetwork) async throws -> LessonStep {
        let first = try await network.trace(server) { $0.request = [] }
        let second = try await network.trace(server) { $0.resuming = first.session }
        func certificates(_ trace: HandshakeTrace) -> Int {
            trace.events.compactMap(\.record).flatMap(\.messages).count { $0.type == .certificate }
        }
        // What sessions do: they resume nothing, since they would see no certificate.
        let session = try network.session()
        try await send(session, to: server, network, closing: true)
        return LessonStep(
            LocalizedText("Resumed: no certificate is shown", "会话恢复：不再出示证书"),
            [
                LocalizedText(
                    """
                    A second handshake resumes the first by a ticket. Who has the secret of the first session is the \
                    one that was there then, so no certificate is sent (RFC 8446 §2.2).
                    """,
                    "第二次握手用票据恢复第一次的会话。谁持有第一次会话的秘密，谁就是当时的对端，因此不再发送证书（RFC 8446 §2.2）。"),
                LocalizedText(
                    """
                    But the clock goes on meanwhile, anchors and pins may have changed. trace therefore judges the \
                    chain of the first session once more. Sessions of Holdfast resume nothing: each connection shows \
                    its certificate.
                    """,
                    "但其间时间在走，信任锚和固定（pin）也可能变了，所以 trace 会把第一次的证书链重新判定一遍。Holdfast 的会话从不恢复：每个连接都要出示证书。"),
            ],
            asking: LessonQuestion(
                "How many Certificate messages does the resumed handshake have?", "恢复的握手中有几条 Certificate 消息？", about: 1,
                against: [.count(1), .count(2)]),
            exhibits: [
                .rows(
                    "Two handshakes", "两次握手",
                    [
                        LessonRow(
                            "first: certificate messages", "第一次：Certificate 消息数", text: "\(certificates(first))"),
                        LessonRow(
                            "second: certificate messages", "第二次：Certificate 消息数", text: "\(certificates(second))"),
                        LessonRow(
                            "second: key exchange", "第二次：密钥交换",
                            text: second.negotiated.keyExchange.map { "\($0)" } ?? "-"),
                    ])
            ],
            checks: [
                LessonCheck(
                    "Certificate messages of the first handshake", "第一次握手的 Certificate 消息数", taught: .count(1),
                    seen: .count(certificates(first))),
                LessonCheck(
                    "Certificate messages of the resumed one", "恢复的握手的 Certificate 消息数", taught: .count(0),
                    seen: .count(certificates(second))),
                LessonCheck(
                    "Was the chain of the first judged once more?", "是否重新判定了第一次的证书链", taught: .yes,
                    seen: .answer(second.verdict?.isOfResumedSession == true && second.verdict?.evaluation != nil)),
                LessonCheck(
                    "Connections that a session resumed, of five", "五个连接中，会话恢复的个数", taught: .count(0),
                    seen: .count(session.statistics.connectionsResumed)),
            ])
    }

    private static func remembered(_ server: TLSServer, _ network: LessonNetwork) async throws -> LessonStep {
        let handler = LessonHandler { _ in .performDefaultHandling }
        let session = try network.session { configuration in
            configuration.credentials.handler = handler
            configuration.trust.challenges = .rememberedForSession
        }
        try await send(session, to: server, network, closing: true)
        let statistics = session.statistics
        return LessonStep(
            LocalizedText("Remembered, where one asks for it", "记住结果：须明确要求"),
            [
                LocalizedText(
                    """
                    A handler that shows a dialogue must not show it for each connection. So a session can be told to \
                    remember the answer: for the same host, port, address, certificates and policy, and as long as \
                    the session lasts. Five connections again.
                    """,
                    "如果处理者会弹出对话框，总不能每个连接都弹一次。因此可以让会话记住答复：限于相同的主机、端口、地址、证书和策略，并且只在会话期间有效。仍是五个连接。"),
                LocalizedText(
                    """
                    Each of these conditions is there for somebody who would otherwise be taken for another: a new \
                    certificate is asked about anew. The default is to ask for each connection.
                    """,
                    "每个条件都是为了防止张冠李戴：证书一变，就重新询问。默认仍是每个连接都问。"),
            ],
            asking: LessonQuestion(
                "Five connections, one memory: how often is the handler asked?", "五个连接，记住结果：处理者被问几次？",
                against: [.count(0), .count(requests)]),
            exhibits: [
                rows(statistics)
            ],
            checks: [
                LessonCheck(
                    "Times the handler was asked", "询问处理者的次数", taught: .count(1),
                    seen: .count(handler.asked(by: .serverTrust).count)),
                LessonCheck(
                    "Servers accepted by what had been decided", "凭先前结果接受的次数", taught: .count(requests - 1),
                    seen: .count(statistics.rememberedVerifications)),
            ])
    }

    private static func changed(_ server: TLSServer, _ network: LessonNetwork) async throws -> LessonStep {
        let pins = TrustPins(.none)
        let policies = try network.policies(pins: pins)
        let session = try network.session { $0.trust.policy = policies }
        let url = try network.url(server)
        _ = try await session.data(for: HTTPSRequest(url))
        let before = session.statistics
        // Pins that the server's key is not among: the connection is still open.
        let other = try network.identity()
        let pin = Pin(other.key.subjectPublicKeyInfo)
        pins.replace(with: .everywhere(try PinSet(anywhere: [pin], backup: .waived)))
        let outcome = await network.outcome(of: session, for: HTTPSRequest(url))
        return LessonStep(
            LocalizedText("Changed: the rules, while a connection is open", "规则改变：连接仍然开着"),
            [
                LocalizedText(
                    """
                    A connection was judged and lies open. Then the program gets other pins, by an update, which this \
                    server does not fulfil. The next request finds the old connection in the pool.
                    """,
                    "一个连接已经判定，并且开着待用。这时程序更新了固定的公钥，而这台服务器不符合。下一个请求在连接池里找到了旧连接。"),
                LocalizedText(
                    """
                    A connection serves requests of the rules by which it was accepted, and of no others: it is opened \
                    and judged anew.
                    """,
                    "连接只服务于当初据以接受它的那套规则；规则一变，就要重新建立连接、重新判定。"),
            ],
            asking: LessonQuestion(
                "May the next request use the open connection?", "下一个请求可以使用这个已打开的连接吗？", about: 1),
            exhibits: [rows(session.statistics, of: 2)],
            checks: [
                LessonCheck(
                    "Certificates judged before the change", "改变之前判定的次数", taught: .count(1),
                    seen: .count(before.verifications)),
                LessonCheck(
                    "Is the open connection used?", "是否使用了已打开的连接", taught: .no,
                    seen: .answer(session.statistics.connectionsReused > before.connectionsReused)),
                LessonCheck(
                    "The next request", "下一个请求的结果", taught: .refused(["pinMismatch"]), seen: outcome),
            ])
    }
}
