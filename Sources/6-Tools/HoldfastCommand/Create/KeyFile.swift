import HoldfastDiagnostics
import HoldfastCrypto
import HoldfastFiles
import HoldfastX509

/// The private key that a command works with: read from its file, or made and kept there.
struct KeyFile {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// A key, and whether it still has to be written.
    struct Result {
        let key: PrivateKey
        let path: String
        /// The file of a new key; nil for one that was there.
        let file: CreatedFile?
        let contents: [UInt8]

        var isNew: Bool { file != nil }

        /// Writes a new key.
        func save() throws(CommandError) { try file?.write(contents) }
    }

    /// The key of `--key` where the file is there, or a new one to be written there.
    func keyOrNew() throws(CommandError) -> Result {
        guard let path = invocation.value(.key) else {
            throw .usage(CreateSentence.keyNeeded, hint: CreateAdvice.keyUsedOrMade)
        }
        try CreatedFile.refuse([.key], namingFileOf: .out, invocation, hint: CreateAdvice.keyOfItsOwn)
        guard path == "-" || Self.isThere(path) else {
            let file = try CreatedFile(path, isSecret: true, mayReplace: false)
            let key = try makeKey()
            return Result(key: key, path: path, file: file, contents: try encoded(key))
        }
        if invocation.has(.keyType) {
            throw .usage(
                CreateSentence.keyTypeBesideKey(file: path),
                hint: CreateAdvice.anotherForNewKey)
        }
        let key = try Self.read(path, passphrase: try PassphraseFile.passphrase(.passphraseFile, invocation))
        return Result(key: key, path: path, file: nil, contents: [])
    }

    private static func isThere(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }

    /// A new key of the asked kind.
    func makeKey() throws(CommandError) -> PrivateKey {
        let name = invocation.value(.keyType) ?? KeyKind.offered[0].name
        guard let kind = KeyKind(name: name) else {
            throw .usage(
                CreateSentence.noKeyKind(name: name),
                hint: CreateAdvice.keyKinds(names: KeyKind.offered.map(\.name).joined(separator: ", ")))
        }
        return try Self.generate(kind)
    }

    /// A new key of a kind.
    static func generate(_ kind: KeyKind) throws(CommandError) -> PrivateKey {
        do throws(CryptoError) { return try PrivateKey.generate(kind) } catch {
            throw CommandError(error, .aNewKey)
        }
    }

    /// The key's file: PKCS #8 in PEM, encrypted where a passphrase is given.
    func encoded(_ key: PrivateKey) throws(CommandError) -> [UInt8] {
        let passphrase = try PassphraseFile.passphrase(.passphraseFile, invocation)
        do throws(CryptoError) {
            guard let passphrase else { return Array(try key.pem.utf8) }
            return Array(try key.encryptedPEM(passphrase).utf8)
        } catch {
            throw CommandError(error, .newKey)
        }
    }

    /// The first private key of a file: PEM, DER or PKCS #12.
    static func read(_ path: String, passphrase: Passphrase?) throws(CommandError) -> PrivateKey {
        guard let key = try KeyContents(path, passphrase: passphrase).keys.first else {
            throw .usage(
                UsageSentence.noPrivateKey(file: path), code: .noKey,
                hint: UsageAdvice.keyForms)
        }
        return key
    }
}

/// The private keys and the certificates of one file.
struct KeyContents {
    private(set) var keys: [PrivateKey] = []
    private(set) var certificates: [[UInt8]] = []

    init(_ path: String, passphrase: Passphrase?) throws(CommandError) {
        try self.init(try InputFile.bytes(of: path), named: path, passphrase: passphrase)
    }

    /// Reads a private key of any form.
    ///
    /// - Parameter path: the file that the bytes are of, for what is said about them.
    init(_ bytes: [UInt8], named path: String, passphrase: Passphrase?) throws(CommandError) {
        let objects: [EncodedObject]
        do throws(EncodedObjectError) { objects = try EncodedObject.all(in: bytes) } catch {
            throw CommandError(error, of: path)
        }
        for object in objects {
            do throws(CryptoError) {
                switch object.kind {
                case .privateKey:
                    keys.append(try Self.key(object, passphrase))
                case .certificate: certificates.append(object.bytes)
                case .pkcs12:
                    let file = try PKCS12(object.bytes, passphrase: passphrase)
                    keys += file.keys.map(\.key)
                    certificates += file.certificates.map(\.certificate)
                default: break
                }
            } catch {
                throw CommandError(error, .file(path))
            }
        }
    }

    /// The private key of an object that holds one.
    static func key(_ object: EncodedObject, _ passphrase: Passphrase?) throws(CryptoError) -> PrivateKey {
        if let block = object.block { return try PrivateKey(block: block, passphrase: passphrase) }
        return try PrivateKey(der: object.bytes, passphrase: passphrase)
    }
}

/// Passphrases out of files.
enum PassphraseFile {
    /// More than anybody types; libcrypto's own prompt takes 1,024 bytes.
    private static let maximumBytes = 1 << 16

    /// The first line of the file that an option names; nil where the option is not given.
    static func passphrase(_ option: CommandOption, _ invocation: Invocation) throws(CommandError) -> Passphrase? {
        guard let path = invocation.value(option) else { return nil }
        let bytes = try InputFile.bytes(
            of: path, limit: maximumBytes, advice: FileAdvice.passphrase)
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty else {
            throw .usage(
                CreateSentence.emptyPassphrase(option: option.name, file: path),
                hint: CreateAdvice.passphraseLine)
        }
        return Passphrase(bytes: line)
    }
}

extension CommandError {
    /// Words for an error of libcrypto, or of the reading of a container.
    init(_ error: CryptoError, _ subject: CryptoSubject) {
        switch error.reason {
        case .passphraseNeeded:
            self.init(
                .usage, code: .passphraseNeeded, CryptoSentence.encrypted(subject: subject),
                hint: CryptoAdvice.namePassphraseFile)
        case .wrongPassphrase:
            self.init(
                .usage, code: .wrongPassphrase, CryptoSentence.wrongPassphrase(subject: subject),
                hint: UsageAdvice.passphraseOfItsFile)
        case .openSSHForm:
            self.init(
                .usage, code: .unsupportedKey, CryptoSentence.fault(subject: subject, reason: error.reasonStatement),
                hint: CryptoAdvice.writeAsPKCS8)
        case .unsupportedKey:
            self.init(
                .usage, code: .unsupportedKey, CryptoSentence.fault(subject: subject, reason: error.reasonStatement),
                hint: CryptoAdvice.supportedKinds)
        case .notInLibrary:
            self.init(
                .usage, code: .unsupportedKey, CryptoSentence.fault(subject: subject, reason: error.reasonStatement),
                hint: CryptoAdvice.otherKindOrLibrary)
        case .malformedKey, .malformedContainer:
            self.init(
                .internalError, code: .crypto, CryptoSentence.fault(subject: subject, reason: error.reasonStatement))
        default:
            self.init(
                .internalError, code: .crypto, CryptoSentence.fault(subject: subject, reason: error.statement))
        }
    }
}
