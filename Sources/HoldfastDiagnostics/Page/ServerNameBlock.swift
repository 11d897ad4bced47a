import HoldfastPolicy

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
            "div", ["class": "callout"], .element("h3", [:], .word(.serverName)), .element("p", [:], .words(sni.words)),
            FactList(rows: rows).html,
            // The Chinese above says as much; the other certificate stands in the facts.
            .element("p", ["class": "original"], .element("span", ["lang": "en"], .data(sni.message))))
    }
}

extension SNIReport {
    /// The diagnosis in the words of the page.
    var words: Words {
        if error != nil { return Words("It is not known: the second handshake failed.", "无法判断：第二次握手失败。") }
        switch choosesBySNI {
        case true?:
            return provesName
                ? Words(
                    "Yes. With the other name it presents a certificate that carries the name that was asked for.",
                    "是。换用另一个 SNI 后，服务器返回的证书包含所访问的主机名。")
                : Words(
                    "Yes, it presents another certificate then; that one does not carry the name either.",
                    "是。换用另一个 SNI 后，服务器返回另一张证书，但同样不包含所访问的主机名。")
        case false?:
            return Words(
                "No, the same certificate comes with and without it: it is not a matter of SNI.",
                "否。无论是否发送 SNI，服务器都返回同一张证书，问题与 SNI 无关。")
        case nil:
            return Words("The second handshake brought the same certificate.", "第二次握手返回的是同一张证书。")
        }
    }
}
