import HoldfastPolicy

/// How the server was reached, and what was negotiated.
struct ConnectionFacts {
    let report: VerdictReport

    var html: HTML {
        guard let connection = report.connection, connection.address != nil || connection.tls != nil else {
            return .nothing
        }
        var rows: [(PageWord, HTML)] = []
        func add(_ word: PageWord, _ value: String?) { if let value { rows.append((word, .data(value))) } }
        add(.address, connection.address)
        if let tls = connection.tls {
            add(.tlsVersion, tls.version)
            if let suite = tls.cipherSuite { rows.append((.cipherSuite, .identifier(suite))) }
            add(.keyExchange, tls.keyExchange)
            rows.append((.alpn, tls.alpn.map { .data($0) } ?? .word(.none)))
            rows.append((.sni, tls.sni.map { .data($0) } ?? .word(.notSent)))
            if let asked = report.clientCertificate { rows.append((.clientCertificate, .words(asked.words))) }
            if tls.resumed { rows.append((.resumed, .word(.yes))) }
        }
        return .element(
            "section", ["class": "block"], .element("h3", [:], .word(.connection)), FactList(rows: rows).html)
    }
}

extension ClientCertificateReport {
    /// For the page: that it was asked for, and what the server makes of its absence.
    fileprivate var words: Words {
        if sent { return Words("asked for, and sent", "服务器要求，已发送") }
        return switch required {
        case true?: Words("asked for and required; none was sent", "服务器要求且必须提供；未发送")
        case false?: Words("asked for, not required; none was sent", "服务器要求但可不提供；未发送")
        case nil:
            Words(
                "asked for; whether it is required shows only after the handshake; none was sent",
                "服务器要求；是否必须提供在握手之后才能知道；未发送")
        }
    }
}
