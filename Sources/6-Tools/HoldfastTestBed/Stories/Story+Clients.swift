import HoldfastAuthority
import HoldfastServing
import HoldfastX509

extension Story {
    /// Stories of servers that ask for a certificate of the client's.
    static let clients: [Story] = [
        Story(
            "client-required", "The server serves nobody without a certificate of their own.",
            "服务器只为持有自己证书的客户端服务。",
            source: "RFC 8446 §4.3.2, §4.4.2.4, §6.2 (certificate_required)"
        ) { (bench) throws(TestBedError) in
            try certificates(bench, isRequired: true)
        },
        Story(
            "client-optional", "The server asks for a certificate of the client's, and serves those who have none too.",
            "服务器要求客户端证书，也为没有证书的客户端服务。",
            source: "RFC 8446 §4.3.2, §4.4.2"
        ) { (bench) throws(TestBedError) in
            try certificates(bench, isRequired: false)
        },
    ]

    private static func certificates(_ bench: StoryBench, isRequired: Bool) throws(TestBedError) -> StoryStage {
        let client = try bench.authority.client(StoryUser.name)
        let known = client.certificate
        var configuration = TLSServerConfiguration(try bench.authority.server(bench.host))
        configuration.requiresClientCertificate = isRequired
        configuration.requestsClientCertificate = true
        if let issuer = try? Certificate(der: known).issuer {
            configuration.acceptedAuthorities = [Array(issuer.bytes)]
        }
        let port = try bench.serve(configuration) { request in
            switch request.connection.clientCertificate {
            case known: ServerResponse(text: "the page of \(StoryUser.name), let in by a certificate\n")
            case nil: ServerResponse(text: "the page of everybody\n")
            default: ServerResponse(status: 403, text: "the certificate is nobody's here\n")
            }
        }
        let files = try bench.clientFiles(client)
        let base = try bench.way(to: port) + bench.trust()
        let own = ["--cert", files.certificate, "--key", files.key]
        let without =
            isRequired
            ? StoryCommand(
                ["request"] + base + [bench.url(port)], exit: 5, prints: ["--cert"],
                shows: "without one the server ends the connection, after its own certificate was accepted",
                "没有客户端证书，服务器在自己的证书被接受之后结束连接")
            : StoryCommand(
                ["request"] + base + [bench.url(port)], prints: ["the page of everybody"],
                shows: "without one the client sends an empty list, and gets the page for everybody",
                "没有客户端证书，客户端发送空列表，得到给所有人的网页")
        return StoryStage(
            port: port,
            commands: [
                StoryCommand(
                    ["check"] + base + [bench.url(port)], prints: ["trusted"],
                    shows: "who the server is does not depend on who the client is", "服务器是谁，与客户端是谁无关"),
                without,
                StoryCommand(
                    ["request"] + base + own + [bench.url(port)], prints: ["let in by a certificate"],
                    shows: "the certificate and a signature by its key go to a trusted server that accepts its issuer",
                    "证书及其密钥的签名，只发给接受其签发者的可信服务器"),
            ], identity: files)
    }
}
