import HoldfastAuthority

extension BadServer {
    /// Servers that are to be asked through an HTTPS proxy, of which one, the other or none is bad. What they show is
    /// no case for a judge of files: the verdict is about the way, too.
    static let behindProxies: [BadServer] = [
        BadServer(
            "proxied", "It is right, and so is the HTTPS proxy that leads to it.",
            "它没有问题，通往它的 HTTPS 代理也没有问题。", exit: 0,
            source: "RFC 9110 §9.3.6"
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.server(host), anchor: authority.root.certificate)
                .behind(try authority.server(LabServer.proxyHost)).withoutChain
        },
        BadServer(
            "proxied-wrong-name", "The HTTPS proxy is right; the server behind it has another name.",
            "HTTPS 代理没有问题；其后的服务器名称不符。", exit: 24,
            findings: ["hostMismatch"], source: "RFC 9525 §6.3"
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.server("other.holdfast.test"), anchor: authority.root.certificate)
                .behind(try authority.server(LabServer.proxyHost)).withoutChain
        },
        BadServer(
            "proxied-as-proxy", "The server behind the HTTPS proxy shows the proxy's own good certificate.",
            "HTTPS 代理之后的服务器出示代理自己的正确证书。", exit: 24,
            findings: ["hostMismatch"], source: "RFC 9525 §6.3"
        ) { (authority, host) throws(TestBedError) in
            let proxy = try authority.server(LabServer.proxyHost)
            return .tls(proxy, anchor: authority.root.certificate).behind(proxy).withoutChain
        },
        // The server is never reached, so that nothing is found about it: the connection failed.
        BadServer(
            "proxy-wrong-name", "It is right; the HTTPS proxy that leads to it has another name.",
            "它没有问题；通往它的 HTTPS 代理名称不符。", exit: 3,
            source: "RFC 9110 §9.3.6, RFC 9525 §6.3"
        ) { (authority, host) throws(TestBedError) in
            .tls(try authority.server(host), anchor: authority.root.certificate)
                .behind(try authority.server("other.holdfast.test")).withoutChain
        },
    ]
}
