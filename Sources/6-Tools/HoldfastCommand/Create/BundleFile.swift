import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

/// The PKCS #12 file of `--p12`: key, certificate and those above it in one.
struct BundleFile {
    private let file: CreatedFile
    private let passphrase: Passphrase
    private let isUsual: Bool

    /// The password that Java's programs expect where none is said; it protects nothing, as a key file without one.
    private static let usual = "changeit"

    /// The file of the option; nil where it is not given.
    ///
    /// - Throws: for a file that is there and may not be replaced, or cannot be written: before anything is made.
    init?(_ invocation: Invocation) throws(CommandError) {
        guard let path = invocation.value(.bundle) else { return nil }
        try invocation.refuse([.bundle], with: .request, CreateAdvice.keyNotHere)
        try CreatedFile.refuse(
            [.out, .key, .issuer, .issuerKey], namingFileOf: .bundle, invocation, hint: CreateAdvice.oneOfItsOwn)
        guard invocation.value(.passphraseFile) != "-" else {
            throw .usage(
                CreateSentence.notTogether, hint: CreateAdvice.readForEach)
        }
        file = try CreatedFile(path, isSecret: true, mayReplace: invocation.has(.force))
        let given = try PassphraseFile.passphrase(.passphraseFile, invocation)
        passphrase = given ?? Passphrase(Self.usual)
        isUsual = given == nil
    }

    /// Writes it, and says by which password it is opened where that is the usual one.
    ///
    /// - Parameter issuer: the authority, which is put in as well where it is a root.
    func write(_ identity: Identity, below issuer: Issuer?) throws(CommandError) {
        let certificate = try? Certificate(der: identity.certificate)
        let names = certificate?.subjectAlternativeName ?? []
        let first = names.compactMap { name -> String? in
            if case .dnsName(let host) = name { host.description } else { nil }
        }.first
        let root = (issuer?.authorities.last).flatMap { $0.isSelfIssued ? Array($0.bytes) : nil }
        let bytes: [UInt8]
        do throws(CryptoError) {
            bytes = try identity.pkcs12(friendlyName: first ?? certificate?.subject.commonName, root: root)
                .encoded(passphrase)
        } catch {
            throw CommandError(error, .pkcs12)
        }
        try file.write(bytes)
        guard !file.isStandardOutput else { return }
        Console.note(
            isUsual
                ? CreateNote.bundleWithUsualPassword(file: file.path, password: Self.usual)
                : .bundle(file: file.path))
    }
}
