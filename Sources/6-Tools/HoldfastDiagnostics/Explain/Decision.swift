package import HoldfastStatements

/// A command line of `holdfast` that decides whether a cause is the one, and what its outcome says.
package struct Decision: Hashable, Sendable {
    /// The arguments behind `holdfast`.
    package let arguments: [String]
    package let words: LocalizedText

    /// The decision about a cause.
    ///
    /// - Parameters:
    ///   - host: the server that the line names, with its port where it has one; nil for none.
    ///   - backend: the address at which a proxy asks it; nil where none is told.
    init(_ cause: ErrorCause, host: String?, behind backend: BackendAddress? = nil) {
        let named = backend == nil || host.map(Self.nameAlone) != backend?.host ? host : nil
        let name = named ?? "HOST"
        guard let backend else {
            self.init(cause, name, target: ["https://\(name)/"])
            return
        }
        let server = "\(Self.nameAlone(name)):\(backend.port)"
        let decision = Decision(
            cause, name, target: [server, "--connect-to", "\(server):\(backend.host):\(backend.port)"])
        guard named == nil, decision.arguments.contains(server) else {
            self = decision
            return
        }
        self.init(
            decision.arguments, "\(decision.words.english); HOST is the name by which the proxy asks",
            "\(decision.words.chinese)；HOST 为代理所请求的名称")
    }

    private init(_ cause: ErrorCause, _ name: String, target: [String]) {
        switch cause.code {
        case "issuerNotFound":
            self.init(
                ["check", "--aia"] + target,
                """
                trusted with --aia: the server forgets to send an intermediate; exit 20 all the same: the root is \
                missing
                """,
                "加上 --aia 后受信任：服务器漏发了中间证书；退出码仍为 20：缺少根证书")
        case "noAnchor", "selfSignedNotAnchor", "anchorConstraint":
            self.init(
                ["check", "--anchors", "root.pem"] + target,
                "exit 0 with the file of the authority that you mean: nothing but the anchor was missing",
                "给出您所指的颁发机构的文件后退出码为 0：缺少的只是信任锚")
        case "revoked", "revocationUnknown", "mustStaple":
            self.init(
                ["check", "--revocation", "hard"] + target,
                "exit 25, and the verdict says who was asked and what was answered", "退出码为 25，结论会说明询问了谁、得到了什么回答")
        case "pinMismatch", "pinsExpired":
            self.init(
                ["pin", "compute"] + target, "the pins of the chain, to compare with those of the program",
                "证书链的固定值，可与程序中的比较")
        case "appTransportSecurity":
            self.init(
                ["ats"] + target, "which rows of App Transport Security pass, and the smallest exception",
                "App Transport Security 哪些行通过，以及最小的例外")
        case "couldNotResolveHost", "lookupFailed", "tooManyAddresses", "couldNotResolveProxy":
            self.init(
                ["resolve", Self.nameAlone(name)], "what the system's resolver and others answer", "系统解析器和其他解析器的回答")
        case "clientIdentityUnusable", "unreadableFile", "certificateMessage":
            self.init(
                ["inspect", "FILE"], "what the file holds, and whether key and certificate belong together",
                "文件的内容，以及私钥与证书是否匹配")
        case "clientCertificateRequired":
            self.init(
                ["trace"] + target,
                """
                whether the server asks for a certificate, and the authorities that it names; a request ends with \
                4, or with 5 after the handshake, and check, which judges the server alone, with 0
                """,
                """
                服务器是否要求证书，以及它列出的颁发机构；请求的退出码为 4，握手之后则为 5；check 只判定服务器，\
                退出码为 0
                """)
        case "clientCertificateRefused", "clientCertificateAskedLate", "certificateRequest":
            self.init(
                ["trace"] + target, "whether the server asks for a certificate, and the authorities that it names",
                "服务器是否要求证书，以及它列出的颁发机构")
        default: self = Self.other(cause, target)
        }
    }

    private static func other(_ cause: ErrorCause, _ target: [String]) -> Decision {
        guard case .failure = cause else {
            let exit = cause.exitCode
            return Decision(
                ["check"] + target,
                "exit \(exit), with the certificate that is meant, what was seen and what was expected",
                "退出码为 \(exit)，并说明是哪张证书、实际如何、要求如何")
        }
        guard (4...5).contains(cause.exitCode) else {
            return Decision(
                ["check"] + target, "exit \(cause.exitCode), and the reason in one line",
                "退出码为 \(cause.exitCode)，并用一行说明原因")
        }
        return Decision(
            ["trace"] + target, "the message at which the handshake ends, and who ends it", "握手在哪条消息处结束，由谁结束")
    }

    private init(_ arguments: [String], _ english: String, _ chinese: String) {
        (self.arguments, words) = (arguments, LocalizedText(english, chinese))
    }

    /// The decision about what a server's log says of a client's certificate itself.
    static let ofClientCertificate = Decision(
        ["inspect", "FILE"],
        "FILE is the client's certificate: its first and last day, its purposes, and who issued it",
        "FILE 为客户端的证书：起止日期、用途和签发者")

    /// The name without the port behind it.
    private static func nameAlone(_ host: String) -> String {
        guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
        return String(host[..<colon])
    }
}

extension Explanation {
    /// The command that decides about a candidate.
    package func decision(about candidate: Candidate) -> Decision {
        if candidate.refused?.isMendedAtServer == false { return .ofClientCertificate }
        return Decision(candidate.cause, host: host, behind: isProxy ? backend : nil)
    }
}
