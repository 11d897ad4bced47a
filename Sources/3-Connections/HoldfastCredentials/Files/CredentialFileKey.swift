public import HoldfastCrypto
import HoldfastFiles
import HoldfastStatements
import HoldfastTrust

/// A source of the key of encrypted credential files: the program, systemd, or a file.
///
/// There is none that the machine or the user's name would give: what everybody can compute protects nothing. Sources
/// are asked when a file is first read or written, and what they gave is kept in memory that is wiped.
public struct CredentialFileKey: Sendable {
    /// The fewest bytes of a passphrase or of a file's contents: 8, as NIST SP 800-63B §5.1.1 asks of what people
    /// choose.
    public static let minimumByteCount = 8
    /// The most bytes: 4 KiB.
    public static let maximumByteCount = 4096
    /// The name of the file below `CREDENTIALS_DIRECTORY` unless another is given.
    public static let defaultName = "holdfast.key"

    /// A secret that a key is made of.
    public enum Secret: Sendable {
        /// Words that people chose: scrypt makes the key.
        case passphrase(Passphrase)
        /// 32 random bytes, as of a hardware module or `openssl rand 32`; of which the key is derived without scrypt.
        case key(CredentialSecret)
    }

    private let source: @Sendable () throws(CredentialStoreError) -> Secret?

    /// A key that the program gives.
    ///
    /// - Parameter source: called once for each store, from any thread, where it may wait; nil for no key. Passphrases
    ///   of fewer than ``minimumByteCount`` bytes, and keys of other than 32, are refused.
    public init(_ source: @escaping @Sendable () -> Secret?) { self.source = source }

    private init(throwing source: @escaping @Sendable () throws(CredentialStoreError) -> Secret?) {
        self.source = source
    }

    /// The passphrase in a file that only its owner can read; a line's end at its end does not count.
    ///
    /// The whole way to it is looked at: whoever could exchange the file would choose the key.
    ///
    /// - Parameter path: the file.
    public static func file(_ path: String) -> CredentialFileKey {
        CredentialFileKey { () throws(CredentialStoreError) in
            do throws(GuardedFileError) {
                var bytes = try GuardedFile.secret(path, limit: maximumByteCount)
                return .passphrase(passphrase(taking: &bytes))
            } catch {
                throw CredentialStoreError(noKey: CredentialKeyFault(error), path: path)
            }
        }
    }

    /// The passphrase in a credential that systemd has put into `CREDENTIALS_DIRECTORY` (systemd.exec(5),
    /// LoadCredential= and LoadCredentialEncrypted=). There is no key where the variable is not set.
    ///
    /// - Parameter name: the credential's name; one with a slash is none.
    public static func systemd(_ name: String = defaultName) -> CredentialFileKey {
        systemd(name, environment: ProcessEnvironment.value)
    }

    package static func systemd(
        _ name: String = defaultName, environment: @escaping @Sendable (String) -> String?
    ) -> CredentialFileKey {
        CredentialFileKey { () throws(CredentialStoreError) in
            guard let folder = environment("CREDENTIALS_DIRECTORY"), folder.hasPrefix("/") else { return nil }
            guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
                throw CredentialStoreError(noKey: .slash)
            }
            var bytes = try systemdCredential(folder + "/" + name)
            return .passphrase(passphrase(taking: &bytes))
        }
    }

    /// systemd keeps a credential as root's, and lets the service's user in by an access list, whose mask the mode
    /// shows as rights of root's group (acl(5)); a user's manager makes it the user's own.
    private static func systemdCredential(_ path: String) throws(CredentialStoreError) -> [UInt8] {
        let status: FileStatus
        do throws(SystemError) { status = try FileStatus(of: path) } catch {
            throw CredentialStoreError(.noKey(error.statement), path: path)
        }
        let isRoots = status.owner == 0 && status.group == 0
        guard status.mode & (isRoots ? 0o037 : 0o077) == 0 else {
            throw CredentialStoreError(noKey: .openToOthers, path: path)
        }
        do throws(GuardedFileError) { return try GuardedFile.bytes(path, limit: maximumByteCount) } catch {
            throw CredentialStoreError(noKey: CredentialKeyFault(error), path: path)
        }
    }

    /// The first of several sources that gives a key. One that is there and cannot be read is an error: the next would
    /// give another key.
    public static func first(of keys: [CredentialFileKey]) -> CredentialFileKey {
        CredentialFileKey { () throws(CredentialStoreError) in
            for key in keys { if let secret = try key.source() { return secret } }
            return nil
        }
    }

    /// Asks the source.
    ///
    /// - Throws: ``CredentialStoreError`` with the reason `noKey`, also for a secret that is too short.
    package func secret() throws(CredentialStoreError) -> Secret {
        guard let secret = try secretIfThere() else { throw CredentialStoreError(noKey: .none) }
        return secret
    }

    /// Asks the source; nil where it has none.
    func secretIfThere() throws(CredentialStoreError) -> Secret? {
        guard let secret = try source() else { return nil }
        switch secret {
        case .passphrase(let passphrase):
            guard (Self.minimumByteCount...Self.maximumByteCount).contains(passphrase.count) else {
                throw CredentialStoreError(
                    noKey: .passphraseLength(least: Self.minimumByteCount, most: Self.maximumByteCount))
            }
        case .key(let key):
            guard key.count == 32 else { throw CredentialStoreError(noKey: .keyLength(key.count)) }
        }
        return secret
    }

    /// The passphrase of a file's bytes, which are wiped.
    private static func passphrase(taking bytes: inout [UInt8]) -> Passphrase {
        defer { bytes.wipe() }
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        return Passphrase(bytes: bytes)
    }
}
