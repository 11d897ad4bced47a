import HoldfastCrypto
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509

/// One certificate: who it names, how long it holds, its key, and the certificate itself to take along.
struct CertificateCard {
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
    static func title(_ summary: CertificateSummary) -> String {
        guard let fields = summary.fields else { return String(summary.fingerprintSHA256.prefix(16)) + "…" }
        let certificate = PresentedCertificate(der: summary.der).certificate
        if let name = certificate?.subject.commonName, !name.isEmpty { return name }
        if !fields.subject.isEmpty { return fields.subject }
        return certificate.flatMap { names(of: $0).first } ?? "–"
    }

    var title: HTML {
        guard let fields = summary.fields else {
            return .element("p", ["class": "name"], .word(.unreadable))
                + .element("p", ["class": "original", "lang": "en"], .data(summary.malformed ?? ""))
        }
        let subject: HTML = fields.subject.isEmpty ? .word(.noSubject) : .data(fields.subject)
        return .element("p", ["class": "name"], .data(Self.title(summary)))
            + .element("p", ["class": "subject"], subject)
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
        return rest > 0 ? shown + .text(" ") + .words(Words("and \(rest) more", "等，另有 \(rest) 个")) : shown
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

    /// What few need and nobody should have to look for: fingerprints, and the bytes.
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
            "details", ["class": "more"],
            .element("summary", [:], .word(.fingerprints)), FactList(rows: rows).html, bytes)
    }

    private var bytes: HTML {
        guard summary.der.count <= Self.carriedBytes else {
            return .element(
                "p", ["class": "faint"], .word(.tooLarge), .text(" "),
                .words(Words("(\(summary.der.count) bytes)", "（\(summary.der.count) 字节）")))
        }
        let pem = PEMBlock(label: "CERTIFICATE", contents: summary.der).encoded
        return .element(
            "p", ["class": "download"],
            .element(
                "a",
                [
                    "download": String(summary.fingerprintSHA256.prefix(16)) + ".cer",
                    "href": "data:application/pkix-cert;base64," + Base64.encode(summary.der),
                ], .word(.download)))
            + .element("pre", ["class": "pem", "tabindex": "0", "id": name], .lines(pem.split(separator: "\n")))
    }

    /// One click selects all of it.
    private static func copyable(_ text: String) -> HTML { .element("code", ["class": "copy"], .data(text)) }
}
