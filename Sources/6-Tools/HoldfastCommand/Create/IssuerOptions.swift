import HoldfastDiagnostics
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// The issuer: an authority with its key, and the certificates that a server sends of it.
struct Issuer {
    let authority: CertificateAuthority
    /// The authority's certificate.
    let certificate: Certificate
    /// The authority's certificate and those above it, up to a root where the file holds one.
    let authorities: [Certificate]
    /// The authority's certificate and those above it, without a root.
    let chain: [[UInt8]]
}

/// `--ca` and what goes with it.
enum IssuerOptions {
    /// The authority of the options; nil for what signs itself.
    static func issuer(_ kind: CreateKind, _ invocation: Invocation) throws(CommandError) -> Issuer? {
        guard kind == .intermediate || kind == .leaf else { return nil }
        let issuer = try signer(for: kind, invocation)
        guard issuer.certificate.basicConstraints?.isCA == true else {
            let path = invocation.value(.issuer) ?? ""
            throw .usage(
                CreateSentence.noAuthority(file: path),
                hint: CreateAdvice.makesAuthority)
        }
        return issuer
    }

    /// The identity that signs, whatever its certificate says that it may sign.
    static func signer(
        for kind: CreateKind, _ invocation: Invocation, _ options: SignerOptions = .issuer
    ) throws(CommandError) -> Issuer {
        guard let path = invocation.value(options.file) else {
            throw .usage(
                CreateSentence.needsAuthority(kind: kind.rawValue, option: options.file.name),
                hint: CreateAdvice.authorityOrSelfSigned)
        }
        let passphrase = try PassphraseFile.passphrase(options.passphraseFile, invocation)
        let contents = try KeyContents(path, passphrase: passphrase)
        let key: PrivateKey
        if let keyPath = invocation.value(options.key) {
            key = try KeyFile.read(keyPath, passphrase: passphrase)
        } else if let first = contents.keys.first {
            key = first
        } else {
            throw .usage(
                CreateSentence.fileNeeded(option: options.key.name), hint: CreateAdvice.holdsNoKey(file: path))
        }
        guard key.isPairConsistent else {
            throw CommandError(
                .internalError, code: .damagedKey,
                options.file == .responder ? CreateSentence.damagedResponderKey : .damagedAuthorityKey)
        }
        let identity: Identity
        do throws(AuthorityError) {
            identity = try Identity(key: key, certificates: contents.certificates)
        } catch {
            throw .usage(
                options.file == .responder
                    ? CreateSentence.noResponderCertificate(file: path) : .noAuthorityCertificate(file: path),
                code: .noCertificateForKey, hint: UsageAdvice.certificateOfKey)
        }
        let certificate = try InputCertificate.certificate(identity.certificate, of: path)
        let isRoot = certificate.issuer.matches(certificate.subject)
        return Issuer(
            authority: CertificateAuthority(identity), certificate: certificate,
            authorities: authorities(above: certificate, among: contents.certificates),
            chain: isRoot ? [] : identity.chain)
    }

    private static func authorities(above first: Certificate, among certificates: [[UInt8]]) -> [Certificate] {
        let read = certificates.compactMap { try? Certificate(der: $0) }
        var authorities = [first]
        while let last = authorities.last,
            let next = read.first(where: { last.issuer.matches($0.subject) && !authorities.contains($0) })
        {
            authorities.append(next)
        }
        return authorities
    }
}

/// The options that name a certificate and its key, by which something is signed.
struct SignerOptions {
    let file: CommandOption
    let key: CommandOption
    let passphraseFile: CommandOption

    static let issuer = SignerOptions(
        file: .issuer, key: .issuerKey, passphraseFile: .issuerPassphraseFile)
    static let responder = SignerOptions(
        file: .responder, key: .responderKey, passphraseFile: .passphraseFile)
}
