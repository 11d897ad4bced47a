import HoldfastCrypto
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// One certificate: who it names, how long it holds, its key, and the certificate itself to take along.
package struct CertificateCard {
    private let summary: CertificateSummary
    private let certificate: Certificate?
    private let at: Instant
    /// Unique in the page.
    private let name: String
    /// The file that an anchor came from.
    private let source: String?

    /// Names that are listed; a certificate may hold ten thousand.
    static let shownNames = 8
    /// Bytes of a certificate that the page carries twice, to be read and to be saved; one with ten thousand names has
    /// a quarter of a megabyte.
    static let carriedBytes = 8_192

    init(_ summary: CertificateSummary, at: Instant, name: String, source: String? = nil) {
        self.source = source
        self.summary = summary
        certificate = PresentedCertificate(der: summary.der).certificate
        self.at = at
        self.name = name
    }

    /// The shortest name that tells the certificate: its common name, else its subject.
    package static func title(_ summary: CertificateSummary) -> String {
        guard let fields = summary.fields else { return String(summary.fingerprintSHA256.prefix(16)) + "…" }
        let certificate = PresentedCertificate(der: summary.der).certificate
        if let name = certificate?.subject.commonName, !name.isEmpty { return name }
        if !fields.subject.isEmpty { return fields.subject }
        return certificate.flatMap { names(of: $0).first } ?? "–"
    }

    var title: HTML {
        guard let fields = summary.fields else {
            return .element("p", class: "name", .word(.unreadable))
                + .element("p", class: "original", attributes: ["lang": "en"], .data(summary.malformed ?? ""))
        }
        let subject: HTML = fields.subject.isEmpty ? .word(.noSubject) : .data(fields.subject)
        return .element("p", class: "name", .data(Self.title(summary)))
            + .element("p", class: "subject", subject)
    }

    var facts: [HTML] {
        guard let fields = summary.fields, let certificate else { return [more] }
        var rows: [(PageWord, HTML)] = [
            (.key, .data(fields.key.words)), (.signature, .data(fields.signatureAlgorithm)),
            (
                .issuer,
                certificate.isSelfIssued ? .word(.itself) : .data(certificate.issuer.commonName ?? fields.issuer)
            ),
        ]
        if let source { rows.append((.anchorFrom, .data(source))) }
        let names = Self.names(of: certificate)
        if !names.isEmpty { rows.append((.names, list(names))) }
        return [ValidityBar(certificate.validity, at: at).html, FactList(rows: rows).html, more]
    }

    private func list(_ names: [String]) -> HTML {
        let shown = HTML.joined(names.prefix(Self.shownNames).map { .data($0, limit: 253) }, by: ", ")
        let rest = names.count - Self.shownNames
        return rest > 0 ? shown + .text(" ") + .words(Self.more(rest)) : shown
    }

    /// The number of names that are not listed.
    static func more(_ count: Int) -> LocalizedText { LocalizedText("and \(count) more", "等，另有 \(count) 个") }

    /// The alternative names; none of what cannot be read.
    static func names(of summary: CertificateSummary) -> [String] {
        PresentedCertificate(der: summary.der).certificate.map { names(of: $0) } ?? []
    }

    private static func names(of certificate: Certificate) -> [String] {
        (certificate.subjectAlternativeName ?? []).map { name in
            switch name {
            case .dnsName(let name): name.description
            case .ipAddress(let bytes): IPAddress(bytes: bytes)?.description ?? HexString.encode(bytes)
            default: "\(name)"
            }
        }
    }

    /// The part that is folded away: fingerprints, and the bytes.
    private var more: HTML {
        var rows: [(PageWord, HTML)] = [(.fingerprint, Self.copyable(summary.fingerprintSHA256))]
        if let certificate {
            let key = Digest.sha256(certificate.subjectPublicKeyInfo.bytes)
            rows.append((.pin, Self.copyable("sha256/" + Base64.encode(key))))
            rows.append((.serial, Self.copyable(certificate.serialNumber.description)))
            rows.append((.issuer, .data(certificate.issuer.description)))
            rows.append(
                (
                    .validity,
                    PageTime.html(certificate.validity.notBefore.instant) + .text(" – ")
                        + PageTime.html(certificate.validity.notAfter.instant)
                ))
        }
        return .element(
            "details", class: "more", .element("summary", .word(.fingerprints)), FactList(rows: rows).html, bytes)
    }

    private var bytes: HTML {
        guard summary.der.count <= Self.carriedBytes else {
            return .element(
                "p", class: "faint", .word(.tooLarge), .text(" "),
                .words(LocalizedText("(\(summary.der.count) bytes)", "（\(summary.der.count) 字节）")))
        }
        let pem = PEMBlock(label: "CERTIFICATE", contents: summary.der).encoded
        return .element(
            "p", class: "download",
            .element(
                "a",
                attributes: [
                    "download": String(summary.fingerprintSHA256.prefix(16)) + ".cer",
                    "href": "data:application/pkix-cert;base64," + Base64.encode(summary.der),
                ], .word(.download)))
            + .element(
                "pre", class: "pem", attributes: ["tabindex": "0", "id": name], .lines(pem.split(separator: "\n")))
    }

    /// One click selects all of it.
    private static func copyable(_ text: String) -> HTML { .element("code", class: "copy", .data(text)) }
}

/// From when to when a certificate holds, drawn to scale beside the moment of judgement, and said in words.
struct ValidityBar {
    private let begin: Instant
    private let end: Instant
    private let at: Instant

    init(_ validity: Validity, at: Instant) {
        begin = validity.notBefore.instant
        end = validity.notAfter.instant
        self.at = at
    }

    private enum State: String {
        case good, early, over, never
    }

    private var state: State {
        if end < begin { return .never }
        // The last second is valid to its end.
        if at.secondsSince1970 > end.secondsSince1970 { return .over }
        return at < begin ? .early : .good
    }

    var html: HTML {
        .element(
            "div", class: "validity " + state.rawValue, drawing,
            .element(
                "p", .element("span", class: "dates", .text(PageTime.day(begin) + " – " + PageTime.day(end))),
                .text(" "), .element("b", .words(words))))
    }

    private var words: LocalizedText {
        switch state {
        case .never: return PageWord.neverValid.words
        case .early:
            let length = PageTime.length(begin.seconds(since: at))
            return LocalizedText("begins \(length.english) later", "\(length.chinese)后生效")
        case .over:
            let length = PageTime.length(at.seconds(since: end))
            return LocalizedText("ended \(length.english) earlier", "已过期 \(length.chinese)")
        case .good:
            let length = PageTime.length(end.seconds(since: at))
            return LocalizedText("\(length.english) left", "剩余 \(length.chinese)")
        }
    }

    /// The scale reaches from the earliest of the three moments to the latest, with a margin.
    private var drawing: HTML {
        let low = Double(min(begin, at, end).secondsSince1970)
        let width = max(Double(max(begin, at, end).secondsSince1970) - low, 1)
        func place(_ instant: Instant) -> Double { 0.02 + 0.96 * (Double(instant.secondsSince1970) - low) / width }
        let (left, right, now) = (place(begin), place(max(end, begin)), place(at))
        let span = TimingBars.percent(max(right - left, 0.004))
        return .element(
            "svg", attributes: ["width": "100%", "height": "18", "aria-hidden": "true"],
            .shape("rect", ["class": "track", "y": "7", "width": "100%", "height": "4", "rx": "2"]),
            .shape(
                "rect",
                ["class": "span", "x": TimingBars.percent(left), "y": "6", "width": span, "height": "6", "rx": "3"]),
            .shape(
                "line",
                ["class": "now", "x1": TimingBars.percent(now), "x2": TimingBars.percent(now), "y1": "1", "y2": "17"]))
    }
}
