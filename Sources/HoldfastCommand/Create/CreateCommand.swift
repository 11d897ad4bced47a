import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

extension Command {
    static let create = Command(
        name: "create", operands: "key|csr|self-signed|ca|intermediate|leaf|renew|crl|ocsp [NAME…|FILE]",
        operandCount: 1...101,
        summary: "make keys, requests, certificates and what revokes them",
        text: """
            key           a private key (PKCS #8, PEM)
            csr           a request for a certificate (PKCS #10), with a new key or one that is there: a renewal that
                          keeps its key keeps the pins of it
            self-signed   a certificate that its own key signed
            ca            a root authority; with --permit one for development, which can harm nobody else
            intermediate  an authority below another one
            leaf          a certificate for a server, a client, the signer of OCSP responses or the key of a log
            renew         a certificate's successor in its place, by who issued it: names, usages, key and length of
                          life stay; with --new-key another key of the same kind
            crl           a list of what an authority takes back (PEM, or DER with --der)
            ocsp          an OCSP response about one certificate (DER), such as servers staple

            create ca without --out and --key makes the user's own authority: ca.pem and ca.key in holdfast/authority of
            XDG_DATA_HOME (~/.local/share), which may issue for test, localhost, 127.0.0.0/8 and ::1 unless --permit
            says otherwise. create leaf NAME… writes NAME.pem and NAME.key; without --ca it takes ca.pem and ca.key of
            the current folder, else that authority.

            Certificates are PEM, those above them (without the root) behind them, as a server sends them. What is
            issued is judged by the profile default before it is handed out; what it would refuse is said. Names that
            the authority's constraints forbid are an error, and nothing is made, without --allow-refused. Private keys
            belong to their owner alone (0600) and never go over an existing file; nothing does without --force. With
            --passphrase-file a new key is encrypted: PBES2, PBKDF2-HMAC-SHA256 with 600,000 iterations, AES-256-CBC.

            Of a request only the key and the names are taken. Whether it is a CA's, what its key may do and how long it
            lasts are the issuer's to say.

            Lists and responses hold for a week, from an hour before now, since clocks differ; --this-update and
            --next-update say otherwise. A list's number is the time of its making in seconds, so that each is higher
            than those before; --number says otherwise.
            """,
        options: CreateKind.allOptions + [.json],
        examples: [
            "holdfast create ca --name 'Development CA' --permit test --permit localhost --permit 127.0.0.0/8 "
                + "--permit ::1 --out ca.pem --key ca.key",
            "holdfast create leaf www.example.test localhost", "holdfast create renew www.example.test+1.pem",
            "holdfast create leaf --san example.test --san 127.0.0.1 --ca ca.pem --ca-key ca.key --out server.pem "
                + "--key server.key",
            "holdfast create csr --renew server.pem --key server.key --out server.csr",
            "holdfast create leaf --csr server.csr --ca ca.pem --ca-key ca.key --days 90 --out server.pem --force",
            "holdfast create crl --revoked-cert server.pem --reason keyCompromise --ca ca.pem --ca-key ca.key "
                + "--out ca.crl",
            "holdfast create ocsp --cert server.pem --ca ca.pem --ca-key ca.key --out server.ocsp",
        ],
        exitCodes: [.malformedCertificate]
    ) { invocation throws(CommandError) in
        try CreateCommand(invocation).run()
    }
}

/// `holdfast create`: keys, requests and certificates out of options.
struct CreateCommand {
    private let kind: CreateKind
    private let invocation: Invocation
    private let isJSON: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        kind = try CreateKind(invocation)
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
        if let warning = chain.first.flatMap({ NextSteps.warning(kind, $0) }) { report.warnings?.append(warning) }
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
