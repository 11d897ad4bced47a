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
            throw .usage("--key and --out name the same thing here", hint: "give one of them")
        }
        let files: [CommandOption] = [
            .key, .passphraseFile, .issuer, .issuerKey, .issuerPassphraseFile, .request, .renew, .certificateAsked,
            .responder, .responderKey,
        ]
        try StandardInput.check(
            files.compactMap { kind == .key && $0 == .key ? nil : invocation.value($0) }
                + invocation.values(.revokedCertificate))
        for option in [CommandOption.issuer, .issuerKey, .responder, .responderKey] {
            if let path = invocation.value(option), CreatedFile.isSame(path, invocation.value(.out) ?? "-") {
                throw .usage(
                    "\(option.name) and --out name the same file", hint: "what is made does not replace who signs it"
                )
            }
        }
        let output = try CreatedFile.named(by: invocation, isSecret: kind == .key, orBy: .key)
        if isJSON, output.isStandardOutput {
            throw .usage("--json needs --out FILE", hint: "standard output has room for one of the two")
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
        let key = try KeyFile(invocation).keyOrNew(butNot: output)
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
            for option in [CommandOption.key, .keyType, .passphraseFile] where invocation.has(option) {
                throw .usage("\(option.name) does not go with --csr", hint: "the key is the request's own")
            }
            guard let issuer else { throw .usage("--csr needs --ca", hint: "name who issues") }
            let issued = try options.issued(for: request, by: issuer)
            try checkNames(of: issued.certificate, below: issuer)
            report = CreationReport(kind, issued: issued)
            chain = [issued.certificate] + issuer.chain
            if kind == .intermediate, request.subject.isEmpty, !invocation.has(.name) {
                throw .usage("--name is needed: the request has no subject", hint: "an authority is found by its name")
            }
        } else {
            let key = try KeyFile(invocation).keyOrNew(butNot: output)
            let identity = try options.identity(with: key.key, below: issuer)
            try checkNames(of: identity.certificate, below: issuer)
            try key.save()
            report = CreationReport(kind, key: key, certificate: identity.certificate)
            chain = identity.chain
            try bundle?.write(identity, below: issuer)
            report.p12 = invocation.value(.bundle)
        }
        report.warnings = IssuanceCheck(kind, chain: chain, below: issuer, at: options.at).warnings() + report.remarks
        if let made = chain.first { report.warnings? += NextSteps.warnings(kind, made) }
        try output.write(Array(chain.map { PEMBlock(.certificate, contents: $0).encoded }.joined().utf8))
        return report
    }

    private func checkNames(of certificate: [UInt8], below issuer: Issuer?) throws(CommandError) {
        guard !invocation.has(.allowRefused), let issuer else { return }
        let sentences = IssuanceCheck.forbiddenNames(of: certificate, below: issuer)
        guard !sentences.isEmpty else { return }
        throw .usage(
            sentences.joined(separator: "; "), code: "forbiddenNames",
            hint: "leave these names out or name another authority; --allow-refused issues what will be refused")
    }
}
