import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

/// What a template says stands in the certificate, and broken bytes are broken exactly there.
@Suite("Fields of templates", .ownThread)
struct TemplateFieldTests {
    private static func issue(_ change: (inout CertificateTemplate) throws -> Void) throws -> [UInt8] {
        var template = TestHierarchy.server()
        try change(&template)
        return try TestHierarchy().intermediate.issue(template).certificate
    }

    private static func parsed(_ change: (inout CertificateTemplate) throws -> Void) throws -> Certificate {
        try Certificate(der: issue(change))
    }

    @Test("serial numbers")
    func serialNumber() throws {
        #expect(try Self.parsed { $0.serialNumber = SerialNumber(0) }.serialNumber.isZero)
        let negative = try SerialNumber(der: [2, 1, 0x80])
        #expect(try Self.parsed { $0.serialNumber = negative }.serialNumber.isNegative)
        let long = [UInt8](repeating: 0x7F, count: 40)
        #expect(try Array(Self.parsed { $0.serialNumber = SerialNumber(magnitude: long) }.serialNumber.bytes) == long)
    }

    @Test("key identifiers")
    func keyIdentifiers() throws {
        let none = try Self.parsed {
            $0.subjectKeyIdentifier = .omitted
            $0.authorityKeyIdentifier = .omitted
        }
        #expect(none.subjectKeyIdentifier == nil && none.authorityKeyIdentifier == nil)
        let wrong = try Self.parsed {
            $0.subjectKeyIdentifier = .value([1])
            $0.authorityKeyIdentifier = .value([2])
        }
        #expect(wrong.subjectKeyIdentifier == [1] && wrong.authorityKeyIdentifier?.keyIdentifier == [2])

        // What is issued below such a certificate names the identifier that it states, or its key's where none is.
        for (field, expected) in [(KeyIdentifierField.value([7, 7]), [7, 7] as [UInt8]?), (.omitted, nil)] {
            var template = CertificateTemplate.intermediate(name: "I", at: TestHierarchy.moment)
            template.subjectKeyIdentifier = field
            let authority = CertificateAuthority(try TestHierarchy().root.issue(template))
            let below = try Certificate(der: authority.issue(TestHierarchy.server()).certificate)
            let derived = authority.identity.key.subjectPublicKeyInfo.derivedKeyIdentifier
            #expect(below.authorityKeyIdentifier?.keyIdentifier.map { Array($0) } == expected ?? derived, "\(field)")
        }
    }

    @Test("key identifiers as RFC 5280 computes them")
    func derivedKeyIdentifier() throws {
        let key = try PrivateKey.generate(.p256).subjectPublicKeyInfo
        // The point of a P-256 key is the last 65 bytes of its SubjectPublicKeyInfo.
        #expect(key.derivedKeyIdentifier == Digest.sha1(key.bytes.suffix(65)))
    }

    @Test("algorithms inside and outside")
    func algorithms() throws {
        let both = try Self.parsed { $0.signatureAlgorithm = .ecdsa(.sha1) }
        #expect(both.signatureAlgorithm == .ecdsa(.sha1))
        #expect(both.tbsSignatureAlgorithm == both.signatureAlgorithmIdentifier)
        let inner = try Self.parsed { $0.innerAlgorithm = .ed25519 }
        #expect(SignatureAlgorithm(inner.tbsSignatureAlgorithm) == .ed25519)
        #expect(inner.signatureAlgorithm == .ecdsa(.sha256))
        let outer = try Self.parsed { $0.outerAlgorithm = .ed448 }
        #expect(SignatureAlgorithm(outer.tbsSignatureAlgorithm) == .ecdsa(.sha256))
        #expect(outer.signatureAlgorithm == .ed448)
    }

    @Test("an algorithm that is not the issuer's is an error")
    func wrongAlgorithm() {
        #expect {
            try Self.issue { $0.signatureAlgorithm = .rsaPKCS1(.sha256) }
        } throws: { error in
            guard case .crypto(let error) = error as? AuthorityError else { return false }
            return error.reason == .algorithmNotForKey
        }
    }

    @Test("versions")
    func versions() throws {
        for version in Version.allCases {
            let certificate = try Self.parsed { $0.version = version }
            #expect(certificate.version == version && certificate.extensions.count == 6)
            let old = try Self.parsed { $0.downgrade(to: version) }
            #expect(old.version == version && old.extensions.isEmpty)
            // X.690 §11.5: a component with its default value is not encoded, and v1 is the default.
            let field: [UInt8] = [0xA0, 3, 2, 1, UInt8(version.rawValue)]
            #expect(Array(old.tbsBytes).contains(field) == (version != .v1))
        }
    }

    @Test("extensions of any kind, any content, any number")
    func extensions() throws {
        let certificate = try Self.parsed {
            $0.add(.tlsFeature, TLSFeature([5]))
            $0.add(.keyUsage, KeyUsage.keyCertSign, isCritical: false)
            $0.additionalExtensions.append(Extension(ObjectIdentifier(1, 2, 3), isCritical: true, value: []))
        }
        #expect(certificate.tlsFeature == [5])
        #expect(certificate.extensions.count == 9)
        #expect(certificate.extensions.filter { $0.oid == .keyUsage }.map(\.isCritical) == [true, false])
        #expect(certificate.extensions.last?.isCritical == true)
        #expect(certificate.extensions.last?.value.isEmpty == true)

        let broken = try Self.issue {
            $0.additionalExtensions = [Extension(.certificatePolicies, value: [0x30, 0x05])]
        }
        #expect(throws: DERError.self) { try Certificate(der: broken) }
    }

    @Test("criticality turned round")
    func criticality() throws {
        let certificate = try Self.parsed {
            for oid: ObjectIdentifier in [.basicConstraints, .keyUsage] { $0.criticality[oid] = false }
            for oid: ObjectIdentifier in [
                .subjectKeyIdentifier, .authorityKeyIdentifier, .extendedKeyUsage, .subjectAlternativeName,
            ] {
                $0.criticality[oid] = true
            }
        }
        for next in certificate.extensions {
            #expect(next.isCritical != [.basicConstraints, .keyUsage].contains(next.oid), "\(next.oid)")
        }
    }

    @Test("a signed part that is no DER is signed all the same")
    func brokenTBS() throws {
        let authority = try TestHierarchy().intermediate
        var template = TestHierarchy.server()
        template.tbsEdit = ByteEdit { tbs in
            // The version's length says 2 where one byte is meant: A0 03 02 01 02 becomes A0 03 02 02 02.
            guard let version = tbs.firstRange(of: [0xA0, 3, 2, 1, 2]) else { return tbs }
            return tbs.replacingSubrange(version, with: [0xA0, 3, 2, 2, 2])
        }
        let certificate = try authority.issue(template).certificate
        #expect(throws: DERError.self) { try Certificate(der: certificate) }

        var reader = try DERReader(certificate[...])
        let outer = try reader.readElement()
        var fields = try DERReader(outer.content)
        let tbs = try fields.readElement().bytes
        let algorithm = try SignatureAlgorithm(AlgorithmIdentifier(from: &fields))
        let signature = try fields.readBitString()
        let key = try PublicKey(authority.identity.key.subjectPublicKeyInfo)
        #expect(key.isValidSignature(signature, for: tbs, algorithm: algorithm))
    }

    @Test("edits")
    func edits() throws {
        let authority = try CertificateAuthority.root(
            name: "R", at: TestHierarchy.moment, key: .generate(.ed25519))
        let key = try PrivateKey.generate(.p256).subjectPublicKeyInfo
        var template = TestHierarchy.server()
        template.serialNumber = SerialNumber(1)
        let good = try authority.issue(template, for: key)

        template.signatureEdit = .flippingBit(at: -1)
        var flipped = good
        flipped[flipped.count - 1] ^= 1
        #expect(try authority.issue(template, for: key) == flipped)

        for offset in [64, -65] {
            template.signatureEdit = .flippingBit(at: offset)
            #expect(try authority.issue(template, for: key) == good, "\(offset) is outside")
        }
        template.signatureEdit = nil
        template.certificateEdit = .appending([0, 0])
        #expect(try authority.issue(template, for: key) == good + [0, 0])
        template.certificateEdit = .replacing(with: [1, 2, 3])
        #expect(try authority.issue(template, for: key) == [1, 2, 3])
    }
}

extension [UInt8] {
    fileprivate func replacingSubrange(_ range: Range<Int>, with bytes: [UInt8]) -> [UInt8] {
        self[..<range.lowerBound] + bytes + self[range.upperBound...]
    }
}
