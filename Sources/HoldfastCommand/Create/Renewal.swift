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
            throw .usage("create renew needs one FILE", hint: "it holds the certificate, then those above it")
        }
        self.invocation = invocation
        let bytes = try InputFile.bytes(of: path)
        let objects = (try? EncodedObject.all(in: bytes)) ?? []
        let holdsKey = objects.contains { if case .privateKey = $0.kind { true } else { $0.kind == .pkcs12 } }
        guard !holdsKey || invocation.has(.out) else {
            throw .usage(
                "\(Wording.quoted(path)) holds a private key too, which would be gone", code: "holdsPrivateKey",
                hint: "write the renewed certificate elsewhere: --out FILE")
        }
        old = try InputCertificate.first(of: path)
        guard old.basicConstraints?.isCA != true else {
            throw .usage(
                "\(Wording.quoted(path)) is an authority's certificate", code: "authority",
                hint: "create ca --key FILE makes another one with the same key")
        }
        if invocation.has(.passphraseFile), !invocation.has(.newKey), !invocation.has(.bundle) {
            throw .usage("the key stays as it is", hint: "--new-key makes another one of the same kind")
        }
    }

    func run() throws(CommandError) -> CreationReport {
        let issuer = try issuer()
        let output = try CreatedFile(
            invocation.value(.out) ?? path, isSecret: false,
            mayReplace: invocation.has(.force) || !invocation.has(.out))
        guard !invocation.has(.json) || !output.isStandardOutput else {
            throw .usage("--json needs a file", hint: "standard output has room for one of the two")
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
                    sentences.joined(separator: "; "), code: "forbiddenNames", hint: "--allow-refused issues it")
            }
        }
        let chain = [certificate] + issuer.chain
        try key?.file?.write(key?.contents ?? [])
        try output.write(Array(chain.map { PEMBlock(.certificate, contents: $0).encoded }.joined().utf8))
        if let bundle, let key { try bundle.write(try identity(key.key, chain), below: issuer) }
        var report = CreationReport(renewed: certificate, newKey: key?.file?.path)
        report.out = output.isStandardOutput ? nil : output.path
        report.p12 = invocation.value(.bundle)
        report.warnings = IssuanceCheck(.leaf, chain: chain, below: issuer, at: options.at).warnings()
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
            guard let issuer = try IssuerOptions.issuer(.leaf, invocation), hasIssued(issuer) else {
                throw .usage(
                    "\(Wording.quoted(path)) was issued by \(old.issuer.shortDescription), and not by this authority",
                    code: "otherIssuer", hint: "create leaf makes a certificate below another one")
            }
            return issuer
        }
        for files in DefaultAuthority.all(beside: path) {
            let named = invocation.with(.issuer, files.certificate).with(.issuerKey, files.key)
            guard let issuer = try IssuerOptions.issuer(.leaf, named), hasIssued(issuer) else { continue }
            Console.note("authority: \(Wording.line(files.certificate))")
            return issuer
        }
        throw .usage(
            "the authority that issued it, \(Wording.line(old.issuer.shortDescription)), is in no usual place",
            code: "noIssuer", hint: "name it: --ca FILE --ca-key FILE")
    }

    private func hasIssued(_ issuer: Issuer) -> Bool {
        guard old.issuer.matches(issuer.certificate.subject),
            let key = try? PublicKey(issuer.certificate.subjectPublicKeyInfo)
        else { return false }
        return key.isValidSignature(old.signature, for: old.tbsBytes, algorithm: old.signatureAlgorithm)
    }

    /// A key, and its file where it is to be written.
    private struct Key {
        let key: PrivateKey
        let file: CreatedFile?
        let contents: [UInt8]
    }

    /// The new key of `--new-key`, or the one that there is, where it is needed; else nil: a certificate for the same
    /// public key needs no more.
    private func key(isNeeded: Bool) throws(CommandError) -> Key? {
        let place = invocation.value(.key) ?? Self.keyPath(beside: path)
        if invocation.has(.newKey) {
            guard let kind = KeyKind(of: old.subjectPublicKeyInfo) else {
                throw .usage("a key of its kind is not made here", hint: "create key, and create leaf with it")
            }
            let file = try CreatedFile(place, isSecret: true, mayReplace: invocation.has(.force))
            let key: PrivateKey
            do throws(CryptoError) { key = try PrivateKey.generate(kind) } catch {
                throw CommandError(error, "a new key")
            }
            return Key(key: key, file: file, contents: try KeyFile(invocation).encoded(key))
        }
        guard isNeeded else { return nil }
        let key = try KeyFile.read(place, passphrase: try PassphraseFile.passphrase(.passphraseFile, invocation))
        guard key.subjectPublicKeyInfo == old.subjectPublicKeyInfo else {
            throw .usage("\(Wording.quoted(place)) is not the certificate's key", hint: "name it by --key FILE")
        }
        return Key(key: key, file: nil, contents: [])
    }

    /// The usual name of a certificate's key: `a.key` beside `a.pem`.
    private static func keyPath(beside path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let ending = name.lastIndex(of: ".").map { name.distance(from: $0, to: name.endIndex) } ?? 0
        return String(path.dropLast(ending)) + ".key"
    }
}
