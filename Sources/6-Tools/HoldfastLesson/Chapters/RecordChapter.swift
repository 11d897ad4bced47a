import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTLS
import HoldfastTracing
import HoldfastStatements
import HoldfastX509

/// Chapter 7: records, alerts, and the versions from SSL 3.0 to TLS 1.3.
enum RecordChapter: LessonPart {
    static let title = LocalizedText("Records, alerts, versions", "记录、警报与版本")
    static let lead = LocalizedText(
        """
        TLS has two layers: records, which carry everything over the wire, and in them handshake messages, alerts and \
        data. Here they are watched in real connections; then the old versions are attacked by what they fell by.
        """,
        "TLS 分为两层：下层是记录，负责在线路上承载一切；上层是握手消息、警报和应用数据，都装在记录里。本章先在真实连接中观察它们，再用当年的攻击，看旧版本各自败在哪里。")

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        let identity = try network.identity()
        let server = try network.server(identity)
        defer { server.stop() }
        let modern = try await network.trace(server)
        let older = try await network.trace(server) { $0.maximumVersion = .tls12 }
        let (alerts, files) = try await alerts(network)
        return LessonContent(
            steps: [
                records(modern), changeCipherSpec(modern, older), alerts, try padding(materials), try vector(materials),
                compression(), try await versions(network, identity, older),
            ],
            files: [LessonFile("client-hello-record.bin", record(modern, holding: .clientHello)?.record.bytes ?? [])]
                + files)
    }

    /// The record in which the first message of a type ends.
    static func record(_ trace: HandshakeTrace, holding type: HandshakeType) -> RecordEvent? {
        trace.events.compactMap(\.record).first { $0.messages.contains { $0.type == type } }
    }

    private static func records(_ trace: HandshakeTrace) -> LessonStep {
        let rows = trace.events.compactMap { event -> LessonRow? in
            guard let record = event.record, let sender = event.sender else { return nil }
            let inside = record.contents.map { content in
                switch content {
                case .handshake(let message): message.type.name
                case .changeCipherSpec: "change_cipher_spec"
                case .alert(_, let description): "alert: \(description.name)"
                case .applicationData(let count): "application_data: \(count) B"
                case .heartbeat: "heartbeat"
                }
            }
            let header = "\(record.record.type.name), \(record.record.version.name), \(record.record.length) B"
            let told = inside.joined(separator: ", ")
            return sender == .client
                ? LessonRow("client: \(told)", "客户端：\(told)", text: header)
                : LessonRow("server: \(told)", "服务器：\(told)", text: header)
        }
        let certificate = record(trace, holding: .certificate)?.record
        return LessonStep(
            LocalizedText("Five bytes in front of everything", "一切数据之前的五个字节"),
            [
                LocalizedText(
                    """
                    Each record begins with five bytes: the type, a version, a length (RFC 8446 §5.1). Below stands \
                    each record of a real connection of TLS 1.3, with what its header says and what is inside, which \
                    only the two ends know.
                    """,
                    "每条记录以五个字节开头：类型、版本和长度（RFC 8446 §5.1）。下面列出一次真实 TLS 1.3 连接的每条记录：头部写的是什么，里面装的又是什么——后者只有两端知道。"),
                LocalizedText(
                    """
                    From the outside all that is encrypted looks like data of TLS 1.2: the true type stands encrypted \
                    at the end of the content (§5.2). The version of the header has not meant anything since, and the \
                    record layer no longer compresses.
                    """,
                    "从外面看，凡是加密的记录都像 TLS 1.2 的应用数据：真正的类型加密后放在内容末尾（§5.2）。头部的版本号从此不再有含义，记录层也不再压缩数据。"),
            ],
            asking: LessonQuestion(
                "Which type stands in the header of the record with the server's certificate?",
                "装着服务器证书的那条记录，头部写的是哪种类型？",
                against: [.named("handshake"), .named("alert")]),
            exhibits: [.rows("Record by record", "逐条记录", rows)],
            commands: [LessonCommandLine("od -A d -t x1 -N 5 client-hello-record.bin")],
            checks: [
                LessonCheck(
                    "The type in the header of the record with the certificate", "装着证书的记录，其头部类型",
                    taught: .named("application_data"), seen: .named(certificate?.type.name ?? "")),
                LessonCheck(
                    "The version in that header", "该头部的版本号", taught: .named("TLS 1.2"),
                    seen: .named(certificate?.version.name ?? "")),
                LessonCheck(
                    "The version of the connection", "连接实际使用的版本", taught: .named("TLS 1.3"),
                    seen: .named(trace.negotiated.version?.name ?? "")),
            ])
    }

    private static func changeCipherSpec(_ modern: HandshakeTrace, _ older: HandshakeTrace) -> LessonStep {
        func signs(_ trace: HandshakeTrace) -> [(event: TraceEvent, record: RecordEvent)] {
            trace.events.compactMap { event in
                event.record.flatMap { $0.record.type == .changeCipherSpec ? (event: event, record: $0) : nil }
            }
        }
        func rows(_ trace: HandshakeTrace, _ version: String) -> [LessonRow] {
            signs(trace).map { event, record in
                event.sender == .client
                    ? LessonRow("\(version), client", "\(version)，客户端", record.record.bytes)
                    : LessonRow("\(version), server", "\(version)，服务器", record.record.bytes)
            }
        }
        // What the client sends right after the sign, before and after it.
        let sent = older.events.filter { $0.sender == .client }.compactMap(\.record)
        let place = sent.firstIndex { $0.record.type == .changeCipherSpec }
        let isNextEncrypted = place.map { $0 + 1 < sent.count && sent[$0 + 1].isEncrypted } ?? false
        return LessonStep(
            LocalizedText("ChangeCipherSpec, which is still there", "ChangeCipherSpec：至今还在"),
            [
                LocalizedText(
                    """
                    ChangeCipherSpec is a record of one byte, 01, and no handshake message. Until TLS 1.2 it means: \
                    from \
                    my next record on, all is encrypted with the new keys. It does not lead from one layer to another.
                    """,
                    "ChangeCipherSpec 是内容只有一个字节 01 的记录，它不是握手消息。在 TLS 1.2 及以前，它的意思是：从我的下一条记录起，全部用新密钥加密。它并不是从一层切换到另一层。"),
                LocalizedText(
                    """
                    TLS 1.3 has no use for it, and sends it all the same: many boxes on the way let nothing pass that \
                    did not look like TLS 1.2 (RFC 8446 appendix D.4). Whoever gets it drops it.
                    """,
                    "TLS 1.3 用不着它，却照样发送：因为途中有许多设备，凡是看起来不像 TLS 1.2 的流量一律不放行（RFC 8446 附录 D.4）。收到的一方把它丢弃即可。"),
            ],
            asking: LessonQuestion(
                "Is it to be seen on the wire of TLS 1.3?", "在 TLS 1.3 的线路上还能看到它吗？"),
            exhibits: [
                .rows("Seen on the wire", "线路上所见", rows(older, "TLS 1.2") + rows(modern, "TLS 1.3"))
            ],
            checks: [
                LessonCheck(
                    "ChangeCipherSpec, on the wire of TLS 1.3", "TLS 1.3 的线路上是否有 ChangeCipherSpec", taught: .yes,
                    seen: .answer(!signs(modern).isEmpty)),
                LessonCheck(
                    "TLS 1.2: is the client's next record encrypted?", "TLS 1.2：客户端的下一条记录是否已加密", taught: .yes,
                    seen: .answer(isNextEncrypted)),
            ])
    }

    private static func alerts(_ network: LessonNetwork) async throws -> (LessonStep, [LessonFile]) {
        var template = CertificateTemplate.server(names: [LessonHost.name], at: network.materials.at)
        template.notBefore = network.materials.at.advanced(byDays: -42)
        template.notAfter = network.materials.at.advanced(byDays: -2)
        let expired = try network.intermediate.issue(template, key: try network.materials.key(.p256))
        let stranger = try network.impostor()
        func alert(of identity: Identity) async throws -> TLSAlert? {
            let server = try network.server(identity)
            defer { server.stop() }
            _ = try await network.trace(server) { configuration in
                configuration.stopsOnRefusal = true
                configuration.request = []
            }
            _ = server.waitUntilIdle(afterAtLeast: 1)
            return server.counters.alertsReceived.first
        }
        let seen = [
            try await alert(of: network.identity()), try await alert(of: expired), try await alert(of: stranger),
        ]
        let words = [("good server", "正常的服务器"), ("expired", "已过期"), ("self-signed, no anchor", "自签名且不是信任锚")]
        let rows = zip(words, seen).map { words, alert in
            LessonRow(words.0, words.1, text: alert.map { "\($0.code) \($0)\($0.isFatal ? ", fatal" : "")" } ?? "")
        }
        let root = network.root.certificate
        let step = LessonStep(
            LocalizedText("Alerts: how an end says why", "警报：一方如何说明原因"),
            [
                LocalizedText(
                    """
                    An alert has two bytes: a level and a reason (RFC 8446 §6). A client meets three servers and ends \
                    each connection; these are the first alerts that the servers have got from it.
                    """,
                    "一条警报只有两个字节：级别和原因（RFC 8446 §6）。客户端依次连接三台服务器并各自结束连接，下面是各服务器收到的第一条警报。"),
                LocalizedText(
                    """
                    close_notify says that nothing was cut off: without it an end could be somebody's who cut the \
                    cable. All others end the connection as a failure. The Encrypted Alert at the end of a capture is \
                    mostly this one.
                    """,
                    "close_notify 表示数据没有被截断；如果没有它，连接结束也可能是有人剪断了线路。其余警报都表示连接因故障而终止。抓包中常见的、位于末尾的 Encrypted Alert 多半就是 "
                        + "close_notify。"),
            ],
            asking: LessonQuestion(
                "Which alert does the server with an expired certificate get?", "证书过期的服务器会收到哪种警报？", about: 1,
                against: [.named("unknown_ca"), .named("handshake_failure")]),
            exhibits: [.rows("The first alert that each server got", "各服务器收到的第一条警报", rows)],
            commands: [
                LessonCommandLine(
                    "holdfast evaluate expired.pem --host \(LessonHost.name) --anchors-only root.pem", exitCode: 21),
                LessonCommandLine(
                    "holdfast evaluate self-signed.pem --host \(LessonHost.name) --anchors-only root.pem",
                    exitCode: 22),
            ],
            checks: [
                LessonCheck(
                    "A good server, at the end", "正常的服务器，连接结束时", taught: .named("close_notify"),
                    seen: .named(seen[0].map { "\($0)" } ?? "")),
                LessonCheck(
                    "An expired certificate", "证书已过期", taught: .named("certificate_expired"),
                    seen: .named(seen[1].map { "\($0)" } ?? "")),
                LessonCheck(
                    "A certificate that nobody vouches for", "无人担保的证书", taught: .named("unknown_ca"),
                    seen: .named(seen[2].map { "\($0)" } ?? "")),
            ])
        return (
            step,
            [
                .certificates("expired.pem", expired.chain), .certificates("self-signed.pem", stranger.chain),
                .certificates("root.pem", [root]),
            ]
        )
    }
}
