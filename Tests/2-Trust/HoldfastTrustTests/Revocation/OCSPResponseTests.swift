import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 6960 §3.2, 1, 5 and 6: what a response has to say, of whom and for when. Who may sign is in ``OCSPSignerTests``.
@Suite("Revocation: OCSP responses", .ownThread)
struct OCSPResponseTests {
    /// A response that must not make the certificate good, and what is told of it.
    struct Attack: CustomStringConvertible, Sendable {
        let description: String
        let told: String
        let make: @Sendable (RevocationWorld) throws -> [UInt8]

        init(_ description: String, _ told: String, _ make: @escaping @Sendable (RevocationWorld) throws -> [UInt8]) {
            self.description = description
            self.told = told
            self.make = make
        }

        /// With a certificate identified in some other way than the server's.
        static func naming(
            _ description: String, _ told: String = "no OCSP response at hand speaks of the certificate",
            _ certID: @escaping @Sendable (RevocationWorld) throws -> CertID
        ) -> Attack {
            Attack(description, told) { world in
                let id = try certID(world)
                return try world.response { $0.answer(id, .good) }
            }
        }
    }

    private static let moment = RevocationWorld.moment
    private static let unknownExtension = ObjectIdentifier(2, 999, 1)

    /// A response whose thisUpdate has a fraction of a second.
    private static func fractional(_ world: RevocationWorld, _ status: SingleResponse.CertStatus) throws -> [UInt8] {
        let update = Self.moment.advanced(bySeconds: -3600)
        let id = try world.intermediate.certID(for: world.certificate.serialNumber)
        let whole = SingleResponse(
            certID: id, certStatus: status, thisUpdate: update, nextUpdate: moment.advanced(byDays: 7)
        ).der
        let time = Time(update, encoding: .generalizedTime).der
        var content = HandMade.content(of: whole)
        let place = try #require(content.firstRange(of: time))
        let fraction = [time[0], time[1] + 4] + time.dropFirst(2).dropLast() + Array(".125Z".utf8)
        content.replaceSubrange(place, with: fraction)
        let changed = HandMade.sequence([content])
        return try world.response(status) { template in
            template.answer(id, status)
            template.tbsEdit = ByteEdit { tbs in
                guard let data = try? ResponseData(der: tbs) else { return tbs }
                var parts = [data.responderID.der, Time(data.producedAt, encoding: .generalizedTime).der]
                parts.append(HandMade.sequence([changed]))
                return HandMade.sequence(parts)
            }
        }
    }

    private static func hashes(
        _ world: RevocationWorld, _ digest: DigestAlgorithm, name: DistinguishedName? = nil, key: [UInt8]? = nil
    ) throws -> CertID {
        let ownKey = Array(world.intermediate.identity.key.subjectPublicKeyInfo.subjectPublicKey.bytes)
        return CertID(
            digest, issuerNameHash: try Digest.hash(digest, (name ?? world.certificate.issuer).bytes),
            issuerKeyHash: try Digest.hash(digest, key ?? ownKey), serialNumber: world.certificate.serialNumber)
    }

    /// §3.2(1): "The certificate identified in a received response corresponds to the certificate that was identified
    /// in the corresponding request".
    static let identities: [Attack] = [
        .naming("another serial number", "of serial number 4d") { try $0.intermediate.certID(for: SerialNumber(77)) },
        // §4.1.1: "it is possible that two CAs may choose to use the same name".
        .naming("the serial number, an issuer of the same name with another key", "another key of that name") { world in
            let namesake = try CertificateAuthority.root(name: "Test Intermediate", at: moment)
            return try namesake.certID(for: world.certificate.serialNumber)
        },
        .naming("the serial number, the key under another name", "another spelling of the issuer's name") { world in
            try hashes(world, .sha1, name: DistinguishedName([(.commonName, "Somebody")]))
        },
        .naming("the serial number at the issuer's issuer") { world in
            try world.root.certID(for: world.certificate.serialNumber)
        },
        .naming("hashes of one digest, called another") { world in
            let right = try hashes(world, .sha1)
            return CertID(
                .sha256, issuerNameHash: Array(right.issuerNameHash), issuerKeyHash: Array(right.issuerKeyHash),
                serialNumber: right.serialNumber)
        },
        // "over the value (excluding tag and length) of the subject public key field".
        .naming("a hash of the key with its tag and length", "another key of that name") { world in
            let info = world.intermediate.identity.key.subjectPublicKeyInfo
            return try hashes(world, .sha1, key: Array(info.bytes))
        },
    ]

    /// §4.2.2.1, §2.2, §2.3, §4.1.2.
    static let contents: [Attack] = [
        Attack("status unknown", "does not know the certificate") { try $0.response(.unknown) },
        Attack("stale", "was to be replaced by") { world in
            try world.response { $0.nextUpdate = moment.advanced(bySeconds: -1) }
        },
        Attack("thisUpdate in the future", "speaks only of") { world in
            try world.response { $0.thisUpdate = moment.advanced(bySeconds: 301) }
        },
        Attack("producedAt in the future", "is signed only at") { world in
            try world.response { $0.producedAt = moment.advanced(bySeconds: 301) }
        },
        Attack("no nextUpdate, and seven days old", "does not say until when it holds") { world in
            try world.response {
                $0.thisUpdate = moment.advanced(byDays: -7)
                $0.nextUpdate = nil
            }
        },
        // §2.4: thisUpdate is "the most recent time at which the status being indicated is known by the responder to
        // have been correct", producedAt "the time at which the OCSP responder signed this response".
        Attack("producedAt before thisUpdate", "and claims to know of") { world in
            try world.response { $0.producedAt = moment.advanced(bySeconds: -3600 - 301) }
        },
        // §2.2: "the responder doesn't know about the certificate being requested". Both are under one signature.
        Attack("named by MD5, which no profile has", "names the certificate by MD5") { world in
            let id = try hashes(world, .md5)
            return try world.response { $0.answer(id, .good) }
        },
        // §4.2.2.1: "The format for GeneralizedTime is as specified in Section 4.1.2.5.2 of [RFC5280]", which has
        // "GeneralizedTime values MUST NOT include fractional seconds."
        Attack("fractions of seconds", "writes fractions of seconds") { try fractional($0, .good) },
        Attack("unknown beside good", "does not know the certificate") { world in
            let id = try world.intermediate.certID(for: world.certificate.serialNumber)
            return try world.response {
                $0.answer(id, .good)
                $0.answer(id, .unknown)
            }
        },
        Attack("unknown beside good, by another digest", "does not know the certificate") { world in
            let serial = world.certificate.serialNumber
            let ids = try [DigestAlgorithm.sha256, .sha1].map { try world.intermediate.certID(for: serial, digest: $0) }
            return try world.response {
                $0.answer(ids[0], .unknown)
                $0.answer(ids[1], .good)
            }
        },
        Attack("a critical extension of the answer", "critical extension 2.999.1") { world in
            try world.response(extensions: [Extension(unknownExtension, isCritical: true, value: [5, 0])])
        },
        Attack("a critical extension of the response", "critical extension 2.999.1") { world in
            try world.response {
                $0.additionalExtensions = [Extension(unknownExtension, isCritical: true, value: [5, 0])]
            }
        },
        Attack("signed over SHA-1", "which can be forged") { world in
            try world.response { $0.signatureAlgorithm = .ecdsa(.sha1) }
        },
        Attack("no answers", "no OCSP response at hand speaks of the certificate") { world in
            try world.intermediate.issue(OCSPResponseTemplate(at: moment))
        },
        Attack("tryLater", "says tryLater and gives no answer") { world in
            try world.response { $0.responseStatus = .tryLater }
        },
        Attack("unauthorized", "says unauthorized and gives no answer") { world in
            try world.response { $0.responseStatus = .unauthorized }
        },
        Attack("tryLater with the answer of a good one", "says tryLater and gives no answer") { world in
            try OCSPResponse(.tryLater, OCSPResponse(der: world.response()).responseBytes).der
        },
        Attack("another type of response", "holds no answer of the basic type") { world in
            guard case .basic(let basic)? = try OCSPResponse(der: world.response()).responseBytes else { return [] }
            return OCSPResponse(.successful, .other(type: unknownExtension, response: basic.der[...])).der
        },
        Attack("successful without an answer", "holds no answer of the basic type") { _ in
            OCSPResponse(.successful).der
        },
        Attack("cut", "cannot be read") { Array(try $0.response().dropLast()) },
        Attack("bytes after it", "cannot be read") { try $0.response() + [0] },
        Attack("no bytes", "cannot be read") { _ in [] },
    ]

    @Test("what does not make a certificate good, and why", arguments: identities + contents)
    func attacks(_ attack: Attack) throws {
        let world = try RevocationWorld()
        let der = try attack.make(world)
        let answer = try world.answer([der])
        #expect(answer?.problem?.contains(attack.told) == true, "\(String(describing: answer))")
        #expect(try world.judge(responses: [der]).codes(.error) == [.revocationUnknown])
        let soft = try world.judge(responses: [der], .soft)
        #expect(soft.codes(.error) == [] && soft.codes(.warning).contains(.revocationUnknown))
        // Beside a good one it does nothing.
        #expect(try world.answer([der, world.response()]) == .good)
        #expect(try world.answer([world.response(), der]) == .good)
        #expect(try world.answer([der], lists: [world.list()]) == .good)
    }

    @Test("good", arguments: [DigestAlgorithm.sha1, .sha256, .sha384, .sha512])
    func good(_ digest: DigestAlgorithm) throws {
        let world = try RevocationWorld()
        for naming in [OCSPResponseTemplate.Naming.byKey, .byName] {
            let der = try world.response(digest: digest) { $0.responder = naming }
            #expect(try world.answer([der]) == .good)
            let verdict = try world.judge(responses: [der, world.rootResponse()], rootList: false)
            #expect(verdict.success?.revocation == [.good, .good, .notChecked])
            #expect(verdict.success?.findings.filter { $0.severity != .note } == [])
        }
    }

    /// RFC 5754 §2: "implementations MUST accept" parameters that are absent, and NULL.
    @Test("the digest without parameters")
    func parameters() throws {
        let world = try RevocationWorld()
        let id = try world.intermediate.certID(for: world.certificate.serialNumber, digest: .sha256)
        let bare = AlgorithmIdentifier(algorithm: DigestAlgorithm.sha256.identifier, parameters: nil).der
        let der = try world.response(digest: .sha256) { template in
            template.tbsEdit = ByteEdit { tbs in
                guard let place = tbs.firstRange(of: id.hashAlgorithm.der) else { return tbs }
                // Two octets fewer in each of the five SEQUENCEs around.
                var edited = tbs
                edited.replaceSubrange(place, with: bare)
                return Self.mended(edited, above: place.lowerBound, by: 2)
            }
        }
        let data = try #require(try OCSPResponse(der: der).basicResponse).tbsResponseData
        #expect(data.responses.first?.certID.hashAlgorithm.parameters == nil)
        #expect(try world.answer([der]) == .good)
    }

    /// Makes every element around an offset shorter.
    private static func mended(_ bytes: [UInt8], above offset: Int, by count: Int) -> [UInt8] {
        var bytes = bytes
        var place = 0
        while place < offset {
            var header = 2
            var length = Int(bytes[place + 1])
            if length > 0x80 {
                header = 2 + length - 0x80
                length = bytes[(place + 2)..<(place + header)].reduce(0) { $0 << 8 | Int($1) }
            }
            guard place + header + length > offset else {
                place += header + length
                continue
            }
            bytes[place + header - 1] -= UInt8(count)
            place += header
        }
        return bytes
    }

    @Test("revoked: by whom, when and why, in the answer and in words", arguments: [RevocationChecking.soft, .hard])
    func revoked(_ checking: RevocationChecking) throws {
        let world = try RevocationWorld()
        let date = Self.moment.advanced(byDays: -3)
        let der = try world.response(RevocationWorld.revoked(.keyCompromise))
        #expect(try world.answer([der], checking) == .revoked(since: date, reason: .keyCompromise))
        let finding = try #require(try world.judge(responses: [der], checking).failure?.cause)
        #expect(finding.code == .revoked)
        #expect(finding.position == .certificate(depth: 0))
        #expect(
            finding.message
                == "the OCSP response of CN=Test Intermediate says that the certificate was revoked on \(date) for "
                + "keyCompromise")
        #expect(finding.seen.contains("\(world.certificate.serialNumber)"))
        // §4.2.1: revocationReason is OPTIONAL.
        let silent = try world.response(RevocationWorld.revoked())
        #expect(try world.answer([silent]) == .revoked(since: date, reason: .unspecified))
        #expect(try world.judge(responses: [silent]).failure?.cause.message.hasSuffix("was revoked on \(date)") == true)
        let held = try world.response(RevocationWorld.revoked(.certificateHold))
        #expect(try world.judge(responses: [held]).failure?.cause.message.contains("put on hold on \(date)") == true)
    }

    /// A fault of form keeps a response from showing that a certificate is good, not that it is revoked.
    @Test("revoked, with fractions of seconds, and under a name by MD5")
    func revokedWithFaults() throws {
        let world = try RevocationWorld()
        let revoked = RevocationWorld.revoked(.superseded)
        let named = try world.response { $0.answer(try Self.hashes(world, .md5), revoked) }
        for der in [try Self.fractional(world, revoked), named] {
            for checking in [RevocationChecking.soft, .hard] {
                #expect(try world.answer([der, world.response()], checking)?.isRevoked == true, "\(checking)")
            }
        }
    }

    /// RFC 5280 §5.3.1: removeFromCRL "may only appear in delta CRLs"; and §2.2: "revoked" says that "the certificate
    /// has been revoked", whatever reason stands beside it.
    @Test("revoked for a reason that a response cannot have, and for none that exists", arguments: [7, 8, 11, 127])
    func strangeReasons(_ number: UInt8) throws {
        let world = try RevocationWorld()
        let der = try world.response(RevocationWorld.revoked(.superseded)) {
            $0.tbsEdit = HandMade.replacing([0xA0, 3, 0x0A, 1, 4], by: [0xA0, 3, 0x0A, 1, number])
        }
        for checking in [RevocationChecking.soft, .hard] {
            #expect(try world.answer([der], checking)?.isRevoked == true, "\(checking)")
            #expect(try world.judge(responses: [der, world.response()], checking).codes(.error) == [.revoked])
        }
    }

    /// §4.2.2.1: "If nextUpdate is not set, the responder is indicating that newer revocation information is available
    /// all the time." As of lists without it (``ListNumberTests``), seven days are the limit.
    @Test("without nextUpdate a response of the last seven days counts where the profile has it so, and says it")
    func endless() throws {
        let world = try RevocationWorld()
        func findings(
            _ profile: Profile, age: Int64, _ status: SingleResponse.CertStatus = .good
        ) throws -> Set<String> {
            let der = try world.response(status) {
                $0.thisUpdate = Self.moment.advanced(bySeconds: -age)
                $0.nextUpdate = nil
            }
            let verdict = try world.judge(responses: [der]) { $0.profile = profile }
            let all = verdict.success?.findings ?? verdict.failure?.findings ?? []
            let found = all.filter { $0.requirement.hasPrefix("revocation.") }
            return Set(found.map { "\($0.severity.rawValue) \($0.requirement)" })
        }
        let week: Int64 = 7 * 86_400
        for age in [0, week - 1] {
            #expect(try findings(.default, age: age) == ["warning revocation.responseNextUpdate"], "\(age)")
            for profile in [Profile.rfc5280, .webpki, .apple] {
                #expect(try findings(profile, age: age) == ["error revocation.responseNextUpdate"], "\(profile.name)")
            }
            let hold = RevocationWorld.revoked(.certificateHold)
            #expect(try findings(.default, age: age, hold) == ["error revocation.notOnHold"])
        }
        #expect(try findings(.default, age: week) == ["error revocation.known"])
    }

    @Test("a revoked authority above the server")
    func authority() throws {
        let world = try RevocationWorld()
        let verdict = try world.judge(
            responses: [world.response(), world.rootResponse(RevocationWorld.revoked())], rootList: false)
        #expect(verdict.codes(.error) == [.revoked])
        #expect(verdict.failure?.cause.position == .certificate(depth: 1))
        // Covered by nothing, it is not known.
        let alone = try world.judge(responses: [world.response()], rootList: false)
        #expect(alone.failure?.revocation.first == .good)
        #expect(alone.codes(.error) == [.revocationUnknown])
    }

    @Test("a response is current from thisUpdate to nextUpdate, both included, to the end of the last second")
    func dates() throws {
        let world = try RevocationWorld()
        let half = Instant(secondsSince1970: Self.moment.secondsSince1970, nanoseconds: 500_000_000)
        let last = try world.response { $0.nextUpdate = Self.moment }
        #expect(try world.answer([last]) == .good)
        #expect(try world.answer([last], at: half) == .good)
        #expect(try world.answer([last], at: Self.moment.advanced(bySeconds: 1)) != .good)
        #expect(try world.answer([world.response { $0.thisUpdate = Self.moment }]) == .good)
    }

    /// §4.1.2: "Unrecognized extensions MUST be ignored (unless they have the critical flag set and are not
    /// understood)."
    @Test("extensions that are not critical, and a nonce that nobody asked for")
    func extensions() throws {
        let world = try RevocationWorld()
        let harmless = Extension(Self.unknownExtension, value: [5, 0])
        let nonce = Extension(.ocspNonce, isCritical: true, value: [4, 2, 7, 7])
        let der = try world.response(extensions: [harmless]) { $0.additionalExtensions = [harmless, nonce] }
        #expect(try world.answer([der]) == .good)
    }

    @Test("stapled: as one that is supplied, and not looked at unless the policy asks")
    func stapled() throws {
        let world = try RevocationWorld()
        let (good, revoked) = (try world.response(), try world.response(RevocationWorld.revoked()))
        #expect(try world.judge(responses: [], stapled: good).codes(.error) == [])
        #expect(try world.judge(responses: [], stapled: revoked, .soft).codes(.error) == [.revoked])
        #expect(try world.judge(responses: [good], stapled: revoked).codes(.error) == [.revoked])
        #expect(try world.judge(responses: [revoked], stapled: good).codes(.error) == [.revoked])
        let off = try world.judge(responses: [revoked], stapled: revoked, .off)
        #expect(off.success?.revocation == [.notChecked, .notChecked, .notChecked])
        // Only of its own certificate: the authority above is not covered.
        let alone = try world.judge(responses: [], stapled: good, rootList: false)
        #expect(alone.codes(.error) == [.revocationUnknown])
        #expect(alone.failure?.cause.position == .certificate(depth: 1))
        let garbage = try world.judge(responses: [], stapled: [0x30, 0x80])
        #expect(garbage.failure?.revocation.first?.problem?.contains("cannot be read") == true)
        #expect(try world.judge(responses: [], stapled: [0x30, 0x80], .off).codes(.error) == [])
    }
}
