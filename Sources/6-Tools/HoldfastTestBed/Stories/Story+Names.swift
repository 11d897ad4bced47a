import HoldfastAuthority
import HoldfastServing
import HoldfastX509

extension Story {
    /// Stories of names, and of the addresses that they lead to.
    static let names: [Story] = [
        Story(
            "cdn", "Three names live at one address; the certificate is chosen by the name that the client says.",
            "三个名称共用一个地址；证书按客户端说出的名称选择。",
            source: "RFC 6066 §3, RFC 9525 §6.3"
        ) { (bench) throws(TestBedError) in
            let names = ["shop.holdfast.test", "news.holdfast.test", "mail.holdfast.test"]
            var configuration = TLSServerConfiguration(try bench.authority.server("edge.holdfast.test"))
            for name in names {
                configuration.others.append(.init(names: [name], try bench.authority.server(name)))
            }
            let port = try bench.serve(configuration) { request in
                ServerResponse(text: "the page of \(request.connection.serverName ?? "the edge")\n")
            }
            let trust = try bench.trust()
            var commands = names.map { name in
                StoryCommand(
                    ["request"] + bench.way(to: port, as: name) + trust + [bench.url(port, as: name)],
                    prints: ["the page of \(name)"],
                    shows: "the name stays in the URL, the address stands beside it: \(name) gets its own certificate",
                    "名称留在 URL 里，地址另外给出：\(name) 得到自己的证书")
            }
            commands += [
                StoryCommand(
                    ["check"] + trust + ["https://127.0.0.1:\(port)/"], exit: 24,
                    prints: ["hostMismatch", "edge.holdfast.test"],
                    shows: "an address in the URL is no server name, so that none is sent: the default certificate "
                        + "comes", "URL 里的地址不是服务器名称，因此不发送名称：返回默认证书"),
                StoryCommand(
                    ["check", "--no-sni"] + bench.way(to: port, as: names[0]) + trust + [bench.url(port, as: names[0])],
                    exit: 24, prints: ["hostMismatch", "edge.holdfast.test"],
                    shows: "the right name is judged, and not sent: the default certificate is for another one",
                    "按正确的名称判定，却不发送它：默认证书用于另一个名称"),
            ]
            return StoryStage(port: port, commands: commands)
        },
        Story(
            "lying-resolver", "The first resolver names a stranger's address, the second one the right one.",
            "第一个解析器给出陌生的地址，第二个给出正确的地址。",
            source: "RFC 9525 §6; RFC 3833 §2"
        ) { (bench) throws(TestBedError) in
            let honest = try bench.authority.server(bench.host)
            let stranger = try bench.authority.server("captive.holdfast.test")
            let port = try onOnePort { () throws(TestBedError) in
                let port = try bench.serve(TLSServerConfiguration(honest)) { _ in
                    ServerResponse(text: "the page of the right server\n")
                }
                _ = try bench.serve(TLSServerConfiguration(stranger), on: .secondLoopback, port: port) { _ in
                    ServerResponse(text: "the page of a stranger\n")
                }
                return port
            }
            let lie = "hosts:" + (try bench.write("127.0.0.2 \(bench.host)\n", to: "lying.hosts"))
            let truth = "hosts:" + (try bench.write("127.0.0.1 \(bench.host)\n", to: "honest.hosts"))
            let trust = try bench.trust()
            let both = ["--resolver", lie, "--resolver", truth]
            return StoryStage(
                port: port,
                commands: [
                    StoryCommand(
                        ["resolve", "-4", "--judge", "--port", "\(port)"] + both + trust + [bench.host], exit: 24,
                        prints: ["127.0.0.2 cannot prove the name (hostMismatch)"],
                        shows: "each address is asked for its certificate: only one of the two proves the name",
                        "逐个地址查看证书：两个之中只有一个能证明该名称"),
                    StoryCommand(
                        ["request", "-4", "--resolver", lie] + trust + [bench.url(port)], exit: 24, prints: ["refused"],
                        shows: "a lie alone leads to a stranger, who is refused before a byte of the request",
                        "只有谎言时会连到陌生人，在发送请求的任何字节之前就被拒绝"),
                    StoryCommand(
                        ["request", "-4"] + both + trust + [bench.url(port)], prints: ["the page of the right server"],
                        shows: "with an honest resolver behind it the address is refuted, and the next one taken",
                        "其后有诚实的解析器时，该地址被否定，改用下一个"),
                ], arguments: both)
        },
    ]

    /// Starts servers that want one port at two addresses, once more where another program has it at the second.
    private static func onOnePort(
        _ start: () throws(TestBedError) -> UInt16
    ) throws(TestBedError) -> UInt16 {
        for _ in 0..<8 {
            if let port = try? start() { return port }
        }
        return try start()
    }
}
