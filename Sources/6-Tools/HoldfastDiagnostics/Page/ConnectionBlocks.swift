import HoldfastStatements

/// The way to the server, and what was negotiated.
struct ConnectionBlock {
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
            if let postQuantum = report.postQuantum { rows.append((.postQuantum, .words(postQuantum.words))) }
            rows.append((.alpn, tls.alpn.map { .data($0) } ?? .word(.none)))
            rows.append((.sni, tls.sni.map { .data($0) } ?? .word(.notSent)))
            if let asked = report.clientCertificate { rows.append((.clientCertificate, .words(asked.words))) }
            if tls.resumed { rows.append((.resumed, .word(.yes))) }
        }
        return .block(.word(.connection), FactList(rows: rows).html)
    }
}

extension ClientCertificateReport {
    /// For the page: that it was asked for, and what the server makes of its absence.
    fileprivate var words: LocalizedText {
        if sent { return LocalizedText("asked for, and sent", "服务器要求，已发送") }
        return isRequired
            ? LocalizedText("asked for and required; none was sent", "服务器要求且必须提供；未发送")
            : LocalizedText(
                "asked for; whether it is required shows only after the handshake; none was sent",
                "服务器要求；是否必须提供在握手之后才能知道；未发送")
    }
}

/// Whether the server chooses its certificate by SNI, where that was looked at.
struct ServerNameBlock {
    let report: VerdictReport

    var html: HTML {
        guard let sni = report.sni else { return .nothing }
        var rows: [(PageWord, HTML)] = [
            (.serverNameSent, sni.sent.map { .data($0) } ?? .word(.notSent)),
            (.serverNameTried, sni.tried.map { .data($0) } ?? .word(.notSent)),
        ]
        if let presents = sni.presents { rows.append((.serverNamePresents, .data(CertificateCard.title(presents)))) }
        return .element(
            "div", class: "callout", .element("h3", .word(.serverName)), .element("p", .sentence(sni.statement)),
            FactList(rows: rows).html)
    }
}

/// The time that each step took, as bars one after the other, to scale.
struct TimingBars {
    let report: VerdictReport

    var html: HTML {
        guard let timing = report.connection?.timing else { return .nothing }
        let steps: [(PageWord, Double)] = [
            (.dns, timing.dns), (.tcp, timing.tcp), (.tls, timing.tls), (.trust, timing.trust),
        ].compactMap { word, value in value.map { (word, max($0, 0)) } }
        let total = steps.reduce(0) { $0 + $1.1 }
        guard total > 0, total.isFinite else { return .nothing }
        var start = 0.0
        var rows: [HTML] = []
        for (word, value) in steps {
            rows.append(Self.row(word, value, from: start / total, to: (start + value) / total))
            start += value
        }
        rows.append(
            .element(
                "div", class: "total", .element("dt", .word(.total)), .element("dd", .text(Self.milliseconds(total)))))
        return .block(
            .word(.timing),
            .element("dl", class: "timing", rows))
    }

    private static func row(_ word: PageWord, _ value: Double, from start: Double, to end: Double) -> HTML {
        .element(
            "div", .element("dt", .word(word)),
            .element(
                "dd", .text(milliseconds(value)),
                .element(
                    "svg", class: "bar", attributes: ["width": "100%", "height": "6", "aria-hidden": "true"],
                    .shape("rect", ["class": "track", "width": "100%", "height": "6", "rx": "3"]),
                    .shape(
                        "rect",
                        [
                            "class": "step " + word.rawValue, "x": percent(start),
                            "width": percent(max(end - start, 0.006)), "height": "6", "rx": "3",
                        ]))))
    }

    static func milliseconds(_ value: Double) -> String {
        let tenths = Int((min(value, 1e9) * 10).rounded())
        return value < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\(tenths / 10) ms"
    }

    static func percent(_ share: Double) -> String {
        let hundredths = Int((min(max(share, 0), 1) * 10_000).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%"
    }
}
