import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// Chapter 12: an address in the URL, server name indication, and a name that a resolver lies about.
enum AddressChapter: LessonPart {
    static let title = LocalizedText("Addresses, names, and resolvers that lie", "地址、名称与说谎的解析器")
    static let lead = LocalizedText(
        """
        An address says where to connect; a certificate says who is there. To go round a resolver that lies, programs \
        put the address into the URL, and lose the name with it. Here is what happens then, and how the name stays.
        """,
        "地址说明连到哪里，证书说明那里是谁。为了绕开说谎的解析器，有的程序把地址直接写进 URL，名称也就随之丢了。本章看看会发生什么，以及怎样把名称留住。")

    private static let first = "default.example.test"
    private static let address = "127.0.0.1"

    static func content(_ materials: LessonMaterials) async throws -> LessonContent {
        let network = try LessonNetwork(materials)
        let shared = try network.identity(first)
        let meant = try network.identity()
        // One address, many names, as at a content delivery network.
        let cdn = try network.server(
            shared, change: { $0.others = [.init(names: [LessonHost.name], meant)] })
        defer { cdn.stop() }
        let single = try network.server(meant)
        defer { single.stop() }
        return LessonContent(
            steps: [
                try await inURL(cdn, network), try await dialled(cdn, network),
                try await judgedForName(cdn, single, network), try await poisoned(network, meant),
            ],
            files: [
                .certificates("shared.pem", shared.chain), .certificates("meant.pem", meant.chain),
                .certificates("root.pem", [network.root.certificate]),
                LessonFile("hosts", "\(IPAddress.secondLoopback) \(LessonHost.name)\n"),
            ])
    }

    /// The name that stands in the certificate which a connection has shown.
    private static func shown(_ report: VerdictReport) -> String {
        report.chain.first?.fields.map(\.subject) ?? report.presented.first?.fields.map(\.subject) ?? ""
    }

    private static func inURL(_ cdn: TLSServer, _ network: LessonNetwork) async throws -> LessonStep {
        let session = try network.session()
        let url = try network.url(cdn, host: address)
        let report = await network.verdict(of: session, at: url)
        _ = cdn.waitUntilIdle(afterAtLeast: 1)
        let sent = cdn.counters.serverNames.last.flatMap(\.self)
        return LessonStep(
            LocalizedText("The address in the URL", "把地址写进 URL"),
            [
                LocalizedText(
                    """
                    One address, many names: the server chooses its certificate by the name that the client sends in \
                    its ClientHello (server_name, RFC 6066 §3). The program looks the address up itself and asks for \
                    https://127.0.0.1/.
                    """,
                    "一个地址，多个名称：服务器根据 ClientHello 中的名称（server_name，RFC 6066 §3）选择证书。程序自行查到地址，然后请求 https://127.0.0.1/。"),
                LocalizedText(
                    """
                    "Literal IPv4 and IPv6 addresses are not permitted" in server_name: no name is sent at all, not \
                    even the address. The server shows its first certificate, and that is for another name; nor does \
                    the right one hold the address.
                    """,
                    "RFC 6066 规定 server_name 中不得出现 IPv4 或 IPv6 地址，所以根本没有发送任何名称，连地址也没有。服务器只好出示默认证书，而那是别的名称的；"
                        + "即使出示了正确的证书，里面也没有这个地址。"
                ),
            ],
            asking: LessonQuestion("Does the server get a name from the client?", "服务器能从客户端收到名称吗？"),
            exhibits: [.verdict(report)],
            commands: [
                LessonCommandLine(
                    "holdfast evaluate shared.pem --host 127.0.0.1 --anchors-only root.pem", exitCode: 24),
                LessonCommandLine(
                    "holdfast evaluate meant.pem --host 127.0.0.1 --anchors-only root.pem", exitCode: 24),
            ],
            checks: [
                LessonCheck("Is a server name sent?", "是否发送了服务器名称", taught: .no, seen: .answer(sent != nil)),
                LessonCheck(
                    "The certificate that is shown", "服务器出示的证书", taught: .named("CN=\(first)"),
                    seen: .named(shown(report))),
                LessonCheck(
                    "The server, asked for by its address", "按地址访问服务器", taught: .refused(["hostMismatch"]),
                    seen: .verdict(report)),
            ])
    }

    private static func dialled(_ cdn: TLSServer, _ network: LessonNetwork) async throws -> LessonStep {
        let session = try network.session()
        let report = await network.verdict(of: session, at: try network.url(cdn))
        let sent = cdn.counters.serverNames.last.flatMap(\.self)
        return LessonStep(
            LocalizedText("The name in the URL, the address dialled", "URL 里保留名称，只改拨号地址"),
            [
                LocalizedText(
                    """
                    The same server at the same address. Now the URL keeps its name, and a rule of the session says \
                    where to dial it (DialRule; holdfast has --connect-to and --resolve, as curl does).
                    """,
                    "同一台服务器、同一个地址。这次 URL 保留名称，由会话的一条规则指定拨号地址（DialRule；holdfast 与 curl 一样有 --connect-to 和 --resolve）。"),
                LocalizedText(
                    """
                    Host, server name, certificate, cookies and redirects are the name's; the address is nothing but \
                    the way there. No field has to be set and no check to be bent.
                    """,
                    "Host、服务器名称、证书、Cookie、重定向都以名称为准，地址只是通往那里的路。不必设置任何字段，也不必改动任何检查。"),
            ],
            asking: LessonQuestion("What is said of the server now?", "现在服务器会如何判定？"),
            exhibits: [.verdict(report)],
            checks: [
                LessonCheck(
                    "The server, by its name at that "
                        + "address", "在该地址按名称访问服务器", taught: .trusted, seen: .verdict(report)),
                LessonCheck(
                    "The server name that was sent", "发送的服务器名称", taught: .named(LessonHost.name),
                    seen: .named(sent ?? "")),
            ])
    }

    private static func judgedForName(
        _ cdn: TLSServer, _ single: TLSServer, _ network: LessonNetwork
    ) async throws -> LessonStep {
        // As a program does that has the address in the URL and judges for the name in its delegate.
        let silent = try network.session { $0.addresses.sendsServerName = false }
        let ofOne = await network.verdict(of: silent, at: try network.url(single), as: "meant.pem")
        let ofMany = await network.verdict(of: silent, at: try network.url(cdn), as: "shared.pem")
        // The address in the URL, and the name in Host: taken for what is meant.
        let reading = try network.session { $0.addresses.takesNameFromHostField = true }
        var request = HTTPSRequest(try network.url(cdn, host: address))
        request.fields = ["Host: \(LessonHost.name):\(cdn.port)"]
        let byHost = await network.outcome(of: reading, for: request)
        return LessonStep(
            LocalizedText("Judged for the name, but asked for without it", "按名称判定，却没有报出名称"),
            [
                LocalizedText(
                    """
                    A program that has put the address into the URL can judge the certificate for the name all the \
                    same, in its delegate. The name is then missing in the ClientHello alone. It meets a server with \
                    one certificate, and one with several.
                    """,
                    "已经把地址写进 URL 的程序，也可以在代理方法里按名称判定证书，这样缺的只是 ClientHello 里的名称。它先后遇到只有一张证书的服务器和有多张证书的服务器。"),
                LocalizedText(
                    """
                    With one certificate that works; with several the server cannot know which is meant, and no later \
                    step mends it. Apple's sessions have no setting for it. Here takesNameFromHostField takes the name \
                    of the field Host for all that the URL's name is for, and connectTo does without the address in \
                    the URL.
                    """,
                    "只有一张证书时行得通；有多张时，服务器无从知道要的是哪一张，之后也无法补救。Apple 的会话没有对应的设置。这里可以用 takesNameFromHostField，"
                        + "让 Host 字段里的名称承担 URL 中名称的一切作用；或者用 connectTo，根本不必把地址写进 URL。"),
            ],
            asking: LessonQuestion(
                "A server with several certificates, judged for the right name: what is said of it?",
                "有多张证书的服务器，按正确的名称判定：结果如何？", about: 1),
            exhibits: [.verdict(ofOne), .verdict(ofMany)],
            checks: [
                LessonCheck(
                    "No server name, one certificate", "不发名称，一张证书", taught: .trusted, seen: .verdict(ofOne)),
                LessonCheck(
                    "No server name, several certificates", "不发名称，多张证书", taught: .refused(["hostMismatch"]),
                    seen: .verdict(ofMany)),
                LessonCheck(
                    "Address in the URL, name in Host, takesNameFromHostField",
                    "URL 写地址，Host 写名称，takesNameFromHostField",
                    taught: .named("200"), seen: byHost),
            ])
    }

    /// The outcome of an attempt; the English is the word of the record.
    private static func words(of outcome: DialAttempt.Outcome) -> LocalizedText {
        let chinese =
            switch outcome {
            case .connected: "已连接"
            case .refused: "拒绝连接"
            case .stalled: "超时，没有响应"
            case .overtaken: "另一个地址更快"
            case .handshakeFailed: "握手失败"
            case .poisoned: "已识破，停用"
            }
        return LocalizedText(outcome.code, chinese)
    }

    private static func poisoned(_ network: LessonNetwork, _ meant: Identity) async throws -> LessonStep {
        let honest = try network.server(meant)
        defer { honest.stop() }
        // The liar's server has the same port at another address, and a certificate that it has made itself.
        let impostor = try network.server(try network.impostor(), on: .secondLoopback, port: honest.port)
        defer { impostor.stop() }
        let name = try DNSName(LessonHost.name)
        let lying = StaticResolver([name: [.secondLoopback]], name: "lying")
        let truthful = StaticResolver([name: [.loopback]], name: "honest")
        func session(asking resolvers: [StaticResolver]) throws -> HTTPSSession {
            try network.session { configuration in
                configuration.addresses.dial = []
                configuration.addresses.resolution = NameResolution(
                    resolvers.map { NameResolution.Source($0) }, systemFallback: .never, cache: nil)
            }
        }
        let alone = await network.verdict(of: try session(asking: [lying]), at: try network.url(honest))
        let both = try session(asking: [lying, truthful])
        let response = try await both.data(for: HTTPSRequest(try network.url(honest)))
        let attempts = response.connection.dial?.attempts ?? []
        _ = impostor.waitUntilIdle(afterAtLeast: 2)
        return LessonStep(
            LocalizedText("A resolver that lies", "说谎的解析器"),
            [
                LocalizedText(
                    """
                    A resolver answers with an address of its own choice, where a server waits that has made itself a \
                    certificate for the name. First it is the only one that is asked; then an honest one stands behind \
                    it.
                    """,
                    "解析器答复了一个它自己选的地址，那里守着一台服务器，证书是自己做的，名称倒写得一样。第一次只问它一个；第二次在它后面再加一个诚实的解析器。"),
                LocalizedText(
                    """
                    A lie costs time and no trust: the address is judged inside the handshake, found out, and left \
                    alone for a while; then the next one is dialled. The impostor gets not a byte of the request. \
                    holdfast resolve --judge shows it for any name.
                    """,
                    "谎言只耗费时间，骗不到信任：地址在握手中就被判定、识破，并在一段时间内不再使用，随后拨下一个地址。冒充者连请求的一个字节都得不到。holdfast resolve --judge "
                        + "可以对任何名称做这样的检查。"
                ),
            ],
            asking: LessonQuestion(
                "The liar is asked first and an honest resolver after it. Does the request get to the right server?",
                "先问说谎的，再问诚实的。请求能送到正确的服务器吗？", about: 1),
            exhibits: [
                .rows(
                    "Dialled, in this order", "拨号的顺序",
                    attempts.map { attempt in
                        LessonRow(
                            "\(attempt.endpoint.address), from \(attempt.source)",
                            "\(attempt.endpoint.address)，来自 \(attempt.source)", words: words(of: attempt.outcome))
                    }),
                .verdict(alone),
            ],
            commands: [
                LessonCommandLine("holdfast resolve --resolver hosts:hosts \(LessonHost.name)")
            ],
            checks: [
                LessonCheck(
                    "The lying resolver alone", "只有说谎的解析器", taught: .refused(["selfSignedNotAnchor"]),
                    seen: .verdict(alone)),
                LessonCheck(
                    "With an honest one behind it: does the request arrive?", "后面有诚实的解析器：请求能送达吗", taught: .yes,
                    seen: .answer(response.status == 200 && honest.counters.requestsReceived == 1)),
                LessonCheck(
                    "Bytes of requests that the impostor got", "冒充者得到的请求字节数", taught: .count(0),
                    seen: .count(impostor.counters.applicationBytesReceived)),
            ])
    }
}
