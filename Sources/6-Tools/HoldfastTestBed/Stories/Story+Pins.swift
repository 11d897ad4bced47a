import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing

extension Story {
    /// Stories of pins: what they catch, and what a renewal makes of them.
    static let pins: [Story] = [
        Story(
            "capture-proxy", "A proxy opens what goes through it; its authority is an anchor, and only a pin notices.",
            "代理打开经过它的内容；其颁发机构是信任锚，只有固定值能察觉。",
            source: "RFC 7469 §2.6, RFC 9110 §9.3.6"
        ) { (bench) throws(TestBedError) in
            try captured(bench)
        },
        Story(
            "renewed-same-key", "The certificate was renewed, and the key stayed.",
            "证书已续期，密钥不变。", source: "RFC 7469 §2.4, §2.6"
        ) { (bench) throws(TestBedError) in
            let old = try bench.authority.server(bench.host)
            let new = try bench.authority.server(bench.host, key: old.key)
            let stage = try renewed(bench, to: new)
            let (ofKey, ofCertificate) = (StoryBench.pin(of: old), StoryBench.certificatePin(of: old))
            let before = try bench.write(StoryBench.pem([old.certificate]), to: "before.pem")
            let after = try bench.write(StoryBench.pem([new.certificate]), to: "after.pem")
            let commands = [
                StoryCommand(
                    ["pin", "compute", before, after], prints: [ofKey],
                    shows: "two certificates, one key: the pin of the key is the same before and after",
                    "两张证书，一个密钥：公钥的固定值前后相同"),
                StoryCommand(
                    stage.check(["--pin", ofKey]), prints: ["trusted"], shows: "the key's pin outlives the renewal",
                    "公钥的固定值在证书更新之后仍然有效"),
                StoryCommand(
                    stage.check(["--pin", ofCertificate]), exit: 26, prints: ["pin"],
                    shows: "a pin of the whole certificate does not: it was the old one's", "整张证书的固定值则不然：它属于旧证书"),
            ]
            return StoryStage(port: stage.port, commands: commands, pins: [ofKey, ofCertificate])
        },
        Story(
            "renewed-other-key", "The certificate was renewed with another key, which was pinned as a backup or not.",
            "证书以另一个密钥续期，该密钥曾作为备用固定，或者没有。",
            source: "RFC 7469 §2.5, §4.3 (backup pins)"
        ) { (bench) throws(TestBedError) in
            let old = try bench.authority.server(bench.host)
            let new = try bench.authority.server(bench.host)
            let stage = try renewed(bench, to: new)
            let (first, backup) = (StoryBench.pin(of: old), StoryBench.pin(of: new))
            let commands = [
                StoryCommand(
                    stage.check([]), prints: ["trusted"], shows: "the new certificate is as good as the old one was",
                    "新证书与旧证书同样有效"),
                StoryCommand(
                    stage.check(["--pin", first]), exit: 26, prints: ["pin"],
                    shows: "a program that pins the old key alone is shut out until it is updated",
                    "只固定旧密钥的程序被挡在门外，直到它更新"),
                StoryCommand(
                    stage.check(["--pin", first, "--pin", backup]), prints: ["trusted"],
                    shows: "one that carried the next key's pin beside it goes on as before", "同时带有下一个密钥固定值的程序一切照旧"),
            ]
            return StoryStage(port: stage.port, commands: commands, pins: [first, backup])
        },
    ]

    /// A server with a renewed certificate, and the command that checks it.
    private struct Renewed {
        let port: UInt16
        let way: [String]
        let url: String

        func check(_ pins: [String]) -> [String] { ["check"] + way + pins + [url] }
    }

    private static func renewed(_ bench: StoryBench, to identity: Identity) throws(TestBedError) -> Renewed {
        let port = try bench.serve(TLSServerConfiguration(identity)) { _ in ServerResponse(text: "renewed\n") }
        return Renewed(port: port, way: try bench.way(to: port) + bench.trust(), url: bench.url(port))
    }

    private static func captured(_ bench: StoryBench) throws(TestBedError) -> StoryStage {
        let site = try bench.authority.server(bench.host)
        let page: @Sendable (ServerRequest) -> ServerResponse = { request in
            ServerResponse(text: "the site's page for \(request.target)\n")
        }
        let port = try bench.serve(TLSServerConfiguration(site), handler: page)
        // The tool's authority, and the certificate that it makes for the name that is asked for.
        let tool = try bench.authority.root("Holdfast Test Capture Tool")
        let forged = try bench.authority.server(bench.host, issuedBy: tool)
        let open = try bench.serve(TLSServerConfiguration(forged)) { request in
            var response = page(request)
            let seen = "the proxy has read: \(request.method) \(request.target)\n"
            response.body = Array(seen.utf8) + response.body
            return response
        }
        let proxy = try bench.serve(ProxyConfiguration(.http, routes: ["\(bench.host):\(port)": open]))
        let trust = try bench.trust()
        let both = try bench.write(
            StoryBench.pem([bench.authority.root.certificate, tool.certificate]), to: "with-tool.pem")
        let way = ["--proxy", "http://127.0.0.1:\(proxy)"]
        let pin = StoryBench.pin(of: site)
        let url = bench.url(port, "/account?of=alice")
        return StoryStage(
            port: port,
            commands: [
                StoryCommand(
                    ["request"] + bench.way(to: port) + trust + [url],
                    prints: ["the site's page for /account?of=alice"],
                    shows: "straight to the site: its own certificate, and nobody in between", "直接连接网站：得到它自己的证书，中间没有人"),
                StoryCommand(
                    ["request"] + way + trust + [url], exit: 20, prints: ["refused"],
                    shows: "through the proxy, for who does not know its authority: refused, nothing was sent",
                    "经过代理，而不认识其颁发机构：拒绝，什么也没有发送"),
                StoryCommand(
                    ["request"] + way + ["--anchors-only", both, url],
                    prints: ["the proxy has read: GET /account?of=alice"],
                    shows: "with the proxy's authority among the anchors the chain is good, and the proxy reads along",
                    "代理的颁发机构成为信任锚之后证书链有效，代理得以旁读"),
                StoryCommand(
                    ["request"] + way + ["--anchors-only", both, "--pin", pin, url], exit: 26, prints: ["pin"],
                    shows: "the pin of the site's key is the one thing that tells the two apart", "只有网站公钥的固定值能区分两者"),
                StoryCommand(
                    ["request"] + bench.way(to: port) + ["--anchors-only", both, "--pin", pin, url],
                    prints: ["the site's page"], shows: "the site itself passes with the same pin", "网站本身以同样的固定值通过"),
            ], arguments: way, pins: [pin])
    }
}
