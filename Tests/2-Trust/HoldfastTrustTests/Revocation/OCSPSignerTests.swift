import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 6960 §3.2, 2 to 4, and §4.2.2.2: a client "MUST reject the response if the certificate required to validate the
/// signature on the response does not" belong to the issuer, or to a delegate with id-kp-OCSPSigning that "is issued by
/// the CA that issued the certificate in question".
@Suite("Revocation: who signs OCSP responses", .ownThread)
struct OCSPSignerTests {
    /// A signer who may not, the certificates sent along, and what is told.
    struct Impostor: CustomStringConvertible, Sendable {
        let description: String
        let told: String
        let make: @Sendable (RevocationWorld) throws -> [UInt8]

        init(_ description: String, _ told: String, _ make: @escaping @Sendable (RevocationWorld) throws -> [UInt8]) {
            self.description = description
            self.told = told
            self.make = make
        }

        /// A delegate of the intermediate that is other than it should be.
        static func delegate(
            _ description: String, _ told: String, _ change: @escaping @Sendable (inout CertificateTemplate) -> Void
        ) -> Impostor {
            Impostor(description, told) { world in try world.response(by: world.delegate(change)) }
        }
    }

    private static let moment = RevocationWorld.moment
    private static let distrusted = "whose own certificate is not trusted"
    private static let notDesignated = "to whom the issuer has given no certificate"

    static let impostors: [Impostor] = [
        Impostor("the server itself", "is not for signing OCSP responses") { world in
            try world.response(by: CertificateAuthority(world.leaf))
        },
        Impostor("a stranger", notDesignated) { world in
            try world.response(by: CertificateAuthority.root(name: "Stranger", at: moment))
        },
        Impostor("a stranger of the issuer's name", notDesignated) { world in
            try world.response(by: CertificateAuthority.root(name: "Test Intermediate", at: moment)) {
                $0.responder = .byName
            }
        },
        Impostor("the issuer's issuer", notDesignated) { try $0.response(by: $0.root) },
        Impostor("a delegate of the issuer's issuer", notDesignated) { world in
            try world.response(by: world.delegate(by: world.root))
        },
        Impostor("a delegate of another authority of the issuer's name", notDesignated) { world in
            let namesake = try world.root.intermediate(name: "Test Intermediate", at: moment)
            return try world.response(by: world.delegate(by: namesake))
        },
        // "issued directly by the CA that is identified in the request".
        Impostor("a delegate of a delegate", notDesignated) { world in
            try world.response(by: world.delegate(by: world.delegate()))
        },
        .delegate("no purpose", "is not for signing OCSP responses") { $0.extendedKeyUsage = nil },
        .delegate("any purpose", "is not for signing OCSP responses") {
            $0.extendedKeyUsage = [.anyExtendedKeyUsage]
        },
        .delegate("other purposes", "is not for signing OCSP responses") {
            $0.extendedKeyUsage = [.serverAuth, .timeStamping]
        },
        .delegate("a key usage without signatures", "key usage does not let it sign") {
            $0.keyUsage = [.keyCertSign, .cRLSign]
        },
        .delegate("expired", "certificate had expired on") { $0.notAfter = moment.advanced(bySeconds: -1) },
        .delegate("not yet valid", distrusted) { $0.notBefore = moment.advanced(bySeconds: 1) },
        .delegate("an unknown critical extension", distrusted) {
            $0.additionalExtensions.append(
                Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [5, 0]))
        },
        .delegate("a certificate signed over SHA-1", "a key or a signature that is too weak") {
            $0.signatureAlgorithm = .ecdsa(.sha1)
        },
        .delegate("a certificate with a damaged signature", notDesignated) {
            $0.signatureEdit = .flippingBit(at: -1)
        },
        Impostor("a damaged signature", "does not verify") { world in
            try world.response { $0.signatureEdit = .flippingBit(at: -1) }
        },
        Impostor("no signature", "does not verify") { world in
            try world.response { $0.signatureEdit = .replacing(with: []) }
        },
        Impostor("changed after it was signed", "does not verify") { world in
            var der = try world.response(.unknown)
            let unknown: [UInt8] = [0x82, 0x00, 0x18]
            guard let place = der.firstRange(of: unknown) else { return [] }
            der[place.lowerBound] = 0x80
            return der
        },
        // §3.2(3): "The identity of the signer matches".
        Impostor("the issuer, who calls itself by another key", "nobody at hand") { world in
            try world.response {
                $0.responder = .other(.byKey(Array(repeating: 0, count: 20)[...]))
            }
        },
        Impostor("the issuer, who calls itself by another name", "nobody at hand") { world in
            try world.response {
                $0.responder = .other(.byName(DistinguishedName([(.commonName, "Somebody")])))
            }
        },
        Impostor("a delegate who calls itself the issuer", "does not verify") { world in
            try world.response(by: world.delegate()) {
                $0.responder = .other(.byName(world.certificate.issuer))
            }
        },
        Impostor("a delegate whose certificate is not at hand", "nobody at hand") { world in
            try world.response(by: world.delegate()) { $0.certificates = [] }
        },
    ]

    @Test("who may not", arguments: impostors)
    func refused(_ impostor: Impostor) throws {
        let world = try RevocationWorld()
        let der = try impostor.make(world)
        let answer = try world.answer([der])
        #expect(answer?.problem?.contains(impostor.told) == true, "\(String(describing: answer))")
        #expect(try world.judge(responses: [der]).codes(.error) == [.revocationUnknown])
        #expect(try world.judge(responses: [der], .soft).codes(.warning).contains(.revocationUnknown))
        #expect(try world.answer([der, world.response()]) == .good)
    }

    @Test("a revocation by who may not is none")
    func forgedRevocation() throws {
        let world = try RevocationWorld()
        let stranger = try CertificateAuthority.root(name: "Test Intermediate", at: Self.moment)
        let forged = try world.response(RevocationWorld.revoked(.keyCompromise), by: stranger)
        #expect(try world.answer([forged, world.response()]) == .good)
    }

    @Test("a delegate, named by key and by name", arguments: Profile.all.map(\.name))
    func delegate(_ profile: String) throws {
        let world = try RevocationWorld()
        let rules = try #require(Profile.all.first { $0.name == profile })
        let delegate = try world.delegate()
        for naming in [OCSPResponseTemplate.Naming.byKey, .byName] {
            let good = try world.response(by: delegate) { $0.responder = naming }
            #expect(try world.answer([good], policy: { $0.profile = rules }) == .good)
            let revoked = try world.response(RevocationWorld.revoked(.superseded), by: delegate) {
                $0.responder = naming
            }
            #expect(try world.answer([revoked], policy: { $0.profile = rules })?.isRevoked == true)
            let failure = try #require(try world.judge(responses: [revoked]).failure)
            #expect(failure.cause.message.hasPrefix("the OCSP response of CN=Responder says"))
        }
    }

    /// RFC 5280 §4.2.1.12, of id-kp-OCSPSigning: "Key usage bits that may be consistent: digitalSignature and/or
    /// nonRepudiation".
    @Test("a delegate whose key usage is nonRepudiation, alone or not", arguments: Profile.all.map(\.name))
    func nonRepudiation(_ profile: String) throws {
        let world = try RevocationWorld()
        let rules = try #require(Profile.all.first { $0.name == profile })
        for usage: KeyUsage in [.nonRepudiation, [.nonRepudiation, .digitalSignature], [.nonRepudiation, .cRLSign]] {
            let delegate = try world.delegate { $0.keyUsage = usage }
            #expect(try world.answer([world.response(by: delegate)], policy: { $0.profile = rules }) == .good)
            let revoked = try world.response(RevocationWorld.revoked(.keyCompromise), by: delegate)
            for checking in [RevocationChecking.soft, .hard] {
                #expect(try world.answer([revoked], checking, policy: { $0.profile = rules })?.isRevoked == true)
            }
        }
    }

    @Test("a delegate with a key that the profile refuses, and one that lets it pass")
    func shortKey() throws {
        let world = try RevocationWorld()
        let der = try world.response(by: world.delegate(key: PrivateKey.generate(.rsa(bits: 1024))))
        #expect(try world.answer([der], policy: { $0.profile = .apple })?.problem?.contains("too weak") == true)
        #expect(try world.answer([der], policy: { $0.profile = .rfc5280 }) == .good)
    }

    @Test("a delegate whose certificate is presented or supplied, and not in the response")
    func certificateElsewhere() throws {
        let world = try RevocationWorld()
        let delegate = try world.delegate()
        for naming in [OCSPResponseTemplate.Naming.byKey, .byName] {
            let der = try world.response(by: delegate) { template in
                template.responder = naming
                template.certificates = []
            }
            #expect(try world.answer([der], others: [delegate.certificate]) == .good)
        }
    }

    @Test("a delegate without a key usage; one of several purposes; strangers' certificates before its own")
    func unusual() throws {
        let world = try RevocationWorld()
        let bare = try world.delegate { $0.keyUsage = nil }
        #expect(try world.answer([world.response(by: bare)]) == .good)
        let several = try world.delegate { $0.extendedKeyUsage = [.anyExtendedKeyUsage, .ocspSigning] }
        #expect(try world.answer([world.response(by: several)]) == .good)
        let delegate = try world.delegate()
        let namesakes = try (0..<3).map { _ in
            try CertificateAuthority.root(name: "Responder", at: Self.moment).certificate
        }
        let der = try world.response(by: delegate) { template in
            template.responder = .byName
            template.certificates = namesakes + [delegate.certificate]
        }
        #expect(try world.answer([der]) == .good)
    }

    /// "were signed by the same key": another certificate of the issuer's name and key is the same issuer.
    @Test("an issuer with a second certificate for its key")
    func crossCertified() throws {
        let world = try RevocationWorld()
        let other = try CertificateAuthority.root(name: "Other Root", at: Self.moment)
        let cross = try other.certify(
            world.intermediate, .intermediate(name: "Test Intermediate", at: Self.moment))
        let der = try world.response(by: world.delegate())
        #expect(try world.answer([der], others: [cross, other.certificate]) == .good)
    }

    // MARK: The delegate's own status

    private static func checked(_ template: inout CertificateTemplate) { template.additionalExtensions = [] }

    /// §4.2.2.2.1: "it would be up to the OCSP client's local security policy to decide whether that certificate should
    /// be checked for revocation or not". Here it is, as the policy asks of any certificate.
    @Test("without id-pkix-ocsp-nocheck a delegate's own status is asked for")
    func checkedDelegate() throws {
        let world = try RevocationWorld()
        let delegate = try world.delegate(Self.checked)
        let serial = try Certificate(der: delegate.certificate).serialNumber
        let der = try world.response(by: delegate)
        let told = "of whose own certificate it is not known whether it was revoked"
        #expect(try world.answer([der])?.problem?.contains(told) == true)
        #expect(try world.answer([der], .soft) == .good)
        // A list or a response of the issuer covers it. The list leaves the server's certificate to the response.
        let aboutDelegate = try world.response(about: Certificate(der: delegate.certificate))
        #expect(try world.answer([der, aboutDelegate]) == .good)
        #expect(try world.answer([aboutDelegate, der]) == .good)
        let revokedDelegate = try world.response(
            RevocationWorld.revoked(.keyCompromise), about: Certificate(der: delegate.certificate))
        for checking in [RevocationChecking.soft, .hard] {
            let answer = try world.answer([der, revokedDelegate], checking)
            #expect(answer?.problem?.contains("whose own certificate was revoked") == true, "\(checking)")
            let list = try world.list { list in
                list.revoke(serial)
                list.issuingDistributionPoint = IssuingDistributionPoint(onlySomeReasons: .keyCompromise)
            }
            #expect(try world.answer([der], lists: [list], checking) != .good)
        }
        // With the extension "an OCSP client can trust a responder for the lifetime of the responder's certificate".
        let trusted = try world.delegate()
        let revokedTrusted = try world.response(
            RevocationWorld.revoked(), about: Certificate(der: trusted.certificate))
        #expect(try world.answer([world.response(by: trusted), revokedTrusted]) == .good)
    }

    @Test("no responder speaks of itself, two do not speak of each other, and a certificate not of itself")
    func circles() throws {
        let world = try RevocationWorld()
        let (one, two) = (try world.delegate(Self.checked), try world.delegate(Self.checked))
        let (first, second) = (try Certificate(der: one.certificate), try Certificate(der: two.certificate))
        let der = try world.response(by: one)
        let ownWord = try world.response(by: one, about: first)
        #expect(try world.answer([der, ownWord]) != .good)
        #expect(try world.answer([ownWord, der]) != .good)
        let others = [try world.response(by: two, about: first), try world.response(by: one, about: second)]
        #expect(try world.answer([der] + others) != .good)
        // Who is covered by the issuer covers the other.
        let anchored = try world.response(about: second)
        #expect(try world.answer([der, anchored] + others) == .good)

        let both = try RevocationWorld { template in
            template.extendedKeyUsage = [.serverAuth, .ocspSigning]
            template.additionalExtensions.append(RevocationWorld.noCheck)
        }
        let itself = try both.response(by: CertificateAuthority(both.leaf))
        #expect(try both.answer([itself])?.problem?.contains("whose own status is asked for") == true)
    }

    /// A list that the delegate itself signed would be its own word too.
    @Test("a delegate that signs lists is not covered by its own")
    func ownList() throws {
        let world = try RevocationWorld()
        let delegate = try world.delegate { template in
            Self.checked(&template)
            template.subject = world.intermediateName
            template.keyUsage = [.digitalSignature, .cRLSign]
        }
        let authorities = IssuingDistributionPoint(onlyContainsCACerts: true)
        let list = try world.list(by: delegate) { $0.issuingDistributionPoint = authorities }
        let der = try world.response(by: delegate)
        #expect(try world.answer([der], lists: [list], others: [delegate.certificate]) != .good)
        let full = try world.list(by: delegate)
        let verdict = try world.judge(responses: [der], lists: [full], others: [delegate.certificate])
        // As the signer of the list it may speak of itself (RFC 5280 §6.3.3); as a responder it may not.
        #expect(verdict.success?.revocation.first == .good)
    }

    @Test("a row of responders, each covered by the next, is followed for three, and then refused")
    func depth() throws {
        let world = try RevocationWorld()
        func answer(_ count: Int) throws -> RevocationAnswer? {
            let delegates = try (0..<count).map { _ in try world.delegate(Self.checked) } + [try world.delegate()]
            var responses = [try world.response(by: delegates[0])]
            for (delegate, next) in zip(delegates, delegates.dropFirst()) {
                responses.append(try world.response(by: next, about: Certificate(der: delegate.certificate)))
            }
            return try world.answer(responses)
        }
        #expect(try answer(2) == .good)
        #expect(try answer(3) != .good)
    }
}
