import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Timestamps of logs: made as RFC 6962 §3 says, checked from the finished certificate alone.
@Suite("Signed certificate timestamps", .ownThread)
struct TransparencyIssuingTests {
    private let moment = TestHierarchy.moment

    private func logs() throws -> [TransparencyLog] {
        try [KeyKind.p256, .rsa(bits: 2048)].map { try TransparencyLog(key: PrivateKey.generate($0)) }
    }

    @Test("verify under their log's key, over the certificate without them")
    func verify() throws {
        let hierarchy = try TestHierarchy()
        let authority = hierarchy.intermediate
        let logs = try logs()
        let key = try PrivateKey.generate(.p256)
        let logged = try authority.issue(
            TestHierarchy.server(), for: key.subjectPublicKeyInfo, loggedBy: logs, at: moment)
        let certificate = try Certificate(der: logged.certificate)
        let list = try SignedCertificateTimestampList(bytes: try #require(certificate.embeddedSCTList))
        #expect(list.timestamps == logged.timestamps)
        #expect(list.timestamps.map { $0.version1?.instant } == [moment, moment])
        let issuerKey = authority.identity.key.subjectPublicKeyInfo
        let entry = try TimestampedEntry.precertificate(tbsBytes: certificate.tbsBytes, issuerKey: issuerKey)
        for (log, timestamp) in zip(logs, list.timestamps) {
            let judge = try PublicKey(log.key.subjectPublicKeyInfo)
            // RFC 6962 §3.2: "The LogID field of an SCT is the SHA-256 hash of the log's public key, calculated over
            // the DER encoding of the key represented as SubjectPublicKeyInfo."
            #expect(timestamp.version1.map { Array($0.logID) } == Digest.sha256(log.key.subjectPublicKeyInfo.bytes))
            #expect(judge.isValidTimestamp(timestamp, for: entry))
            // Another issuer, another certificate, another log.
            let other = try TimestampedEntry.precertificate(
                tbsBytes: certificate.tbsBytes, issuerKey: key.subjectPublicKeyInfo)
            #expect(!judge.isValidTimestamp(timestamp, for: other))
            let stranger = try Certificate(
                der: try authority.issue(TestHierarchy.server(), for: key.subjectPublicKeyInfo))
            #expect(
                try !judge.isValidTimestamp(
                    timestamp, for: .precertificate(tbsBytes: stranger.tbsBytes, issuerKey: issuerKey)))
            #expect(try !PublicKey(issuerKey).isValidTimestamp(timestamp, for: entry))
        }
    }

    @Test("the precertificate is the certificate with the poison in place of the timestamps")
    func precertificate() throws {
        let hierarchy = try TestHierarchy()
        let logged = try hierarchy.intermediate.issue(
            TestHierarchy.server(), for: try PrivateKey.generate(.p256).subjectPublicKeyInfo, loggedBy: try logs(),
            at: moment)
        let pre = try Certificate(der: logged.precertificate)
        let final = try Certificate(der: logged.certificate)
        // RFC 6962 §3.1: "a special critical poison extension (OID 1.3.6.1.4.1.11129.2.4.3, whose extnValue OCTET
        // STRING contains ASN.1 NULL data (0x05 0x00))".
        #expect(pre.extensions.last == Extension(.precertificatePoison, isCritical: true, value: [5, 0]))
        #expect(pre.extensions.dropLast() == final.extensions.dropLast())
        #expect(final.extensions.last?.oid == .embeddedSCTList)
        #expect(pre.serialNumber == final.serialNumber)
        // Nobody may take it for a certificate; openssl does not.
        let openssl = try OpenSSLCommand()
        let rest = [hierarchy.intermediate.certificate]
        let roots = [hierarchy.root.certificate]
        #expect(try openssl.verdict(chain: [logged.precertificate] + rest, roots: roots) != "OK")
        #expect(try openssl.verdict(chain: [logged.certificate] + rest, roots: roots) == "OK")
    }

    @Test("the caller may put in any, of any moment, for anything")
    func chosen() throws {
        let authority = try TestHierarchy().intermediate
        let logs = try logs()
        var entries: [TimestampedEntry] = []
        let identity = try authority.issue(TestHierarchy.server()) { precertificate throws(AuthorityError) in
            entries.append(.certificate(precertificate))
            var timestamps: [SignedCertificateTimestamp] = []
            for (number, log) in logs.enumerated() {
                let later = moment.advanced(bySeconds: Int64(number) * 60)
                timestamps.append(try log.timestamp(.certificate([1]), at: later))
            }
            return timestamps
        }
        let certificate = try Certificate(der: identity.certificate)
        let list = try SignedCertificateTimestampList(bytes: try #require(certificate.embeddedSCTList))
        #expect(entries.count == 1)
        #expect(list.timestamps.map { $0.version1?.instant } == [moment, moment.advanced(bySeconds: 60)])
        #expect(identity.key.subjectPublicKeyInfo == certificate.subjectPublicKeyInfo)
        #expect(identity.issuers == [authority.certificate])
    }

    /// RFC 6962 §3.3: an extension of the SingleResponse, 1.3.6.1.4.1.11129.2.4.5, an OCTET STRING with the list in it.
    @Test("an OCSP response carries them, for the certificate as it is; openssl reads the response")
    func stapled() throws {
        let authority = try TestHierarchy().intermediate
        let identity = try authority.issue(TestHierarchy.server())
        let certificate = try Certificate(der: identity.certificate)
        let entry = TimestampedEntry.certificate(identity.certificate)
        let log = try TransparencyLog(key: PrivateKey.generate(.p256))
        let timestamp = try log.timestamp(entry, at: moment)
        var template = OCSPResponseTemplate(at: moment)
        template.answer(try authority.certID(for: certificate.serialNumber), .good, timestamps: [timestamp])
        let der = try authority.issue(template)
        let response = try #require(try OCSPResponse(der: der).basicResponse)
        let single = try #require(response.tbsResponseData.responses.first)
        // RFC 6962 §3.3: "an X.509v3 … extension with OID 1.3.6.1.4.1.11129.2.4.5".
        #expect(single.singleExtensions?.map(\.oid.description) == ["1.3.6.1.4.1.11129.2.4.5"])
        let list = try SignedCertificateTimestampList(bytes: try #require(try single.signedCertificateTimestamps))
        #expect(list.timestamps == [timestamp])
        #expect(try PublicKey(log.key.subjectPublicKeyInfo).isValidTimestamp(list.timestamps[0], for: entry))
        let openssl = try OpenSSLCommand()
        try openssl.write(der, to: "response.der")
        let text = try openssl("ocsp -respin response.der -noverify -resp_text")
        #expect(text.contains("CT Certificate SCTs") && text.contains("Jun  1 08:00:00.000 2026 GMT"), "\(text)")
    }

    @Test("openssl reads them")
    func openssl() throws {
        let identity = try TestHierarchy().intermediate.issue(TestHierarchy.server(), loggedBy: try logs(), at: moment)
        let openssl = try OpenSSLCommand()
        try openssl.write([identity.certificate], to: "certificate.pem")
        let text = try openssl("x509 -in certificate.pem -noout -text")
        for part in [
            "CT Precertificate SCTs", "Version   : v1 (0x0)", "Jun  1 08:00:00.000 2026 GMT", "ecdsa-with-SHA256",
            "sha256WithRSAEncryption",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    /// RFC 6962 §2.1.4: "A log MUST use either … ECDSA using the NIST P-256 curve … or RSA signatures … using a key of
    /// at least 2048 bits."
    @Test("keys that logs may not have are refused, and what is no precertificate")
    func refused() throws {
        for kind in [KeyKind.p384, .ed25519, .rsa(bits: 1024)] {
            #expect(throws: AuthorityError.self, "\(kind)") {
                try TransparencyLog(key: PrivateKey.generate(kind))
            }
        }
        let log = try TransparencyLog(key: PrivateKey.generate(.p256))
        let authority = try TestHierarchy().root
        let issuerKey = authority.identity.key.subjectPublicKeyInfo
        let certificate = try authority.issue(TestHierarchy.server()).certificate
        #expect(throws: AuthorityError.notAPrecertificate) {
            try log.timestamp(precertificate: certificate, issuerKey: issuerKey, at: moment)
        }
        #expect(throws: AuthorityError.self) {
            try log.timestamp(precertificate: [0x30, 0x00], issuerKey: issuerKey, at: moment)
        }
    }

    /// RFC 6962 §3.2: `opaque ASN.1Cert<1..2^24-1>`. A longer one has no such form, however it is cut.
    @Test("no timestamp is good for a certificate that has no place in what is signed", arguments: [0, 1])
    func tooLong(excess: Int) throws {
        let log = try TransparencyLog(key: PrivateKey.generate(.p256))
        let entry = TimestampedEntry.certificate([UInt8](repeating: 0xAA, count: (1 << 24) - 1 + excess))
        let timestamp = try log.timestamp(entry, at: moment)
        let isValid = try PublicKey(log.key.subjectPublicKeyInfo).isValidTimestamp(timestamp, for: entry)
        #expect(isValid == (excess == 0))
    }

    /// RFC 6962 §3.2's structure, octet by octet.
    @Test("what is signed")
    func signedBytes() {
        let entry = TimestampedEntry.precertificate(
            tbsCertificate: [0xAA, 0xBB], issuerKeyHash: [UInt8](repeating: 9, count: 32))
        #expect(
            entry.signedBytes(timestamp: 0x0102_0304_0506_0708, extensions: [0xCC])
                == [0, 0] + [1, 2, 3, 4, 5, 6, 7, 8] + [0, 1] + [UInt8](repeating: 9, count: 32) + [
                    0, 0, 2, 0xAA, 0xBB,
                ]
                + [0, 1, 0xCC])
        #expect(
            TimestampedEntry.certificate([0xDD]).signedBytes(timestamp: 1)
                == [0, 0] + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0] + [0, 0, 1, 0xDD] + [0, 0])
    }
}
