import HoldfastTrust
package import HoldfastStatements
import HoldfastWords
import HoldfastX509

/// The chain as a drawing: the leaf at the top, a line from each certificate to the one that signed it, down to the
/// anchor; what was sent and not used stands beside.
package struct ChainDrawing {
    let report: VerdictReport
    /// The section's fragment, from which those of the certificates are made.
    let section: String

    var html: HTML {
        let unused = report.presented.enumerated().filter { !used.contains($0.element.fingerprintSHA256) }
        guard !report.chain.isEmpty || !unused.isEmpty else { return .nothing }
        var parts: [HTML] = [
            .element("h3", .word(.chain)), .element("p", class: "caption", .word(.chainCaption)),
        ]
        if report.chain.isEmpty {
            parts.append(.element("p", class: "faint", .word(.chainNone)))
        } else {
            parts.append(
                .element("ol", class: "chain", report.chain.indices.map(link) + (report.anchor == nil ? [end] : []))
            )
        }
        if !unused.isEmpty {
            parts.append(.element("h4", class: "aside", .word(.presentedAside)))
            parts.append(.element("ul", class: "unused", unused.map { self.unused($0.offset, $0.element) }))
        }
        return .element("section", class: "block", parts)
    }

    private var used: Set<String> { Set(report.chain.map(\.fingerprintSHA256)) }

    /// The role of the certificate at this depth in the chain.
    package static func role(_ depth: Int, of report: VerdictReport) -> LocalizedText {
        if report.anchor?.depth == depth {
            return depth == 0 ? PageWord.leafAndAnchor.words : PageWord.anchor.words
        }
        if depth == 0 { return PageWord.leaf.words }
        if depth == report.chain.count - 1, report.chain[depth].fields.map({ $0.subject == $0.issuer }) == true {
            return PageWord.untrustedRoot.words
        }
        return LocalizedText("Intermediate \(depth)", "中间证书 \(depth)")
    }

    private func link(_ depth: Int) -> HTML {
        let certificate = report.chain[depth]
        let found = report.findings.filter { $0.certificate == depth }
        let isAnchor = report.anchor?.depth == depth
        let isAtFault = found.contains(where: \.isError)
        let classes = ["link", isAnchor ? "anchored" : "", isAtFault ? "fault" : ""].filter { !$0.isEmpty }
        let card = CertificateCard(
            certificate, at: report.at, name: "\(section)-c\(depth)", source: isAnchor ? report.anchor?.source : nil)
        return .element(
            "li", class: classes.joined(separator: " "),
            .element(
                "div", class: "card",
                [
                    .element(
                        "p", class: "role", isAnchor ? PageMark.anchor : .nothing,
                        .element("b", .words(Self.role(depth, of: report))), origin(depth), sent(certificate))
                ] + [card.title] + [marks(found)] + (Self.isTold(depth, of: report.chain.count) ? card.facts : [])))
    }

    /// The origin of the anchor: the public web's, or the user's own.
    private func origin(_ depth: Int) -> HTML {
        guard report.anchor?.depth == depth else { return .nothing }
        let kind: PageWord? =
            switch report.anchorKind {
            case .publicWeb: .anchorPublic
            case .own: .anchorOwn
            case .none: nil
            }
        return kind.map { .text(" · ") + .word($0) } ?? .nothing
    }

    private func sent(_ certificate: CertificateSummary) -> HTML {
        let wasSent = report.presented.contains { $0.fingerprintSHA256 == certificate.fingerprintSHA256 }
        return wasSent ? .nothing : .text(" · ") + .element("span", class: "faint", .word(.notPresented))
    }

    private func marks(_ found: [FindingReport]) -> HTML {
        let shown = found.filter { $0.severity != .note }
        guard !shown.isEmpty else { return .nothing }
        return .element(
            "ul", class: "marks",
            shown.map { finding in
                let words = report.words(of: finding)?.headline ?? LocalizedText(finding.code, finding.code)
                return .element(
                    "li", class: finding.severity.rawValue,
                    finding.isError ? PageMark.bad : PageMark.warning, .words(words))
            })
    }

    /// The end of a chain without an anchor.
    private var end: HTML {
        .element(
            "li", class: "link open", .element("div", class: "card", .element("p", class: "role", .word(.noAnchor))))
    }

    private func unused(_ index: Int, _ certificate: CertificateSummary) -> HTML {
        let found = report.findings.filter { $0.certificate == -1 && $0.presentedIndex == index }
        let card = CertificateCard(certificate, at: report.at, name: "\(section)-p\(index)")
        let place = LocalizedText("Number \(index + 1) of those sent", "服务器发送的第 \(index + 1) 张")
        return .element(
            "li", class: "card",
            [.element("p", class: "role", .words(place)), card.title, marks(found)]
                + (Self.isTold(index, of: report.presented.count) ? card.facts : []))
    }

    /// Whether a certificate of a list is shown whole. Those in the middle of a long one are not: a server
    /// may send a hundred.
    private static func isTold(_ index: Int, of count: Int) -> Bool {
        count <= 12 || index < 4 || index >= count - 4
    }
}
