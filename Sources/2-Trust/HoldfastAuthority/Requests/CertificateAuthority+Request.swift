import HoldfastCrypto
import HoldfastStatements
public import HoldfastX509

extension CertificateAuthority {
    /// The shortest RSA modulus that is certified on request: CA/B BR 6.1.5, NIST SP 800-57 part 1 §5.6.1.1 for 112
    /// bits.
    public static let minimumRequestedModulusBits = 2048

    /// Issues a certificate for the key of a request.
    ///
    /// The request's key always goes into the certificate, after it has been seen to sign. Names go in as `fields`
    /// says. Whether it is a CA's, what the key may be used for, constraints, policies, lifetime and serial number are
    /// the template's, whatever the request asks: they are reported where they differ.
    ///
    /// - Parameters:
    ///   - template: A leaf's for most; a CA's only where you mean to certify a CA. Of a server it needs no names.
    ///   - fields: What to take from the request.
    /// - Throws: ``AuthorityError``: for a request that its key did not sign, a key that is weak or broken, a name that
    ///   is none, a server without any.
    public func issue(
        _ template: CertificateTemplate, for request: CertificationRequest, taking fields: RequestFields = .names
    ) throws(AuthorityError) -> IssuedFromRequest {
        try Self.checkKey(request.subjectPublicKeyInfo)
        guard request.signatureVerifies != nil else {
            throw .requestedKeyRefused(
                RequestedKeyFault.unchecked(algorithm: "\(request.signatureAlgorithm)").statement)
        }
        guard request.isSignedByItsKey else { throw .requestNotSigned }
        var template = template
        var notTaken: [UntakenRequest] = []
        if fields.contains(.subject) {
            template.subject = request.subject
        } else if !request.subject.isEmpty, !request.subject.matches(template.subject) {
            notTaken.append(.subject(request.subject))
        }
        try Self.takeNames(of: request, fields, into: &template, &notTaken)
        let tookCommonName = Self.takeCommonName(of: request, fields, into: &template)
        if template.extendedKeyUsage?.contains(.serverAuth) == true, template.names.isEmpty,
            template.alternativeNames.isEmpty
        {
            throw .noNames
        }
        let certificate = try issue(template, for: request.subjectPublicKeyInfo)
        notTaken += Self.untakenExtensions(of: request, in: certificate)
        for attribute in request.attributes where attribute.type != .extensionRequest {
            notTaken.append(
                attribute.type == .challengePassword ? .challengePassword : .attribute(attribute.type))
        }
        return IssuedFromRequest(
            certificate: certificate, notTaken: notTaken, tookNameFromCommonName: tookCommonName)
    }

    private static func checkKey(_ info: SubjectPublicKeyInfo) throws(AuthorityError) {
        switch info.key {
        case .rsa(let key), .rsaPSS(let key, _):
            guard key.modulusBits >= minimumRequestedModulusBits else {
                throw .requestedKeyRefused(
                    RequestedKeyFault.tooShort(bits: key.modulusBits, least: minimumRequestedModulusBits).statement)
            }
        default: break
        }
        do throws(CryptoError) {
            _ = try PublicKey(info)
        } catch {
            throw .requestedKeyRefused(error.reasonStatement)
        }
    }

    private static func takeNames(
        of request: CertificationRequest, _ fields: RequestFields, into template: inout CertificateTemplate,
        _ notTaken: inout [UntakenRequest]
    ) throws(AuthorityError) {
        for asked in request.requestedExtensions where asked.oid == .subjectAlternativeName {
            let names: [GeneralName]
            do throws(DERError) {
                names = try GeneralNames(der: asked.value).names
            } catch {
                throw .malformed(error)
            }
            for name in names {
                guard fields.contains(.alternativeNames), try isTaken(name) else {
                    if !template.alternativeNames.contains(name) { notTaken.append(.alternativeName(name)) }
                    continue
                }
                if !template.alternativeNames.contains(name) { template.alternativeNames.append(name) }
            }
        }
    }

    /// Whether a name is of a kind that is taken from requests.
    ///
    /// - Throws: ``AuthorityError`` where it is, and not of its form: nobody could be meant by it.
    private static func isTaken(_ name: GeneralName) throws(AuthorityError) -> Bool {
        switch name {
        case .dnsName(let host):
            guard DomainSyntax.isHost(host.bytes, allowsWildcard: true) else {
                throw .malformedName(host.description, expected: .hostName)
            }
            return true
        case .ipAddress(let octets):
            guard octets.count == 4 || octets.count == 16 else {
                throw .malformedName(name.description, expected: .ipAddress)
            }
            return true
        case .rfc822Name(let mailbox):
            guard DomainSyntax.isMailbox(mailbox.bytes) else {
                throw .malformedName(mailbox.description, expected: .mailAddress)
            }
            return true
        default: return false
        }
    }

    /// The common name of a server's request that asks for no other name, as tools of old write them.
    private static func takeCommonName(
        of request: CertificationRequest, _ fields: RequestFields, into template: inout CertificateTemplate
    ) -> Bool {
        guard fields == .names, template.extendedKeyUsage?.contains(.serverAuth) == true, template.names.isEmpty,
            template.alternativeNames.isEmpty, let common = request.subject.commonName,
            let name = try? GeneralName(alternativeName: common)
        else { return false }
        switch name {
        case .dnsName, .ipAddress: template.alternativeNames = [name]
        default: return false
        }
        return true
    }

    private static func untakenExtensions(
        of request: CertificationRequest, in certificate: [UInt8]
    ) -> [UntakenRequest] {
        // A template may describe what does not parse; then nothing counts as given.
        let given = (try? Certificate(der: certificate))?.extensions ?? []
        return request.requestedExtensions.filter { asked in
            // Names are reported one by one.
            asked.oid != .subjectAlternativeName
                && !given.contains { $0.oid == asked.oid && isSame($0, asked) }
        }.map { .requestedExtension($0) }
    }

    /// Whether the values mean the same: tools write `cA FALSE` out or leave it out.
    private static func isSame(_ given: Extension, _ asked: Extension) -> Bool {
        if given.value.elementsEqual(asked.value) { return true }
        guard asked.oid == .basicConstraints, let left = try? BasicConstraints(der: given.value),
            let right = try? BasicConstraints(der: asked.value)
        else { return false }
        return left == right
    }
}
