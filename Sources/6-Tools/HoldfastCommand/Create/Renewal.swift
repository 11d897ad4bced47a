import HoldfastAuthority
import HoldfastCrypto
import HoldfastFiles
import HoldfastX509

/// `holdfast create renew LEAF.pem`: the certificate's successor in its place, in one step.
struct Renewal {
    private let path: String
    private let invocation: Invocation
    private let old: Certificate

    init(_ invocation: Invocation) throws(CommandError) {
        path = invocation.operands[0]
        guard path != "-" else {
            throw .usage(CreateSentence.renewNeedsFile, hint: CreateAdvice.renewFile)
        }
        self.invocation = invocation
        let bytes = try InputFile.bytes(of: path)
        let objects = (try? EncodedObject.all(in: bytes)) ?? []
        let holdsKey = objects.contains { if case .privateKey = $0.kind { true } else { $0.kind == .pkcs12 } }
        guard !holdsKey || invocation.has(.out) else {
            throw .usage(
                CreateSentence.holdsKey(file: path), code: .holdsPrivateKey,
                hint: CreateAdvice.elsewhere)
        }
        old = try InputCertificate.first(of: path)
        guard old.basicConstraints?.isCA != true else {
            throw .usage(
                CreateSentence.isAuthority(file: path), code: .authority,
                hint: CreateAdvice.anotherAuthority)
        }
        if invocation.has(.passphraseFile), !invocation.has(.newKey), !invocation.has(.bundle) {
            throw .usage(CreateSentence.keyStays, hint: CreateAdvice.newKey)
        }
    }

    func run() throws(CommandError) -> CreationReport {
        let issuer = try issuer()
        let output = try CreatedFile(
            invocation.value(.out) ?? path, isSecret: false,
            mayReplace: invocation.has(.force) || !invocation.has(.out))
        guard !invocation.has(.json) || !output.isStandardOutput else {
            throw .usage(UsageSentence.needsFile(option: "--json"), hint: UsageAdvice.roomForOne)
        }
        let bundle = try BundleFile(invocation)
        let options = try IssuanceOptions(.leaf, invocation)
        var template = CertificateTemplate(renewing: old, at: options.at)
        if let days = try options.days { template.lasts(days: days, from: options.at) }
        let key = try key(isNeeded: bundle != nil)
        let certificate: [UInt8]
        do throws(AuthorityError) {
            certificate = try issuer.authority.issue(
                template, for: key?.key.subjectPublicKeyInfo ?? old.subjectPublicKeyInfo)
        } catch {
            throw CommandError(error)
        }
        if !invocation.has(.allowRefused) {
            let sentences = IssuanceCheck.forbiddenNames(of: certificate, below: issuer)
            guard sentences.isEmpty else {
                throw .usage(
                    IssuanceSentence.several(sentences), code: .forbiddenNames, hint: CreateAdvice.allowRefused)
            }
        }
        let chain = [certificate] + issuer.chain
        try key?.save()
        try output.write(Array(chain.map { PEMBlock(.certificate, contents: $0).encoded }.joined().utf8))
        if let bundle, let key { try bundle.write(try identity(key.key, chain), below: issuer) }
        var report = CreationReport(renewed: certificate, newKey: key?.file?.path)
        report.out = output.isStandardOutput ? nil : output.path
        report.p12 = invocation.value(.bundle)
        report.warn(IssuanceCheck(.leaf, chain: chain, below: issuer, at: options.at).warnings())
        return report
    }

    private func identity(_ key: PrivateKey, _ chain: [[UInt8]]) throws(CommandError) -> Identity {
        do throws(AuthorityError) { return try Identity(key: key, certificates: chain) } catch {
            throw CommandError(error)
        }
    }

    /// The authority that issued it: the one that is named, or the first of the usual places whose key signed it.
    private func issuer() throws(CommandError) -> Issuer {
        if invocation.has(.issuer) {
            guard let issuer = try IssuerOptions.issuer(.leaf, invocation), old.isSigned(by: issuer.certificate) else {
                throw .usage(
                    CreateSentence.otherIssuer(file: path, issuer: old.issuer.shortDescription),
                    code: .otherIssuer, hint: CreateAdvice.createLeafBelow)
            }
            return issuer
        }
        for files in DefaultAuthority.all(beside: path) {
            let named = invocation.with(.issuer, files.certificate).with(.issuerKey, files.key)
            guard let issuer = try IssuerOptions.issuer(.leaf, named), old.isSigned(by: issuer.certificate) else {
                continue
            }
            Console.note(CreateNote.authority(file: files.certificate))
            return issuer
        }
        throw .usage(
            CreateSentence.noIssuer(issuer: old.issuer.shortDescription),
            code: .noIssuer, hint: CreateAdvice.nameItsFiles)
    }

    /// The new key of `--new-key`, or the one that there is, where it is needed; else nil: a certificate for the same
    /// public key needs no more.
    private func key(isNeeded: Bool) throws(CommandError) -> KeyFile.Result? {
        let place = invocation.value(.key) ?? Self.keyPath(beside: path)
        if invocation.has(.newKey) {
            guard let kind = KeyKind(of: old.subjectPublicKeyInfo) else {
                throw .usage(CreateSentence.keyKindNotMade, hint: CreateAdvice.createKey)
            }
            let file = try CreatedFile(place, isSecret: true, mayReplace: invocation.has(.force))
            let key = try KeyFile.generate(kind)
            return KeyFile.Result(key: key, path: place, file: file, contents: try KeyFile(invocation).encoded(key))
        }
        guard isNeeded else { return nil }
        let key = try KeyFile.read(place, passphrase: try PassphraseFile.passphrase(.passphraseFile, invocation))
        guard key.subjectPublicKeyInfo == old.subjectPublicKeyInfo else {
            throw .usage(CreateSentence.notItsKey(file: place), hint: CreateAdvice.nameKey)
        }
        return KeyFile.Result(key: key, path: place, file: nil, contents: [])
    }

    /// The usual name of a certificate's key: `a.key` beside `a.pem`.
    private static func keyPath(beside path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let ending = name.lastIndex(of: ".").map { name.distance(from: $0, to: name.endIndex) } ?? 0
        return String(path.dropLast(ending)) + ".key"
    }
}
