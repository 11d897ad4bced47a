import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTracing
import HoldfastTransport
import HoldfastStatements

/// Chapter 14: what a handshake costs, from round trips that are counted.
enum CostChapter: LessonPart {
    static let title = LocalizedText("What a handshake costs", "握手的代价")
    static let lead = LocalizedText(
        """
        Over a network a handshake costs round trips, and hardly anything else. They are counted here in real \
        handshakes, and multiplied by what a round trip takes: 20 ms within a country, 60 ms across a continent, 200 \
        ms to the other side of the world or on a bad mobile network.
        """,
        "在网络上，握手的代价几乎全是往返时间。这里在真实的握手中数出往返次数，再乘以一次往返的时间：国内约 20 毫秒，横跨一个大洲约 60 毫秒，到地球另一侧或移动网络不佳时约 200 毫秒。")

    /// The round-trip times that costs are computed for, in milliseconds.
    private static let times = [20, 60, 200]
    /// "A three-way handshake": the SYN goes, its answer comes, and data may go with the acknowledgement (RFC 9293
    /// §3.5).
    private static let tcp = 1
    /// The request goes, and the answer begins to come.
    private static let request = 1

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        let server = try network.server(try network.identity())
        defer { server.stop() }
        let counted = try await Counted(server, network)
        return LessonContent(steps: [
            counting(counted), computing(counted), try await keeping(server, network, counted),
        ])
    }

    /// The handshakes whose round trips are counted.
    private struct Counted: Sendable {
        let full12: HandshakeTrace
        let resumed12: HandshakeTrace
        let full13: HandshakeTrace
        let resumed13: HandshakeTrace

        init(_ server: TLSServer, _ network: LessonNetwork) async throws {
            // The first judgement of a process also loads what all later ones find ready: it is not counted.
            _ = try await network.trace(server) { $0.request = [] }
            full12 = try await network.trace(server) { configuration in
                configuration.maximumVersion = .tls12
                configuration.request = []
            }
            full13 = try await network.trace(server) { $0.request = [] }
            let (old, new) = (full12.session, full13.session)
            resumed12 = try await network.trace(server) { configuration in
                configuration.maximumVersion = .tls12
                configuration.resuming = old
            }
            resumed13 = try await network.trace(server) { $0.resuming = new }
        }

        var rows: [(english: String, chinese: String, trace: HandshakeTrace)] {
            [
                ("TLS 1.2, full", "TLS 1.2，完整握手", full12), ("TLS 1.2, resumed", "TLS 1.2，恢复会话", resumed12),
                ("TLS 1.3, full", "TLS 1.3，完整握手", full13), ("TLS 1.3, resumed", "TLS 1.3，恢复会话", resumed13),
            ]
        }
    }

    /// The time from the first packet to the first byte of an answer, in milliseconds.
    private static func first(_ trace: HandshakeTrace, at roundTrip: Int) -> Int {
        (tcp + trace.timing.roundTrips + request) * roundTrip
    }

    private static func counting(_ counted: Counted) -> LessonStep {
        LessonStep(
            LocalizedText("Counted: how often the client waits", "计数：客户端要等几次"),
            [
                LocalizedText(
                    """
                    Four handshakes with a server of this machine. What is counted is how often the client has to wait \
                    for the server between its ClientHello and the moment when it may send a request.
                    """,
                    "与本机服务器完成四次握手。计数的是：从发出 ClientHello 到可以发送请求之间，客户端必须等待服务器几次。"),
                LocalizedText(
                    """
                    TLS 1.2 needs two: hello and key exchange, then Finished (RFC 5246 §7.3). In TLS 1.3 the client \
                    sends its key share with the first message, and one is enough (RFC 8446 §2); a resumed one saves \
                    no round trip there, but the certificate. Before all of them TCP takes one of its own.
                    """,
                    "TLS 1.2 需要两次：先是 Hello 与密钥交换，再是 Finished（RFC 5246 §7.3）。TLS 1.3 的客户端在第一条消息里就带上密钥份额，一次即可（RFC 8446 "
                        + "§2）；"
                        + "此时恢复会话省下的不是往返，而是证书。在这一切之前，TCP 自己还要一次。"),
            ],
            asking: LessonQuestion(
                "How many round trips does a full handshake of TLS 1.3 take?", "TLS 1.3 的完整握手需要几次往返？", about: 2,
                against: [.count(2), .count(3)]),
            exhibits: [
                .rows(
                    "Round trips of TLS, and what judging took here", "TLS 的往返次数，以及本机判定证书的用时",
                    counted.rows.map { row in
                        LessonRow(row.english, row.chinese, words: told(row.trace))
                    })
            ],
            checks: counted.rows.map { row in
                LessonCheck(
                    row.english, row.chinese, taught: .count(row.english == "TLS 1.2, full" ? 2 : 1),
                    seen: .count(row.trace.timing.roundTrips))
            })
    }

    /// The round trips of a handshake, and the time of its judgement where there was one.
    private static func told(_ trace: HandshakeTrace) -> LocalizedText {
        let count = trace.timing.roundTrips
        guard let trust = trace.timing.trust else { return LocalizedText("\(count)", "\(count) 次") }
        let time = milliseconds(trust)
        return LocalizedText("\(count); judged in \(time) ms", "\(count) 次；判定 \(time) ms")
    }

    /// With one digit behind the point.
    private static func milliseconds(_ time: Duration) -> String {
        let tenths = Int((time / .microseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func computing(_ counted: Counted) -> LessonStep {
        let rows = counted.rows.map { row in
            let told = times.map { "\($0) ms: \(first(row.trace, at: $0))" }
            return LessonRow(row.english, row.chinese, text: told.joined(separator: ", "))
        }
        let kept = times.map { "\($0) ms: \(request * $0)" }.joined(separator: ", ")
        return LessonStep(
            LocalizedText("Computed: until the first byte of the answer", "计算：到收到响应的第一个字节"),
            [
                LocalizedText(
                    """
                    One round trip for TCP, those that were counted for TLS, one for the request. Times a round trip \
                    of 20, 60 and 200 ms; the milliseconds of computing at both ends come on top.
                    """,
                    "TCP 一次往返，TLS 按计数的次数，请求一次，再分别乘以 20、60、200 毫秒。两端的计算还要另加几毫秒。"),
                LocalizedText(
                    """
                    So the handshake of TLS 1.2 takes twice as long as that of TCP, and TLS 1.3's the same time; what \
                    is measured beyond that is computing and waiting for something else. Milliseconds can be neglected \
                    at 20 ms. At 200 ms a new connection with TLS 1.2 takes 0.8 seconds until the first byte is seen.
                    """,
                    "所以 TLS 1.2 的握手是 TCP 握手的两倍时间，TLS 1.3 与 TCP 相同；实测多出来的部分，是计算和等待别的事情。往返 20 毫秒时，这点延迟可以忽略；往返 200 毫秒时，"
                        + "用 TLS 1.2 "
                        + "新建连接，要等 0.8 秒才能看到第一个字节。"),
            ],
            asking: LessonQuestion(
                "At a round trip of 60 ms: when does the answer begin to come, on a new connection with TLS 1.3?",
                "往返 60 毫秒、TLS 1.3 新建连接：多少毫秒后开始收到响应？", about: 1, against: [.count(60), .count(240)]),
            exhibits: [
                .rows(
                    "Milliseconds until the first byte, by the round trip", "到第一个字节的毫秒数，按往返时间",
                    rows + [LessonRow("a kept connection", "复用连接", text: kept)])
            ],
            checks: [
                LessonCheck(
                    "TLS 1.2, full, at 200 ms: milliseconds", "TLS 1.2 完整握手，往返 200 毫秒（毫秒）", taught: .count(800),
                    seen: .count(first(counted.full12, at: 200))),
                LessonCheck(
                    "TLS 1.3, full, at 60 ms: milliseconds", "TLS 1.3 完整握手，往返 60 毫秒（毫秒）", taught: .count(180),
                    seen: .count(first(counted.full13, at: 60))),
                LessonCheck(
                    "TLS 1.3, full, at 20 ms: milliseconds", "TLS 1.3 完整握手，往返 20 毫秒（毫秒）", taught: .count(60),
                    seen: .count(first(counted.full13, at: 20))),
            ])
    }

    private static func keeping(
        _ server: TLSServer, _ network: LessonNetwork, _ counted: Counted
    ) async throws -> LessonStep {
        let requests = 5
        func connections(closing: Bool) async throws -> Int {
            let session = try network.session()
            for number in 1...requests {
                var request = HTTPSRequest(try network.url(server, "/\(number)"))
                request.closesConnection = closing
                _ = try await session.data(for: request)
            }
            return session.statistics.connectionsOpened
        }
        let (kept, closed) = (try await connections(closing: false), try await connections(closing: true))
        func total(_ opened: Int, _ roundTrip: Int) -> Int {
            (opened * (tcp + counted.full13.timing.roundTrips) + requests * request) * roundTrip
        }
        func told(_ opened: Int) -> String {
            times.map { "\($0) ms: \(total(opened, $0))" }.joined(separator: ", ")
        }
        return LessonStep(
            LocalizedText("What saves most: a connection that is kept", "最省的办法：复用连接"),
            [
                LocalizedText(
                    """
                    Five requests one after the other, on a connection that is kept and on a new one each, with TLS \
                    1.3. The connections are counted by a real session; times follow from the round trips.
                    """,
                    "用 TLS 1.3 依次发五个请求：一种复用同一个连接，一种每次新建。连接数由真实会话计数，时间由往返次数算出。"),
                LocalizedText(
                    """
                    Keeping a connection saves more than any version of TLS. To leave the judgement out saves a \
                    millisecond or two, and everything that it is there for. To measure it at a stated round trip: \
                    holdfast trace --rtt 60ms, as root.
                    """,
                    "复用连接比任何 TLS 版本都省时间。省略判定只省下一两毫秒，却丢掉了判定所要保护的一切。要在指定的往返时间下实测，可用 holdfast trace --rtt 60ms（需要 root "
                        + "权限）。"
                ),
            ],
            asking: LessonQuestion(
                "Five requests at 60 ms, a new connection each: how many milliseconds in all?",
                "往返 60 毫秒，五个请求，每次新建连接：总共多少毫秒？", about: 1, against: [.count(300), .count(420)]),
            exhibits: [
                .rows(
                    "Milliseconds for five requests, by the round trip", "五个请求的毫秒数，按往返时间",
                    [
                        LessonRow("kept: \(kept) connection", "复用：\(kept) 个连接", text: told(kept)),
                        LessonRow("new each: \(closed) connections", "每次新建：\(closed) 个连接", text: told(closed)),
                    ])
            ],
            checks: [
                LessonCheck(
                    "Kept, at 60 ms: milliseconds", "复用，往返 60 毫秒（毫秒）", taught: .count(420),
                    seen: .count(total(kept, 60))),
                LessonCheck(
                    "New each, at 60 ms: milliseconds", "每次新建，往返 60 毫秒（毫秒）", taught: .count(900),
                    seen: .count(total(closed, 60))),
            ])
    }
}
