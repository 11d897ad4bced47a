import HoldfastAuthority
import HoldfastServing

extension BadServer {
    /// Servers that have to be trusted, whatever they do in the handshake.
    /// The names of those whose point is what the handshake agrees on, so that their chains alone are not enough.
    static let keysByHandshake = Set(
        ["key-usage-rsa", "tls12-no-extended-master-secret"] + (goodGroups + groups).map(\.name))

    static let goodConnections: [BadServer] = [
        .speaking(
            .tls12, "tls12", "It speaks no newer TLS than 1.2.", "它最高只支持 TLS 1.2。", source: "RFC 9325 §3.1.1"),
        .speaking(
            .tls13, "tls13", "It speaks no older TLS than 1.3.", "它最低只支持 TLS 1.3。", source: "RFC 8446"),
        // RFC 7627 §5.3: a client that wants it from every server aborts; others go on. Apple (126655) asks it of
        // servers that system processes talk to, from the 27 releases on.
        .speaking(
            .tls12, "tls12-no-extended-master-secret", "It speaks TLS 1.2 without the extended master secret.",
            "它使用不带扩展主密钥的 TLS 1.2。", source: "RFC 7627 §5.3", hasChain: false
        ) { $0.omitsExtendedMasterSecret = true },
        // RFC 8446 §4.4.2.4: the client's handshake is complete when the server finds that it sent no certificate
        // (certificate_required). About the server's there is nothing to object to.
        .speaking(
            .tls13, "client-certificate", "It asks for a client's certificate, and refuses only after the handshake.",
            "它要求客户端证书，并在握手之后才拒绝。", source: "RFC 8446 §4.4.2.4, appendix E.1.2"
        ) { $0.requiresClientCertificate = true },
        // RFC 6066 §3: a server "MAY use the information contained in the extension to guide its selection of an
        // appropriate certificate".
        BadServer(
            "sni", "It has two certificates and sends the right one only to who says its name.",
            "它有两张证书，只向说出其名称的客户端发送正确的那张。", exit: 0,
            source: "RFC 6066 §3"
        ) { (authority, host) throws(TestBedError) in
            try authority.choosing(host)
        },
        BadServer(
            "sni-required", "It serves only who says its name, and refuses everybody else.",
            "它只为说出其名称的客户端服务，拒绝其他所有客户端。", exit: 0,
            source: "RFC 6066 §3"
        ) { (authority, host) throws(TestBedError) in
            try authority.choosing(host) { $0.refusesUnknownNames = true }
        },
    ]

    /// Servers that are asked for by their address. RFC 6066 §3: "Literal IPv4 and IPv6 addresses are not permitted in
    /// "HostName"", so that no name is sent.
    static let withoutServerName: [BadServer] = [
        BadServer(
            "no-sni", "Asked for by its address it gets no server name, without which it refuses.",
            "按地址访问时它收不到服务器名称，因此拒绝连接。",
            host: "192.0.2.20", exit: 4, source: "RFC 6066 §3: unrecognized_name"
        ) { (authority, host) throws(TestBedError) in
            try authority.choosing(host) { $0.refusesUnknownNames = true }.withoutChain
        },
        BadServer(
            "no-sni-default", "Asked for by its address it gets no server name, and presents another's certificate.",
            "按地址访问时它收不到服务器名称，于是出示另一个名称的证书。",
            host: "192.0.2.21", exit: 24, findings: ["hostMismatch"], source: "RFC 6066 §3, RFC 9525 §6.5"
        ) { (authority, host) throws(TestBedError) in
            let other = try authority.server("default.holdfast.test")
            let named = try authority.server(host, "named.holdfast.test")
            return .tls(other, anchor: authority.root.certificate) {
                $0.others = [.init(names: ["named.holdfast.test"], named)]
            }
        },
    ]
}

extension TestAuthority {
    /// A server with a certificate for who says the host's name, and another one for everybody else.
    func choosing(
        _ host: String, configure: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws(TestBedError) -> Staging {
        let named = try server(host)
        let other = try server("default.holdfast.test")
        return .tls(named, anchor: root.certificate) {
            $0.identity = other
            $0.others = [.init(names: [host], named)]
            configure(&$0)
        }
    }
}
