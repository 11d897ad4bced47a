import HoldfastAuthority
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastX509
import TestSupport
import Testing

/// What inspections say of things that are not read whole: no more than was looked at.
@Suite("Kinds that are recognised, and not read", .ownThread)
struct InspectedKindTests {
    private static func der(_ body: (inout DERWriter) -> Void) -> [UInt8] {
        var writer = DERWriter()
        writer.sequence(body)
        return writer.bytes
    }

    private func inspect(_ bytes: [UInt8], passphrase: String? = nil) throws -> [ObjectInspection] {
        var inspection = Inspection(passphrase: passphrase.map { Passphrase($0) })
        inspection.add(try EncodedObject.all(in: bytes), from: "file")
        return inspection.items.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }

    private func pem(_ label: String, _ contents: [UInt8]) -> [UInt8] {
        Array(PEMBlock(label: label, contents: contents).encoded.utf8)
    }

    private static func curve(_ oid: ObjectIdentifier) -> AlgorithmIdentifier {
        AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: oid.der)
    }

    /// The identifiers of RFC 8410 §3, RFC 5480 §2.1.1.1, RFC 5639 §4.1, RFC 3279 §2.3, RFC 9881 §2 and NIST's
    /// register.
    static let kinds: [(algorithm: AlgorithmIdentifier, name: String)] = [
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 3, 101, 110)), "X25519"),
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 3, 101, 111)), "X448"),
        (curve(ObjectIdentifier(1, 3, 132, 0, 33)), "EC on secp224r1"),
        (curve(ObjectIdentifier(1, 3, 132, 0, 10)), "EC on secp256k1"),
        (curve(ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 7)), "EC on brainpoolP256r1"),
        (curve(ObjectIdentifier(1, 3, 36, 3, 3, 2, 8, 1, 1, 12)), "EC on brainpoolP384t1"),
        (curve(ObjectIdentifier(1, 2, 156, 10197, 1, 301)), "EC on SM2"),
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 840, 113_549, 1, 3, 1), parameters: [0x30, 0]), "DH"),
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 840, 10040, 4, 1), parameters: [0x30, 0]), "DSA"),
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 6, 45)), "MLDSA65-ECDSA-P256-SHA512"),
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 20)), "SLH-DSA-SHA2-128s"),
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 31)), "SLH-DSA-SHAKE-256f"),
        (AlgorithmIdentifier(algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 4, 2)), "ML-KEM-768"),
    ]

    @Test(
        "a private key of a kind that is not supported is told by name, and is not malformed", arguments: kinds.indices)
    func privateKeys(_ index: Int) throws {
        let (algorithm, name) = Self.kinds[index]
        let key = PrivateKeyInfo(algorithm, privateKey: [4, 2, 1, 2]).der
        for bytes in [key, pem("PRIVATE KEY", key)] {
            let object = try #require(try inspect(bytes).first)
            let json = try JSONDocument(object.jsonLine())
            #expect(json["malformed"] == .null)
            #expect(json["closed"] == .bool(false))
            let text = object.text()
            #expect(text.contains("keys of the kind \(name) are not supported"), "\(text)")
            #expect(!text.contains("error:"), "\(text)")
        }
    }

    /// RFC 9881 §6: a seed, a key, or both.
    @Test(
        "a private key of ML-DSA is shown where the library has it, and else not supported, by name",
        arguments: RecordedMLDSA.sets)
    func mldsa(_ set: String) throws {
        for form in ["seed", "expanded", "both"] {
            let object = try #require(try inspect(RecordedMLDSA.file("ml-dsa-\(set)-\(form).key")).first)
            let json = try JSONDocument(object.jsonLine())
            #expect(json["malformed"] == .null && json["closed"] == .bool(false))
            let text = object.text()
            if MLDSA.mlDSA65.isInLibrary {
                #expect(text.contains("sha256/") && !text.contains("its private half does not fit"), "\(text)")
            } else {
                #expect(text.contains("this machine's OpenSSL does not have ML-DSA-\(set)"), "\(text)")
            }
            #expect(!text.contains("error:"), "\(text)")
        }
    }

    /// The lengths of RFC 8410 §3, FIPS 203, 204 and 205; RFC 5480 §2.2; RFC 3279 §2.3.2.
    @Test("a public key that is not computed with has a pin where it has its kind's form, and none where it has not")
    func publicKeys() throws {
        func oid(_ text: String) throws -> ObjectIdentifier { try #require(ObjectIdentifier(text)) }
        let lengths: [(String, Int)] = [
            ("1.3.101.110", 32), ("1.3.101.111", 56), ("2.16.840.1.101.3.4.3.17", 1312),
            ("2.16.840.1.101.3.4.3.18", 1952), ("2.16.840.1.101.3.4.3.19", 2592), ("2.16.840.1.101.3.4.3.20", 32),
            ("2.16.840.1.101.3.4.3.31", 64), ("2.16.840.1.101.3.4.4.1", 800), ("2.16.840.1.101.3.4.4.2", 1184),
            ("2.16.840.1.101.3.4.4.3", 1568),
        ]
        var rows: [(algorithm: AlgorithmIdentifier, key: [UInt8], isKey: Bool)] = []
        for (text, count) in lengths {
            let algorithm = AlgorithmIdentifier(algorithm: try oid(text))
            rows.append((algorithm, [UInt8](repeating: 1, count: count), true))
            rows.append((algorithm, [UInt8](repeating: 1, count: count + 1), false))
        }
        let curve = Self.curve(try oid("1.3.132.0.10"))
        let dsa = AlgorithmIdentifier(algorithm: try oid("1.2.840.10040.4.1"), parameters: [0x30, 0])
        rows += [
            (curve, [4] + [UInt8](repeating: 1, count: 64), true),
            (curve, [5] + [UInt8](repeating: 1, count: 64), false),
            (dsa, [2, 1, 5], true), (dsa, [4, 1, 5], false),
            (AlgorithmIdentifier(algorithm: try oid("1.2.3.4")), [1, 2, 3], false),
        ]
        for (algorithm, key, isKey) in rows {
            let info = try SubjectPublicKeyInfo(algorithm: algorithm, subjectPublicKey: BitString(key))
            let object = try #require(try inspect(Array(info.pem.utf8)).first)
            #expect(object.text().contains("sha256/") == isKey, "\(object.text())")
        }
    }

    @Test("a key on another curve in SEC 1's form, and OpenSSL's DSA key")
    func traditional() throws {
        let parameters = ObjectIdentifier(1, 3, 132, 0, 10).der
        let key = Self.der { key in
            key.integer(1)
            key.octetString([UInt8](repeating: 7, count: 32))
            key.explicit(0) { $0.raw(parameters[...]) }
        }
        let dsa = Self.der { for number in [0, 23, 11, 4, 8, 3] { $0.integer(number) } }
        for (label, der, name) in [("EC PRIVATE KEY", key, "EC on secp256k1"), ("DSA PRIVATE KEY", dsa, "DSA")] {
            let object = try #require(try inspect(pem(label, der)).first)
            #expect(try JSONDocument(object.jsonLine())["malformed"] == .null, "\(label)")
            #expect(object.text().contains("keys of the kind \(name) are not supported"), "\(object.text())")
        }
    }

    @Test("a private key that is none is malformed, in words and not in OpenSSL's")
    func malformed() throws {
        let object = try #require(try inspect(pem("PRIVATE KEY", [0x30, 0x03, 0x02, 0x01, 0x00])).first)
        #expect(try JSONDocument(object.jsonLine())["malformed"] != .null)
        #expect(!object.text().contains("error:"), "\(object.text())")
        // Nothing is said of an encryption that was not looked at.
        #expect(!object.text().contains("encryption"), "\(object.text())")
    }

    /// PROTOCOL.key of OpenSSH: AUTH_MAGIC, string ciphername, string kdfname, string kdfoptions, uint32 number of
    /// keys, string publickey, string the private list; for bcrypt the options are string salt, uint32 rounds.
    private static func openSSH(_ cipher: String, _ kdf: String, _ options: [UInt8]) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
        func string(_ bytes: some Collection<UInt8>) -> [UInt8] { number(bytes.count) + bytes }
        let key = string("ssh-ed25519".utf8) + string([UInt8](repeating: 9, count: 32))
        return Array("openssh-key-v1\0".utf8) + string(cipher.utf8) + string(kdf.utf8) + string(options) + number(1)
            + string(key) + string([1, 2, 3])
    }

    @Test("OpenSSH's own form: encrypted or not as its header says, and nothing where there is none")
    func openSSH() throws {
        let options = [0, 0, 0, 2, 1, 2, 0, 0, 0, 24] as [UInt8]
        let rows: [(contents: [UInt8], shown: String?, hidden: String)] = [
            (Self.openSSH("aes256-ctr", "bcrypt", options), "aes256-ctr, bcrypt, 24 rounds", "whoever reads"),
            (Self.openSSH("none", "none", []), "none: whoever reads the file has the key", ", encrypted"),
            (Array(Self.openSSH("aes256-ctr", "bcrypt", options).prefix(20)), nil, "encryption"),
            ([0x30, 0x00], nil, "encryption"),
        ]
        for (contents, shown, hidden) in rows {
            let object = try #require(try inspect(pem("OPENSSH PRIVATE KEY", contents)).first)
            let text = object.text()
            if let shown {
                #expect(text.contains(shown), "\(text)")
                #expect(text.contains("ssh-ed25519"), "\(text)")
            }
            #expect(!text.contains(hidden), "\(text)")
            #expect(try JSONDocument(object.jsonLine())["malformed"] == .null)
        }
    }

    // MARK: PKCS #12

    private static let data = ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 1)
    private static let keyBag = ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 1)

    /// RFC 7292 §4, without MacData: an authenticated safe of one part that is not encrypted, with one bag.
    private static func plain(_ key: PrivateKey) throws -> [UInt8] {
        let pkcs8 = try key.pkcs8DER
        let bags = der { list in
            list.sequence { bag in
                bag.oid(keyBag)
                bag.explicit(0) { $0.raw(pkcs8[...]) }
            }
        }
        let safe = der { list in
            list.sequence { info in
                info.oid(data)
                info.explicit(0) { $0.octetString(bags) }
            }
        }
        return der { file in
            file.integer(3)
            file.sequence { info in
                info.oid(data)
                info.explicit(0) { $0.octetString(safe) }
            }
        }
    }

    /// RFC 7292 §4.2.1: "A KeyBag is a PKCS #8 PrivateKeyInfo"; a shrouded one is encrypted (§4.2.2).
    @Test("a key of a keyBag is not encrypted, and is not said to be; one of OpenSSL's parts is, and how")
    func keyBags() throws {
        let key = try PrivateKey.generate(.p256)
        let objects = try inspect(try Self.plain(key))
        #expect(objects.map(\.kind) == [.pkcs12, .privateKey])
        #expect(objects[0].text().contains("none: nobody would notice a change"), "\(objects[0].text())")
        #expect(objects[1].text().contains("none: whoever reads the file has the key"), "\(objects[1].text())")
        #expect(!objects[1].text().contains("encrypted"), "\(objects[1].text())")

        let file = PKCS12(keys: [PKCS12.Key(key)], certificates: [])
        let closed = try file.encoded(Passphrase("s3cret"), iterations: KeyEncryption.minimumIterations)
        let shrouded = try #require(try inspect(closed, passphrase: "s3cret").last)
        #expect(shrouded.text().contains("private key, EC P-256, encrypted"), "\(shrouded.text())")
        #expect(shrouded.text().contains("AES-256-CBC, PBKDF2 with HMAC-SHA256, 1000 iterations"), "\(shrouded.text())")
    }

    @Test("BER, as NSS and Firefox write PKCS #12: integrity and parts are told as of DER")
    func ber() throws {
        let file = PKCS12(keys: [PKCS12.Key(try PrivateKey.generate(.p256))], certificates: [])
        let der = try file.encoded(Passphrase("s3cret"), iterations: KeyEncryption.minimumIterations)
        var reader = try DERReader(der[...])
        // The outermost length in the indefinite form (X.690 §8.1.3.6).
        let ber = [0x30, 0x80] + Array(try reader.readElement().content) + [0, 0]
        let (left, right) = (try #require(try inspect(der).first), try #require(try inspect(ber).first))
        #expect(left.text().contains("HMAC with SHA-256, 1000 iterations"))
        #expect(right.text().contains("HMAC with SHA-256, 1000 iterations"), "\(right.text())")
        #expect(try JSONDocument(right.jsonLine())["content"] == JSONDocument(left.jsonLine())["content"])
    }

    // MARK: Requests, parameters

    @Test(
        "a request by ML-DSA, where the library has it not: not checked is not false",
        .disabled(if: MLDSA.mlDSA44.isInLibrary, "this OpenSSL has ML-DSA, and checks the signature"))
    func request() throws {
        let algorithm = AlgorithmIdentifier(algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 17))
        let key = try SubjectPublicKeyInfo(
            algorithm: algorithm, subjectPublicKey: BitString([UInt8](repeating: 1, count: 1312)))
        let info = try CertificationRequestInfo(
            subject: try DistinguishedName(text: "CN=pq.test"), subjectPublicKeyInfo: key, attributes: [])
        let der = Self.der {
            $0.raw(info.bytes)
            $0.value(algorithm)
            $0.bitString([1, 2, 3])
        }
        let object = try #require(try inspect(der).first)
        #expect(object.text().contains("ML-DSA-44, not checked"), "\(object.text())")
        #expect(!object.text().contains("does not verify"), "\(object.text())")
        let line = try object.jsonLine()
        #expect(line.contains(#""signatureVerifies":null"#) && line.contains(#""provesKey":false"#), "\(line)")
    }

    @Test("Diffie-Hellman parameters: size and generator, and no pin")
    func parameters() throws {
        // The first Oakley group of RFC 2409 §6.1, 768 bits.
        let prime = hex(
            """
            FFFFFFFF FFFFFFFF C90FDAA2 2168C234 C4C6628B 80DC1CD1 29024E08 8A67CC74 020BBEA6 3B139B22 514A0879 8E3404DD
            EF9519B3 CD3A431B 302B0A6D F25F1437 4FE1356D 6D51C245 E485B576 625E7EC6 F44C42E9 A63A3620 FFFFFFFF FFFFFFFF
            """)
        func group(_ generator: Int, _ more: Int? = nil) -> [UInt8] {
            Self.der {
                $0.integer(bytes: prime)
                $0.integer(generator)
                if let more { $0.integer(more) }
            }
        }
        for (label, der) in [
            ("DH PARAMETERS", group(2)), ("DH PARAMETERS", group(2, 225)), ("X9.42 DH PARAMETERS", group(2, 11)),
        ] {
            let object = try #require(try inspect(pem(label, der)).first)
            let text = object.text()
            #expect(object.kind == .parameters)
            #expect(text.hasPrefix("Diffie-Hellman parameters, 768 bits\n"), "\(text)")
            #expect(text.contains("generator") && !text.contains("sha256/") && !text.contains("RSA"), "\(text)")
        }
        for (octets, shown) in [(8, "18446744073709551615"), (9, "0xffffffffffffffffff")] {
            let der = Self.der {
                $0.integer(bytes: prime)
                $0.integer(bytes: [UInt8](repeating: 0xFF, count: octets))
            }
            let object = try #require(try inspect(pem("DH PARAMETERS", der)).first)
            #expect(object.text().contains(shown), "\(object.text())")
        }
        let unlabelled = try #require(try inspect(group(2)).first)
        #expect(unlabelled.kind == .parameters)
        // A generator of 5 could be an exponent; a prime is no modulus (RFC 8017 §3.1).
        let five = try #require(try inspect(group(5)).first)
        #expect(!five.text().contains("sha256/"), "\(five.text())")
        let broken = try #require(try inspect(pem("DH PARAMETERS", [0x30, 0x00])).first)
        #expect(try JSONDocument(broken.jsonLine())["malformed"] != .null)
    }
}
