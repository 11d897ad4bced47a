import HoldfastX509
import TestSupport
import Testing

@Suite("Certification requests", .ownThread)
struct CertificationRequestTests {
    @Test("of OpenSSL: names, and what it asks for")
    func openSSL() throws {
        let request = try CertificationRequest(der: RecordedRequest.openSSL)
        #expect(request.subject.description == "CN=request.example.test,O=Example,C=DE")
        #expect(request.subjectPublicKeyInfo.curveName == "P-256")
        #expect(request.signatureAlgorithm == .ecdsa(.sha256))
        #expect(
            request.subjectAlternativeName == [
                .dnsName(try #require(IA5String("request.example.test"))), .ipAddress([192, 0, 2, 7]),
                .rfc822Name(try #require(IA5String("who@example.test"))),
            ])
        #expect(request.basicConstraints?.isCA == true)
        #expect(request.keyUsage == .keyCertSign)
        #expect(request.extendedKeyUsage == nil)
        #expect(request.challengePassword == nil)
        #expect(request.attributes.map(\.type) == [.extensionRequest])
    }

    @Test("of keytool and of certtool")
    func others() throws {
        let keytool = try CertificationRequest(der: RecordedRequest.keytool)
        #expect(keytool.subject.description == "CN=keytool.example.test,C=DE")
        #expect(keytool.basicConstraints == BasicConstraints(isCA: true, pathLengthConstraint: 1))
        #expect(keytool.subjectAlternativeName == [.dnsName(try #require(IA5String("keytool.example.test")))])

        let certtool = try CertificationRequest(der: RecordedRequest.certtool)
        #expect(certtool.challengePassword == "x")
        #expect(certtool.keyUsage == .digitalSignature)
        #expect(certtool.extendedKeyUsage == [.serverAuth])
        #expect(certtool.subjectAlternativeName.count == 2)
        #expect(certtool.attributes.map(\.type) == [.challengePassword, .extensionRequest])
    }

    @Test("are written as they were read", arguments: RecordedRequest.all)
    func reencoded(_ der: [UInt8]) throws {
        let request = try CertificationRequest(der: der)
        #expect(request.der == der)
        #expect(Array(request.bytes) == der)
        #expect(EncodedObject.kind(ofDER: der) == .certificationRequest)
        let block = try #require(try PEM.blocks(in: Array(request.pem.utf8)[...]).first)
        #expect(block.knownLabel == .certificateRequest)
        #expect(block.contents == der)
    }

    /// A request around these attributes; its signature is none.
    private func request(version: Int = 0, _ attributes: (inout DERWriter) -> Void) throws -> CertificationRequest {
        let recorded = try CertificationRequest(der: RecordedRequest.openSSL)
        var writer = DERWriter()
        writer.sequence { request in
            request.sequence { info in
                info.integer(version)
                info.value(recorded.subject)
                info.value(recorded.subjectPublicKeyInfo)
                attributes(&info)
            }
            request.value(recorded.signatureAlgorithmIdentifier)
            request.bitString(recorded.signature)
        }
        return try CertificationRequest(der: writer.bytes)
    }

    private func attribute(_ type: ObjectIdentifier, _ values: [[UInt8]]) -> [UInt8] {
        CertificationRequestAttribute(type, values: values).der
    }

    private let explicit = DERTag.context(0, constructed: true)
    private let empty: [UInt8] = [0x30, 0x00]

    /// RFC 2986 §4.1: "version … shall be 0 for this version of the standard"; attributes are not OPTIONAL; "values SET
    /// SIZE(1..MAX)". RFC 2985 §5.4.1 and §5.4.2: "SINGLE VALUE TRUE".
    @Test("that break PKCS #10 or PKCS #9 are refused")
    func refused() throws {
        #expect(try request { $0.setOf([], as: explicit) }.requestedExtensions.isEmpty)
        #expect(throws: DERError.self, "version 1") { try request(version: 1) { $0.setOf([], as: explicit) } }
        #expect(throws: DERError.self, "no attributes field") { try request { _ in } }
        let extensions = attribute(.extensionRequest, [empty])
        let others = CertificationRequestAttribute.extensionRequest([Extension(.keyUsage, value: [3, 2, 7, 128])]).der
        let wrong: [(name: String, attributes: [[UInt8]])] = [
            ("no value", [attribute(.extensionRequest, [])]),
            ("two values", [attribute(.extensionRequest, [empty, others])]),
            ("two requests for extensions", [extensions, others]),
            ("extensions that are none", [attribute(.extensionRequest, [[0x30, 0x02, 0x05, 0x00]])]),
            ("a byte after them", [attribute(.extensionRequest, [[0x31, 0x00]])]),
            ("a password that is no text", [attribute(.challengePassword, [[0x02, 0x01, 0x05]])]),
        ]
        for (name, attributes) in wrong {
            #expect(throws: DERError.self, "\(name)") { try request { $0.setOf(attributes, as: explicit) } }
        }
        #expect(throws: DERError.self, "not in order (X.690 §11.6)") {
            try request { info in
                info.write(explicit) { set in
                    set.raw(others)
                    set.raw(extensions)
                }
            }
        }
    }

    @Test("carry attributes that are not known")
    func unknown() throws {
        let value: [UInt8] = [0x0C, 0x01, 0x41]
        let made = try request { $0.setOf([attribute(.unstructuredName, [value])], as: explicit) }
        #expect(made.attributes == [CertificationRequestAttribute(.unstructuredName, values: [value])])
    }

    @Test("cut anywhere are errors", arguments: RecordedRequest.all)
    func truncated(_ der: [UInt8]) {
        for count in 0..<der.count {
            #expect(throws: DERError.self, "\(count) of \(der.count) bytes") {
                try CertificationRequest(der: der[..<count])
            }
        }
    }

    @Test("with any byte changed are errors, or are written back as they came", arguments: RecordedRequest.all)
    func mutated(_ der: [UInt8]) {
        var bytes = der
        for index in der.indices {
            let original = der[index]
            let flips = (0..<8).map { original ^ (1 << UInt8($0)) }
            for value in Set(flips + [0x00, 0x7F, 0x80, 0xFF]) where value != original {
                bytes[index] = value
                guard let request = try? CertificationRequest(der: bytes), request.der != bytes else { continue }
                Issue.record("byte \(index) set to \(value) is not written back")
            }
            bytes[index] = original
        }
    }
}
