import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

/// Files that come near PEM and DER.
enum ForeignFile {
    static let der = SampleCertificate().der
    static let block = PEMBlock(.certificate, contents: der).encoded
    static let boundary = "-----BEGIN CERTIFICATE-----"

    struct Row: Sendable {
        let name: String
        let file: [UInt8]
        let form: ForeignForm

        init(_ name: String, _ file: String, _ form: ForeignForm) {
            (self.name, self.file, self.form) = (name, Array(file.utf8), form)
        }

        init(_ name: String, octets file: [UInt8], _ form: ForeignForm) {
            (self.name, self.file, self.form) = (name, file, form)
        }
    }

    /// A block whose first line is another one.
    static func near(_ line: String) -> String { block.replacing(boundary, with: line) }

    static func boundary(
        _ fault: ForeignForm.BoundaryFault, line: Int = 1, _ word: String = "BEGIN"
    ) -> ForeignForm {
        .boundary(line: line, fault, expected: "-----\(word) CERTIFICATE-----")
    }

    /// RFC 7468 §2: "encapsulation boundaries" are "-----BEGIN " and "-----END ", labels of capital letters, and
    /// "-----"; everything else is no PEM.
    static let boundaries: [Row] = [
        Row(
            "en dashes", near("\u{2013}\u{2013}\u{2013}\u{2013}\u{2013}BEGIN CERTIFICATE-----"),
            boundary(.otherDashes)),
        Row("an em dash for two", near("\u{2014}-BEGIN CERTIFICATE\u{2014}-"), boundary(.otherDashes)),
        Row("a minus sign", near("\u{2212}----BEGIN CERTIFICATE-----"), boundary(.otherDashes)),
        Row("four dashes", near("----BEGIN CERTIFICATE----"), boundary(.dashCount)),
        Row("spaces within", near("----- BEGIN CERTIFICATE -----"), boundary(.spaces)),
        Row("six dashes", near("------BEGIN CERTIFICATE------"), boundary(.dashCount)),
        Row("small letters", near("-----Begin Certificate-----"), boundary(.smallLetters)),
        Row("a small word", near("-----begin CERTIFICATE-----"), boundary(.smallLetters)),
        Row("a comment", near("#" + boundary), boundary(.comment)),
        Row(
            "quoted mail", "Hello,\n" + block.split(separator: "\n").map { "> " + $0 + "\n" }.joined(),
            boundary(.quotedMail, line: 2)),
        Row(
            "quoted twice", block.split(separator: "\n").map { ">> " + $0 + "\n" }.joined(), boundary(.quotedMail)),
        Row(
            "OpenPGP", block.replacing("-----B", with: "- -----B").replacing("-----E", with: "- -----E"),
            boundary(.openPGP)),
    ]

    static let escaped: [Row] = [
        Row("a JSON string", "\"" + block.replacing("\n", with: "\\n") + "\"\n", .escapedLineBreaks(line: 1)),
        Row(
            "a member of an object", "{\n  \"cert\": \"" + block.replacing("\n", with: "\\n") + "\"\n}\n",
            .escapedLineBreaks(line: 2)),
        Row("a variable", block.replacing("\n", with: "\\n"), .escapedLineBreaks(line: 1)),
    ]

    static let others: [Row] = [
        Row("Base64 in lines", wrapped(der), .base64(of: .certificate, line: 1)),
        Row("Base64 in one line, as of x5c", "\n" + Base64.encode(der), .base64(of: .certificate, line: 2)),
        Row("Base64 in quotes", "[\"" + Base64.encode(der) + "\"]", .base64(of: .certificate, line: 1)),
        Row("Base64 of a request", wrapped(RecordedRequest.openSSL), .base64(of: .certificationRequest, line: 1)),
        Row(
            "Base64 of PKCS #12", wrapped(hex("30 0B 02 01 03 30 06 06 01 2A A0 01 00")),
            .base64(of: .pkcs12, line: 1)),
        Row("Base64 twice", Base64.encode(Array(block.utf8)) + "\n", .base64OfPEM(line: 1)),
        // RFC 7517 §4.7: "Each string in the array is a base64-encoded (…) DER PKIX certificate value."
        Row("a JWK", "{\"kty\":\"EC\",\n\"x5c\":[\"\(Base64.encode(der))\"]}", .jsonWebKey(line: 2)),
        Row("a JWK without a certificate", "{\"kty\":\"EC\",\"crv\":\"P-256\"}", .jsonWebKey(line: nil)),
        Row(
            "a page", "\n<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>",
            .page(title: "404 Not Found")),
        Row("a page without a title", "<HTML><body>404</body></HTML>", .page(title: nil)),
        Row("JKS", octets: hex("FE ED FE ED 00 00 00 02"), .javaKeyStore(.jks)),
        Row("JCEKS", octets: hex("CE CE CE CE 00 00 00 02"), .javaKeyStore(.jceks)),
        Row("a line end", octets: der + [0x0A], .octetsBehind(.certificate, from: der.count, count: 1)),
        Row("CRLF", octets: der + [0x0D, 0x0A], .octetsBehind(.certificate, from: der.count, count: 2)),
        Row("zeros", octets: der + [0, 0, 0], .octetsBehind(.certificate, from: der.count, count: 3)),
        Row(
            "a line end behind two", octets: der + der + [0x0A],
            .octetsBehind(.certificate, from: 2 * der.count, count: 1)),
        Row("a mark", octets: [0xEF, 0xBB, 0xBF] + der, .markBefore(.certificate)),
    ]

    static func wrapped(_ der: [UInt8]) -> String {
        PEMBlock(.certificate, contents: der).encoded.split(separator: "\n").dropFirst().dropLast().map { $0 + "\n" }
            .joined()
    }
}

/// Each of them is told by what it is, and where.
@Suite(.ownThread) struct ForeignFormTests {
    @Test(
        "every reader of files says the same of it",
        arguments: ForeignFile.boundaries + ForeignFile.escaped + ForeignFile.others)
    func recognised(_ row: ForeignFile.Row) {
        #expect(throws: EncodedObjectError.foreign(row.form), "\(row.name)") { try EncodedObject.all(in: row.file) }
        #expect(throws: CertificateFileError.foreign(row.form), "\(row.name)") {
            try EncodedObject.encodedCertificates(in: row.file)
        }
    }

    @Test("a line at the end that is none of a block's")
    func endings() {
        let end = "-----END CERTIFICATE-----"
        for (line, fault) in [
            ("----END CERTIFICATE----", ForeignForm.BoundaryFault.dashCount),
            ("\u{2013}\u{2013}END CERTIFICATE\u{2013}\u{2013}", .otherDashes),
            ("-----end certificate-----", .smallLetters),
        ] {
            let file = Array(ForeignFile.block.replacing(end, with: line).utf8)
            let number = ForeignFile.block.split(separator: "\n").count
            #expect(throws: EncodedObjectError.foreign(ForeignFile.boundary(fault, line: number, "END"))) {
                try EncodedObject.all(in: file)
            }
        }
    }

    @Test("what is read is read, whatever stands around it, and other text is nothing that is known")
    func readAndUnknown() throws {
        for text in [
            "> quoted\n", "<html>\n", "#" + ForeignFile.boundary + "\n", "{\"x5c\": []}\n", "line one\\nline two\n",
        ] {
            #expect(
                try EncodedObject.all(in: Array((text + ForeignFile.block).utf8)).map(\.kind) == [.certificate],
                "\(text)")
        }
        for text in [
            "Hello", "-- BEGIN of the report --\n", "BEGIN CERTIFICATE\n", "<note/>", "{\"a\": 1}", "QUJD\n", "----\n",
        ] {
            #expect(throws: EncodedObjectError.unknownForm, "\(text)") { try EncodedObject.all(in: Array(text.utf8)) }
        }
        let broken = Array("-----BEGIN CERTIFICATE-----\nAA!A\n-----END CERTIFICATE-----\n".utf8)
        let error = try #require(PEMErrorTests.error(String(decoding: broken, as: UTF8.self)))
        #expect(throws: EncodedObjectError.pem(error)) { try EncodedObject.all(in: broken) }
    }

    @Test("a list with a line end behind it is one, as where lists are asked for")
    func list() throws {
        // CertificateList of nobody, version 1 (RFC 5280 §5.1).
        let list = hex(
            "30 2D 30 1D 30 0A 06 08 2A 86 48 CE 3D 04 03 02 30 00 17 0D 32 36 30 31 30 31 30 30 30 30 30 30 5A 30 0A "
                + "06 08 2A 86 48 CE 3D 04 03 02 03 00")
        let (file, objects) = (list + [0x0A], try EncodedObject.all(in: list))
        try #require(objects.map(\.kind) == [.certificateList])
        #expect(try EncodedObject.all(in: file) == objects)
    }

    /// RFC 5652 §3 and RFC 7292 §4: both hold certificates, and neither is one.
    @Test("PKCS #7 and PKCS #12, where certificates are wanted")
    func containers() throws {
        let message = hex("30 0F 06 09 2A 86 48 86 F7 0D 01 07 02 A0 02 30 00")
        let pfx = hex("30 0B 02 01 03 30 06 06 01 2A A0 01 00")
        func pem(_ label: PEMLabel, _ contents: [UInt8]) -> [UInt8] {
            Array(PEMBlock(label, contents: contents).encoded.utf8)
        }
        let rows: [(String, [UInt8], ForeignForm)] = [
            ("DER", message, .pkcs7(isPEM: false)), ("PEM", pem(.pkcs7, message), .pkcs7(isPEM: true)),
            ("CMS", pem(.cms, message), .pkcs7(isPEM: true)),
            ("under the label of a certificate", pem(.certificate, message), .pkcs7(isPEM: true)),
            ("PKCS #12", pfx, .pkcs12), ("PKCS #12 in PEM", pem(.pkcs12, pfx), .pkcs12),
        ]
        for (name, file, form) in rows {
            #expect(throws: CertificateFileError.foreign(form), "\(name)") {
                try EncodedObject.encodedCertificates(in: file)
            }
            #expect(try EncodedObject.all(in: file).count == 1, "\(name)")
        }
        let both = pem(.certificate, message) + pem(.certificate, ForeignFile.der)
        #expect(try EncodedObject.encodedCertificates(in: both).count == 2)
    }

    @Test("each has a sentence and an advice in both languages")
    func words() throws {
        let forms =
            (ForeignFile.boundaries + ForeignFile.escaped + ForeignFile.others).map(\.form) + [
                .pkcs7(isPEM: true), .pkcs12,
            ]
        for form in forms {
            for statement in [form.statement, form.adviceStatement] {
                let (english, chinese) = (statement.text(in: .english), statement.text(in: .chinese))
                #expect(english != chinese && chinese.unicodeScalars.contains { $0.value > 0x4E00 }, "\(english)")
                let name = try #require(statement.identifier)
                #expect(name.utf8.allSatisfy { $0 == 0x2E || (0x30...0x7A).contains($0) }, "\(name)")
            }
        }
        #expect(
            ForeignForm.boundary(line: 3, .dashCount, expected: ForeignFile.boundary).statement.text(in: .english)
                == "line 3 is no boundary of PEM, since it has not five dashes on each side; it should read "
                + "-----BEGIN CERTIFICATE-----")
        #expect(
            ForeignForm.octetsBehind(.certificate, from: 370, count: 1).adviceStatement.text(in: .english)
                == "cut it off: head -c 370 FILE > FILE.der")
        #expect(
            ForeignForm.pkcs7(isPEM: false).adviceStatement.text(in: .chinese)
                == "请取出其中的证书：openssl pkcs7 -print_certs -inform DER -in FILE -out FILE.pem")
    }
}
