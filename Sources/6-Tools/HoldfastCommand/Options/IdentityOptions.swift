import HoldfastStatements
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTracing

extension CommandOption {
    static let clientCertificate = CommandOption(
        "--cert", "FILE", in: .identity,
        help: "a certificate of one's own for trusted servers that ask for one: PEM, DER or PKCS #12",
        chinese: "自己的证书，供要求证书的可信服务器：PEM、DER 或 PKCS #12")
    static let clientKey = CommandOption(
        "--key", "FILE", in: .identity,
        help: "its private key, where --cert does not hold it; nobody else may read the file",
        chinese: "其私钥，当 --cert 中没有时；他人不得读取该文件")
    static let clientCertificateHost = CommandOption(
        "--cert-for", "HOST", repeatable: true, in: .identity,
        help: "show --cert to this host, and to no other server", chinese: "只向此主机出示 --cert，不向其他服务器出示")
    static let clientPassphrase = CommandOption(
        "--passphrase-file", "FILE", in: .identity,
        help: "opens the key: the file's first line; - is standard input", chinese: "打开密钥：该文件的第一行；- 为标准输入")

    /// Options of every command that may have to say who its user is.
    static let identity: [CommandOption] = [.clientCertificate, .clientKey, .clientPassphrase]
}

/// The client's own certificate, chain and key: `--cert`, `--key` and `--passphrase-file`.
///
/// The file that holds the key is read only where nobody else may read it (``SecretFile``).
struct IdentityOptions: Sendable {
    let identity: Identity

    /// Nil where no certificate is named.
    ///
    /// - Parameter opensOthers: whether `--passphrase-file` opens other files too, and so needs no `--cert`.
    init?(_ invocation: Invocation, opensOthers: Bool = false) throws(CommandError) {
        guard let path = invocation.value(.clientCertificate) else {
            let needing: [CommandOption] = opensOthers ? [.clientKey] : [.clientKey, .clientPassphrase]
            try invocation.refuse(needing, without: "--cert", DialAdvice.certificateOfTheKey)
            return nil
        }
        let passphrase = try PassphraseFile.passphrase(.clientPassphrase, invocation)
        let keyPath = invocation.value(.clientKey)
        let contents: KeyContents
        if keyPath == nil {
            contents = try Self.secret(path, passphrase)
        } else {
            contents = try KeyContents(path, passphrase: passphrase)
        }
        guard !contents.certificates.isEmpty else {
            throw .usage(
                UsageSentence.noCertificate(file: path), code: .noCertificate, hint: UsageAdvice.certificateForms)
        }
        let keys = try keyPath.map { path throws(CommandError) in try Self.secret(path, passphrase).keys }
        guard let key = (keys ?? contents.keys).first else {
            throw .usage(
                UsageSentence.noPrivateKey(file: keyPath ?? path), code: .noKey,
                hint: keyPath == nil ? UsageAdvice.nameKeyFile : .keyForms)
        }
        do throws(AuthorityError) { identity = try Identity(key: key, certificates: contents.certificates) } catch {
            throw .usage(
                DialSentence.noCertificateOfKey(file: path), code: .noCertificateForKey,
                hint: DialAdvice.issuedForKey)
        }
    }

    /// As the diagnostic client takes it.
    var forTracing: ClientIdentity { ClientIdentity(certificates: identity.chain, key: identity.key) }

    private static func secret(_ path: String, _ passphrase: Passphrase?) throws(CommandError) -> KeyContents {
        let bytes = try SecretFile.bytes(of: path, limit: InputFile.maximumBytes) { what in
            CommandError.usage(
                UsageSentence.fileFault(file: path, reason: what.statement), code: .malformedFile,
                hint: DialAdvice.fileWithKey)
        }
        return try KeyContents(bytes, named: path, passphrase: passphrase)
    }
}
