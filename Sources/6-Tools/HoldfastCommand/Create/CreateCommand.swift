import HoldfastDiagnostics
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// `holdfast create`: keys, requests and certificates out of options.
struct CreateCommand {
    private let kind: CreateKind
    private let invocation: Invocation
    private let isJSON: Bool

    init(_ kind: CreateKind, _ invocation: Invocation) throws(CommandError) {
        self.kind = kind
        self.invocation = try CreateDefaults.completed(kind, invocation)
        isJSON = invocation.has(.json)
    }

    func run() throws(CommandError) -> ExitCode {
        if kind == .renew {
            let report = try Renewal(invocation).run()
            if isJSON { Output.line(of: report) } else { report.note() }
            return .success
        }
        if kind == .key, invocation.has(.key), invocation.has(.out) {
            throw .usage(CreateSentence.sameThing, hint: UsageAdvice.giveOne)
        }
        let files: [CommandOption] = [
            .key, .passphraseFile, .issuer, .issuerKey, .issuerPassphraseFile, .request, .renew, .certificateAsked,
            .responder, .responderKey,
        ]
        try StandardInput.check(
            files.compactMap { kind == .key && $0 == .key ? nil : invocation.value($0) }
                + invocation.values(.revokedCertificate))
        try CreatedFile.refuse(
            [.issuer, .issuerKey, .responder, .responderKey], namingFileOf: .out, invocation,
            hint: CreateAdvice.doesNotReplaceSigner)
        let output = try CreatedFile.named(by: invocation, isSecret: kind == .key, orBy: .key)
        if isJSON, output.isStandardOutput {
            throw .usage(UsageSentence.needs(option: "--json", needed: "--out FILE"), hint: UsageAdvice.roomForOne)
        }
        var report: CreationReport
        switch kind {
        case .key: report = try makeKey(output)
        case .csr: report = try makeRequest(output)
        case .crl: report = try makeList(output)
        case .ocsp: report = try makeResponse(output)
        default: report = try makeCertificate(output)
        }
        report.out = output.isStandardOutput ? nil : output.path
        if isJSON {
            Output.line(of: report)
        } else {
            report.note()
            if kind == .ca { NextSteps.note(report.out, invocation) }
        }
        return .success
    }

    private func makeKey(_ output: CreatedFile) throws(CommandError) -> CreationReport {
        let file = KeyFile(invocation)
        let key = try file.makeKey()
        try output.write(try file.encoded(key))
        return CreationReport(kind, key: key)
    }

    private func makeRequest(_ output: CreatedFile) throws(CommandError) -> CreationReport {
        let key = try KeyFile(invocation).keyOrNew()
        let bytes = try RequestOptions(invocation).request(for: key.key)
        try key.save()
        try output.write(Array(PEMBlock(.certificateRequest, contents: bytes).encoded.utf8))
        return CreationReport(kind, key: key)
    }

    private func makeList(_ output: CreatedFile) throws(CommandError) -> CreationReport {
        let list = try RevocationListOptions(invocation).list()
        let der = invocation.has(.der)
        try output.write(der ? list : Array(PEMBlock(.x509CRL, contents: list).encoded.utf8))
        return CreationReport(list: list)
    }

    private func makeResponse(_ output: CreatedFile) throws(CommandError) -> CreationReport {
        let response = try ResponseOptions(invocation).response()
        try output.write(response)
        return CreationReport(response: response)
    }

    private func makeCertificate(_ output: CreatedFile) throws(CommandError) -> CreationReport {
        let options = try IssuanceOptions(kind, invocation)
        let issuer = try IssuerOptions.issuer(kind, invocation)
        let bundle = try BundleFile(invocation)
        var report: CreationReport
        let chain: [[UInt8]]
        if let request = try options.request {
            try invocation.refuse([.key, .keyType, .passphraseFile], with: .request, CreateAdvice.requestsOwnKey)
            guard let issuer else {
                throw .usage(UsageSentence.needs(option: "--csr", needed: "--ca"), hint: CreateAdvice.nameIssuer)
            }
            let issued = try options.issued(for: request, by: issuer)
            try checkNames(of: issued.certificate, below: issuer)
            report = CreationReport(kind, issued: issued)
            chain = [issued.certificate] + issuer.chain
            if kind == .intermediate, request.subject.isEmpty, !invocation.has(.name) {
                throw .usage(CreateSentence.nameForRequest, hint: CreateAdvice.foundByName)
            }
        } else {
            let key = try KeyFile(invocation).keyOrNew()
            let identity = try options.identity(with: key.key, below: issuer)
            try checkNames(of: identity.certificate, below: issuer)
            try key.save()
            report = CreationReport(kind, key: key, certificate: identity.certificate)
            chain = identity.chain
            try bundle?.write(identity, below: issuer)
            report.p12 = invocation.value(.bundle)
        }
        let judged = IssuanceCheck(kind, chain: chain, below: issuer, at: options.at).warnings()
        report.warn(judged, then: chain.first.map { NextSteps.warnings(kind, $0) } ?? [])
        try output.write(Array(chain.map { PEMBlock(.certificate, contents: $0).encoded }.joined().utf8))
        return report
    }

    private func checkNames(of certificate: [UInt8], below issuer: Issuer?) throws(CommandError) {
        guard !invocation.has(.allowRefused), let issuer else { return }
        let sentences = IssuanceCheck.forbiddenNames(of: certificate, below: issuer)
        guard !sentences.isEmpty else { return }
        throw .usage(
            IssuanceSentence.several(sentences), code: .forbiddenNames,
            hint: CreateAdvice.leaveNamesOut)
    }
}
