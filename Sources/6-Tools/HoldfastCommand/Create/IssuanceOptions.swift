import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// The contents of a certificate to issue, out of the options.
struct IssuanceOptions {
    let at: Instant
    private let kind: CreateKind
    private let invocation: Invocation
    private let names: NameOptions
    private let usage: LeafUsage

    init(_ kind: CreateKind, _ invocation: Invocation) throws(CommandError) {
        self.kind = kind
        self.invocation = invocation
        let isServer = (invocation.value(.usage) ?? LeafUsage.server.rawValue) == LeafUsage.server.rawValue
        names = try NameOptions(invocation, isServer: isServer && (kind == .leaf || kind == .selfSigned))
        usage =
            try invocation.word(of: .usage) { text, names in
                .usage(CreateSentence.noUsage(text: text), hint: CreateAdvice.usages(names: names))
            } ?? .server
        at = try StatedTime.start(invocation)
    }

    /// The request of `--csr`; nil where there is none.
    var request: CertificationRequest? {
        get throws(CommandError) {
            guard let path = invocation.value(.request) else { return nil }
            let bytes = try InputFile.bytes(of: path)
            let objects = (try? EncodedObject.all(in: bytes)) ?? []
            guard let object = objects.first(where: { $0.kind == .certificationRequest }) else {
                throw .usage(
                    CreateSentence.noRequest(file: path), code: .noRequest, hint: CreateAdvice.createCSR)
            }
            do throws(DERError) { return try CertificationRequest(der: object.bytes) } catch {
                throw .usage(
                    UsageSentence.fileFault(file: path, reason: error.statement), code: .malformedRequest,
                    hint: UsageAdvice.madeAndSentAgain)
            }
        }
    }

    /// The certificate for a request's key.
    func issued(
        for request: CertificationRequest, by issuer: Issuer
    ) throws(CommandError) -> IssuedFromRequest {
        // Names of the options stand beside those of the request, the subject in place of its own.
        let template = try template(needsName: false)
        let fields: RequestFields = names.subject == nil ? .names : .alternativeNames
        do throws(AuthorityError) {
            return try issuer.authority.issue(template, for: request, taking: fields)
        } catch {
            throw CommandError(error)
        }
    }

    /// The certificate for a key of one's own.
    func identity(with key: PrivateKey, below issuer: Issuer?) throws(CommandError) -> Identity {
        let template = try template(needsName: true)
        do throws(AuthorityError) {
            guard let issuer else { return try Identity.selfSigned(template, key: key) }
            return try issuer.authority.issue(template, key: key)
        } catch {
            throw CommandError(error)
        }
    }

    private func template(needsName: Bool) throws(CommandError) -> CertificateTemplate {
        var template: CertificateTemplate
        do throws(AuthorityError) {
            switch kind {
            case .ca: template = .root(name: "", at: at, permitting: try constraints())
            case .intermediate:
                template = .intermediate(name: "", at: at, permitting: try constraints())
            default: template = try leaf(needsName: needsName)
            }
            try addServices(to: &template)
        } catch {
            throw CommandError(error)
        }
        if let subject = names.subject { template.subject = subject }
        let isAuthority = kind == .ca || kind == .intermediate
        if isAuthority, needsName, template.subject.isEmpty {
            throw .usage(UsageSentence.isNeeded(option: "--name"), hint: CreateAdvice.foundByName)
        }
        if let length = try number(.pathLength, in: 0...64) {
            template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: Int(length))
        }
        if let days = try days { template.lasts(days: days, from: at) }
        return template
    }

    /// The days of `--days`, of which the first one has passed; nil where the option is not given.
    var days: Int64? {
        // A hundred years: nothing that is issued outlasts its makers.
        get throws(CommandError) { try number(.days, in: 2...36_525) }
    }

    private func leaf(needsName: Bool) throws(AuthorityError) -> CertificateTemplate {
        // Internationalised names stand in certificates as A-labels (RFC 5280 §7.2).
        let common =
            names.subject?.commonName.map(ServerLabel.ascii) ?? names.alternatives.compactMap(Self.text).first
            ?? ""
        if needsName || !names.alternatives.isEmpty {
            return try .leaf(usage, name: common, alternativeNames: names.alternatives, at: at)
        }
        switch usage {
        case .server: return .server(names: [], at: at)
        case .client: return .client(name: common, at: at)
        case .ocspSigner: return .ocspSigner(name: common, at: at)
        case .transparencyLog: return .transparencyLog(name: common, at: at)
        }
    }

    /// A name as a common name has it.
    private static func text(_ name: GeneralName) -> String? {
        switch name {
        case .dnsName(let host): host.description
        case .rfc822Name(let mailbox): mailbox.description
        case .ipAddress: nil
        default: nil
        }
    }

    private func constraints() throws(AuthorityError) -> NameConstraints? {
        let permitted = invocation.values(.permit).flatMap { $0.split(separator: ",") }
            .map { ServerLabel.ascii(String($0)) }
        guard !permitted.isEmpty else { return nil }
        let isAddress = { (text: String) in
            text.contains(":") || text.allSatisfy { $0.isNumber || $0 == "." || $0 == "/" }
        }
        return try .only(domains: permitted.filter { !isAddress($0) }, addresses: permitted.filter(isAddress))
    }

    private func addServices(to template: inout CertificateTemplate) throws(AuthorityError) {
        try template.addInformationAccess(
            ocspResponders: invocation.values(.ocspURL), issuerCertificates: invocation.values(.issuerURL))
        try template.addRevocationLists(invocation.values(.revocationListURL))
        if invocation.has(.mustStaple) { template.add(.tlsFeature, TLSFeature([TLSFeature.statusRequest])) }
    }

    private func number(_ option: CommandOption, in range: ClosedRange<Int64>) throws(CommandError) -> Int64? {
        try invocation.number(of: option, in: range) { text in
            .usage(
                UsageSentence.noNumber(
                    option: option.name, text: text, least: range.lowerBound, most: range.upperBound),
                hint: UsageAdvice.inDigits)
        }
    }
}
