import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What things of one input have to do with each other: signatures count, names alone do not.
@Suite(.ownThread)
struct InspectionRelationTests {
    private let samples: Samples

    init() throws { samples = try Samples() }

    private func inspection(_ ders: [[UInt8]], source: String = "x") -> Inspection {
        var inspection = Inspection()
        for der in ders { inspection.add(certificate: PresentedCertificate(der: der), from: source) }
        return inspection
    }

    private func issuers(_ inspection: Inspection) -> [String] {
        InspectionRelations(inspection).relations.map { "\($0.first.index) by \($0.second.index)" }
    }

    @Test("The issuer is found by its signature, whatever the order, and the order is told")
    func order() throws {
        let leaf = try samples.leaf().certificate
        let (middle, root) = (samples.intermediate.certificate, samples.root.certificate)
        let ordered = InspectionRelations(inspection([leaf, middle, root]))
        #expect(issuers(inspection([leaf, middle, root])) == ["0 by 1", "1 by 2"])
        #expect(ordered.orders.map(\.isOrdered) == [true])
        #expect(issuers(inspection([middle, root, leaf])) == ["0 by 1", "2 by 0"])
        #expect(InspectionRelations(inspection([middle, root, leaf])).orders.map(\.isOrdered) == [false])
        // A bundle of roots is no chain.
        #expect(InspectionRelations(inspection([root, root])).isEmpty)
    }

    @Test("In Chinese a blank stands where a Chinese character and another letter meet, and nowhere else")
    func blanks() throws {
        let chain = [try samples.leaf().certificate, samples.intermediate.certificate, samples.root.certificate]
        let shown = inspection(chain)
        let text = InspectionRelations(shown).text(language: .chinese)
        #expect(text.contains("）由 x 的第 2 张证书（") && text.contains("）签发\n"), "\(text)")
        let lines = shown.items.map { $0.line(in: .chinese) }
        #expect(lines.first?.contains("的证书，由 ") == true && lines.first?.contains(" 签发，") == true, "\(lines)")
        #expect(lines.last?.contains(" 的证书，由自己签发，") == true, "\(lines)")
        var signed = inspection([samples.root.certificate])
        signed.add(
            try EncodedObject.all(in: try samples.root.issue(RevocationListTemplate(at: samples.at))), from: "list")
        let list = InspectionRelations(signed).text(language: .chinese)
        #expect(list.contains("list 的吊销列表 1 由 x 的第 1 张证书（"), "\(list)")
    }

    @Test("Another authority of the same name is not the issuer")
    func namesake() throws {
        let leaf = try samples.leaf().certificate
        let other = try CertificateAuthority.root(name: "Sample Intermediate", at: samples.at).certificate
        #expect(issuers(inspection([leaf, other])) == [])
        #expect(issuers(inspection([leaf, other, samples.intermediate.certificate])) == ["0 by 2"])
    }

    @Test("A list is signed by the certificate whose key made its signature, and a changed one by none")
    func list() throws {
        var template = RevocationListTemplate(at: samples.at)
        let good = try samples.root.issue(template)
        template.signatureEdit = ByteEdit { bytes in bytes.map { $0 ^ 1 } }
        let bad = try samples.root.issue(template)
        for (list, count) in [(good, 1), (bad, 0)] {
            var inspection = inspection([samples.root.certificate, samples.intermediate.certificate])
            inspection.add(try EncodedObject.all(in: list), from: "list")
            let relations = InspectionRelations(inspection).relations.filter { $0.relation == .signedBy }
            #expect(relations.map(\.second.index) == [Int](repeating: 0, count: count))
        }
    }

    @Test("Hostile names move no cursor, in any text of an inspection")
    func hostile() throws {
        let name = "\u{1b}[2Jgone\u{202e}"
        let root = try CertificateAuthority.root(name: name, at: samples.at)
        var inspection = inspection([root.certificate], source: name)
        inspection.add(try EncodedObject.all(in: try root.issue(RevocationListTemplate(at: samples.at))), from: name)
        var texts = [InspectionRelations(inspection).text()]
        for item in inspection.items {
            texts.append(item.line())
            switch item {
            case .certificate(let shown, _): texts.append(shown.text())
            case .object(let shown): texts += [shown.text(), try shown.jsonLine()]
            }
        }
        texts += LintInspection.all(of: inspection, profile: .webpki, at: samples.at).map { $0.text() }
        #expect(texts.count > 5)
        for text in texts {
            #expect(!text.contains("\u{1b}") && !text.unicodeScalars.contains("\u{202e}") || text.first == "{")
            #expect(!text.contains("\u{1b}"))
        }
    }
}
