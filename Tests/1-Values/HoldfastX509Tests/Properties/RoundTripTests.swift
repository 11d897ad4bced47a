import Foundation
import HoldfastX509
import TestSupport
import Testing

/// X.690 §10 leaves one encoding of each value, so that what was read as DER is written as the same bytes.
@Suite("Property: to read and to write is the identity", .ownThread)
struct RoundTripTests {
    @Test("certificates of Vectors, and each value in them")
    func certificates() throws {
        let corpus = Corpus.repository.certificates
        #expect(corpus.count > 500)
        var read = 0
        for der in corpus {
            // Some are broken on purpose: what does not read is not written.
            guard let certificate = try? Certificate(der: der) else { continue }
            read += 1
            #expect(certificate.reencoded() == der, "\(certificate)")
            expectSame(certificate)
        }
        #expect(read > 500)
    }

    @Test("revocation lists of Vectors")
    func lists() throws {
        let corpus = Corpus.repository.lists
        #expect(corpus.count > 5)
        for der in corpus { try expectSame(list: der) }
    }

    @Test("PKITS: 400 certificates and 170 lists", .enabled(if: Corpus.pkits != nil, "VECTORS is not there"))
    func pkits() throws {
        let corpus = try #require(Corpus.pkits)
        #expect(corpus.certificates.count > 380 && corpus.lists.count > 160)
        for der in corpus.certificates {
            let certificate = try Certificate(der: der)
            #expect(certificate.reencoded() == der, "\(certificate)")
            expectSame(certificate)
        }
        for der in corpus.lists { try expectSame(list: der) }
    }

    private func expectSame(list der: [UInt8]) throws {
        let list = try CertificateList(der: der)
        #expect(list.reencoded() == der, "\(list.issuer)")
        expectSame(list.issuer, list.issuer.bytes)
        #expect(list.extensions.allSatisfy { $0.der.elementsEqual($0.bytes) })
    }

    /// Every part that can be written by itself gives the bytes that it was read from.
    private func expectSame(_ certificate: Certificate) {
        for name in [certificate.subject, certificate.issuer] { expectSame(name, name.bytes) }
        expectSame(certificate.subjectPublicKeyInfo, certificate.subjectPublicKeyInfo.bytes)
        expectSame(certificate.signatureAlgorithmIdentifier, certificate.signatureAlgorithmIdentifier.bytes)
        expectAgain(certificate.validity)
        expectAgain(certificate.serialNumber)
        for item in certificate.extensions {
            expectSame(item, item.bytes)
            if let value = Self.value(of: item) { #expect(value.der.elementsEqual(item.value), "\(item.oid)") }
        }
        for name in certificate.subjectAlternativeName ?? [] { expectAgain(name) }
    }

    /// The values of the extensions that certificates have here; nil for one that is not known.
    private static func value(of item: Extension) -> (any DERCodable)? {
        switch item.oid {
        case .authorityKeyIdentifier: try? AuthorityKeyIdentifier(der: item.value)
        case .subjectKeyIdentifier: try? SubjectKeyIdentifier(der: item.value)
        case .keyUsage: try? KeyUsage(der: item.value)
        case .basicConstraints: try? BasicConstraints(der: item.value)
        case .extendedKeyUsage: try? ExtendedKeyUsage(der: item.value)
        case .subjectAlternativeName, .issuerAlternativeName: try? GeneralNames(der: item.value)
        case .nameConstraints: try? NameConstraints(der: item.value)
        case .certificatePolicies: try? CertificatePolicies(der: item.value)
        case .policyMappings: try? PolicyMappings(der: item.value)
        case .policyConstraints: try? PolicyConstraints(der: item.value)
        case .inhibitAnyPolicy: try? InhibitAnyPolicy(der: item.value)
        case .cRLDistributionPoints, .freshestCRL: try? CRLDistributionPoints(der: item.value)
        case .authorityInformationAccess, .subjectInformationAccess: try? InformationAccess(der: item.value)
        case .tlsFeature: try? TLSFeature(der: item.value)
        default: nil
        }
    }

    private func expectSame(_ value: some DERCodable, _ bytes: ArraySlice<UInt8>) {
        #expect(value.der.elementsEqual(bytes), "\(value)")
    }

    /// Written, read and written again.
    private func expectAgain<Value: DERCodable & Equatable>(_ value: Value) {
        let der = value.der
        let again = try? Value(der: der)
        #expect(again == value && again?.der == der, "\(value)")
    }

    // MARK: Values that were made

    @Test("seeded values: numbers, identifiers, times, names", arguments: 0..<20)
    func seeded(_ seed: Int) throws {
        var made = SeededValues(UInt64(seed))
        for _ in 0..<50 {
            expectAgain(made.serialNumber())
            expectAgain(made.objectIdentifier())
            expectAgain(made.time())
            expectAgain(made.distinguishedName())
            expectAgain(made.generalName())
            expectAgain(made.keyUsage())
            expectAgain(made.nameConstraints())
            let number = made.integer()
            var writer = DERWriter()
            writer.integer(number)
            var reader = try DERReader(writer.bytes[...])
            #expect(try reader.readInt() == number)
        }
    }
}

/// Certificates and lists as bytes.
struct Corpus: Sendable {
    var certificates: [[UInt8]] = []
    var lists: [[UInt8]] = []

    /// All PEM blocks below `Vectors`.
    static let repository: Corpus = {
        let root = ProjectFolder.top.appending(path: "Vectors")
        var corpus = Corpus()
        let files = FileManager.default.enumerator(at: root.resolvingSymlinksInPath(), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard ["pem", "txt", "crt"].contains(file.pathExtension), let data = try? Data(contentsOf: file) else {
                continue
            }
            for block in (try? PEM.blocks(in: [UInt8](data)[...])) ?? [] {
                switch block.label {
                case "CERTIFICATE": corpus.certificates.append(block.contents)
                case "X509 CRL": corpus.lists.append(block.contents)
                default: continue
                }
            }
        }
        return corpus
    }()

    /// NIST's suite; nil where the data is absent.
    static let pkits: Corpus? = {
        guard let folder = ProcessInfo.processInfo.environment["VECTORS"],
            let data = try? Data(contentsOf: URL(filePath: folder).appending(path: "pkits.json")),
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        func bytes(_ key: String) -> [[UInt8]] {
            ((object[key] as? [String: String]) ?? [:]).values.compactMap {
                Data(base64Encoded: $0).map { [UInt8]($0) }
            }
        }
        return Corpus(certificates: bytes("certs"), lists: bytes("crls"))
    }()
}
