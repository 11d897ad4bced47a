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
            if tls.resumed { rows.append((.resumed, .word(.yes))) }
        }
        return .element(
            "section", ["class": "block"], .element("h3", [:], .word(.connection)), FactList(rows: rows).html)
    }
}
